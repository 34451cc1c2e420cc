"""Many at once: who comes second is told so, nothing is lost, nothing is done twice. In one process and in three."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from random import Random

import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient

from support.databases import new_postgres, new_sqlite
from support.guests import Guest, check_log, guests_at, seat_all
from support.patience import until
from support.servers import WebServer, serving
from tianxia.server.services import Services

pytestmark = pytest.mark.anyio
ACTIONS = 20  # of each guest


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def servers(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[WebServer]]:
    """All the processes that serve one database: where there can be several, three."""
    if request.param == "sqlite":
        database, processes = new_sqlite(tmp_path_factory.mktemp("races")), 1
    else:
        database, processes = new_postgres(request.getfixturevalue("postgres")), 3
    with serving(database, processes) as servers:
        yield servers


@asynccontextmanager
async def everywhere(guest: Guest, servers: list[WebServer]) -> AsyncIterator[list[Guest]]:
    """A guest with a browser at every process."""
    browsers = [guest.at(server.address) for server in servers]
    yield browsers
    for browser in browsers:
        await browser.go()


async def test_of_two_moves_at_once_one_is_taken(servers: list[WebServer]) -> None:
    async with guests_at(servers[0].address, "Ada", "Bo") as guests:
        table = await seat_all(guests, "forbidden-city")
        for _ in range(6):
            state = await guests[0].look(table)
            mover = guests[state["to_move"] - 1]
            state = await mover.look(table, state["to_move"])
            async with everywhere(mover, [servers[0], servers[-1]]) as browsers:
                answers = await asyncio.gather(*(browser.move_at_random(state) for browser in browsers))
            taken, refused = sorted(answers, key=lambda answer: answer.status_code)
            assert (taken.status_code, refused.status_code) == (200, 409)
            assert refused.json()["state"] | {"moment": 0} == taken.json()["state"] | {"moment": 0}
        await check_log(guests, table)


async def act(guest: Guest, table: str, seat: int, dice: Random) -> int:
    """Do something, wise or not: the status of the answer."""
    state = await guest.look(table, seat)
    wish = dice.choice(["move", "move", "move", "move", "wait", "wait", "undo", "confirm", "talk", "leave", "sit down"])
    if wish in ("move", "wait"):
        move = dice.choice(state["view"]["legal"] or ["pass"])
        return (await guest.move(table, seat, move, state["sequence"], confirm=wish == "move")).status_code
    if wish == "undo":
        return (await guest.undo(table, seat, state["sequence"])).status_code
    if wish == "confirm":
        return (await guest.confirm(table, seat, state["sequence"])).status_code
    if wish == "talk":
        return (await guest.ask("POST", f"/api/tables/{table}/talk", {"text": "?"})).status_code
    method, body = ("DELETE", None) if wish == "leave" else ("POST", dict[str, str]())
    return (await guest.ask(method, f"/api/tables/{table}/seats/{seat}", body)).status_code


async def test_a_busy_table_loses_nothing(servers: list[WebServer]) -> None:
    async with guests_at(servers[0].address, "Ada", "Bo", "Cy") as guests:
        table = await seat_all(guests, "emperor-of-china")
        followed: list[int] = []
        following = asyncio.create_task(follow(guests[0].at(servers[-1].address), table, followed))
        statuses = await asyncio.gather(
            *(hammer(guest, servers, table, seat, number) for seat, guest in enumerate(guests, 1) for number in (1, 2))
        )
        log = await check_log(guests, table)
        await until(lambda: len(followed) >= len(log))
        following.cancel()
    assert followed == list(range(1, len(log) + 1))
    assert set().union(*statuses) <= {200, 409, 422}
    assert sum(len(guest.notes) for guest in guests) >= 10  # most come too late, or are not asked


async def hammer(guest: Guest, servers: list[WebServer], table: str, seat: int, number: int) -> set[int]:
    """Act often, each time at another process."""
    dice = Random(f"{seat} {number}")
    async with everywhere(guest, servers) as browsers:
        return {await act(dice.choice(browsers), table, seat, dice) for _ in range(ACTIONS)}


async def follow(guest: Guest, table: str, numbers: list[int]) -> None:
    try:
        async for event in guest.events(table, "?since=0"):
            numbers += [happening["number"] for happening in event.document["happenings"]]
    finally:
        await guest.go()


async def test_a_seat_is_taken_once(servers: list[WebServer]) -> None:
    async with guests_at(servers[-1].address, "Ada", "Bo", "Cy") as [ada, bo, cy]:
        table = (await ada.set_up("forbidden-city", 2))["state"]["id"]
        path = f"/api/tables/{table}/seats/2"
        answers = await asyncio.gather(bo.ask("POST", path, {}), cy.ask("POST", path, {}))
        assert sorted(answer.status_code for answer in answers) == [200, 409]


async def test_a_refusal_leaves_the_table_in_memory(client: AsyncTestClient[Litestar], app: Litestar) -> None:
    """Or anybody could keep the server busy with reading tables, by asking for what is refused."""
    services: Services = app.state.services
    await client.post("/api/people", json={"name": "Ada"})
    body = {"game": "forbidden-city", "seats": [{"who": "me"}, {"who": "program", "program": "greedy"}]}
    table = (await client.post("/api/tables", json=body)).json()["state"]
    before = await services.tables.find(table["id"])
    for path in ("undo", "confirm"):
        wish = {"seat": 1, "sequence": table["sequence"]}
        assert (await client.post(f"/api/tables/{table['id']}/{path}", json=wish)).status_code == 422
    assert await services.tables.find(table["id"]) is before
    assert before.number == table["number"]
