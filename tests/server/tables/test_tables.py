"""Tables over HTTP: set up, sit down, play. What may be done there is tested in test_commands.py."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace

import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient
from sqlalchemy import func, select
from websockets.exceptions import InvalidStatus

from support.devices import Device, somebody
from support.guests import Document, Guest, guests_at, play_on, seat_all, whole_log
from support.patience import until
from support.seats import GOLDEN, almost_over, first_move
from support.servers import SETTINGS, serving_here
from support.tables import sit
from tianxia.server.clock import DAY
from tianxia.server.http.app import make_app
from tianxia.server.people.service import People, Person
from tianxia.server.refusals import TooManyError
from tianxia.server.services import Services
from tianxia.server.storage import schema
from tianxia.server.storage.database import Storage
from tianxia.server.tables.service import TableService
from tianxia.server.tables.table import Table

pytestmark = [pytest.mark.anyio, pytest.mark.mostly_sqlite]
Client = AsyncTestClient[Litestar]


def services(client: Client) -> Services:
    found: Services = client.app.state.services
    return found


async def test_time_never_goes_back_at_a_table(tables: TableService, person: Person) -> None:
    """The clock of the process that stored the last event may have been ahead of this one's."""
    table = await sit(tables, person, "greedy")
    before = table.changed
    tables.clock = lambda: before - DAY
    table = await tables.talk(table.id, person, "Hello")
    assert table.changed == before
    tables.clock = lambda: before + DAY
    assert (await tables.talk(table.id, person, "Are you there?")).changed == before + DAY


async def test_a_game_against_programs_starts_at_once(client: Client) -> None:
    await client.post("/api/people", json={"name": "Ada"})
    seats = [{"who": "me"}, {"who": "program", "program": "greedy"}]
    answer = await client.post("/api/tables", json={"game": "forbidden-city", "seats": seats})
    assert answer.status_code == 201, answer.text
    here = answer.json()
    assert here["you"] == [1]
    state = here["state"]
    assert state["status"] == "playing"
    assert state["view"]["legal"]
    assert state["asks"]["text"]
    assert state["seed"] is None
    table, move = state["id"], state["view"]["legal"][0]
    sent = {"seat": 1, "move": move, "sequence": state["sequence"]}
    moved = await client.post(f"/api/tables/{table}/moves", json=sent)
    assert moved.status_code == 200, moved.text
    again = await client.post(f"/api/tables/{table}/moves", json=sent)
    assert again.status_code == 409
    assert again.json()["state"]["sequence"] == moved.json()["state"]["sequence"]


@pytest.mark.parametrize(
    ("prefer", "is_minimal"),
    [("return=minimal", True), ("respond-async, Return=Minimal", True), ("return=representation", False)],
)
async def test_a_client_that_follows_the_table_is_sent_no_state_in_the_answer(
    address: str, prefer: str, is_minimal: bool
) -> None:
    async with guests_at(address, "Ada") as [ada]:
        seats = [{"who": "me"}] * 2
        state = (await ada.done("POST", "/api/tables", {"game": "forbidden-city", "seats": seats}))["state"]
        path = f"/api/tables/{state['id']}"
        sent = {"seat": state["to_move"], "move": state["view"]["legal"][0], "sequence": state["sequence"]}
        answer = await ada.ask("POST", f"{path}/moves", sent | {"confirm": True}, headers={"Prefer": prefer})
        now = await ada.done("GET", path)
        assert now["state"]["sequence"] > state["sequence"]
        assert answer.headers.get("Preference-Applied") == ("return=minimal" if is_minimal else None)
        if is_minimal:
            assert answer.json() == {"number": now["state"]["number"]}
        else:
            assert answer.json()["state"]["number"] == now["state"]["number"]


async def test_a_host_without_a_seat_invites_friends_and_stays_the_host(address: str) -> None:
    async with guests_at(address, "Ada", "Bo") as [ada, bo]:
        here = await ada.done("POST", "/api/tables", {"game": "forbidden-city", "seats": [{"who": "friend"}] * 2})
        path, host = f"/api/tables/{here['state']['id']}", here["state"]["host"]
        assert (await bo.ask("POST", f"{path}/seats/1", {"invite": "guessed"})).status_code == 403
        sat = await bo.done("POST", f"{path}/seats/1", {"invite": here["invite"]})
        assert (sat["you"], sat["invite"]) == ([1], None)
        left = await bo.done("DELETE", f"{path}/seats/1")
        assert (left["state"]["status"], left["state"]["host"]) == ("waiting", host)
        assert (await ada.done("PUT", f"{path}/seats/2", {"who": "me"}))["you"] == [2]
        assert (await bo.ask("PUT", f"{path}/seats/1", {"who": "me"})).json()["key"] == "server.not-host"
        assert (await ada.done("DELETE", path))["state"]["status"] == "closed"


