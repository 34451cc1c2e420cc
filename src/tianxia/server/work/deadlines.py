"""Clocks: whoever has no time left is seen to be late, even if nobody looks."""

from __future__ import annotations

from typing import Final

from sqlalchemy import func, select

from tianxia.server.clock import SECOND
from tianxia.server.logs import LOG
from tianxia.server.refusals import UnavailableError
from tianxia.server.storage import schema
from tianxia.server.tables.service import Tables
from tianxia.server.tasks import finish

MOST_BETWEEN: Final = 2.0
"""Seconds between two looks: somebody's time may have begun to run meanwhile, perhaps in another process."""
LEAST_BETWEEN: Final = 0.01


class Deadlines:
    """Watches the clocks of all tables. Several processes may: whoever comes second finds nothing to do."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self._failing: set[str] = set()  # tables at which it could not be done last time: that is told once

    async def watch(self) -> float:
        """Let a program play on for everybody whose time is up; the seconds until it is worth looking again."""
        return await finish(self._look())

    async def _look(self) -> float:
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
        """Whether it could be done; a table that cannot be read does not stop the clocks of others."""
        try:
            await self.tables.run_out(id)
        except UnavailableError:
            raise
        except Exception:
            if id not in self._failing:
                LOG.exception("a clock ran out, and nothing could be done about it")
            return False
        return True
