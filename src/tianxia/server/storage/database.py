"""The database: SQLite in a file, or PostgreSQL."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final, Self

from sqlalchemy import event, func, make_url, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from tianxia.server.storage.database_file import DatabaseFile
from tianxia.server.storage.outages import Outages
from tianxia.server.storage.upgrade import check_current, upgrade

# The advisory locks of PostgreSQL that the server uses; other programs in the same database must not use these numbers.
REBUILDING: Final = 0x7469616E786961  # tables are made or changed; "tianxia" in ASCII
SWEEPING: Final = 0x7469_616E_0002  # one process looks for lost jobs
WRITING: Final = 0x7469_616E_0003  # e-mails with codes are counted
CUT_OFF: Final = {
    "connect_timeout": "10",  # seconds
    "tcp_user_timeout": "5000",  # milliseconds for which nothing sent may arrive; usually a quarter of an hour
    "keepalives_idle": "20",  # seconds; without keep-alives a connection that was cut looks like a quiet one
    "keepalives_interval": "5",
    "keepalives_count": "3",
}
"""Settings of connections to PostgreSQL, by which they notice a network that drops packets: it never answers."""


class Storage:
    """An open database."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.is_postgres = url.startswith("postgresql")
        self.file = None if self.is_postgres else DatabaseFile(Path(make_url(url).database or ""))
        self.engine = _postgres(url) if self.file is None else _sqlite(url, self.file)
        self.outages = Outages()
        self._one_writer = asyncio.Lock()  # SQLite has no more

    @classmethod
    async def open(cls, url: str, upgrades: bool = True) -> Self:
        """Open a database and bring its schema up to date; where `upgrades` is false, refuse one that is not."""
        storage = cls(url)
        try:
            await (storage.upgrade() if upgrades else storage.check())
        except BaseException:
            await storage.close()
            raise
        return storage

    async def upgrade(self) -> None:
        async with self.rebuilding() as connection:
            await connection.run_sync(upgrade)

    async def check(self) -> None:
        """Refuse a database that would have to be upgraded."""
        async with self.reading() as connection:
            await connection.run_sync(check_current)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        with self.outages.noticed():
            self._check_file()
            async with self.engine.connect() as connection:
                yield connection
        self.outages.note_answer()

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction: committed at the end of the block, rolled back if it raises."""
        with self.outages.noticed():
            if self.is_postgres:
                async with self.engine.begin() as connection:
                    yield connection
            else:
                self._check_file()
                async with self._one_writer, self.engine.connect() as outside, begun(outside) as connection:
                    yield connection
                self._check_file()  # what was stored in a file that is gone is lost
        self.outages.note_answer()

    @asynccontextmanager
    async def autocommitting(self) -> AsyncIterator[AsyncConnection]:
        """A connection to PostgreSQL that commits each statement by itself, which saves two round trips."""
        with self.outages.noticed():
            async with self.engine.connect() as connection:
                yield await connection.execution_options(isolation_level="AUTOCOMMIT")
        self.outages.note_answer()

    @asynccontextmanager
    async def rebuilding(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that may change the schema; one process at a time has it."""
        if self.is_postgres:
            async with self.writing() as connection:
                await connection.execute(select(func.pg_advisory_xact_lock(REBUILDING)))
                yield connection
            return
        with self.outages.noticed():
            self._check_file()
            async with self._rebuilding_file() as connection:
                yield connection
        self.outages.note_answer()

    @asynccontextmanager
    async def _rebuilding_file(self) -> AsyncIterator[AsyncConnection]:
        async with self.engine.connect() as outside:
            # SQLite changes a table by making it anew: rows that refer to the old one must not be deleted with it
            await outside.exec_driver_sql("PRAGMA foreign_keys = OFF")
            try:
                async with begun(outside) as connection:
                    yield connection
                    await _check_references(connection)
            finally:
                await outside.exec_driver_sql("PRAGMA foreign_keys = ON")

    @property
    def session_address(self) -> str:
        """The address of PostgreSQL for a connection that stays open, with a password."""
        url = make_url(self.url).set(drivername="postgresql").update_query_dict(_settings(self.url))
        return url.render_as_string(hide_password=False)

    def _check_file(self) -> None:
        if self.file is not None:
            self.file.check()

    async def close(self) -> None:
        await self.engine.dispose()


@asynccontextmanager
async def begun(connection: AsyncConnection) -> AsyncIterator[AsyncConnection]:
    """A writing transaction of SQLite, which has one at a time."""
    await connection.exec_driver_sql("BEGIN IMMEDIATE")
    try:
        yield connection
        await connection.exec_driver_sql("COMMIT")
    except BaseException:
        await roll_back(connection)
        raise


async def roll_back(connection: AsyncConnection) -> None:
    """Roll back a transaction of SQLite, if there still is one.

    SQLite itself rolls back where the disk is full or fails, and a cancellation closes the connection.
    """
    if connection.invalidated:
        return
    driver = (await connection.get_raw_connection()).driver_connection
    assert driver is not None
    if driver.in_transaction:
        await connection.exec_driver_sql("ROLLBACK")


async def _check_references(connection: AsyncConnection) -> None:
    broken = (await connection.exec_driver_sql("PRAGMA foreign_key_check")).first()
    if broken is not None:
        raise IntegrityError(None, None, ValueError(f"a row of {broken[0]} refers to nothing"))


def sqlite_url(file: Path) -> str:
    return f"sqlite+aiosqlite:///{file}"


def _postgres(url: str) -> AsyncEngine:
    pool = {"pool_size": 10, "max_overflow": 10, "pool_pre_ping": True}
    return create_async_engine(url, **pool, connect_args=_settings(url), hide_parameters=True)


def _settings(url: str) -> dict[str, str]:
    """The settings by which a connection notices that it is cut off, but for those that are given."""
    given = {*make_url(url).query} | ({"connect_timeout"} if "PGCONNECT_TIMEOUT" in os.environ else set())
    return {name: value for name, value in CUT_OFF.items() if name not in given}


def _sqlite(url: str, file: DatabaseFile) -> AsyncEngine:
    # `begun` begins and ends transactions: there is none to roll back when a connection returns to the pool
    transactions = {"isolation_level": "AUTOCOMMIT", "pool_reset_on_return": None}
    # each connection has a thread of its own; errors are logged, so they must not contain the values of a query
    engine = create_async_engine(url, **transactions, pool_size=10, max_overflow=0, hide_parameters=True)
    event.listen(engine.sync_engine, "connect", _prepare_sqlite)
    event.listen(engine.sync_engine, "connect", lambda connection, _: file.note_opened(connection))
    event.listen(engine.sync_engine, "close", lambda connection, _: file.note_closed(connection))
    return engine


def _prepare_sqlite(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "busy_timeout = 10000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
