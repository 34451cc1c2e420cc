"""The database: SQLite in a file, or PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

CHANNEL: Final = "tianxia"
"""Where PostgreSQL announces what happened, as "table number"."""


class Storage:
    """A database that is open."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.is_postgres = url.startswith("postgresql")
        self.engine = _postgres(url) if self.is_postgres else _sqlite(url)
        self._one_writer = asyncio.Lock()  # SQLite has no more

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        async with self.engine.connect() as connection:
            yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction: all of it is stored when it ends well, nothing otherwise."""
        if self.is_postgres:
            async with self.engine.begin() as connection:
                yield connection
            return
        async with self._one_writer, self.engine.connect() as connection:
            await connection.exec_driver_sql("BEGIN IMMEDIATE")
            try:
                yield connection
            except BaseException:
                if not connection.invalidated:  # by a cancellation: then there is nothing left to roll back
                    await connection.exec_driver_sql("ROLLBACK")
                raise
            await connection.exec_driver_sql("COMMIT")

    async def close(self) -> None:
        await self.engine.dispose()


def sqlite_url(file: Path) -> str:
    return f"sqlite+aiosqlite:///{file}"


def _postgres(url: str) -> AsyncEngine:
    return create_async_engine(url, pool_size=10, max_overflow=10, pool_pre_ping=True)


def _sqlite(url: str) -> AsyncEngine:
    engine = create_async_engine(url, isolation_level="AUTOCOMMIT")  # transactions are begun by hand, see `writing`
    event.listen(engine.sync_engine, "connect", _prepare_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "busy_timeout = 10000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