async def test_whoever_comes_too_late_is_told_how_the_table_is_to_their_eyes(address: str) -> None:
    async with guests_at(address, "Ada", "Bo", "Cy") as [ada, bo, cy]:
        table = (await ada.set_up("emperor-of-china", 3))["state"]["id"]
        path = f"/api/tables/{table}"
        early = await ada.ask("POST", f"{path}/start")
        assert early.status_code == 409
        assert [missing["values"] for missing in early.json()["values"]["seats"]] == [{"seat": 2}, {"seat": 3}]
        assert early.json()["state"]["eyes"] == 1
        await bo.sit_down(table, 2)
        late = await cy.ask("POST", f"{path}/seats/2", {})
        assert (late.json()["key"], late.json()["state"]["eyes"]) == ("server.seat-taken", None)
        await ada.done("PUT", f"{path}/seats/3", {"who": "me"})
        await ada.done("POST", f"{path}/start")
        for guest in (ada, bo, cy):
            refused = await guest.ask("GET", f"{path}/events?since=999")
            seen = await guest.look(table)
            assert refused.status_code == 409
            assert refused.json()["state"] | {"moment": 0} == seen | {"moment": 0}
            with pytest.raises(InvalidStatus) as denied:
                await guest.watch(table, "?since=999").__aenter__()
            assert json.loads(denied.value.response.body or b"")["state"]["eyes"] == seen["eyes"]


async def test_several_seats_of_one_person_are_played_through_the_eyes_of_each(address: str) -> None:
    async with guests_at(address, "Ada") as [ada]:
        here = await ada.done("POST", "/api/tables", {"game": "emperor-of-china", "seats": [{"who": "me"}] * 3})
        assert here["you"] == [1, 2, 3]
        state = await play_on([ada] * 3, here["state"]["id"], 12)
        for seat in (1, 2, 3):
            assert (await ada.look(state["id"], seat))["view"]["seat"] == seat


async def test_those_who_share_a_screen_are_told_apart_by_their_colours(address: str) -> None:
    async with guests_at(address, "Ada") as [ada]:
        seats = [{"who": "me"}, {"who": "program", "program": "level:novice"}, {"who": "me"}]
        here = await ada.done("POST", "/api/tables", {"game": "emperor-of-china", "seats": seats})
        table = here["state"]["id"]
        assert here["state"]["view"]["names"] == ["Purple", "level:novice", "Red"]
        assert (await ada.done("GET", f"/api/tables/{table}/record"))["seats"] == ["Purple", "level:novice", "Red"]
        first = here["state"]["view"]["legal"][0]
        await ada.move(table, 1, first, here["state"]["sequence"])
        made = next(told for told in await whole_log(ada, table) if told["kind"] == "moved")
        assert made["entries"][0]["lines"][0]["text"].startswith("Purple ")
        await ada.done("POST", f"/api/tables/{table}/talk", {"text": "for both of us"})
        assert (await whole_log(ada, table))[-1]["name"] == "Ada"


async def test_those_who_share_a_screen_may_have_names_of_their_own(address: str) -> None:
    async with guests_at(address, "Ada") as [ada]:
        seats = [{"who": "me", "name": " Bo "}, {"who": "me"}, {"who": "me", "name": "Cy"}]
        here = await ada.done("POST", "/api/tables", {"game": "emperor-of-china", "seats": seats})
        table = here["state"]["id"]
        assert here["state"]["view"]["names"] == ["Bo", "Ada", "Cy"]
        await ada.done("DELETE", f"/api/tables/{table}/seats/3")
        await ada.done("POST", f"/api/tables/{table}/seats/3", {})
        assert (await ada.look(table, 1))["view"]["names"] == ["Bo", "Ada", "Cy"]
        assert (await ada.done("GET", f"/api/tables/{table}/record"))["seats"] == ["Bo", "Ada", "Cy"]


@pytest.mark.parametrize(
    ("name", "key"), [("\u202eoB", "server.name"), ("   ", "server.name"), ("level:adept", "server.name-of-program")]
)
async def test_names_of_those_who_share_a_screen_are_checked(address: str, name: str, key: str) -> None:
    async with guests_at(address, "Ada") as [ada]:
        seats = [{"who": "me", "name": name}, {"who": "me"}, {"who": "me"}]
        answer = await ada.ask("POST", "/api/tables", {"game": "emperor-of-china", "seats": seats})
        assert (answer.status_code, answer.json()["key"]) == (422, key)


