"""Advice over HTTP: hints, previews and reasons, each only for who sits there."""

from __future__ import annotations

from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient

pytestmark = [pytest.mark.anyio, pytest.mark.mostly_sqlite]
Client = AsyncTestClient[Litestar]


async def begin(client: Client) -> Any:
    await client.post("/api/people", json={"name": "Ada"})
    seats = [{"who": "me"}, {"who": "program", "program": "random"}]
    return (await client.post("/api/tables", json={"game": "forbidden-city", "seats": seats})).json()["state"]


async def ask(client: Client, state: Any, what: str, **more: object) -> Any:
    return await client.post(f"/api/tables/{state['id']}/{what}", json={"seat": 1, **more})


async def test_a_hint_judges_legal_moves_and_everybody_sees_that_it_was_taken(client: Client) -> None:
    state = await begin(client)
    answer = await ask(client, state, "hint", sequence=state["sequence"])
    assert answer.status_code == 200, answer.text
    hint = answer.json()
    assert hint["seat"] == 1
    assert 1 <= len(hint["moves"]) <= 5
    for judged in hint["moves"]:
        assert judged["move"] in state["view"]["legal"]
        assert 0 <= judged["chance"] <= 1
        assert len(judged["scores"]) == state["players"]
    client.cookies.clear()  # a spectator looks
    seen = (await client.get(f"/api/tables/{state['id']}")).json()["state"]
    assert [seat["hints"] for seat in seen["seats"]] == [1, 0]
    assert [seat["hint_costs"] for seat in state["seats"]] == [True, False]  # nobody takes one for a program
    assert [seat["hint_costs"] for seat in seen["seats"]] == [False, False]  # the first did already
    assert seen["sequence"] == state["sequence"]


async def test_a_hint_for_another_moment_is_refused(client: Client) -> None:
    state = await begin(client)
    assert (await ask(client, state, "hint", sequence=state["sequence"] + 1)).status_code == 409
    seats = (await client.get(f"/api/tables/{state['id']}")).json()["state"]["seats"]
    assert seats[0]["hints"] == 0


async def test_advice_is_only_for_who_sits_there(client: Client) -> None:
    state = await begin(client)
    move = state["view"]["legal"][0]
    client.cookies.clear()
    await client.post("/api/people", json={"name": "Eve"})
    assert (await ask(client, state, "hint", sequence=state["sequence"])).status_code == 403
    assert (await ask(client, state, "preview", move=move)).status_code == 403
    assert (await ask(client, state, "why-not", move=move)).status_code == 403
    client.cookies.clear()
    assert (await ask(client, state, "preview", move=move)).status_code == 401


async def test_a_preview_tells_what_would_follow_and_plays_nothing(client: Client) -> None:
    state = await begin(client)
    answer = await ask(client, state, "preview", move=state["view"]["legal"][0])
    assert answer.status_code == 200, answer.text
    assert answer.json()["pieces"]
    assert [room["tiles"] > 0 for room in answer.json()["table"]["rooms"]]
    assert answer.json()["reason"] is None
    now = (await client.get(f"/api/tables/{state['id']}")).json()["state"]
    assert now["view"] == state["view"]


async def test_why_not_names_the_rule(client: Client) -> None:
    state = await begin(client)
    legal = state["view"]["legal"][0]
    assert (await ask(client, state, "why-not", move=legal)).json() == {"reason": None}
    illegal = await ask(client, state, "why-not", move="9,9 r0")
    assert illegal.json()["reason"]["rule"].startswith("forbidden-city#")


@pytest.mark.parametrize("what", ["preview", "why-not"])
async def test_what_cannot_be_read_is_a_reason_and_no_refusal(client: Client, what: str) -> None:
    state = await begin(client)
    unreadable = await ask(client, state, what, move="fly away")
    assert unreadable.status_code == 200
    assert "fly away" in unreadable.json()["reason"]["text"]


async def test_a_preview_of_what_cannot_be_made_shows_nothing_but_the_reason(client: Client) -> None:
    """By the time it comes somebody may have moved already: a browser's console must stay free of errors then."""
    state = await begin(client)
    previewed = (await ask(client, state, "preview", move="9,9 r0")).json()
    assert previewed["reason"]["rule"].startswith("forbidden-city#")
    assert (previewed["pieces"], previewed["ledger"], previewed["lines"]) == ([], [], [])
