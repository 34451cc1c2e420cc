"""A process that does nothing but let programs think, beside a server over PostgreSQL."""

from __future__ import annotations

import asyncio
import signal

from tianxia.server.beat import BEAT
from tianxia.server.programs import Programs
from tianxia.server.storage import Storage
from tianxia.server.tables import Tables
from tianxia.server.thinking import Pool
from tianxia.server.work import at_work, make_notices


async def run_worker(database: str, processes: int, beat: int = BEAT) -> None:
    """Take jobs until somebody ends it, with Ctrl-C for instance."""
    ended = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, ended.set)
    storage, pool = await Storage.open(database), Pool(processes)
    try:
        tables = Tables(storage)
        async with at_work(Programs(tables, pool, beat), make_notices(tables, ""), processes, sends=False):
            await ended.wait()
    finally:
        pool.close()
        await storage.close()
