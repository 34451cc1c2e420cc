"""What people have learned belongs to them: it is the same on every device, and follows an account."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient

from support.devices import somebody
from tianxia.errors import SettingError
from tianxia.server.contract.learning import Learned
from tianxia.server.library import progress
from tianxia.server.library.progress import add_progress, forget_tutorial, progress_of
from tianxia.server.people.service import People, Person
from tianxia.server.refusals import TooManyError
from tianxia.server.storage.database import Storage

pytestmark = pytest.mark.anyio

CITY, DRAGON = "forbidden-city", "year-of-the-dragon"
STEP = Learned(CITY, "step", "first/lay")
PUZZLE = Learned(CITY, "puzzle", "ca33ee030f7b", "found")


@pytest.fixture
async def storage(database: str) -> AsyncIterator[Storage]:
    storage = await Storage.open(database)
    yield storage
    await storage.close()


@pytest.fixture
async def ada(storage: Storage) -> Person:
    return (await People(storage).welcome("Ada"))[0]


async def test_facts_of_two_devices_are_united_oldest_first(storage: Storage, ada: Person) -> None:
    await add_progress(storage, ada, [STEP], lambda: 2)
    await add_progress(storage, ada, [PUZZLE, STEP], lambda: 1)
    assert await progress_of(storage, ada) == [PUZZLE, STEP]
    bo, _ = await People(storage).welcome("Bo")
    assert await progress_of(storage, bo) == []


async def test_what_was_stored_first_stays_and_only_a_place_moves_on(storage: Storage, ada: Person) -> None:
    looked_at, place = Learned(CITY, "puzzle", "ca33ee030f7b", "shown"), Learned(CITY, "place", "", "first/lay")
    await add_progress(storage, ada, [looked_at, place])
    further = Learned(CITY, "place", "", "first/score")
    await add_progress(storage, ada, [PUZZLE, further])
    assert {fact.kind: fact.value for fact in await progress_of(storage, ada)} == {
        "puzzle": "shown",
        "place": "first/score",
    }


async def test_who_begins_a_tutorial_anew_keeps_all_else(storage: Storage, ada: Person) -> None:
    elsewhere = Learned(DRAGON, "step", "first/draft")
    await add_progress(storage, ada, [STEP, Learned(CITY, "place", "", "first/lay"), PUZZLE, elsewhere])
    await forget_tutorial(storage, ada, CITY)
    assert sorted(fact.kind for fact in await progress_of(storage, ada)) == ["puzzle", "step"]
    assert elsewhere in await progress_of(storage, ada)


async def test_devices_may_send_the_same_at_once(storage: Storage, ada: Person) -> None:
    await asyncio.gather(*(add_progress(storage, ada, [STEP, PUZZLE]) for _ in range(8)))
    assert len(await progress_of(storage, ada)) == 2


async def test_nobody_fills_the_database(storage: Storage, ada: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "MOST_KEPT", 3)
    steps = [Learned(CITY, "step", f"first/{number}") for number in range(4)]
    await add_progress(storage, ada, steps[:3])
    with pytest.raises(TooManyError):
        await add_progress(storage, ada, [*steps[:2], steps[3]])
    await add_progress(storage, ada, steps[:3])  # which are there already
    assert await progress_of(storage, ada) == steps[:3]


async def test_a_game_has_to_exist(storage: Storage, ada: Person) -> None:
    with pytest.raises(SettingError):
        await add_progress(storage, ada, [STEP, Learned("chess", "step", "first/lay")])
    assert await progress_of(storage, ada) == []
    with pytest.raises(SettingError):
        await forget_tutorial(storage, ada, "chess")


async def test_progress_is_asked_for_and_sent_over_http(client: AsyncTestClient[Litestar]) -> None:
    path, facts = "/api/me/progress", [{"game": CITY, "kind": "step", "item": "first/lay", "value": ""}]
    assert (await client.get(path)).status_code == 401
    ada = await somebody(client, "Ada")
    assert (await ada.get(path)).json() == {"facts": []}
    assert (await ada.post(path, {"facts": facts})).json() == {"facts": facts}
    assert (await ada.get(path)).json() == {"facts": facts}
    assert (await ada.send("DELETE", f"{path}/{CITY}/tutorial")).status_code == 204
    assert (await ada.get(path)).json() == {"facts": []}


@pytest.mark.parametrize(
    "fact",
    [
        {"game": CITY, "kind": "wish", "item": "", "value": ""},
        {"game": CITY, "kind": "step", "item": "<script>", "value": ""},
        {"game": CITY, "kind": "step", "item": "x" * 61, "value": ""},
        {"game": CITY, "kind": "step", "item": "a", "value": "", "more": 1},
        {"game": "chess", "kind": "step", "item": "a", "value": ""},
    ],
)
async def test_what_is_no_progress_is_refused(client: AsyncTestClient[Litestar], fact: dict[str, object]) -> None:
    ada = await somebody(client, "Ada")
    answer = await ada.post("/api/me/progress", {"facts": [fact]})
    assert answer.status_code in (400, 422), answer.text  # not of the form, or of no game
    assert (await ada.get("/api/me/progress")).json() == {"facts": []}


async def test_progress_follows_an_account_to_another_device(client: AsyncTestClient[Litestar]) -> None:
    ada = await somebody(client, "Ada")
    login = {"login": "ada.of.london", "password": "four words of mine"}
    assert (await ada.post("/api/me/account", login)).is_success
    facts = [{"game": CITY, "kind": "step", "item": "first/lay", "value": ""}]
    await ada.post("/api/me/progress", {"facts": facts})
    other = await somebody(client, "Somebody")
    assert (await other.get("/api/me/progress")).json() == {"facts": []}
    assert (await other.post("/api/login", login)).is_success
    assert (await other.get("/api/me/progress")).json() == {"facts": facts}
