"""Puzzles over HTTP: asked without their answer, tried, and told with figures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient

from support.databases import new_sqlite
from tianxia.games import GAMES, find_game
from tianxia.teaching.puzzles import Puzzle, collection, puzzle_of_day, today

pytestmark = pytest.mark.anyio
Client = AsyncTestClient[Litestar]
games = pytest.mark.parametrize("game", GAMES)


@pytest.fixture
def database(tmp_path: Path) -> str:
    """Nothing of a puzzle is stored, so one kind is enough."""
    return new_sqlite(tmp_path)


def some_puzzle(game: str) -> Puzzle:
    return collection(game)[0]


async def ask(client: Client, path: str) -> Any:
    answer = await client.get(f"/api/puzzles{path}")
    assert answer.status_code == 200, answer.text
    return answer.json()


@games
async def test_a_day_has_one_puzzle_of_each_game(client: Client, game: str) -> None:
    listed = await ask(client, f"?game={game}")
    shown = await ask(client, f"/today?game={game}")
    assert listed["today"] == shown["id"] == puzzle_of_day(game, today()).id
    assert [one["id"] for one in listed["puzzles"]] == [puzzle.id for puzzle in collection(game)]


@games
async def test_what_is_asked_does_not_tell_the_answer(client: Client, game: str) -> None:
    puzzle = some_puzzle(game)
    shown = await ask(client, f"/{puzzle.id}")
    assert set(shown) == {"id", "game", "level", "seat", "record", "hint"}
    assert (shown["seat"], shown["hint"]["key"]) == (puzzle.seat, f"{game}.theme.{puzzle.theme}")
    assert shown["record"]["moves"] == []
    assert set(shown["record"]) == {"tianxia", "game", "edition", "players", "options", "position", "moves"}
    study = await client.post("/api/studies", json={"record": shown["record"], "seat": puzzle.seat})
    assert puzzle.best.move in study.json()["view"]["legal"]


@games
async def test_a_wrong_move_is_told_in_figures_and_the_right_one_why(client: Client, game: str) -> None:
    puzzle = some_puzzle(game)
    wrong = await client.post(f"/api/puzzles/{puzzle.id}/try", json={"move": puzzle.runner_up.move})
    next_best = puzzle.runner_up
    parsed = find_game(game).read_move(next_best.move)
    figures = {"move": next_best.move, "parsed": parsed, "chance": next_best.chance, "points": next_best.points}
    assert wrong.json() == {"right": False, "figures": figures, "solution": None}
    right = (await client.post(f"/api/puzzles/{puzzle.id}/try", json={"move": puzzle.best.move})).json()
    assert right["right"]
    assert right["solution"]["moves"] == list(puzzle.solutions)
    assert right["solution"]["next"] == figures
    assert right["solution"]["lines"]
    assert (await client.post(f"/api/puzzles/{puzzle.id}/solution")).json() == right["solution"]


async def test_a_move_that_was_hardly_tried_is_wrong_without_figures(client: Client) -> None:
    for puzzle in collection("forbidden-city"):
        judged = {verdict.move for verdict in puzzle.judged}
        for move in set(puzzle.match().legal_moves()) - judged:
            answer = await client.post(f"/api/puzzles/{puzzle.id}/try", json={"move": move})
            assert answer.json() == {"right": False, "figures": None, "solution": None}
            return
    pytest.fail("every move of every puzzle was judged")


async def test_what_cannot_be_asked_says_why(client: Client) -> None:
    puzzle = some_puzzle("forbidden-city")
    illegal = await client.post(f"/api/puzzles/{puzzle.id}/try", json={"move": "0,0 r0"})
    assert (illegal.status_code, illegal.json()["rule"]) == (422, "forbidden-city#2")
    assert (await client.post(f"/api/puzzles/{puzzle.id}/try", json={"move": ""})).status_code == 400
    assert (await client.get("/api/puzzles/000000000000")).status_code == 404
    assert (await client.get("/api/puzzles/nothing")).status_code == 404
    assert (await client.get("/api/puzzles?game=chess")).status_code == 404
    assert (await client.get("/api/puzzles/today?game=chess")).status_code == 404
    assert (await client.get("/api/puzzles/today")).status_code == 400


async def test_the_screens_have_addresses(client: Client) -> None:
    for address in ("/puzzles", "/puzzles/forbidden-city"):
        assert (await client.get(address)).status_code == 200
