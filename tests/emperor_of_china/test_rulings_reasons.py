"""Why a move is refused: every reason that there is, with its sentence and the ruling that it names."""

from __future__ import annotations

import pytest

from support.emperor import draw, final, play, reason, standard_document
from tianxia.games.emperor_of_china.game import EmperorOfChina
from tianxia.words import catalogue, say

WEI = """
    wei: Y . . . . . .
    P:   red red green
    """
"""Purple may place two pieces in Wei."""
EMPTY = "P: red red green"
NOTHING_TO_DRAW = """
    P:    red red green
    row:
    pile:
    """
NO_PILE = """
    P:    red red green
    pile:
    """
ALL_HOUSES = """
    wei: P P P P P P P
    han: P P P P P
    chu: P P P P P P P P
    P:   red red green
    """
"""The 20 houses of Purple."""
ALL_EMISSARIES = """
    wei: Y . . . . . .
    chu: P P P P P P P P   emissaries P8
    P:   red red green
    """

CASES = [
    # the board, moves that go before, the move, the reason, its ruling
    # ---- when
    (WEI, ["house wei-2 red", "done"], "house wei-3 red", "It is too late for that in this turn: now draw 1 card.", 6),
    (WEI, ["house wei-2 red", "done"], "exchange red", "It is too late for that in this turn: now draw 1 card.", 6),
    (WEI, ["house wei-2 red", "house wei-3 red"], "done", "It is too late for that in this turn: now draw 2 cards.", 6),
    (WEI, ["house wei-2 red", "house wei-3 red"], "pass", "It is too late for that in this turn: now draw 2 cards.", 6),
    (WEI, [], "draw", "You draw cards when you have placed your pieces or exchanged a card.", 6),
    (WEI, ["house wei-2 red"], "take red", "You draw cards when you have placed your pieces or exchanged a card.", 6),
    (WEI, [], "done", "You have placed no piece in this turn yet, and done means that no second one follows.", 2),
    (
        *(WEI, ["house wei-2 red"], "exchange red"),
        "You have placed a piece in this turn: place a second one, or say done.",
        2,
    ),
    (
        *(NOTHING_TO_DRAW + "\nwei: Y . . . . . .", ["house wei-2 red"], "pass"),
        "You have placed a piece in this turn: place a second one, or say done.",
        2,
    ),
    (WEI, [], "pass", "You may pass only where you cannot exchange a card.", 8),
    # ---- cards
    (NOTHING_TO_DRAW, [], "exchange red", "There is no card left to draw, so you cannot exchange one.", 8),
    (WEI, [], "exchange purple", "You hold no purple card.", 8),
    (WEI, [], "house chu-1 purple", "You hold no purple card.", 3),
    (WEI, ["house wei-2 red", "done"], "take purple", "No purple card lies face up.", 6),
    (NO_PILE, ["exchange red"], "draw", "The pile has run out: take a card that lies face up.", 7),
    # ---- payment
    (WEI, [], "house wei-2 green green", "You do not hold two green cards.", 3),
    (WEI, [], "house chu-1 yellow yellow", "You do not hold two yellow cards.", 3),
    (
        *(WEI, [], "house wei-2 red red"),
        "Wei is red: there one red card pays. Two cards alike pay for a piece in a region of another colour.",
        3,
    ),
    (WEI, [], "house wei-2 green", "Wei is not green: there it takes two green cards for a piece.", 3),
    (WEI, [], "emissary wei green", "Wei is not green: there it takes two green cards for a piece.", 3),
    # ---- where
    (
        *(EMPTY, ["house wei-1 red"], "house wei-2 red"),
        "There was no piece in Wei when your turn began, so it takes only one in this turn.",
        2,
    ),
    (
        *(EMPTY, ["house wei-1 red"], "emissary wei red"),
        "There was no piece in Wei when your turn began, so it takes only one in this turn.",
        2,
    ),
    (
        *(WEI, ["house wei-2 red"], "house yan-1 red"),
        "All pieces of a turn go to one region, and you have begun in Wei.",
        1,
    ),
    (WEI, [], "house wei-1 red", "There is a house on wei-1 already.", 4),
    (WEI, [], "emissary yan red", "There is no house in Yan yet, so no emissary may come.", 4),
    (
        *("wei: Y Y R . . . .   emissaries R1 B1", [], "emissary wei red"),
        "Wei has room for 2 emissaries, one for each house of its leading player, and it is full.",
        4,
    ),
    # ---- pieces
    (ALL_HOUSES, [], "house yan-1 red", "You have no house left.", 4),
    (ALL_EMISSARIES, [], "emissary wei red", "You have no emissary left.", 4),
    (WEI, [], "fortification wei-2 red", "This game is played without fortifications.", 13),
]


