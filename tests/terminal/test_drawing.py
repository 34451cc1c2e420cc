"""The frame around the board: how it fits the screen, colours, the result, and whole games."""

from __future__ import annotations

import random
import re

import pytest
from rich.text import Text

from support.city import SETTINGS
from support.luck import every
from terminal.screens import Screen, begin, drawn, printed
from tianxia.errors import SettingError
from tianxia.games.forbidden_city.terminal.drawer import crop
from tianxia.games.forbidden_city.terminal.painter import Frame
from tianxia.play import Match
from tianxia.play.view import View
from tianxia.terminal import draw, tables
from tianxia.terminal.drawer import Shown
from tianxia.terminal.drawing import lists
from tianxia.words import Message


def played(moves: int, seed: int = 1, players: int = 3, start: str = "gardens", names: tuple[str, ...] = ()) -> Match:
    """A random game after so many moves."""
    match = begin(players, seed, start, names=names)
    dice = random.Random(seed)
    while not match.over and len(match.moves) < moves:
        assert match.to_move is not None
        match.move(match.to_move, dice.choice(match.legal_moves()))
    return match


def widest(text: str) -> int:
    return max(Text(line).cell_len for line in text.splitlines())


# ---- whole games


@pytest.mark.parametrize(("width", "players", "start"), [(40, 2, "gardens"), (80, 3, "halls"), (120, 4, "gardens")])
def test_a_whole_game_can_be_drawn(width: int, players: int, start: str) -> None:
    match = begin(players, width, start)
    dice = random.Random(width)
    while (seat := match.to_move) is not None:
        if len(match.moves) % every(1, 1) == 0:
            assert widest(drawn(match, seat, width)) <= width
        match.move(seat, dice.choice(match.legal_moves()))
    assert "The game is over" in drawn(match, None, width)


@pytest.mark.parametrize(("players", "start"), SETTINGS)
def test_previews_and_spectators_fit_every_width(players: int, start: str) -> None:
    match = begin(players, players, start)
    dice = random.Random(players)
    while (seat := match.to_move) is not None:
        move = dice.choice(match.legal_moves())
        if dice.random() < 0.1:
            width = dice.choice((40, 80, 120))
            assert widest(drawn(match, seat, width, match.preview(seat, move))) <= width
            assert widest(drawn(match, None, width)) <= width
        match.move(seat, move)


@pytest.mark.parametrize("width", [40, 80, 120, 200])
def test_every_list_fits_every_width(width: int) -> None:
    match = played(30)
    seat = match.to_move
    assert seat is not None
    for look in lists("forbidden-city").values():
        assert widest(printed(look(Shown(match.view(seat))), width)) <= width
    assert widest(printed(tables.ledger(match.view(seat)), width)) <= width


# ---- fitting


def test_a_wide_screen_has_the_players_beside_the_board_and_a_narrow_one_below() -> None:
    match = begin()
    wide, narrow = drawn(match, 1, 100).splitlines(), drawn(match, 1, 50).splitlines()
    assert "player" in wide[1]
    assert "player" not in narrow[1]
    assert any("player" in line for line in narrow[20:])


def test_cells_shrink_before_the_city_is_cropped() -> None:
    match = played(30)
    columns = [x for x, _ in (cell["at"] for cell in match.view(None)["table"]["cells"])]
    count = max(columns) - min(columns) + 1
    assert f"\n{' ' * 7}{min(columns)}" in drawn(match, None, 5 + 8 * count)
    assert f"\n{' ' * 6}{min(columns)}" in drawn(match, None, 5 + 6 * count)
    smallest = drawn(match, None, 5 + 4 * count)
    assert f"\n{' ' * 5}{min(columns)}" in smallest
    assert "wider than the screen" not in smallest
    assert "wider than the screen" in " ".join(drawn(match, None, 4 + 4 * count).split())


def test_a_cropped_city_shows_the_tile_laid_last_and_says_what_is_missing() -> None:
    match = played(60, players=4)
    x, _ = match.view(None)["table"]["cells"][-1]["at"]
    text = " ".join(drawn(match, None, 40).split())
    found = re.search(r"you see x from (-?\d+) to (-?\d+), of (-?\d+) to (-?\d+)\.", text)
    assert found is not None
    west, east, least, most = (int(number) for number in found.groups())
    assert least <= west <= x <= east <= most
    assert east - west < most - least


