"""Jobs in PostgreSQL."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import DEVNULL, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from sqlalchemy import text

from support.command import TIANXIA
from support.patience import until
from tianxia.server.tables.service import TableService


async def are_jobs(tables: TableService, *statuses: str) -> bool:
    """Whether there are jobs of just these statuses."""
    async with tables.storage.reading() as connection:
        found = (await connection.execute(text("SELECT status::text FROM procrastinate_jobs"))).scalars().all()
    return tuple(found) == statuses


@asynccontextmanager
async def a_worker(database: str) -> AsyncIterator[Process]:
    """A process that takes jobs."""
    address = database.replace("+psycopg", "")
    worker = await asyncio.create_subprocess_exec(
        *(*TIANXIA, "worker", "--processes", "1"),
        env=os.environ | {"TIANXIA_DATABASE": address, "PYTHONPATH": os.pathsep.join(sys.path)},
        stderr=DEVNULL,
    )
    try:
        yield worker
    finally:
        if worker.returncode is None:
            await kill(worker)


async def kill(worker: Process) -> None:
    """End it as a power cut would, and wait until the processes that think for it are gone."""
    children = [Path("/proc", id) for id in Path(f"/proc/{worker.pid}/task/{worker.pid}/children").read_text().split()]
    worker.kill()
    await worker.wait()
    await until(lambda: not any(child.exists() for child in children))
