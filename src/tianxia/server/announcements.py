"""What other processes did: PostgreSQL announces every change to all of them, and each then reads the log."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

from sqlalchemy import make_url
from sqlalchemy.exc import SQLAlchemyError

from tianxia.errors import TianxiaError
from tianxia.server.hub import Hub
from tianxia.server.storage import CHANNEL, Storage
from tianxia.server.tables import Tables

SHORTEST_PAUSE: Final = 0.1  # seconds
LONGEST_PAUSE: Final = 10.0
STAY_AWAKE: Final = {"keepalives_idle": "20", "keepalives_interval": "5", "keepalives_count": "3"}
"""Without it nobody notices that the line to the database was cut."""


class Announcements:
    """Listens for what happened elsewhere, and wakes those here who wait for it."""

    def __init__(self, storage: Storage, tables: Tables, hub: Hub) -> None:
        self.tables = tables
        self.hub = hub
        url = make_url(storage.url).set(drivername="postgresql").update_query_dict(STAY_AWAKE)
        self._address = url.render_as_string(hide_password=False)

    async def listen(self) -> None:
        """Listen for ever. While the database is away, look again and again, with growing pauses."""
        from psycopg import AsyncConnection, Error  # who keeps to SQLite need not have it

        pause = SHORTEST_PAUSE
        while True:
            with suppress(Error, SQLAlchemyError, OSError):
                async with await AsyncConnection.connect(self._address, autocommit=True) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    await self._catch_up_all()
                    pause = SHORTEST_PAUSE
                    async for announced in connection.notifies():
                        await self._hear(announced.payload)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _catch_up_all(self) -> None:
        """Whatever was announced while nobody listened is in the log."""
        for table in self.hub.watched:
            await self._catch_up(table)

    async def _hear(self, payload: str) -> None:
        table, _, number = payload.partition(" ")
        if not self.hub.is_watched(table):
            return
        if number.isdecimal() and self.tables.has_read(table, int(number)):
            self.hub.wake(table)  # somebody looked at it before we heard, but those who wait were not told
        else:
            await self._catch_up(table)

    async def _catch_up(self, table: str) -> None:
        with suppress(
            TianxiaError
        ):  # it was deleted meanwhile; or it cannot be read, which is for who looks to find out
            await self.tables.find(table)
        self.hub.wake(table)


@asynccontextmanager
async def listening(storage: Storage, tables: Tables, hub: Hub) -> AsyncIterator[None]:
    """Hear what other processes do, if there can be any."""
    if not storage.is_postgres:
        yield
        return
    task = asyncio.create_task(Announcements(storage, tables, hub).listen())
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
