"""Analysts judge the decisions of finished games, when no program is to move and nobody waits for a hint."""

from __future__ import annotations

import asyncio

from sqlalchemy import select

from tianxia.server.library.analyses import Analyses, is_unfinished
from tianxia.server.logs import LOG
from tianxia.server.refusals import MissingError, UnavailableError
from tianxia.server.storage import schema
from tianxia.server.tasks import AFTER_FAILURE, end, finish
from tianxia.server.work.process_pool import Pool
from tianxia.server.work.thinking import judge


class Analysts:
    """Judges decisions in the worker processes of a pool."""

    def __init__(self, analyses: Analyses, pool: Pool) -> None:
        self.analyses = analyses
        self.pool = pool

    async def step(self, id: str, at: int | None = None) -> bool:
        """Judge the next decision of an analysis, or only the one at place `at`; returns whether there was one."""
        try:
            task = await finish(self.analyses.next_task(id))
            if task is None or at not in (None, task.place):
                return False
            asked = (task.id, task.document, task.place, task.simulations, task.seed)
            body = await self.pool.run(task.person, judge, *asked, is_background=True)
        except UnavailableError:
            raise
        except MissingError:  # the game was deleted meanwhile, and the analysis with it
            return False
        except Exception:  # it would fail again at the same place
            LOG.exception("an analysis failed, and was given up")
            await finish(self.analyses.give_up(id))
            return False
        await finish(self.analyses.store(task, body))
        return True


class LocalAnalysts:
    """Runs the analyses of a SQLite database in its one process, one decision of each at a time."""

    def __init__(self, analysts: Analysts) -> None:
        self.analysts = analysts
        self._running: dict[str, asyncio.Task[None]] = {}  # by analysis
        self._is_closed = False

    async def begin(self) -> None:
        """Continue the analyses that were unfinished when the server stopped."""
        query = select(schema.analyses.c.id).where(is_unfinished())
        async with self.analysts.analyses.storage.reading() as connection:
            unfinished = (await connection.execute(query)).scalars().all()
        for id in unfinished:
            self.on_change(id)

    def on_change(self, id: str) -> None:
        """For `Analyses.after_commit`."""
        if id not in self._running and not self._is_closed:
            self._running[id] = asyncio.create_task(self._analyse(id))

    async def _analyse(self, id: str) -> None:
        is_going = True
        try:
            while is_going:
                try:
                    is_going = await self.analysts.step(id)
                except UnavailableError:
                    await asyncio.sleep(AFTER_FAILURE)
        finally:
            del self._running[id]

    async def close(self) -> None:
        self._is_closed = True
        await end(*self._running.values())