async def test_two_of_one_name_are_told_apart_by_their_colours(address: str) -> None:
    async with guests_at(address, "Ada", "Ada", "Bo") as guests:
        table = await seat_all(guests, "emperor-of-china")
        assert (await guests[0].look(table))["view"]["names"] == ["Ada (Purple)", "Ada (Yellow)", "Bo"]
        await guests[1].done("POST", f"/api/tables/{table}/talk", {"text": "it is me"})
        said = (await whole_log(guests[2], table))[-1]
        assert (said["name"], said["text"]) == ("Ada (Yellow)", "it is me")


@pytest.mark.parametrize(
    ("program", "key"),
    [
        ("pipe:cat", "server.local-program"),
        ("mcts:31s", "server.program-too-slow"),
        ("mcts:100001", "server.program-too-slow"),
    ],
)
async def test_programs_that_others_would_suffer_from_are_refused(address: str, program: str, key: str) -> None:
    seats = [{"who": "me"}, {"who": "program", "program": program}]
    async with guests_at(address, "Ada") as [ada]:
        table = (await ada.set_up("forbidden-city", 2))["state"]["id"]
        for answer in (
            await ada.ask("POST", "/api/tables", {"game": "forbidden-city", "seats": seats}),
            await ada.ask("PUT", f"/api/tables/{table}/seats/2", seats[1]),
        ):
            assert (answer.status_code, answer.json()["key"]) == (422, key)


async def test_a_game_goes_on_from_a_record(address: str) -> None:
    record = json.loads(GOLDEN.read_text("utf-8"))
    begin: Document = {"record": record, "move": 20}
    async with guests_at(address, "Ada", "Bo") as [ada, bo]:
        then = await ada.done("POST", "/api/review", {**begin, "seat": 1})
        table = await seat_all([ada, bo], "forbidden-city", begin=begin)
        state = await ada.look(table, 1)
        assert state["begins_after"] == 20
        assert state["unrated"]["key"] == "server.unrated-begun"
        begins_anew = {"names": ["Ada", "Bo"], "sequence": 0}
        assert state["view"] == then["view"] | begins_anew
        assert state["seed_hash"] is None  # not all of it follows from a seed
        others: list[Document] = [{"game": "year-of-the-dragon", "seats": 2}, {"game": "forbidden-city", "seats": 3}]
        for other in others:
            seats = [{"who": "me"}] * other["seats"]
            answer = await ada.ask("POST", "/api/tables", {"game": other["game"], "seats": seats, "begin": begin})
            assert (answer.status_code, answer.json()["key"]) == (422, "server.another-game")


async def test_a_game_that_goes_on_from_a_record_tells_so_before_anybody_sits_down(client: Client) -> None:
    ada, stranger = await somebody(client, "Ada"), Device(client)
    begin = {"record": json.loads(GOLDEN.read_text("utf-8")), "move": 20}
    seats = [{"who": "me"}, {"who": "anybody"}]
    for more, after in ((begin, 20), (None, None)):
        wish = {"game": "forbidden-city", "seats": seats, "listed": True, "begin": more}
        table = (await ada.post("/api/tables", wish)).json()["state"]["id"]
        state = (await stranger.get(f"/api/tables/{table}")).json()["state"]
        assert (state["status"], state["begins_after"]) == ("waiting", after)
        in_short = (await stranger.get("/api/tables?which=open")).json()["tables"][0]
        assert (in_short["id"], in_short["begins_after"]) == (table, after)
        told = None if state["unrated"] is None else state["unrated"]["text"]
        assert told == (after and "This game is not rated: it continues from a position, after 20 moves.")
        again = await TableService(services(client).storage).find(table)
        assert again.game_start.begins_after == after


async def test_who_is_sent_away_cannot_come_back_by_the_old_link(client: Client) -> None:
    ada, bo = await somebody(client, "Ada"), await somebody(client, "Bo")
    seats = [{"who": "me"}, {"who": "friend"}, {"who": "friend"}]
    here = (await ada.post("/api/tables", {"game": "forbidden-city", "seats": seats})).json()
    path, link = f"/api/tables/{here['state']['id']}", {"invite": here["invite"]}
    assert (await bo.post(f"{path}/seats/2", link)).status_code == 200
    assert (await bo.post(f"{path}/seats/3", link)).json()["key"] == "server.one-seat"
    sent = await ada.send("PUT", f"{path}/seats/2", json={"who": "friend"})
    assert sent.json()["invite"] not in (None, here["invite"])
    assert (await bo.post(f"{path}/seats/3", link)).json()["key"] == "server.sent-away"
    again = await TableService(services(client).storage).find(here["state"]["id"])  # as in another process
    assert again.invite == sent.json()["invite"]
    assert again.invite not in (await bo.get(path)).text
    assert (await bo.post(f"{path}/seats/3", {"invite": again.invite})).status_code == 200


# ---- too many