@pytest.mark.parametrize(("picture", "before", "move", "text", "ruling"), CASES)
def test_a_refused_move_is_told_its_ruling(picture: str, before: list[str], move: str, text: str, ruling: int) -> None:
    match = draw(picture)
    play(match, *before)
    assert reason(match, move)[1:] == (text, f"emperor-of-china#{ruling}")


FORTIFIED = """
    wei: [.] [P] . Y . . .
    P:   red red green
    """

FORTIFIED_CASES = [
    # the move of Purple, who has placed its fortification, or of Yellow, who has not
    ("P", "fortification wei-3 red", "You have placed your fortification.", 13),
    ("Y", "fortification wei-1 red", "There is a fortification on wei-1 already.", 13),
    ("Y", "fortification wei-2 red", "There is a house on wei-2 already.", 13),
    ("Y", "fortification wei-4 red", "There is a house on wei-4 already.", 13),
    ("P", "house wei-2 red", "There is a house on wei-2 already.", 4),
    ("Y", "fortification wei-3 green", "Wei is not green: there it takes two green cards for a piece.", 3),
]


@pytest.mark.parametrize(("seat", "move", "text", "ruling"), FORTIFIED_CASES)
def test_a_refused_fortification_is_told_its_ruling(seat: str, move: str, text: str, ruling: int) -> None:
    match = draw(FORTIFIED, seat, forts="PR")
    assert reason(match, move)[1:] == (text, f"emperor-of-china#{ruling}")


def test_two_pairs_are_one_card_too_many() -> None:
    """Ruling 1. With a hand of three nobody holds two pairs: an edition with four cards in hand."""
    document = standard_document()
    document["box"]["hand"] = 4
    match = draw(
        """
        wei: Y . . . . . .
        P:   green green yellow yellow
        """,
        game=EmperorOfChina(document, "four.toml"),
    )
    play(match, "house wei-2 green green")
    text = "You may pay with at most 3 cards in a turn."
    assert reason(match, "house wei-3 yellow yellow") == ("too-many-cards", text, "emperor-of-china#1")
    assert reason(match, "house wei-3") == ("too-many-cards", text, "emperor-of-china#1")  # how else would they pay


def test_who_does_not_say_how_is_told_of_the_card_of_the_region() -> None:
    match = draw("P: green yellow orange")
    assert reason(match, "house wei-3")[0] == "no-card"
    assert "red" in reason(match, "house wei-3")[1]


def test_every_reason_has_its_case() -> None:
    """Whoever adds a sentence adds a position for it."""
    found = {"too-many-cards"}
    for picture, before, move, _, _ in CASES:
        match = draw(picture)
        play(match, *before)
        found.add(reason(match, move).key)
    found |= {reason(draw(FORTIFIED, seat, forts="PR"), move).key for seat, move, _, _ in FORTIFIED_CASES}
    beginning = "emperor-of-china.reason."
    assert found == {key.removeprefix(beginning) for key in catalogue("en") if key.startswith(beginning)}


def test_who_is_not_to_move_is_told_so() -> None:
    match = draw(WEI)
    message = match.why_not(2, "house wei-2 red")
    assert message is not None
    assert say(message) == "It is the turn of seat 1, not of seat 2."


def test_nobody_moves_when_the_game_is_over() -> None:
    match = final("wei: P . . . . . .")
    message = match.why_not(1, "house wei-2 red")
    assert message is not None
    assert message.key == "match.over"
