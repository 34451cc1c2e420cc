"""Programs at tables: whenever a program is to move, it computes and makes its move."""

from __future__ import annotations

import asyncio
import os
from typing import Final

from sqlalchemy import select

from tianxia.errors import SettingError
from tianxia.players import Effort, effort_of
from tianxia.server.clock import SECOND
from tianxia.server.logs import LOG
from tianxia.server.refusals import StaleError, UnavailableError
from tianxia.server.storage import schema
from tianxia.server.tables.service import TableService
from tianxia.server.tables.table import Table
from tianxia.server.tasks import AFTER_FAILURE, end, finish, pause_after
from tianxia.server.work.answer_delay import (
    ANSWER_DELAY,
    LONGEST_THOUGHT,
    answer_delay_of,
    answer_moment,
    queue_slot_of,
    turn_start,
)
from tianxia.server.work.process_pool import Pool
from tianxia.server.work.program_workers import ProgramWorkers
from tianxia.server.work.thinking import think
from tianxia.words import error

MOST_SIMULATIONS: Final = 20_000  # most simulations for a move
LAST_RESORT: Final = "random"
"""The program that moves for one that failed."""


def usual_processes(workers: int = 1) -> int:
    """The usual number of worker processes of each server process: one core is left for requests."""
    return max(1, ((os.cpu_count() or 1) - 1) // workers)


def check_program(spec: str) -> None:
    """Refuse a program that would think for too long, while others wait."""
    effort = effort_of(spec) or Effort()
    seconds = LONGEST_THOUGHT // SECOND
    if effort.seconds > seconds or effort.simulations > MOST_SIMULATIONS:
        most = {"seconds": seconds, "simulations": MOST_SIMULATIONS}
        raise error(SettingError, "server.program-too-slow", **most)


class Programs:
    """Makes the moves of programs, in the worker processes of a pool."""

    def __init__(self, tables: TableService, pool: Pool, answer_delay: int = ANSWER_DELAY) -> None:
        self.tables = tables
        self.pool = pool
        self.answer_delay = answer_delay  # of a quick program, in milliseconds; 0: programs answer as soon as they can
        self.workers = ProgramWorkers()

    async def move(self, id: str, at: int | None = None) -> bool:
        """Make the next move at a table, if it is a program's; returns whether it was. A late move is dropped.

        With `at`, only the move at that sequence number.
        """
        table = await finish(self.tables.find(id))
        spec, seat, sequence = table.program_to_move, table.to_move, table.sequence
        if spec is None or seat is None or at not in (None, sequence):
            return False
        began = turn_start(table)
        move, thinker = await self._think(table, spec)
        await self._wait_to_answer(spec, began)
        try:
            await finish(self.tables.move_program(id, spec, seat, move, sequence, thinker))
        except StaleError:
            LOG.debug("a move came late", program=spec)
        return True

    async def _think(self, table: Table, spec: str) -> tuple[str, str]:
        """A move, and the program that chose it. A program that failed would fail again: a simple one moves for it.

        (A process that died is no failure of the program: the pool has it think again.)
        """
        try:
            return await self._think_as(table, spec), spec
        except Exception:
            LOG.exception("a program failed, and a simple one moves for it", program=spec)
        return await self._think_as(table, LAST_RESORT), LAST_RESORT

    async def _think_as(self, table: Table, spec: str) -> str:
        seconds = queue_slot_of(spec, self.answer_delay) / 1000
        return await self.pool.run(table.host, think, table.id, table.game_so_far, spec, least_seconds=seconds)

    async def _wait_to_answer(self, spec: str, began: int) -> None:
        ready = max(began, self.tables.clock())  # the process that began the turn may be ahead by a moment
        await asyncio.sleep((answer_moment(began, ready, answer_delay_of(spec, self.answer_delay)) - ready) / 1000)


class LocalPrograms:
    """Runs the programs of a SQLite database in its one process, one move at a time for each table."""

    def __init__(self, programs: Programs) -> None:
        self.programs = programs
        self._running: dict[str, asyncio.Task[None]] = {}  # by table
        self._is_closed = False

    async def begin(self) -> None:
        """Continue the games in which it is a program's turn, after the server was started."""
        self.programs.workers.note(1)
        rows = schema.tables
        query = select(rows.c.id).where(rows.c.program.is_not(None), rows.c.status == "playing")
        async with self.programs.tables.storage.reading() as connection:
            waiting = (await connection.execute(query)).scalars().all()
        for id in waiting:
            self._work(id)

    def on_change(self, table: Table) -> None:
        """For `TableService.after_commit`."""
        if table.program_to_move is not None:
            self._work(table.id)

    def _work(self, id: str) -> None:
        if id not in self._running and not self._is_closed:
            self._running[id] = asyncio.create_task(self._play(id))

    async def _play(self, id: str) -> None:
        """Play until it is a person's turn. The table is read anew before each move."""
        failures, is_playing = 0, True
        try:
            while is_playing:
                try:
                    is_playing, failures = await self.programs.move(id), 0
                except UnavailableError:  # an outage, not a failure of the program
                    await asyncio.sleep(AFTER_FAILURE)
                except Exception:
                    failures += 1
                    LOG.exception("a program could not move, and is asked again", failures=failures)
                    await asyncio.sleep(pause_after(failures))
        finally:
            del self._running[id]

    async def close(self) -> None:
        self._is_closed = True
        await end(*self._running.values())
