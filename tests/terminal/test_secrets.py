"""Nobody sees a tile that only others know: not on the board, not in the log, not behind the curtain."""

from __future__ import annotations

import random

import pytest

from support.city import SETTINGS
from terminal.screens import Screen, Typist, begin, drawn, moving, position_match, resume_hint
from tianxia.engine.chance import stream_of
from tianxia.games.base import engine_seat
from tianxia.play import Match
from tianxia.players import make_player
from tianxia.terminal import play

SEED = bytes(16)
WIPED = "\x1b[3J\x1b[2J\x1b[H"


def unlike_match(**more: object) -> Match:
    """Two seats whose tiles have nothing in common, so that an id on the screen tells whose it is."""
    ids = begin(2).view(None)["table"]["unseen"][0]
    document = {"turn": 1, "laid": [], "stacks": [ids[:10], ids[10:20]]}
    match = position_match("forbidden-city", 2, document)
    for name, value in more.items():
        setattr(match, name, value)
    return match


def hidden_from(match: Match, seat: int | None) -> set[str]:
    """The tiles that a seat has no way to know: all that is not laid, but for the one in hand."""
    stacks = match.position_document()["stacks"]
    return {tile for owner, stack in enumerate(stacks, 1) for tile in stack[1 if owner == seat else 0 :]}


def named(tiles: set[str], text: str) -> set[str]:
    return {tile for tile in tiles if tile in text}


@pytest.mark.parametrize("number", range(3))
def test_a_person_never_reads_the_name_of_a_hidden_tile(number: int) -> None:
    match = unlike_match(confirming=frozenset([1]))
    screen = Screen(100)
    dice = random.Random(number)
    asked = 0

    def choose() -> str:
        nonlocal asked
        asked += 1
        assert not named(hidden_from(match, 1), screen.text)
        if match.pending is not None:
            return dice.choice(["", "u", "rooms", "log all", "tile", "preview"])
        words = ["moves", "rooms", "tile", "scores", "log all", "?", "board"]
        return dice.choice([*words, *[dice.choice(match.legal_moves()) for _ in words]])

    play(
        match,
        [None, make_player("random", match.game)],
        screen.console,
        None,
        SEED,
        resume_hint,
        Typist(screen, [], choose),
    )
    assert match.over
    assert asked > 16
    assert "Yellow turns over" in screen.text  # in the end nothing is hidden


def test_between_two_people_there_is_a_curtain() -> None:
    match = unlike_match(confirming=frozenset([1, 2]), names=["Ada", "Bo"])
    screen = Screen(100, colours=True)
    seen = []

    def choose() -> str:
        now = screen.text.split(WIPED)[-1]  # all that is on the screen
        if "the screen is yours" in now:
            seen.append(now)
            assert not named(hidden_from(match, None), now)
            assert "Your tile" not in now
            return ""
        assert match.to_move is not None
        assert not named(hidden_from(match, match.to_move), now)
        return moving(match)()

    play(match, [None, None], screen.console, None, SEED, resume_hint, Typist(screen, [], choose))
    assert match.over
    assert len(seen) == 16
    assert "Ada, the screen is yours" in seen[0]
    assert "Bo, the screen is yours" in seen[1]


def test_what_others_did_is_told_behind_the_curtain() -> None:
    match = unlike_match(names=["Ada", "Bo"])
    screen = Screen(100, colours=True)
    move = match.legal_moves()[0]
    play(match, [None, None], screen.console, None, SEED, resume_hint, Typist(screen, ["", move, "", "log"]))
    assert screen.text.split(WIPED)[-1].strip().startswith("Ada lays ")


def test_a_screen_that_cannot_be_wiped_is_scrolled_away() -> None:
    match = unlike_match()
    screen = Screen(100, height=30)
    typist = Typist(screen, ["", match.legal_moves()[0]])
    play(match, [None, None], screen.console, None, SEED, resume_hint, typist)
    last = screen.text.rindex("Your tile")
    assert screen.text[last:].count("\n" * 30) == 1


def test_one_person_has_no_curtain() -> None:
    match = begin(2)
    screen = Screen(100, colours=True)
    play(match, [None, make_player("random", match.game)], screen.console, None, SEED, resume_hint, Typist(screen, []))
    assert WIPED not in screen.text
    assert "the screen is yours" not in screen.text


def test_somebody_can_leave_at_the_curtain() -> None:
    match = begin(2)
    screen = Screen(100)
    play(match, [None, None], screen.console, None, SEED, resume_hint, Typist(screen, ["quit"]))
    assert "Your tile" not in screen.text
    assert match.moves == []


@pytest.mark.parametrize(("players", "start"), SETTINGS)
def test_a_drawing_does_not_depend_on_what_is_hidden(players: int, start: str) -> None:
    """Draw afresh all that a seat cannot know: its screen stays the same, to the letter."""
    match = begin(players, 5, start)
    dice = random.Random(players)
    while (turn := match.to_move) is not None:
        if dice.random() < 0.1:
            seat = dice.randint(1, players)
            other = Match(match.game, match.setting, match.position.clone())
            other.position.determinize(engine_seat(seat), stream_of(SEED, len(match.moves)))
            other.ledger = match.ledger
            assert drawn(other, seat) == drawn(match, seat)
        match.move(turn, dice.choice(match.legal_moves()))
