"""Studies over HTTP: positions that are tried out and kept by nobody."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient

from support.databases import new_sqlite
from support.dragon_documents import court
from support.dragon_documents import document as dragon_document
from tianxia.games import GAMES, find_game
from tianxia.play import Match, write_record
from tianxia.play.match import MOST_FORCED
from tianxia.play.record import write_position_record
from tianxia.server.contract.learning import MOST_PLAYED
from tianxia.server.limits import STUDY_BODY
from tianxia.teaching.study import MOST_CHARACTERS

pytestmark = pytest.mark.anyio
Client = AsyncTestClient[Litestar]


@pytest.fixture
def database(tmp_path: Path) -> str:
    """Nothing of a study is stored, so one kind is enough."""
    return new_sqlite(tmp_path)


def position(game: str = "forbidden-city") -> dict[str, Any]:
    box = find_game(game)
    return write_position_record(Match.begin(box, box.setting(3), bytes(16)))


async def ask(client: Client, path: str, **body: Any) -> Any:
    answer = await client.post(f"/api/studies{path}", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize("game", GAMES)
async def test_a_stranger_tries_moves_and_sees_what_comes_of_them(client: Client, game: str) -> None:
    document = position(game)
    first = await ask(client, "", record=document)
    assert first["entries"] == []
    assert first["view"]["seat"] == first["view"]["to_move"] == 1
    assert first["asks"]["text"]
    played = [first["view"]["legal"][-1]]
    then = await ask(client, "", record=document, played=played)
    assert [entry["move"] for entry in then["entries"] if not entry.get("forced")] == played
    assert then["entries"][0]["lines"]
    assert then == await ask(client, "", record=document, played=played)


async def test_it_looks_through_the_eyes_that_it_is_told(client: Client) -> None:
    seen = await ask(client, "", record=position(), seat=2)
    assert (seen["view"]["seat"], seen["view"]["to_move"], seen["view"]["legal"], seen["asks"]) == (2, 1, [], None)
    refused = await client.post("/api/studies", json={"record": position(), "seat": 4})
    assert refused.status_code == 422


async def test_what_would_follow_and_why_not(client: Client) -> None:
    document = position()
    legal = (await ask(client, "", record=document))["view"]["legal"][0]
    preview = await ask(client, "/preview", record=document, move=legal)
    assert preview["reason"] is None
    assert preview["pieces"]
    assert (await ask(client, "/why-not", record=document, move=legal)) == {"reason": None}
    reason = (await ask(client, "/why-not", record=document, move="0,0 r0"))["reason"]
    assert reason["rule"] == "forbidden-city#2"
    assert (await ask(client, "/preview", record=document, move="0,0 r0"))["reason"] == reason
    late = (await ask(client, "/why-not", record=document, seat=2, move=legal))["reason"]
    assert late["key"] == "match.not-your-turn"


async def test_names_of_a_record_are_in_its_lines(client: Client) -> None:
    box = find_game("forbidden-city")
    match = Match.begin(box, box.setting(2), bytes(16), names=["Ada", "Bo"])
    seen = await ask(client, "", record=write_record(match), played=[match.legal_moves()[0]])
    assert seen["entries"][0]["lines"][0]["text"].startswith("Ada ")


async def test_a_long_name_is_cut(client: Client) -> None:
    document = {**position(), "seats": ["A" * 30_000, "B", "C"]}
    seen = await ask(client, "", record=document, played=[(await ask(client, "", record=document))["view"]["legal"][0]])
    assert seen["view"]["names"] == ["A" * MOST_CHARACTERS, "B", "C"]
    assert seen["entries"][0]["lines"][0]["text"].startswith("A" * MOST_CHARACTERS + " ")


async def test_what_is_refused_says_why(client: Client) -> None:
    document = position()
    illegal = await client.post("/api/studies", json={"record": document, "played": ["0,0 r0"]})
    assert (illegal.status_code, illegal.json()["rule"]) == (422, "forbidden-city#2")
    broken = await client.post("/api/studies", json={"record": {**document, "position": {}}})
    assert broken.status_code == 422
    strange = await client.post("/api/studies", json={"record": document, "name": "Ada"})
    assert strange.status_code == 400


async def test_a_study_has_bounds(client: Client) -> None:
    long = {"record": position(), "played": ["0,3 r0"] * (MOST_PLAYED + 1)}
    assert (await client.post("/api/studies", json=long)).status_code == 400
    large = {"record": {**position(), "note": "x" * STUDY_BODY}}
    assert (await client.post("/api/studies", json=large)).status_code == 413


def flood(yuan: int) -> dict[str, Any]:
    """A position in which everybody returns half of much money, one by one."""
    courts = [court("1: young monk", yuan=yuan) for _ in range(3)]
    left: dict[str, Any] = {"left": yuan // 2, "dues": [0, yuan // 2, yuan // 2]}
    document = position("year-of-the-dragon")
    told = dragon_document(*courts, month=7, part="super-event", super_event="flood", **left)
    return {**document, "options": {"super_event": "flood"}, "position": told}


async def test_moves_that_a_position_forces_have_bounds(client: Client) -> None:
    study = {"record": flood(10_000)}
    seen = await ask(client, "", **study)
    assert len(seen["entries"]) == MOST_FORCED
    assert seen["view"]["legal"] == ["return yuan"]
    refused = await client.post("/api/studies", json=study | {"played": ["return yuan"] * 6})
    assert (refused.status_code, refused.json()["key"]) == (422, "record.long-study")
    over = await ask(client, "", record=flood(100))
    assert (over["view"]["table"]["month"], over["view"]["table"]["part"]) == (8, "action")
