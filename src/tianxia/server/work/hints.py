"""Hints: a master program judges the moves of a seat. Everybody at the table sees that a hint was taken."""

from __future__ import annotations

import secrets

from tianxia.engine.chance import SEED_BYTES
from tianxia.games import AnyGame
from tianxia.server.people.service import Person
from tianxia.server.refusals import TooManyError
from tianxia.server.storage.shared_counts import SharedCounts
from tianxia.server.tables.commands import begun_match
from tianxia.server.tables.service import TableService
from tianxia.server.work.process_pool import Pool
from tianxia.server.work.thinking import give_hint
from tianxia.teaching import Advice
from tianxia.words import error


class Hints:
    """Gives hints, one at a time to each person."""

    def __init__(self, tables: TableService, pool: Pool, counts: SharedCounts) -> None:
        self.tables = tables
        self.pool = pool
        self.counts = counts

    async def give(self, id: str, person: Person, seat: int, sequence: int, address: str) -> tuple[Advice, AnyGame]:
        """A hint for the seat to move, and the game that it is for. Addresses take turns, whatever names they use.

        Its random numbers are its own: they reveal nothing of what programs will do.
        """
        async with self.counts.held({f"hints for {person.id}": 1}) as is_only_one:
            if not is_only_one:
                raise error(TooManyError, "server.one-hint")
            table = await self.tables.take_hint(id, person, seat, sequence)
            seed = secrets.token_bytes(SEED_BYTES)
            advice = await self.pool.run(f"at {address}", give_hint, id, table.game_so_far, seed)
            return advice, begun_match(table).game
