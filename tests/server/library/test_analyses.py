"""Uploaded records and analyses over HTTP: kept, told to everybody, and never of a game that goes on."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
from sqlalchemy import func, select

from support.analyses import golden, last_moves
from support.guests import Document, Guest, guests_at, play_on, seat_all
from support.patience import until
from support.servers import SETTINGS, SHALLOW, serving_here
from tianxia.games import Shelf, find_game
from tianxia.play import Match, read_record, replay
from tianxia.play.record import write_position_record, write_record_for
from tianxia.server.http.app import make_app
from tianxia.server.limits import MOST_MOVES
from tianxia.server.storage import schema
from tianxia.server.storage.database import Storage

pytestmark = pytest.mark.anyio
MISSING = "A" * 22


@pytest.fixture
async def address(database: str) -> AsyncIterator[str]:
    limits = replace(SETTINGS.limits, records_a_person=3, analyses_a_person=1)
    async with serving_here(make_app(database, replace(SETTINGS, limits=limits))) as address:
        yield address


@pytest.fixture
async def ada(address: str) -> AsyncIterator[Guest]:
    async with guests_at(address, "Ada") as [ada]:
        yield ada


async def upload(guest: Guest, record: Document) -> Document:
    return await guest.done("POST", "/api/records", {"record": record})


async def analysed(guest: Guest, path: str) -> Document:
    """An analysis that is done."""

    async def find() -> Document | None:
        found = await guest.done("GET", f"{path}/analysis")
        assert found["status"] in ("going", "done"), found["status"]
        return found if found["status"] == "done" else None

    found = await until(find)
    assert found is not None
    return found


def named(**more: object) -> Document:
    """A record that differs from others of the same game."""
    return golden() | {"seats": ["Ada", "Bo"]} | more


# ---- uploaded records


async def test_an_uploaded_record_is_for_everybody_who_has_the_link(address: str, ada: Guest) -> None:
    record = named(comment="for my eyes alone")
    record["moves"][0]["comment"] = "clever"
    kept = await upload(ada, record)
    assert (kept["game"], kept["players"], kept["names"]) == ("forbidden-city", 2, ["Ada", "Bo"])
    assert (kept["moves"], kept["over"], kept["hidden"]) == (len(record["moves"]), True, False)
    assert kept["programs"] == [False, False]
    async with guests_at(address, "Bo") as [bo]:
        assert await bo.done("GET", f"/api/records/{kept['id']}") == kept
        assert await bo.done("GET", f"/api/reviews/{kept['id']}") == {"table": None, "record": kept}
        seen = await bo.done("GET", f"/api/records/{kept['id']}/review?move=5&seat=2")
        assert (seen["move"], seen["moves"], seen["view"]["seat"]) == (5, kept["moves"], 2)
        answer = await bo.ask("GET", f"/api/records/{kept['id']}/record")
    assert kept["id"][:6] in answer.headers["content-disposition"]
    del record["comment"], record["moves"][0]["comment"]
    assert answer.json() == record, "nothing is kept that is no part of a record"


async def test_a_record_that_is_wrong_is_refused_at_the_move_that_is_wrong(ada: Guest) -> None:
    wrong = named()
    wrong["moves"][6]["move"] = "dance"
    answer = await ada.ask("POST", "/api/records", {"record": wrong})
    assert (answer.status_code, answer.json()["values"]["number"]) == (422, 7)
    assert (await ada.ask("POST", "/api/records", {"record": {}})).status_code == 422
    long = named(moves=wrong["moves"][:1] * (MOST_MOVES + 1))
    answer = await ada.ask("POST", "/api/records", {"record": long})
    assert (answer.status_code, answer.json()["key"]) == (422, "server.long-record")


async def test_a_record_of_unusual_size_is_not_kept(ada: Guest) -> None:
    game = find_game("year-of-the-dragon")
    document = write_position_record(Match.begin(game, game.setting(3), bytes(16)))
    many = [{"number": number, "floors": 2, "persons": []} for number in range(1, 2001)]
    for court in document["position"]["courts"][:2]:
        court |= {"palaces": many, "built": 2000}
    answer = await ada.ask("POST", "/api/records", {"record": document})
    assert (answer.status_code, answer.json()["key"]) == (422, "server.large-record")
    assert (await ada.ask("GET", f"/api/records/{MISSING}")).status_code == 404


async def test_names_tell_others_neither_commands_nor_signs_that_cannot_be_seen(ada: Guest) -> None:
    kept = await upload(ada, named(seats=["pipe:python3 /home/ada/bot.py --key secret", "B\u202eo" + "o" * 100]))
    assert kept["names"] == ["pipe:bot.py", "B" + "o" * 39]
    kept = await upload(ada, named(seats=["pipe:" + "1" * 1_900_000, "Bo"]))  # it took minutes
    assert kept["names"] == ["pipe:" + "1" * 35, "Bo"]


@pytest.mark.parametrize(
    ("name", "is_program"),
    [
        ("mcts:500", True),
        ("pipe:./engine", True),
        ("random", True),
        ("net", True),
        ("net:200", True),
        ("level:adept", True),
        ("network", False),
        ("random walker", False),
        ("my level:adept", False),
    ],
)
async def test_a_record_says_which_names_are_those_of_programs(ada: Guest, name: str, is_program: bool) -> None:
    assert (await upload(ada, named(seats=["Ada", name])))["programs"] == [False, is_program]


async def test_what_a_record_hides_stays_hidden(ada: Guest) -> None:
    match = replay(read_record(golden("emperor-of-china-3-three-four")), Shelf(), 30)
    kept = await upload(ada, write_record_for(match, 1))
    assert (kept["hidden"], kept["over"]) == (True, False)
    own, other = [
        (await ada.done("GET", f"/api/records/{kept['id']}/review?seat={seat}"))["view"]["own"] for seat in (1, 2)
    ]
    assert own
    assert other == {}
    answer = await ada.ask("POST", f"/api/records/{kept['id']}/analysis")
    assert (answer.status_code, answer.json()["key"]) == (422, "server.record-not-over")


async def test_the_same_record_is_kept_once_and_the_oldest_makes_room(ada: Guest) -> None:
    first = await upload(ada, named())
    assert await upload(ada, named(comment="the same")) == first
    others = [await upload(ada, named(seats=["Ada", name])) for name in ("Cy", "Di", "Ed")]
    assert (await ada.ask("GET", f"/api/records/{first['id']}")).status_code == 404
    for other in others:
        await ada.done("GET", f"/api/records/{other['id']}")


# ---- analyses


@pytest.mark.mostly_sqlite
async def test_an_uploaded_record_is_analysed(ada: Guest) -> None:
    record = last_moves(14)
    kept = await upload(ada, record)
    path = f"/api/records/{kept['id']}"
    assert (await ada.done("GET", f"{path}/analysis"))["status"] == "none"
    assert (await ada.done("POST", f"{path}/analysis"))["status"] == "going"
    found = await analysed(ada, path)
    assert found["done"] == found["decisions"] == len(found["judged"]) > 5
    assert found["simulations"] == SHALLOW
    for judged in found["judged"]:
        played = record["moves"][judged["number"] - 1]
        assert (judged["seat"], judged["played"]["move"]) == (played["seat"], played["move"])
        assert sum(judged["chances"]) == pytest.approx(1, abs=0.001)
        assert len(judged["errors"]) == 2
        told = judged["explanation"]
        assert judged["cost"] >= 0
        if told is not None:
            assert told["move"] == played["move"] != told["other"]
            assert told["other_parsed"]["kind"] in ("lay", "set-aside")
            assert not (told["close"] and judged["cost"])
    assert [seat["seat"] for seat in found["seats"]] == [1, 2]
    assert all(0 < seat["accuracy"] <= 100 for seat in found["seats"])
    assert sum(seat["decisions"] for seat in found["seats"]) == found["decisions"]
    rest = await ada.done("GET", f"{path}/analysis?since={found['done'] - 3}")
    assert rest["judged"] == found["judged"][-3:]
    best = found["judged"][3]
    asked = {"after": best["number"] - 1, "move": best["best"][0]["move"]}
    assert (await ada.done("POST", f"{path}/review/preview", asked))["pieces"]
    refused = await ada.done("POST", f"{path}/review/preview", asked | {"move": "dance"})
    assert refused["reason"]


@pytest.mark.parametrize("name", ["forbidden-city-2-gardens", "emperor-of-china-stuck", "year-of-the-dragon-tie"])
async def test_a_decision_can_be_tried_again_and_a_better_move_played_on(ada: Guest, name: str) -> None:
    record = golden(name)
    path = f"/api/records/{(await upload(ada, record))['id']}"
    number = len(record["moves"]) // 2
    match = replay(read_record(record), Shelf(), number)
    while len(match.legal_moves()) < 2:
        number += 1
        match = replay(read_record(record), Shelf(), number)
    this, other = match.legal_moves()[:2]
    asked = {"after": number, "move": this, "other": other}
    told = await ada.done("POST", f"{path}/review/compare", asked)
    assert (told["move"], told["other"], told["pairs"] > 10) == (this, other, True)
    assert told == await ada.done("POST", f"{path}/review/compare", asked)  # the same question has one answer
    same = await ada.done("POST", f"{path}/review/compare", asked | {"other": this})
    assert (same["close"], same["points"], same["findings"]) == (True, 0, [])

    continued = await ada.done("POST", f"{path}/review/continue", {"after": number, "move": this})
    assert continued["moves"][0] == this
    assert len(continued["record"]["moves"]) == number
    study = {"record": continued["record"], "played": continued["moves"]}
    assert (await ada.done("POST", "/api/studies", study))["entries"]


async def test_what_is_no_move_cannot_be_tried_again(ada: Guest) -> None:
    record = golden()
    path = f"/api/records/{(await upload(ada, record))['id']}/review"
    for asked in ({"after": 3, "move": "dance"}, {"after": len(record["moves"]), "move": "0,-2 r0"}):
        for place, more in (("continue", {}), ("compare", {"other": asked["move"]})):
            answer = await ada.ask("POST", f"{path}/{place}", asked | more)
            assert answer.status_code in (400, 409, 422), answer.text
    del ada.client.cookies["tianxia"]
    tried = {"after": 3, "move": "0,-2 r0", "other": "0,-2 r0"}
    assert (await ada.ask("POST", f"{path}/compare", tried)).status_code == 401  # it costs the server a second


@pytest.mark.mostly_sqlite
async def test_an_analysis_from_before_there_were_reasons_is_shown(database: str, ada: Guest) -> None:
    kept = await upload(ada, last_moves(8))
    path = f"/api/records/{kept['id']}"
    await ada.done("POST", f"{path}/analysis")
    found = await analysed(ada, path)
    storage = await Storage.open(database)
    async with storage.writing() as connection:
        rows = schema.judgements
        for place, body in (await connection.execute(select(rows.c.place, rows.c.body))).all():
            for key in ("cost", "cost_error", "explanation"):
                del body[key]
            for judged in (body["played"], *body["best"]):
                del judged["sure"]
            await connection.execute(rows.update().where(rows.c.place == place).values(body=body))
    await storage.close()
    old = await ada.done("GET", f"{path}/analysis")
    assert (old["status"], old["seats"]) == ("done", [])
    for judged, before in zip(old["judged"], found["judged"], strict=True):
        assert (judged["cost"], judged["explanation"]) == (None, None)
        assert judged["best"][0]["move"] == before["best"][0]["move"]


@pytest.mark.mostly_sqlite
async def test_a_game_is_analysed_when_it_is_over_and_not_before(address: str) -> None:
    async with guests_at(address, "Ada", "Bo") as guests:
        table = await seat_all(guests, "forbidden-city")
        path = f"/api/tables/{table}"
        await play_on(guests, table, 4)
        asked = {"after": 0, "move": "5,5 r0"}
        for method, place, body in (
            ("POST", "analysis", None),
            ("GET", "analysis", None),
            ("POST", "review/preview", asked),
            ("POST", "review/continue", asked),
            ("POST", "review/compare", asked | {"other": "5,5 r1"}),
        ):
            answer = await guests[0].ask(method, f"{path}/{place}", body)
            assert (answer.status_code, answer.json()["key"]) == (409, "server.analyse-later")
        await play_on(guests, table)
        await guests[0].done("POST", f"{path}/analysis")
        outsider = await Guest.come(address, "Outsider")
        assert (await analysed(outsider, path))["judged"]
        await outsider.go()


async def test_who_asks_for_the_same_joins_and_nobody_has_many_at_once(address: str, database: str, ada: Guest) -> None:
    first, second = [await upload(ada, last_moves(seats=["Ada", name])) for name in ("Bo", "Cy")]
    async with guests_at(address, "Bo") as [bo]:
        await ada.done("POST", f"/api/records/{first['id']}/analysis")
        await bo.done("POST", f"/api/records/{first['id']}/analysis")
        too_many = await ada.ask("POST", f"/api/records/{second['id']}/analysis")
        if too_many.status_code != 429:  # the first one may be done by now
            assert (await ada.done("GET", f"/api/records/{first['id']}/analysis"))["status"] == "done"
        await bo.done("POST", f"/api/records/{second['id']}/analysis")
    await analysed(ada, f"/api/records/{first['id']}")
    await analysed(ada, f"/api/records/{second['id']}")
    storage = await Storage.open(database)
    async with storage.reading() as connection:
        assert (await connection.execute(select(func.count()).select_from(schema.analyses))).scalar() == 2
    await storage.close()


async def test_a_stranger_looks_and_starts_nothing(ada: Guest) -> None:
    kept = await upload(ada, named())
    del ada.client.cookies["tianxia"]
    assert (await ada.done("GET", f"/api/records/{kept['id']}/analysis"))["status"] == "none"
    assert (await ada.ask("POST", f"/api/records/{kept['id']}/analysis")).status_code == 401
    assert (await ada.ask("POST", "/api/records", {"record": named()})).status_code == 401


# ---- looking back


async def test_a_screen_that_several_share_looks_back_as_a_spectator(ada: Guest) -> None:
    seats = [{"who": "me"}] * 3
    table = (await ada.done("POST", "/api/tables", {"game": "emperor-of-china", "seats": seats}))["state"]["id"]
    seen = await ada.done("GET", f"/api/tables/{table}/review")
    assert (seen["view"]["seat"], seen["view"]["own"]) == (None, {})
    found = await ada.done("GET", f"/api/reviews/{table}")
    assert (found["record"], found["table"]["state"]["eyes"]) == (None, None)
    assert (await ada.ask("GET", f"/api/reviews/{MISSING}")).status_code == 404
    record = await ada.done("GET", f"/api/tables/{table}/record")
    own = await ada.done("GET", f"/api/tables/{table}/record?seat=1")
    assert record["setup"] != own["setup"]
