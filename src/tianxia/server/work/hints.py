"""Hints: a master program judges the moves of a seat. Everybody at the table sees that a hint was taken."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from msgspec import convert

from tianxia.engine.chance import SEED_BYTES
from tianxia.games import AnyGame
from tianxia.games.base import Document
from tianxia.server.contract.advice import Explanation
from tianxia.server.contract.records import PastMoves
from tianxia.server.people.service import Person
from tianxia.server.refusals import TooManyError
from tianxia.server.storage.shared_counts import SharedCounts
from tianxia.server.tables.commands import begun_match
from tianxia.server.tables.service import TableService
from tianxia.server.work.process_pool import Pool
from tianxia.server.work.thinking import compare_moves, give_hint
from tianxia.teaching import Advice
from tianxia.words import error


class Hints:
    """Gives hints, and compares moves of finished games: one at a time to each person."""

    def __init__(self, tables: TableService, pool: Pool, counts: SharedCounts) -> None:
        self.tables = tables
        self.pool = pool
        self.counts = counts

    async def give(self, id: str, person: Person, seat: int, sequence: int, address: str) -> tuple[Advice, AnyGame]:
        """A hint for the seat to move, and the game that it is for. Addresses take turns, whatever names they use.

        Its random numbers are its own: they reveal nothing of what programs will do.
        """
        async with self._only_one(person):
            table = await self.tables.take_hint(id, person, seat, sequence)
            seed = secrets.token_bytes(SEED_BYTES)
            advice = await self.pool.run(f"at {address}", give_hint, id, table.game_so_far, seed)
            return advice, begun_match(table).game

    async def compare(self, document: Document, asked: PastMoves, person: Person, address: str) -> Explanation:
        """Two moves at an earlier point of a finished game, compared by what the seat knew."""
        async with self._only_one(person):
            queue = f"at {address}"
            told = await self.pool.run(queue, compare_moves, document, asked.after, asked.move, asked.other)
            return convert(told, Explanation)

    @asynccontextmanager
    async def _only_one(self, person: Person) -> AsyncIterator[None]:
        async with self.counts.held({f"hints for {person.id}": 1}) as is_only_one:
            if not is_only_one:
                raise error(TooManyError, "server.one-hint")
            yield
