"""A process that only computes moves of programs and analyses, beside a server over PostgreSQL."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from contextlib import closing

from tianxia.server.library.analyses import Analyses
from tianxia.server.library.records import Records
from tianxia.server.logs import configure_logs
from tianxia.server.storage.location import open_database
from tianxia.server.tables.service import TableService
from tianxia.server.work.analysts import Analysts
from tianxia.server.work.background import background_work, make_notices
from tianxia.server.work.process_pool import Pool
from tianxia.server.work.programs import Programs


async def run_worker(database: str, processes: int, on_ready: Callable[[], None]) -> None:
    """Take jobs until a signal stops the process. `on_ready` is called when it begins."""
    ended = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, ended.set)
    async with open_database(database, upgrades=False) as storage:
        on_ready()
        configure_logs()
        tables = TableService(storage)
        with closing(Pool(processes)) as pool:
            analysts = Analysts(Analyses(tables, Records(storage)), pool)
            async with background_work(
                Programs(tables, pool), analysts, make_notices(tables, ""), processes, sends=False
            ):
                await ended.wait()
