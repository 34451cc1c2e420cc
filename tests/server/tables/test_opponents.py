"""Against whom somebody plays next: novices at first, and after wins a stronger level is proposed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient
from sqlalchemy import update

from support.devices import somebody
from support.tables import sit
from tianxia.server.people.service import People, Person
from tianxia.server.storage import schema
from tianxia.server.storage.database import Storage
from tianxia.server.tables.opponents import find_opponents, propose
from tianxia.server.tables.service import TableService

pytestmark = pytest.mark.anyio

NOVICE, ADEPT, MASTER = "level:novice", "level:adept", "level:master"
WON, LOST = ("novice", True), ("novice", False)


@pytest.mark.parametrize(
    ("outcomes", "program", "stronger"),
    [
        ([], NOVICE, None),
        ([LOST], NOVICE, None),
        ([WON], NOVICE, None),
        ([WON, WON], NOVICE, ADEPT),
        ([LOST, WON, WON], NOVICE, ADEPT),
        ([WON, LOST, LOST, WON], NOVICE, None),  # the last three count
        ([("adept", False), WON, WON], ADEPT, None),  # wins against others say nothing of this level
        ([("adept", True), ("adept", True), WON], ADEPT, MASTER),
        ([("master", True), ("master", True)], MASTER, None),  # nobody is stronger
    ],
)
def test_a_stronger_level_is_proposed_after_two_wins_in_three(
    outcomes: list[tuple[str, bool]], program: str, stronger: str | None
) -> None:
    found = propose("city", outcomes)
    assert (found.program, found.stronger) == (program, stronger)


@pytest.fixture
async def storage(database: str) -> AsyncIterator[Storage]:
    storage = await Storage.open(database)
    yield storage
    await storage.close()


async def finish(storage: Storage, person: Person, moment: int, places: Any, *others: str | Person) -> None:
    """A table whose game is over, as the lists of tables find it."""
    table = await sit(TableService(storage), person, *others)
    over = {"status": "over", "places": places, "changed": moment}
    async with storage.writing() as connection:
        await connection.execute(update(schema.tables).where(schema.tables.c.id == table.id).values(over))


async def opponents(storage: Storage, person: Person | None) -> dict[str, tuple[str, str | None]]:
    found = await find_opponents(storage, person)
    return {one.game: (one.program, one.stronger) for one in found.opponents}


async def test_somebody_new_begins_with_novices_in_every_game(storage: Storage) -> None:
    ada, _ = await People(storage).welcome("Ada")
    for person in (None, ada):
        assert set((await opponents(storage, person)).values()) == {(NOVICE, None)}


async def test_the_level_of_the_last_game_is_kept_for_each_game_and_each_person(storage: Storage) -> None:
    ada, _ = await People(storage).welcome("Ada")
    bo, _ = await People(storage).welcome("Bo")
    await finish(storage, ada, 1, [1, 2], NOVICE)
    await finish(storage, ada, 3, [1, 2], ADEPT)
    await finish(storage, ada, 2, [2, 1], ADEPT)
    assert (await opponents(storage, ada))["forbidden-city"] == (ADEPT, None)
    await finish(storage, ada, 4, [1, 2], ADEPT)
    found = await opponents(storage, ada)
    assert (found["forbidden-city"], found["emperor-of-china"]) == ((ADEPT, MASTER), (NOVICE, None))
    assert (await opponents(storage, bo))["forbidden-city"] == (NOVICE, None)


async def test_games_that_say_nothing_of_a_level_are_passed_over(storage: Storage) -> None:
    ada, _ = await People(storage).welcome("Ada")
    bo, _ = await People(storage).welcome("Bo")
    await finish(storage, ada, 1, [1, 2], ADEPT)
    await finish(storage, ada, 2, [1, 2], bo)  # a person
    await finish(storage, ada, 3, [1, 2], ada)  # both seats are theirs
    await finish(storage, ada, 4, [1, 2], "greedy")  # no level
    await finish(storage, ada, 5, None, MASTER)  # how it ended was not stored in its time
    table = await sit(TableService(storage), ada, MASTER)  # goes on
    assert table.status == "playing"
    assert (await opponents(storage, ada))["forbidden-city"] == (ADEPT, None)


async def test_strangers_may_ask_and_everybody_is_told_of_themselves(client: AsyncTestClient[Litestar]) -> None:
    answer = await client.get("/api/games/opponents")
    assert answer.status_code == 200
    assert {"game": "forbidden-city", "program": NOVICE, "stronger": None} in answer.json()["opponents"]
    ada = await somebody(client, "Ada")
    assert (await ada.get("/api/games/opponents")).json() == answer.json()
