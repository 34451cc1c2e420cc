"""The command `worker`, which computes moves and analyses for a server on another machine."""

from __future__ import annotations

import os
from typing import Annotated

from cyclopts import Parameter

from tianxia.cli.choices import MAX_PROCESSES, check_range
from tianxia.cli.output import line, remark_build, remarks
from tianxia.errors import SettingError
from tianxia.words import error, text

Database = Annotated[str | None, Parameter(help=text("cli.worker.database"))]
Processes = Annotated[int, Parameter(help=text("cli.worker.processes"))]
CORES = os.cpu_count() or 1


def worker(*, database: Database = None, processes: Processes = CORES) -> None:
    from tianxia.server.storage.location import find_database, is_postgres

    check_range("--processes", processes, MAX_PROCESSES)
    address = find_database(None, database)
    if not is_postgres(address):
        raise error(SettingError, "server.no-address")

    from tianxia.server.run.worker import run_worker  # much of what it needs is there only with PostgreSQL

    remark_build()
    begins = text("cli.worker.begins", processes=processes)
    run_worker(address, processes, lambda: line(remarks(), begins, "dim"))
