"""Records over HTTP: downloaded, verified, and looked at move by move."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from support.command import TIANXIA
from support.guests import Document, Guest, guests_at, play_on, seat_all
from tianxia.games import Shelf
from tianxia.play import read_record, replay, verify
from tianxia.server.http.routes.records import look_back
from tianxia.server.presenter.tables import show_review

pytestmark = pytest.mark.anyio
GOLDEN = Path(__file__).parents[2] / "golden" / "forbidden-city-2-gardens.json"
GAMES = {"forbidden-city": 2, "emperor-of-china": 3, "year-of-the-dragon": 2}


async def record_of(guest: Guest, table: str, query: str = "") -> Document:
    return await guest.done("GET", f"/api/tables/{table}/record{query}")


@pytest.mark.parametrize("game", GAMES)
async def test_a_finished_record_can_be_verified_by_anybody(address: str, game: str, tmp_path: Path) -> None:
    async with guests_at(address, *["Ada", "Bo", "Cy"][: GAMES[game]]) as guests:
        table = await seat_all(guests, game)
        promised = (await guests[0].look(table))["seed_hash"]
        state = await play_on(guests, table)
        outsider = await Guest.come(address, "Outsider")
        answer = await outsider.ask("GET", f"/api/tables/{table}/record")
        await outsider.go()
    record = answer.json()
    assert record["seed_hash"] == promised == state["seed_hash"]
    assert record["seed"] == state["seed"]
    assert record["scores"] == state["view"]["scores"]
    assert record["seats"] == [guest.name for guest in guests]
    name = answer.headers["content-disposition"]
    assert re.fullmatch(rf'attachment; filename="{game}-\d{{4}}-\d\d-\d\d-[\w-]{{6}}\.json"', name)
    file = tmp_path / "record.json"
    file.write_bytes(answer.content)
    command = [*TIANXIA, "verify", str(file)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr


@pytest.mark.parametrize("game", GAMES)
async def test_a_record_of_a_game_that_goes_on_hides_what_its_reader_may_not_know(address: str, game: str) -> None:
    async with guests_at(address, *["Ada", "Bo", "Cy"][: GAMES[game]]) as guests:
        table = await seat_all(guests, game)
        state = await play_on(guests, table, 12)
        own, spectators = await record_of(guests[0], table, "?seat=1"), await record_of(guests[0], table)
        assert own == spectators  # who sits there and asks for no eyes looks through their own
        outsider = await Guest.come(address, "Outsider")
        spectators = await record_of(outsider, table)
        await outsider.go()
        assert (await guests[0].ask("GET", f"/api/tables/{table}/record?seat=2")).status_code == 403
    for record in (own, spectators):
        assert "seed" not in record
        assert record["seed_hash"] == state["seed_hash"]
        match = verify(read_record(record), Shelf())
        assert len(match.moves) == len(record["moves"]) > 0
    if game != "year-of-the-dragon":  # where everybody sees everything but what is still to come
        assert own["setup"] != spectators["setup"] or own["moves"] != spectators["moves"]


async def test_before_the_game_there_is_no_record(address: str) -> None:
    async with guests_at(address, "Ada") as [ada]:
        table = (await ada.set_up("forbidden-city", 2))["state"]["id"]
        for path in ("record", "review"):
            answer = await ada.ask("GET", f"/api/tables/{table}/{path}")
            assert (answer.status_code, answer.json()["key"]) == (409, "server.is-waiting")


@pytest.mark.parametrize("game", GAMES)
async def test_a_table_can_be_looked_at_move_by_move(address: str, game: str) -> None:
    async with guests_at(address, *["Ada", "Bo", "Cy"][: GAMES[game]]) as guests:
        table = await seat_all(guests, game)
        before = (await guests[0].look(table, 1))["view"]
        await play_on(guests, table, 8)
        first = await guests[0].done("GET", f"/api/tables/{table}/review?move=0&seat=1")
        last = await guests[0].done("GET", f"/api/tables/{table}/review?seat=1")
        now = (await guests[0].look(table, 1))["view"]
        assert (await guests[0].ask("GET", f"/api/tables/{table}/review?seat=2")).status_code == 403
        too_far = await guests[0].ask("GET", f"/api/tables/{table}/review?move=9999")
        assert too_far.status_code == 422
    assert first["move"] == 0
    assert first["made"] is None
    assert last["move"] == last["moves"] >= 8
    assert last["made"]["lines"]
    changing = {"sequence": 0, "may_undo": False, "pending": None}
    assert last["view"] | changing == now | changing
    if before["sequence"] == 0:  # nothing was forced
        assert first["view"] | changing == before | changing


async def test_a_record_of_ones_own_can_be_looked_at(address: str) -> None:
    record = json.loads(GOLDEN.read_text("utf-8"))
    async with guests_at(address, "Ada") as [ada]:
        seen = await ada.done("POST", "/api/review", {"record": record, "move": 5, "seat": 2})
        assert (seen["move"], seen["moves"], seen["view"]["seat"]) == (5, len(record["moves"]), 2)
        end = await ada.done("POST", "/api/review", {"record": record})
        assert end["view"]["scores"] == record["scores"]


@pytest.mark.parametrize("move", [0, 5, None])
def test_what_is_checked_afterwards_does_not_change_what_is_seen(move: int | None) -> None:
    document = json.loads(GOLDEN.read_text("utf-8"))
    record = read_record(document)
    assert look_back(document, move, 2) == show_review(replay(record, Shelf(), move), len(record.moves), 2)


async def test_a_wrong_record_is_refused_at_the_move_that_is_wrong(address: str) -> None:
    record = json.loads(GOLDEN.read_text("utf-8"))
    wrong = json.loads(GOLDEN.read_text("utf-8"))
    wrong["moves"][6]["move"] = "dance"
    async with guests_at(address, "Ada") as [ada]:
        answer = await ada.ask("POST", "/api/review", {"record": wrong, "move": 2})
        assert answer.status_code == 422
        assert answer.json()["values"]["number"] == 7
        bodies: list[Document] = [{"record": {}}, {"record": record, "seat": 5}, {"record": record, "move": 10_000}]
        for body in bodies:
            assert (await ada.ask("POST", "/api/review", body)).status_code == 422
        assert (await ada.ask("POST", "/api/review", {"record": []})).status_code == 400


@pytest.mark.parametrize(("depth", "status"), [(150, 422), (100_000, 400)])
async def test_a_record_that_is_nested_too_deep_is_refused(address: str, depth: int, status: int) -> None:
    body = '{"record": ' + '{"a": ' * depth + "1" + "}" * depth + "}"
    async with guests_at(address, "Ada") as [ada]:
        answer = await ada.client.post("/api/review", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == status
    assert "nested too deeply" in answer.json()["text"]


async def test_a_game_from_a_position_has_a_record_when_it_is_over(address: str) -> None:
    begin = {"record": json.loads(GOLDEN.read_text("utf-8")), "move": 30}
    async with guests_at(address, "Ada", "Bo") as guests:
        table = await seat_all(guests, "forbidden-city", begin=begin)
        answer = await guests[0].ask("GET", f"/api/tables/{table}/record")
        assert (answer.status_code, answer.json()["key"]) == (422, "record.position-for-seat")
        await play_on(guests, table)
        record = await record_of(guests[0], table)
    assert "seed" not in record
    assert verify(read_record(record), Shelf()).over
