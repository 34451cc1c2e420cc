"""The command that lets programs think for a server elsewhere."""

from __future__ import annotations

import os
from typing import Annotated

from cyclopts import Parameter

from tianxia.cli.choices import MAX_PROCESSES, check_range
from tianxia.cli.output import line, remark_build, remarks
from tianxia.errors import SettingError
from tianxia.words import error, text

Database = Annotated[str, Parameter(help=text("cli.worker.database"), env_var="TIANXIA_DATABASE")]
Processes = Annotated[int, Parameter(help=text("cli.worker.processes"))]


CORES = os.cpu_count() or 1


def worker(*, database: Database, processes: Processes = CORES) -> None:
    check_range("--processes", processes, MAX_PROCESSES)
    scheme, _, rest = database.partition("://")
    if scheme not in ("postgresql", "postgres", "postgresql+psycopg") or not rest:
        raise error(SettingError, "cli.worker.no-postgres")
    remark_build()
    line(remarks(), text("cli.worker.begins", processes=processes), "dim")
    _run(f"postgresql+psycopg://{rest}", processes)


def _run(database: str, processes: int) -> None:
    """The server is imported only where it is needed: it is much, and perhaps not installed."""
    import asyncio

    from sqlalchemy.exc import OperationalError

    from tianxia.server.worker import run_worker

    try:
        asyncio.run(run_worker(database, processes))
    except OperationalError as failure:
        raise error(SettingError, "cli.worker.unreachable", reason=str(failure.orig).strip()) from None
