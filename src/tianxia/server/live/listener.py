"""Hears what other processes did: PostgreSQL notifies every process of each change, and each reads the new events."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from tianxia.server.live.hub import Hub
from tianxia.server.logs import LOG
from tianxia.server.people.service import People
from tianxia.server.refusals import MissingError, UnavailableError
from tianxia.server.storage.notifications import CHANNEL, PersonChanged, TableChanged, read_notification
from tianxia.server.tables.service import TableService
from tianxia.server.tasks import repeating

AFTER_FAILURE: Final = 1.0  # seconds, in which screens are not updated


class Listener:
    """Listens for changes made by other processes, and wakes the followers in this one."""

    def __init__(self, tables: TableService, people: People, hub: Hub) -> None:
        self.tables = tables
        self.people = people
        self.hub = hub
        self.outages = tables.storage.outages
        self._address = tables.storage.session_address

    async def listen(self) -> float:
        """Listen until the connection is cut; returns the seconds until another try."""
        from psycopg import AsyncConnection, OperationalError  # installed only for PostgreSQL

        try:
            async with await AsyncConnection.connect(self._address, autocommit=True) as connection:
                await connection.execute(f"LISTEN {CHANNEL}")
                self.outages.note_answer()
                await self._catch_up_all()
                async for announced in connection.notifies():
                    await self.hear(announced.payload)
        except OperationalError as failure:
            raise self.outages.begin(failure) from failure
        return AFTER_FAILURE

    async def _catch_up_all(self) -> None:
        """Read what changed while this process did not listen."""
        self.people.forget_all()
        for table in self.hub.watched:
            await self._catch_up(table)

    async def hear(self, payload: str) -> None:
        """Act on a notification: forget a person who changed, read the new events of a table that is watched."""
        change = read_notification(payload)
        if isinstance(change, PersonChanged):
            self.people.forget(change.person)
        elif self.hub.is_watched(change.table):
            await self._hear_of_table(change)

    async def _hear_of_table(self, change: TableChanged) -> None:
        if change.number is None or not self.tables.has_read(change.table, change.number):
            await self._catch_up(change.table)
        elif change.by != self.tables.name:  # a request read it before the notification came, and woke nobody
            self.hub.wake(change.table)

    async def _catch_up(self, table: str) -> None:
        """Read the new events of a table and wake its followers. One that cannot be read does not end the loop."""
        try:
            await self.tables.find(table)
        except UnavailableError:  # when the database is back, all tables are caught up with
            raise
        except MissingError:  # it was deleted, which its followers find out
            pass
        except Exception:
            LOG.exception("a table that is watched cannot be read")
        self.hub.wake(table)


@asynccontextmanager
async def listening(tables: TableService, people: People, hub: Hub) -> AsyncIterator[None]:
    """Listen to other processes until the block ends, where there can be any."""
    if not tables.storage.is_postgres:
        yield
        return
    async with repeating(Listener(tables, people, hub).listen, after_failure=AFTER_FAILURE):
        yield
