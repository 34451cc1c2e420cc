"""Puzzles: the generator finds what was planted, and refuses what is not clear; one a day; those that ship."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from support import city, dragon, emperor
from tianxia.arena import SerialExecutor
from tianxia.engine.chance import stream_of
from tianxia.errors import RecordError, SettingError
from tianxia.games import GAMES, find_game
from tianxia.games.base import engine_seat
from tianxia.play import Match
from tianxia.teaching.puzzles import (
    Puzzle,
    Search,
    collection,
    find_puzzle,
    print_puzzle,
    puzzle_at,
    puzzle_of_day,
    read_puzzle,
    read_puzzles,
    search,
)
from tianxia.teaching.puzzles.collection import place_of_day
from tianxia.teaching.puzzles.judging import FIRM, GLANCE, Depth, is_proven, judge
from tianxia.teaching.puzzles.making import LEAST_CHANCE
from tianxia.teaching.puzzles.puzzle import LEVELS
from tianxia.words import catalogue

SEED = bytes(range(16))
LIGHT = Depth(search=40, candidates=3, each=100, others=0, lucks=2, proof=200)
MODEST = Depth(search=150, candidates=3, each=160, others=0, lucks=1)
games = pytest.mark.parametrize("game", GAMES)


# ---- planted ones

ENDS = city.invent(
    [
        *(city.tile(f"pink-hall-{advisors}", "#.#.", f"pink {advisors}") for advisors in range(4)),
        city.tile("pink-end-2", "###.", "pink 2"),
        city.tile("den", "###a", "white 1"),
    ]
)
LAST_TURN = """
    wei:  R . P R . . R   emissaries R3
    lu:   R Y . .
    {zhao}
    chu:  P . P . P . P .
    P:    green
    Y:    green
    R:    orange
    row:
    pile:
    """


def one_room_to_win() -> Match:
    """Yellow leads in a corridor: it closes at its end with two advisors more, or without them."""
    picture = """
        #  g  #  .  .  .  .
        g  T  p  A  B  C  ?
        #  w  #  .  .  .  .
        """
    legend = {"A": "2 pink-hall-1 r0", "B": "3 pink-hall-0 r0", "C": "4 pink-hall-0 r0"}
    return city.draw(picture, legend, hand="1 pink-end-2", game=ENDS, rounds=2).match


def one_alliance_to_win() -> Match:
    return emperor.draw(LAST_TURN.format(zhao=""), "R", players=3)


def two_alliances_to_win() -> Match:
    return emperor.draw(LAST_TURN.format(zhao="zhao: R Y . . ."), "R", players=3)


def one_tribute_to_pay() -> Match:
    rich = dragon.court("3: young monk, young healer, young tax-collector", "2: young farmer", yuan=4, cards="")
    poor = dragon.court("3: young monk, young healer, young tax-collector", "2: young farmer, young scholar", cards="")
    return dragon.action_phase(poor, rich, month=12, event="tribute")


PLANTED = [
    (one_room_to_win, "5,0 r0", "shared-room"),
    (one_alliance_to_win, "emissary lu orange", "alliance"),
    (one_tribute_to_pay, "taxes", "tribute-now"),
]


@pytest.mark.parametrize(("plant", "move", "theme"), PLANTED)
def test_the_one_good_move_is_found(plant: Callable[[], Match], move: str, theme: str) -> None:
    match = plant()
    puzzle = puzzle_at(match, SEED, LIGHT)
    assert puzzle is not None
    assert (puzzle.solutions, puzzle.theme, puzzle.seat) == ((move,), theme, match.to_move)
    assert puzzle.best.move == move
    assert puzzle.best.chance > puzzle.runner_up.chance + FIRM.chance / 2
    assert puzzle.errors >= 3
    assert puzzle.document() == puzzle_at(plant(), SEED, LIGHT).document()  # type: ignore[union-attr]


@pytest.mark.parametrize(("plant", "move", "theme"), PLANTED)
def test_only_what_a_deep_search_finds_too_is_proven(plant: Callable[[], Match], move: str, theme: str) -> None:
    match = plant()
    for action in match.position.legal_actions():
        is_right = match.game.print_move(match.position, action) == move
        assert is_proven(match.game, match.position, [action], LIGHT, FIRM, SEED) is is_right


def test_what_is_as_good_as_another_move_is_not_proven() -> None:
    match = two_alliances_to_win()
    assert not any(
        is_proven(match.game, match.position, [action], LIGHT, FIRM, SEED) for action in match.position.legal_actions()
    )


@pytest.mark.parametrize("plant", [one_room_to_win, one_alliance_to_win])
def test_a_puzzle_does_not_depend_on_what_its_solver_cannot_know(plant: Callable[[], Match]) -> None:
    match, other = plant(), plant()
    other.position.determinize(other.position.seat, stream_of(SEED, 99))
    one, same = puzzle_at(match, SEED, LIGHT), puzzle_at(other, SEED, LIGHT)
    assert one is not None
    assert same is not None
    assert one.document() == same.document()


def test_two_moves_that_are_as_good_are_no_puzzle() -> None:
    match = two_alliances_to_win()
    assert puzzle_at(match, SEED, LIGHT) is None
    assert judge(match.game, match.position, LIGHT, GLANCE, SEED) is None


@games
def test_the_first_move_of_a_game_is_no_puzzle(game: str) -> None:
    box = find_game(game)
    assert puzzle_at(Match.begin(box, box.setting(3), SEED), SEED, LIGHT) is None


# ---- a search


def test_a_search_finds_the_same_again_and_goes_on_where_it_was() -> None:
    wanted = Search("emperor-of-china", (1).to_bytes(16, "big"), "standard", depth=LIGHT)
    both = [puzzle for puzzle in search(wanted, 2, SerialExecutor()) if puzzle is not None]
    (first,) = [puzzle for puzzle in search(wanted, 1, SerialExecutor()) if puzzle is not None]
    assert print_puzzle(first) == print_puzzle(both[0])
    assert [puzzle for puzzle in search(wanted, 2, SerialExecutor(), both) if puzzle is not None] == []
    assert len({puzzle.id for puzzle in both}) == 2


# ---- reading


def planted() -> Puzzle:
    puzzle = puzzle_at(one_alliance_to_win(), SEED, LIGHT)
    assert puzzle is not None
    return puzzle


def test_a_puzzle_is_read_as_it_was_written() -> None:
    puzzle = planted()
    assert read_puzzle(json.loads(print_puzzle(puzzle))).document() == puzzle.document()


@pytest.mark.parametrize(
    ("key", "value"), [("puzzle", 2), ("id", "0" * 12), ("seat", "1"), ("judged", [["pass", 1]]), ("start", None)]
)
def test_what_is_no_puzzle_is_refused_with_its_line(key: str, value: Any, tmp_path: Path) -> None:
    document = {**planted().document(), key: value}
    with pytest.raises(RecordError, match="some file:2"):
        list(read_puzzles(f"{print_puzzle(planted())}\n{json.dumps(document)}\n", "some file"))


def test_an_unknown_puzzle_is_refused() -> None:
    with pytest.raises(SettingError, match="no puzzle"):
        find_puzzle(tuple(GAMES), "nothing")


# ---- one a day


def test_the_puzzle_of_a_day_never_changes() -> None:
    assert [place_of_day(10, date(2026, 11, day)) for day in range(16, 22)] == [3, 4, 0, 3, 5, 2]


@pytest.mark.parametrize("count", [1, 2, 7, 48])
def test_no_puzzle_comes_again_before_all_were_there(count: int) -> None:
    first = date(2026, 1, 1)
    for turn in range(3):
        days = [first + timedelta(days=turn * count + number) for number in range(count)]
        assert sorted(place_of_day(count, day) for day in days) == list(range(count))
    assert 0 <= place_of_day(count, date(2020, 2, 29)) < count


@games
def test_the_day_has_a_puzzle_of_every_game(game: str) -> None:
    assert puzzle_of_day(game, date(2026, 11, 16)) in collection(game)


# ---- those that ship with Tianxia


@games
def test_the_puzzles_in_the_house_are_sound(game: str) -> None:
    puzzles = collection(game)
    assert len(puzzles) >= 20
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)
    assert len({puzzle.theme for puzzle in puzzles}) >= 4
    assert {puzzle.level for puzzle in puzzles} <= set(LEVELS)
    for puzzle in puzzles:
        match = puzzle.match()
        assert (match.game.id, match.to_move) == (game, puzzle.seat)
        legal = match.legal_moves()
        assert {verdict.move for verdict in puzzle.judged} <= set(legal)
        assert puzzle.solutions[0] == puzzle.best.move
        assert puzzle.best.chance >= max(LEAST_CHANCE, puzzle.runner_up.chance)
        assert puzzle.is_plain
        assert f"{game}.theme.{puzzle.theme}" in catalogue("en")
        position = match.position
        best = match.game.parse_move(position, puzzle.best.move)
        assert match.game.puzzle_theme(position, best) == puzzle.theme


def test_a_rich_room_pays_its_solver_more_than_anybody() -> None:
    """The hint says that it can be yours."""
    rich = [puzzle for puzzle in collection("forbidden-city") if puzzle.theme == "rich-room"]
    assert rich
    for puzzle in rich:
        match = puzzle.match()
        best = match.game.parse_move(match.position, puzzle.best.move)
        paid = {entry["seat"]: entry["amount"] for entry in match.game.preview(match.position, best).ledger}
        assert all(amount < paid[puzzle.seat] for seat, amount in paid.items() if seat != puzzle.seat)


@games
def test_the_puzzles_in_the_house_tell_their_solver_no_secret(game: str) -> None:
    """What the solver sees is the same whatever the others hold, and those who look on see no hand."""
    for puzzle in collection(game)[:10]:
        match = puzzle.match()
        seat = engine_seat(puzzle.seat)
        seen, key = match.view(puzzle.seat), match.position.information_set_key(seat)
        match.position.determinize(seat, stream_of(SEED, 5))
        assert match.position.information_set_key(seat) == key
        assert match.view(puzzle.seat) == seen
        assert match.view(None)["own"] == {}


@games
def test_a_second_look_at_a_puzzle_agrees(game: str) -> None:
    sure = max(collection(game), key=lambda puzzle: puzzle.errors)
    match = sure.match()
    again = judge(match.game, match.position, MODEST, GLANCE, SEED)
    assert again is not None
    assert match.game.print_move(match.position, again.right[0].action) in sure.solutions
