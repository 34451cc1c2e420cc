"""Tables over HTTP: set up, sit down, play."""

from __future__ import annotations

import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient

pytestmark = pytest.mark.anyio


async def test_a_game_against_programs_starts_at_once(client: AsyncTestClient[Litestar]) -> None:
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
