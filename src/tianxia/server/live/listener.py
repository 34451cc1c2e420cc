"""What other processes did: PostgreSQL announces every change to all of them, and each then reads the log."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from sqlalchemy import make_url

from tianxia.server.live.hub import Hub
from tianxia.server.logs import LOG
from tianxia.server.people.service import People
from tianxia.server.refusals import MissingError, UnavailableError
from tianxia.server.storage.notifications import CHANNEL, PersonChanged, TableChanged, read_notification
from tianxia.server.tables.service import Tables
from tianxia.server.tasks import repeating

AFTER_FAILURE: Final = 1.0  # seconds: screens stand still until somebody listens again
STAY_AWAKE: Final = {"keepalives_idle": "20", "keepalives_interval": "5", "keepalives_count": "3"}
"""Without it nobody notices that the line to the database was cut."""


class Listener:
    """Listens for what happened elsewhere, and wakes those here who wait for it."""

    def __init__(self, tables: Tables, people: People, hub: Hub) -> None:
        self.tables = tables
        self.people = people
        self.hub = hub
        self.outages = tables.storage.outages
        url = make_url(tables.storage.url).set(drivername="postgresql").update_query_dict(STAY_AWAKE)
        self._address = url.render_as_string(hide_password=False)

    async def listen(self) -> float:
        """Listen until the line is cut; the seconds until it is worth trying again."""
        from psycopg import AsyncConnection, OperationalError  # who keeps to SQLite need not have it

        try:
            async with await AsyncConnection.connect(self._address, autocommit=True) as connection:
                await connection.execute(f"LISTEN {CHANNEL}")
                self.outages.end()
                await self._catch_up_all()
                async for announced in connection.notifies():
                    await self._hear(announced.payload)
        except OperationalError as failure:
            raise self.outages.begin(failure) from failure
        return AFTER_FAILURE

    async def _catch_up_all(self) -> None:
        """Whatever was announced while nobody listened is in the database."""
        self.people.forget_all()
        for table in self.hub.watched:
            await self._catch_up(table)

    async def _hear(self, payload: str) -> None:
        news = read_notification(payload)
        if isinstance(news, PersonChanged):
            self.people.forget(news.person)
        elif self.hub.is_watched(news.table):
            await self._hear_of_table(news)

    async def _hear_of_table(self, news: TableChanged) -> None:
        if news.number is None or not self.tables.has_read(news.table, news.number):
            await self._catch_up(news.table)
        elif news.by != self.tables.name:  # somebody looked at it before we heard, but those who wait were not told
            self.hub.wake(news.table)

    async def _catch_up(self, table: str) -> None:
        """Read what happened at a table, and wake who waits for it. One that cannot be read is no matter of others."""
        try:
            await self.tables.find(table)
        except UnavailableError:  # the database is away: when it is back, all tables are caught up with
            raise
        except MissingError:  # it was deleted meanwhile, and who waits finds that out
            pass
        except Exception:
            LOG.exception("a table that is watched cannot be read")
        self.hub.wake(table)


@asynccontextmanager
async def listening(tables: Tables, people: People, hub: Hub) -> AsyncIterator[None]:
    """Hear what other processes do, if there can be any."""
    if not tables.storage.is_postgres:
        yield
        return
    async with repeating(Listener(tables, people, hub).listen, after_failure=AFTER_FAILURE):
        yield
