"""Lists: tables and games."""

from __future__ import annotations

from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient

from support.devices import Device, somebody
from tianxia.games import GAMES, find_game
from tianxia.players import make_player
from tianxia.server.services import Services
from tianxia.server.tables.lists import list_tables, write_cursor

pytestmark = pytest.mark.anyio

Client = AsyncTestClient[Litestar]
ME, FRIEND, ANYBODY, GREEDY = (
    {"who": "me"},
    {"who": "friend"},
    {"who": "anybody"},
    {"who": "program", "program": "greedy"},
)


async def set_up(device: Device, *seats: dict[str, str], **more: Any) -> str:
    answer = await device.post("/api/tables", {"game": "forbidden-city", "seats": seats, **more})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["state"]["id"])


async def listed(device: Device, which: str) -> list[dict[str, Any]]:
    answer = await device.get(f"/api/tables?which={which}")
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()["tables"]
    return found


async def ids(device: Device, which: str) -> list[str]:
    return [table["id"] for table in await listed(device, which)]


async def test_a_host_finds_the_table_without_a_seat_at_it(client: Client) -> None:
    ada, bo = await somebody(client, "Ada"), await somebody(client, "Bo")
    table = await set_up(ada, FRIEND, ANYBODY)
    assert (await ids(ada, "mine"), await ids(bo, "mine")) == ([table], [])
    assert (await listed(ada, "mine"))[0]["yours"] == []


async def test_a_table_that_was_passed_on_is_the_new_hosts_and_stays_so(client: Client) -> None:
    ada, bo = await somebody(client, "Ada"), await somebody(client, "Bo")
    services: Services = client.app.state.services
    services.tables.most_a_person = 1
    table = await set_up(ada, ME, ANYBODY, ANYBODY)
    await bo.post(f"/api/tables/{table}/seats/2")
    await ada.send("DELETE", f"/api/tables/{table}/seats/1")
    assert (await ids(ada, "mine"), await ids(bo, "mine")) == ([], [table])
    another = await set_up(ada, ME, ANYBODY)  # what they left does not count for them
    refused = await bo.post("/api/tables", {"game": "forbidden-city", "seats": [ME, ANYBODY]})
    assert (refused.status_code, refused.json()["key"]) == (429, "server.too-many-tables")
    await ada.post(f"/api/tables/{table}/seats/1")
    services.tables.cache.drop(table)  # read again from what is stored
    assert (await bo.get(f"/api/tables/{table}")).json()["state"]["host"] == bo.person
    assert (await bo.send("PUT", f"/api/tables/{table}/seats/1", json=ANYBODY)).status_code == 200
    services.tables.cache.drop(table)
    again = await ada.post(f"/api/tables/{table}/seats/1")
    assert (again.status_code, again.json()["key"]) == (403, "server.sent-away")
    assert (await bo.send("DELETE", f"/api/tables/{table}")).status_code == 200
    assert (await ids(ada, "mine"), await ids(bo, "mine")) == ([another], [])


async def test_open_tables_have_a_seat_for_anybody(client: Client) -> None:
    ada, bo, stranger = await somebody(client, "Ada"), await somebody(client, "Bo"), Device(client)
    first = await set_up(ada, ME, ANYBODY, listed=True)
    second = await set_up(ada, ME, ANYBODY, FRIEND, listed=True, pace={"kind": "days", "days": 3})
    await set_up(ada, ME, ANYBODY)  # not listed
    await set_up(ada, ME, FRIEND, listed=True)
    given_up = await set_up(ada, ME, ANYBODY, listed=True)
    await ada.send("DELETE", f"/api/tables/{given_up}")
    assert await ids(stranger, "open") == [second, first]
    shown = (await listed(bo, "open"))[0]
    assert shown.pop("changed") > 0
    assert shown == {
        "id": second,
        "status": "waiting",
        "game": "forbidden-city",
        "players": 3,
        "names": ["Ada", "", ""],
        "free": 2,
        "yours": [],
        "your_turn": False,
        "pace": {"kind": "days", "days": 3},
        "begins_after": None,
        "deadline": None,
        "scores": None,
        "places": None,
    }
    await bo.post(f"/api/tables/{first}/seats/2")
    await bo.post(f"/api/tables/{second}/seats/2")
    assert await ids(stranger, "open") == []


async def test_my_tables_are_those_where_i_sit_and_my_turn_is_first(client: Client) -> None:
    ada, bo = await somebody(client, "Ada"), await somebody(client, "Bo")
    my_turn = await set_up(ada, ME, GREEDY)
    waiting = await set_up(ada, ME, ANYBODY)
    left = await set_up(ada, ME, GREEDY)
    await ada.send("DELETE", f"/api/tables/{left}/seats/1")  # a program plays on: it is not their turn
    await set_up(bo, ME, GREEDY)
    shown = await listed(ada, "mine")
    assert [(table["id"], table["your_turn"]) for table in shown] == [(my_turn, True), (left, False), (waiting, False)]
    assert shown[0]["yours"] == [1]
    assert shown[0]["names"] == ["Ada", "greedy"]
    assert shown[0]["free"] == 0
    assert await ids(ada, "finished") == []


async def test_a_long_list_comes_in_parts(client: Client) -> None:
    services: Services = client.app.state.services
    ada = await somebody(client, "Ada")
    services.tables.clock = lambda: 1000  # all in the same moment: the cursor has to tell them apart
    tables = {await set_up(ada, ME, GREEDY if number % 2 else FRIEND) for number in range(5)}
    person = await services.people.recognise(str(ada.secret))
    part = await list_tables(services.storage, "mine", person, None, most=2)
    parts = [part.tables]
    while part.next is not None:
        part = await list_tables(services.storage, "mine", person, part.next, most=2)
        parts.append(part.tables)
    assert [len(part) for part in parts] == [2, 2, 1]
    shown = [table for part in parts for table in part]
    assert [table.your_turn for table in shown] == [True, True, False, False, False]
    assert {table.id for table in shown} == tables
    rest = (await ada.get(f"/api/tables?before={write_cursor((1, 1000, shown[1].id))}")).json()
    assert [table["id"] for table in rest["tables"]] == [table.id for table in shown[2:]]


async def test_a_list_refuses_what_is_no_list(client: Client) -> None:
    ada, stranger = await somebody(client, "Ada"), Device(client)
    for which in ("mine", "finished"):
        assert (await stranger.get(f"/api/tables?which={which}")).status_code == 401
    assert (await ada.get("/api/tables?which=all")).status_code == 400
    for before in ("1", "2.1.x", f"1.9999999999999999.{'x' * 22}", f"1.1.{'x' * 22}%0a", "x" * 61):
        assert (await ada.get(f"/api/tables?which=mine&before={before}")).status_code in (400, 422)


async def test_all_games_are_shown_with_what_can_be_chosen(client: Client) -> None:
    shown = (await client.get("/api/games")).json()["games"]
    assert [game["id"] for game in shown] == list(GAMES)
    for game in shown:
        box = find_game(game["id"])
        assert game["title"]
        assert game["about"]
        assert game["credit"]
        assert game["players"] == list(box.player_counts) == [part["players"] for part in game["options"]]
        for part in game["options"]:
            chosen = {option["name"]: option["default"] for option in part["options"]}
            assert box.setting(part["players"], chosen).options == chosen
            for option in part["options"]:
                assert option["about"]
                for value in option["values"]:
                    box.setting(part["players"], {option["name"]: value})
        assert [make_player(level, box).spec for level in game["levels"]] == game["levels"]
