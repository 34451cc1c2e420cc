"""Abandoned tables: after a month without their people they are closed, or a program plays on."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import and_, or_, select

from tianxia.server.clock import DAY
from tianxia.server.logs import LOG
from tianxia.server.refusals import UnavailableError
from tianxia.server.storage import schema
from tianxia.server.tables.service import TableService
from tianxia.server.tasks import finish

DAYS: Final = 30  # without any of its people
SEARCH_EVERY: Final = 3600.0  # seconds

TABLES, SEATS, SESSIONS = schema.tables, schema.seats, schema.sessions


class AbandonedTables:
    """Finds tables at which nothing happened for a month, and whose people were away for as long.

    If all are away, the table is closed; its record stays. If only the seat to move is, a program plays on for it, as
    for everybody whose time is up. Several processes may search at the same time.
    """

    def __init__(self, tables: TableService) -> None:
        self.tables = tables

    async def close_abandoned(self) -> float:
        """Handle all abandoned tables; returns the seconds until the next time."""
        await finish(self._close_abandoned())
        return SEARCH_EVERY

    async def _close_abandoned(self) -> None:
        limit = self.tables.clock() - DAYS * DAY
        async with self.tables.storage.reading() as connection:
            found = (await connection.execute(_abandoned(limit))).all()
        for row in found:
            try:
                await self.tables.abandon(row.id, limit, bool(row.is_empty))
            except UnavailableError:
                raise
            except Exception:  # a table that cannot be read does not stop the others
                LOG.exception("an abandoned table could not be closed")


def _abandoned(limit: int) -> Any:
    """The query for abandoned tables, and whether all of their people are gone."""
    seen = select(SESSIONS.c.person).where(SESSIONS.c.seen > limit - DAY)  # sessions are dated to the day
    own = select(SEATS.c.seat).where(SEATS.c.table == TABLES.c.id)
    is_empty = ~own.where(SEATS.c.person.in_(seen)).exists()
    is_mover_gone = own.where(
        SEATS.c.seat == TABLES.c.to_move, SEATS.c.person.is_not(None), SEATS.c.person.not_in(seen)
    ).exists()
    unstarted = and_(TABLES.c.status == "waiting", TABLES.c.host.not_in(seen), is_empty)
    stalled = and_(TABLES.c.status == "playing", TABLES.c.program.is_(None), is_mover_gone)
    quiet = and_(TABLES.c.changed <= limit, TABLES.c.deadline.is_(None))
    return select(TABLES.c.id, is_empty.label("is_empty")).where(quiet, or_(unstarted, stalled))
