"""What a person has learned, as a set of facts: each is stored once, and only the place in a tutorial changes.

Devices send their facts in any order and as often as they like; the union of all is what every device shows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from msgspec import structs
from sqlalchemy import delete, func, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from tianxia.games import find_game
from tianxia.server.clock import now
from tianxia.server.contract.learning import Learned
from tianxia.server.people.service import Person
from tianxia.server.refusals import TooManyError
from tianxia.server.storage import schema
from tianxia.server.storage.database import Storage
from tianxia.server.tables.store import lock_person
from tianxia.words import error

MOST_KEPT: Final = 5000  # facts of a person: all tutorials and puzzles, and years of daily ones
OF_TUTORIALS: Final = ("step", "place")

ROWS = schema.progress


async def progress_of(storage: Storage, person: Person) -> list[Learned]:
    """All that a person has learned, oldest first."""
    query = select(ROWS).where(ROWS.c.person == person.id)
    order = ROWS.c.moment, ROWS.c.game, ROWS.c.kind, ROWS.c.item
    async with storage.reading() as connection:
        rows = await connection.execute(query.order_by(*order))
        return [Learned(row.game, row.kind, row.item, row.value) for row in rows]


async def add_progress(
    storage: Storage, person: Person, facts: Sequence[Learned], clock: Callable[[], int] = now
) -> None:
    """Store what is new. What was stored first stays: an answer that was looked at is not found later."""
    for fact in facts:
        find_game(fact.game)  # refuses one that is unknown
    moment = clock()
    async with storage.writing() as connection:
        await lock_person(connection, person.id)
        for fact in facts:
            await _add(connection, {"person": person.id, "moment": moment, **structs.asdict(fact)})
        kept = select(func.count()).where(ROWS.c.person == person.id)
        if (await connection.execute(kept)).scalar_one() > MOST_KEPT:
            raise error(TooManyError, "server.progress-full", most=MOST_KEPT)  # which stores nothing


async def _add(connection: AsyncConnection, row: dict[str, object]) -> None:
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    adding = insert(ROWS).values(row)
    if row["kind"] == "place":
        newest = {"value": adding.excluded.value, "moment": adding.excluded.moment}
        await connection.execute(adding.on_conflict_do_update(index_elements=ROWS.primary_key.columns, set_=newest))
    else:
        await connection.execute(adding.on_conflict_do_nothing())


async def forget_tutorial(storage: Storage, person: Person, game: str) -> None:
    """Let a person begin the tutorial of a game anew."""
    find_game(game)
    own = delete(ROWS).where(ROWS.c.person == person.id, ROWS.c.game == game, ROWS.c.kind.in_(OF_TUTORIALS))
    async with storage.writing() as connection:
        await connection.execute(own)