def test_cropping_keeps_the_focus_in_the_middle_where_it_can() -> None:
    assert crop(Frame(-9, 0, 9, 3), (0, 0), 5) == Frame(-2, 0, 2, 3)
    assert crop(Frame(-9, 0, 9, 3), (-9, 0), 5) == Frame(-9, 0, -5, 3)
    assert crop(Frame(0, 0, 3, 3), (0, 0), 9) == Frame(0, 0, 3, 3)
    assert crop(Frame(-9, 0, 9, 3), (4, 0), -3) == Frame(4, 0, 4, 3)


def test_a_low_screen_gets_smaller_cells() -> None:
    match = begin()
    heights = []
    for height in (200, 26, 20):
        screen = Screen(120, colours=True, height=height)
        screen.console.print(draw(match.view(1)))
        heights.append(len(screen.text.splitlines()))
    assert heights == sorted(heights, reverse=True)
    assert heights[0] > heights[1]
    assert heights[1] <= 26


# ---- colours and names


def test_seats_have_their_colours() -> None:
    screen = Screen(120, colours=True)
    screen.console.print(draw(played(20, players=4).view(None)))
    for red, green, blue in ((125, 80, 166), (243, 198, 63), (184, 41, 29), (36, 87, 173)):
        assert f"48;2;{red};{green};{blue}m" in screen.text


def test_without_colours_nothing_but_text_is_printed() -> None:
    assert "\x1b" not in drawn(played(20), None)


def test_names_are_shown_and_told_apart() -> None:
    text = drawn(played(3, names=("Ada", "random", "random")), None)
    assert "Ada" in text
    assert "random (Yellow)" in text
    assert "random (Red)" in text


def test_a_name_cannot_upset_the_terminal() -> None:
    text = drawn(played(3, names=("[red]Ada\x1b[2J", "Bo\n\n\n", "x" * 100)), None, 120)
    assert "[red]Ada?[2J" in text
    assert "Bo???" in text
    assert "x" * 19 + "…" in text
    assert "\x1b" not in text


# ---- whose turn, and the result


def test_a_tile_that_fits_nowhere_is_named() -> None:
    view = begin().view(1)
    view["legal"] = ["set aside"]
    view["question"] = Message("forbidden-city.question.set-aside").document()
    text = printed(draw(view))
    assert f"Your tile: {view['own']['hand']}" in text
    assert "Your tile fits nowhere: set it aside." in text


def test_others_are_told_whose_turn_it_is() -> None:
    match = begin(3, names=["Ada", "Bo", "Cy"])
    assert "It is the turn of Ada." in drawn(match, 2)
    assert "It is the turn of Ada." in drawn(match, None)
    assert "Lay your tile" in drawn(match, 1)


def over(view: View, scores: list[int], winners: list[int]) -> str:
    view["scores"], view["winners"] = scores, winners
    view["ledger"] = [
        {"seat": 1, "amount": 9, "source": "room", "where": "2,0", "round": 3},
        {"seat": 1, "amount": 4, "source": "room", "where": "0,2", "round": 5},
        {"seat": 2, "amount": 7, "source": "last-tiles", "where": "pink-court", "round": 22},
    ]
    return printed(tables.result(view))


def test_the_result_tells_points_by_source() -> None:
    assert over(played(99).view(None), [13, 7, 0], [1]).splitlines() == [
        "The game is over: Purple wins with 13 coins.",
        "",
        "                P      Y    R",
        "           Purple Yellow  Red",
        "rooms          13      0    0",
        "last tiles      0      7    0",
        "total          13      7    0",
    ]


def test_a_victory_can_be_shared() -> None:
    text = over(played(99).view(None), [1, 0, 1], [1, 3])
    assert text.startswith("The game is over: Purple and Red share the victory with 1 coin each.")


def test_a_game_without_a_drawing_is_refused() -> None:
    with pytest.raises(SettingError, match='The terminal cannot draw "go" yet'):
        lists("go")
