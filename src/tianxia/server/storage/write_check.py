"""The write check: whether the database would store a change now. It changes nothing, and nothing grows by it."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from tempfile import TemporaryFile
from typing import Final

from sqlalchemy import ColumnClause, column, func, literal_column, select, table, update
from sqlalchemy.ext.asyncio import AsyncConnection

from tianxia.server.storage.database import Storage
from tianxia.server.storage.outages import NO_SPACE, NoSpaceError
from tianxia.server.storage.upgrade import VERSION_TABLE

VALID_FOR: Final = 1.0
"""Seconds for which a good result is remembered: however often somebody asks, little is written."""
WATCH_EVERY: Final = 1.0  # seconds
SPACE: Final = 1 << 18  # bytes that have to be free: several times what a move needs
_ROWS: Final = SPACE // 8  # rows of numbers that need more than that in a temporary file
_VERSION: Final[ColumnClause[str]] = column("version_num")
_SAME_AGAIN: Final = update(table(VERSION_TABLE, _VERSION)).values(version_num=_VERSION)
"""A change that is written like any other, and leaves everything as it is."""
_LITTLE_MEMORY: Final = select(func.set_config("work_mem", "64kB", literal_column("true")))
_TEMPORARY_FILE: Final = select(func.count()).select_from(func.generate_series(1, _ROWS))


class WriteCheck:
    """Finds out whether a database can be written, not only read: its disk may be full, or it may be read-only."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self._one_at_a_time = asyncio.Lock()
        self._valid_until = 0.0

    async def check(self) -> None:
        """Raise `UnavailableError` if no change can be stored; notes what is found in `storage.outages`."""
        outages = self.storage.outages
        async with self._one_at_a_time:
            if time.monotonic() < self._valid_until and not outages.is_away:
                return
            if self.storage.file is not None:
                with outages.noticed():
                    await asyncio.to_thread(_check_space, self.storage.file.path.parent)
            async with self.storage.writing() as connection:
                if self.storage.is_postgres:
                    await _check_space_of_postgres(connection)
                await connection.execute(_SAME_AGAIN)
            outages.end()
            self._valid_until = time.monotonic() + VALID_FOR

    async def watch(self) -> float:
        """While the database is away, look whether it is back; returns the seconds until the next look."""
        if self.storage.outages.is_away:
            await self.check()
        return WATCH_EVERY


def _check_space(folder: Path) -> None:
    """Raise `NoSpaceError` if there is too little space: a small change may still find a gap in a file."""
    try:
        with TemporaryFile(dir=folder, buffering=0) as file:
            left = SPACE
            while left > 0:
                left -= file.write(bytes(left))
    except OSError as failure:
        if failure.errno in NO_SPACE:
            raise NoSpaceError from failure


async def _check_space_of_postgres(connection: AsyncConnection) -> None:
    """Raise an error where PostgreSQL has no space: rows that do not fit into memory go to a temporary file."""
    await connection.execute(_LITTLE_MEMORY)
    await connection.execute(_TEMPORARY_FILE)
