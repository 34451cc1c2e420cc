"""Hints: a master program judges the moves of a seat. Everybody at the table sees that a hint was taken."""

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
    """Gives hints, one at a time to each person."""

    def __init__(self, tables: Tables, pool: Pool) -> None:
        self.tables = tables
        self.pool = pool
        self._waiting: set[str] = set()  # ids of people for whom a hint is being computed

    async def give(self, id: str, person: Person, seat: int, sequence: int) -> Advice:
        """A hint for the seat to move. Its random numbers are its own: they reveal nothing of what programs will do."""
        if person.id in self._waiting:
            raise error(TooManyError, "server.one-hint")
        self._waiting.add(person.id)
        try:
            table = await self.tables.take_hint(id, person, seat, sequence)
            return await self.pool.run(person.id, give_hint, id, table.game_so_far, secrets.token_bytes(SEED_BYTES))
        finally:
            self._waiting.discard(person.id)
