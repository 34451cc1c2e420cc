"""Tutorials over HTTP: for anybody, and nothing is kept."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from support.guests import Document, Guest, guests_at
from tianxia.games import GAMES

pytestmark = pytest.mark.anyio


@pytest.fixture
async def guest(address: str) -> AsyncIterator[Guest]:
    async with guests_at(address, "Ada") as [guest]:
        yield guest


def first_step(**more: object) -> Document:
    return {"game": "forbidden-city", "chapter": "first", "step": "lay", **more}


@pytest.mark.parametrize("game", GAMES)
async def test_all_steps_of_a_game_are_shown_and_can_be_studied(guest: Guest, game: str) -> None:
    shown = await guest.done("GET", f"/api/tutorials/{game}")
    assert shown["game"] == game
    step = shown["chapters"][0]["steps"][0]
    assert step["text"]["text"]
    assert step["text"]["key"] == f"tutorial.{game}.first.{step['id']}.text"
    study = {"record": step["record"], "played": step["solution"], "seat": step["seat"]}
    studied = await guest.done("POST", "/api/studies", study)
    assert studied["entries"][-1]["move"] == step["solution"][-1]


async def test_a_try_is_judged(guest: Guest) -> None:
    done = await guest.done("POST", "/api/tutorials/try", first_step(moves=["0,-2 r0"]))
    assert (done["verdict"], done["kept"], done["replies"]) == ("done", 1, ["2,0 r0"])
    assert done["answer"]["rule"] == "forbidden-city#3"
    wrong = await guest.done("POST", "/api/tutorials/try", first_step(moves=["1,-2 r0"]))
    assert (wrong["verdict"], wrong["answer"]["key"]) == ("wrong", "tutorial.forbidden-city.first.lay.wrong-garden")
    illegal = await guest.done("POST", "/api/tutorials/try", first_step(moves=["2,0 r0"]))
    assert (illegal["verdict"], illegal["answer"]["key"]) == ("illegal", "forbidden-city.reason.colours")
    assert illegal["answer"]["rule"] == "forbidden-city#3"
    more = await guest.done("POST", "/api/tutorials/try", first_step())
    assert (more["verdict"], more["answer"]) == ("more", None)


async def test_a_guess_is_judged(guest: Guest) -> None:
    step = first_step() | {"step": "value"}
    assert (await guest.done("POST", "/api/tutorials/try", step | {"amount": 8}))["verdict"] == "done"
    assert (await guest.done("POST", "/api/tutorials/try", step | {"amount": 4}))["verdict"] == "wrong"
    assert (await guest.done("POST", "/api/tutorials/try", step))["verdict"] == "wrong"


@pytest.mark.parametrize("change", [{"game": "chess"}, {"chapter": "last"}, {"step": "pray"}])
async def test_what_is_not_there_is_missing(guest: Guest, change: Document) -> None:
    answer = await guest.ask("POST", "/api/tutorials/try", first_step() | change)
    assert (answer.status_code, answer.json()["key"]) == (404, "server.no-tutorial")


async def test_there_is_no_tutorial_of_what_is_no_game(guest: Guest) -> None:
    for game in ("chess", "x" * 60):
        assert (await guest.ask("GET", f"/api/tutorials/{game}")).status_code == 404


async def test_a_try_is_bounded(guest: Guest) -> None:
    answer = await guest.ask("POST", "/api/tutorials/try", first_step(moves=["0,-2 r0"] * 21))
    assert answer.status_code == 400
