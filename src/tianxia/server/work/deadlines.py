"""Deadlines: a program plays on for people whose time is up."""

from __future__ import annotations

from typing import Final

from sqlalchemy import func, select

from tianxia.server.clock import SECOND
from tianxia.server.logs import LOG
from tianxia.server.refusals import UnavailableError
from tianxia.server.storage import schema
from tianxia.server.tables.service import TableService
from tianxia.server.tasks import finish

MOST_BETWEEN: Final = 2.0
"""Most seconds between two checks: another process may have started a clock meanwhile."""
LEAST_BETWEEN: Final = 0.01


class Deadlines:
    """Watches the clocks of all tables. Several processes may do so at the same time."""

    def __init__(self, tables: TableService) -> None:
        self.tables = tables
        self._failing: set[str] = set()  # tables at which it failed last time, which is logged once

    async def watch(self) -> float:
        """Let programs play on for everybody whose time is up; returns the seconds until the next check."""
        return await finish(self._watch())

    async def _watch(self) -> float:
        rows, now = schema.tables, self.tables.clock()
        async with self.tables.storage.reading() as connection:
            query = select(rows.c.id).where(rows.c.deadline <= now).order_by(rows.c.deadline)
            late = (await connection.execute(query)).scalars().all()
        self._failing = {id for id in late if not await self._run_out(id)}
        async with self.tables.storage.reading() as connection:
            others = select(func.min(rows.c.deadline)).where(rows.c.id.not_in(self._failing))
            nearest: int | None = (await connection.execute(others)).scalar()
        if nearest is None:
            return MOST_BETWEEN
        return min(MOST_BETWEEN, max(LEAST_BETWEEN, (nearest - self.tables.clock()) / SECOND))

    async def _run_out(self, id: str) -> bool:
        """Returns whether the turn was ended; a table that cannot be read does not stop the clocks of others."""
        try:
            await self.tables.run_out(id)
        except UnavailableError:
            raise
        except Exception:
            if id not in self._failing:
                LOG.exception("a clock ran out, and nothing could be done about it")
            return False
        return True
