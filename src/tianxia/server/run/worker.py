"""A process that only computes moves of programs and analyses, beside a server over PostgreSQL."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing
from functools import partial

from tianxia.server.library.analyses import Analyses
from tianxia.server.library.records import Records
from tianxia.server.logs import configure_logs
from tianxia.server.run.database_check import check_database
from tianxia.server.storage.location import open_database
from tianxia.server.storage.waiting import HeldOpen
from tianxia.server.tables.service import TableService
from tianxia.server.work.analysts import Analysts
from tianxia.server.work.background import background_work, make_notices
from tianxia.server.work.process_pool import Pool
from tianxia.server.work.programs import Programs


def run_worker(database: str, processes: int, on_ready: Callable[[], None]) -> None:
    """Take jobs until a signal stops the process. `on_ready` is called when it begins.

    A database that is away at the start is waited for.
    """
    check_database(database, upgrades=False)
    configure_logs()
    asyncio.run(_take_jobs(partial(_working, database, processes, on_ready), database))


async def _take_jobs(enter: Callable[[], AbstractAsyncContextManager[None]], database: str) -> None:
    """Hold a context open in which jobs are taken, until a signal stops the process."""
    told_to_stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, told_to_stop.set)
    held = HeldOpen(database, enter)
    held.task.add_done_callback(lambda _: told_to_stop.set())
    await told_to_stop.wait()
    await held.close()
    if held.failure is not None:
        raise held.failure


@asynccontextmanager
async def _working(database: str, processes: int, on_ready: Callable[[], None]) -> AsyncIterator[None]:
    """Jobs are taken until the block ends."""
    async with open_database(database, upgrades=False) as storage:
        tables = TableService(storage)
        with closing(Pool(processes)) as pool:
            analysts = Analysts(Analyses(tables, Records(storage)), pool)
            programs, notices = Programs(tables, pool), make_notices(tables, "")
            async with background_work(programs, analysts, notices, processes, sends=False):
                on_ready()
                yield
