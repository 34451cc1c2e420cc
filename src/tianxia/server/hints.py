"""Hints: what a master thinks of the moves of somebody's seat. Everybody sees that one was taken."""

from __future__ import annotations

import secrets

from tianxia.engine.chance import SEED_BYTES
from tianxia.learn import Advice
from tianxia.server.happenings import AnyHappening, Hinted
from tianxia.server.people import Person
from tianxia.server.refusals import ForbiddenError, MissingError, StaleError, TooManyError
from tianxia.server.table import Table
from tianxia.server.tables import Tables
from tianxia.server.thinking import Pool, give_hint
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
            table = await self.tables.change(id, lambda table: take(table, person, seat, sequence))
            return await self.pool.run(give_hint, id, table.situation, secrets.token_bytes(SEED_BYTES))
        finally:
            self._waiting.discard(person.id)


def take(table: Table, person: Person, seat: int, sequence: int) -> list[AnyHappening]:
    check_seat(table, person, seat)
    if table.to_move != seat or table.sequence != sequence:
        raise error(StaleError, "server.stale")
    return [Hinted(seat)]


def check_seat(table: Table, person: Person, seat: int) -> None:
    """Advice is only for who sits there: it may tell what they hold."""
    if not 1 <= seat <= len(table.seats):
        raise error(MissingError, "server.no-seat", seat=seat)
    if table.seat(seat).person != person.id:
        raise error(ForbiddenError, "server.not-your-seat", seat=seat)
