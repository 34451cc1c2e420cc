"""The time that all processes of a database share.

SQLite has one process: its clock goes on steadily, and approaches the wall clock slowly. Processes over PostgreSQL may
be on several machines, whose clocks differ, so they have the time of the database. Its clock may be set, too. A row of
the table `server_clock` therefore says by how much the server's time is ahead of it, and when a process last confirmed
that by its own steady clock. A process that disagrees finds out who is wrong: if others confirmed the row just now,
its own clock is, and it follows them; otherwise the clock of the database was set, and the process corrects the row.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import Row, func, select
from sqlalchemy import text as sql

from tianxia.server.clock import CLOCK, FARTHEST, SECOND, ServerClock, shrink
from tianxia.server.storage import schema
from tianxia.server.storage.database import Storage
from tianxia.server.storage.shared_tables import create_shared_table
from tianxia.server.tasks import finish

SYNCHRONIZE_EVERY: Final = 5.0  # seconds
SYNCHRONIZE_SOON: Final = 0.1  # seconds, if the answer was too slow to be accurate
QUICK: Final = 500
"""Milliseconds within which the database has to answer: half of that may be the error of the time."""
SAME: Final = SECOND
"""Milliseconds by which two clocks that agree may differ."""
RECENT: Final = 10 * SECOND
"""Milliseconds for which a confirmation counts: the database's clock may be set forward by less, and nobody notices."""

NAME: Final = "server_clock"
_COLUMNS: Final = "id int PRIMARY KEY, ahead bigint NOT NULL, confirmed bigint NOT NULL"
_DATABASE_TIME: Final = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)"
_TIME_ALONE: Final = sql(f"SELECT {_DATABASE_TIME} AS time, NULL AS ahead, NULL AS confirmed")
_READ: Final = sql(f"SELECT {_DATABASE_TIME} AS time, ahead, confirmed FROM (SELECT 1) AS one LEFT JOIN {NAME} ON true")
_BEGIN: Final = sql(f"INSERT INTO {NAME} VALUES (1, :ahead, :confirmed) ON CONFLICT DO NOTHING")
_CONFIRM: Final = sql(
    f"UPDATE {NAME} SET ahead = :ahead, confirmed = :confirmed WHERE ahead = :known AND confirmed = :before"
)


class SharedClock:
    """Keeps the clock of this process at the time that all processes of a database share."""

    def __init__(self, storage: Storage, clock: ServerClock = CLOCK) -> None:
        self.storage = storage
        self.clock = clock
        self._may_share: bool | None = None  # whether this process may use the row; unknown at first
        self._is_set = False
        self._synchronized = clock.steady()

    async def synchronize(self) -> float:
        """Set the clock of this process to the shared time; returns the seconds until the next time."""
        return await finish(self._follow_database() if self.storage.is_postgres else self._follow_wall_clock())

    # ---- SQLite

    async def _follow_wall_clock(self) -> float:
        if not self._is_set:
            await self._start()
        elapsed, self._synchronized = self.clock.steady() - self._synchronized, self.clock.steady()
        wall = self.clock.wall()
        self.clock.set(wall + shrink(self.clock() - wall, elapsed))
        return SYNCHRONIZE_EVERY

    async def _start(self) -> None:
        """Begin no earlier than what is stored: the wall clock may have been set back while no process ran."""
        latest = await self._latest()
        if 0 < latest - self.clock() <= FARTHEST:
            self.clock.set(latest)
        self._is_set = True

    async def _latest(self) -> int:
        """The moment of the last event of any table."""
        async with self.storage.reading() as connection:
            return (await connection.execute(select(func.max(schema.tables.c.changed)))).scalar() or 0

    # ---- PostgreSQL

    async def _follow_database(self) -> float:
        if self._may_share is None:
            self._may_share = await create_shared_table(self.storage, NAME, _COLUMNS)
        asked = self.clock.steady()
        async with self.storage.autocommitting() as connection:
            row = (await connection.execute(_READ if self._may_share else _TIME_ALONE)).one()
        waited = self.clock.steady() - asked
        if waited > QUICK:
            return SYNCHRONIZE_SOON
        await self._agree(row, row.time + waited // 2)
        return SYNCHRONIZE_EVERY

    async def _agree(self, row: Row[tuple[int, int | None, int | None]], time: int) -> None:
        """Follow the others, or go on as before; `time` is that of the database."""
        if not self._may_share:
            self.clock.set(time)
        elif row.ahead is None or row.confirmed is None:
            await self._found(time)
        elif not self._is_set:
            self.clock.set(time + row.ahead)
        else:
            await self._compare(row.ahead, row.confirmed, time)
        self._is_set = True

    async def _found(self, time: int) -> None:
        """Store the first row, unless somebody else just did: it will be read next time."""
        ahead = self.clock() - time if self._is_set else max(0, await self._latest() - time)
        ahead = shrink(ahead, 0)
        self.clock.set(time + ahead)
        await self._write(_BEGIN, ahead=ahead, confirmed=time)

    async def _compare(self, ahead: int, confirmed: int, time: int) -> None:
        own, elapsed = self.clock() - time, time - confirmed
        is_same = abs(own - ahead) <= SAME
        if not is_same and 0 <= elapsed < RECENT:
            self.clock.set(time + ahead)
            return
        next_ahead = shrink(ahead, min(elapsed, RECENT)) if is_same else shrink(own, 0)
        self.clock.set(time + next_ahead)
        await self._write(_CONFIRM, ahead=next_ahead, confirmed=time, known=ahead, before=confirmed)

    async def _write(self, statement: object, **values: int) -> None:
        async with self.storage.autocommitting() as connection:
            await connection.execute(statement, values)  # type: ignore[call-overload]