async def test_who_set_up_too_many_tables_finishes_leaves_or_gives_up_one_first(database: str) -> None:
    limits = replace(SETTINGS.limits, tables_a_person=2)
    app = make_app(database, replace(SETTINGS, limits=limits))
    async with serving_here(app) as address, guests_at(address, "Ada", "Bo") as [ada, bo]:
        given_up = (await ada.set_up("forbidden-city", 2))["state"]["id"]
        left = await seat_all([ada, bo], "forbidden-city")
        body = {"game": "forbidden-city", "seats": [{"who": "me"}] * 2}
        answer = await ada.ask("POST", "/api/tables", body)
        assert (answer.status_code, answer.json()["key"]) == (429, "server.too-many-tables")
        assert answer.json()["text"].startswith(
            "You are the host of 2 tables that are not over yet: finish a game, leave"
        )
        assert "Retry-After" not in answer.headers, "nobody knows when"
        await bo.done("POST", "/api/tables", body)
        await ada.done("DELETE", f"/api/tables/{given_up}")
        await ada.done("POST", "/api/tables", body)
        assert (await ada.ask("POST", "/api/tables", body)).status_code == 429
        for seat, guest in enumerate((ada, bo), 1):
            await guest.done("DELETE", f"/api/tables/{left}/seats/{seat}")
        await until(lambda: is_over(ada, left))
        await ada.done("POST", "/api/tables", body)


async def is_over(guest: Guest, table: str) -> bool:
    return bool((await guest.look(table))["status"] == "over")


async def test_two_tables_at_once_are_not_one_too_many(database: str) -> None:
    storage = await Storage.open(database)
    ada, bo = [(await People(storage).welcome(name))[0] for name in ("Ada", "Bo")]
    tables, elsewhere = (TableService(storage, most_a_person=2) for _ in range(2))
    over = await sit(tables, ada, bo, game_start=almost_over())
    move = first_move(over)
    await tables.play(over.id, (ada, bo)[move.seat - 1], move, over.sequence)
    await sit(tables, ada, bo)
    tried = await asyncio.gather(
        *(sit(each, ada, bo) for each in (tables, elsewhere)), tables.rematch(over.id, ada), return_exceptions=True
    )
    assert sum(isinstance(one, TooManyError) for one in tried) == 2
    assert sum(isinstance(one, Table) for one in tried) == 1
    async with storage.reading() as connection:
        assert (await connection.execute(select(func.count()).select_from(schema.tables))).scalar() == 3
    await storage.close()


# ---- again


async def test_two_who_ask_for_a_rematch_at_once_get_the_same(database: str) -> None:
    storage = await Storage.open(database)
    ada, bo = [(await People(storage).welcome(name))[0] for name in ("Ada", "Bo")]
    tables = TableService(storage)
    elsewhere = TableService(storage) if storage.is_postgres else tables  # as in another process
    told: list[str] = []

    def on_change(table: Table) -> None:
        told.append(table.id)

    for each in {tables, elsewhere}:
        each.after_commit.append(on_change)
    over = await sit(tables, ada, bo, game_start=almost_over())
    move = first_move(over)
    await tables.play(over.id, (ada, bo)[move.seat - 1], move, over.sequence)
    told.clear()
    found = await asyncio.gather(tables.rematch(over.id, ada), elsewhere.rematch(over.id, bo))
    third = await tables.rematch(over.id, ada)
    assert len({table.id for table in (*found, third)}) == 1
    assert told == [over.id, third.id]
    assert (third.status, third.game_start.start, len(third.log)) == ("waiting", None, 2)
    assert third.game_start.seed != over.game_start.seed
    missing = next(seat.number for seat in third.seats if seat.is_free)
    for person in (ada, bo):  # whoever asked second needs no invitation
        third = await tables.sit_down(third.id, person, missing) if third.seat(missing).friend == person.id else third
    assert {seat.person for seat in third.seats} == {ada.id, bo.id}
    async with storage.reading() as connection:
        assert (await connection.execute(select(func.count()).select_from(schema.tables))).scalar() == 2
    await storage.close()


async def test_a_rematch_against_programs_starts_at_once(address: str) -> None:
    record = json.loads(GOLDEN.read_text("utf-8"))
    seats = [{"who": "program", "program": "random"}, {"who": "me"}]
    begin = {"record": record, "move": len(record["moves"]) - 1}
    async with guests_at(address, "Ada") as [ada]:
        here = await ada.done("POST", "/api/tables", {"game": "forbidden-city", "seats": seats, "begin": begin})
        over = (await ada.move_at_random(here["state"])).json()["state"]
        assert over["status"] == "over"
        again = await ada.done("POST", f"/api/tables/{over['id']}/rematch")
        assert (again["you"], again["state"]["status"]) == ([2], "playing")
        assert again["state"]["seed_hash"] is not None
