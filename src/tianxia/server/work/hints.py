"""Hints: what a master thinks of the moves of somebody's seat. Everybody sees that one was taken."""

from __future__ import annotations

import secrets

from tianxia.engine.chance import SEED_BYTES
from tianxia.server.people.service import Person
from tianxia.server.refusals import TooManyError
from tianxia.server.tables.service import Tables
from tianxia.server.work.process_pool import Pool
from tianxia.server.work.thinking import give_hint
from tianxia.teaching import Advice
from tianxia.words import error


class Hints:
    """Gives them, one at a time to each person."""

    def __init__(self, tables: Tables, pool: Pool) -> None:
        self.tables = tables
        self.pool = pool
        self._waiting: set[str] = set()  # people for whom one is being thought about

    async def give(self, id: str, person: Person, seat: int, sequence: int) -> Advice:
        """A hint for a seat that is to move. Its luck is its own: it tells nothing of what programs will do."""
        if person.id in self._waiting:
            raise error(TooManyError, "server.one-hint")
        self._waiting.add(person.id)
        try:
            table = await self.tables.take_hint(id, person, seat, sequence)
            return await self.pool.run(person.id, give_hint, id, table.game_so_far, secrets.token_bytes(SEED_BYTES))
        finally:
            self._waiting.discard(person.id)
