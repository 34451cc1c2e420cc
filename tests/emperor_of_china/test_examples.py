"""The eight worked examples of the rulebook (The Emperor of China, Abacusspiele and Überplay 2005).

Alex, Barbara, Chris and Doris sit at seats 1 to 4; they are drawn as P, Y, R and B. In the rulebook Alex has the green
pieces, Barbara the red, Chris the purple and Doris the blue ones.
"""

from __future__ import annotations

import pytest

from support.emperor import draw, final, hand, legal, paid, play, reason, space, table, turn

ALEX, BARBARA, CHRIS, DORIS = "P", "Y", "R", "B"

# ---- example 1: how many pieces, and how they are paid


def test_example_1_one_piece_for_alex_in_empty_wei_and_two_for_barbara() -> None:
    """Alex may place one piece in Wei, where nobody was; Barbara two, for a red card and a pair of green ones."""
    match = draw(
        """
        P: red red purple
        Y: red green green
        """
    )
    play(match, "house wei-1 red")
    assert legal(match) == ["take red", "take green", "take yellow", "take orange", "draw"]  # the turn is over
    assert hand(match, ALEX) == "red purple"
    play(match, "draw: orange")

    assert turn(match) == BARBARA
    play(match, "house wei-2 red")
    houses = [f"house wei-{number} green green" for number in (3, 4, 5, 6, 7)]
    assert legal(match) == [*houses, "emissary wei green green", "done"]  # only this region
    play(match, "house wei-3 green green")
    assert table(match)["to_draw"] == 3
    assert [space(match, f"wei-{number}") for number in (1, 2, 3)] == [ALEX, BARBARA, BARBARA]


YELLOW_REGIONS = """
    qi:   B . . . . .
    chin: B . . .
    wei:  P . . . . . .
    R:    yellow yellow yellow
    """


@pytest.mark.parametrize(
    "moves",
    [
        ["house qi-2 yellow", "house qi-3 yellow"],
        ["house chin-2 yellow", "emissary chin yellow"],
        ["house wei-2 yellow yellow", "done"],  # a third card of another colour pays for nothing
        ["house zhao-1 yellow yellow"],
        ["emissary wei yellow yellow", "done"],
    ],
)
def test_example_1_three_yellow_cards_of_chris(moves: list[str]) -> None:
    """Two cards for two pieces in Qi or in Ch'in, or a pair for one piece anywhere else; the third card is left."""
    match = draw(YELLOW_REGIONS, CHRIS)
    play(match, *moves)
    assert hand(match, CHRIS) == "yellow"
    assert table(match)["to_draw"] == 2


def test_example_1_the_pair_is_for_regions_of_another_colour() -> None:
    match = draw(YELLOW_REGIONS, CHRIS)
    for move in legal(match):
        kind, place, *cards = move.split()
        if kind == "house":
            is_yellow = place.startswith(("qi", "chin"))
            assert cards == (["yellow"] if is_yellow else ["yellow", "yellow"]), move
    assert len(legal(match, "house")) == 48 - 3  # on every free space


# ---- examples 2 and 3: emissaries


def test_example_2_alex_sends_two_emissaries_to_chu() -> None:
    """Barbara has 4 houses, so 4 emissaries may come; two are there. Alex pays a purple card and two orange ones."""
    match = draw(
        """
        chu: Y Y Y Y . . . .   emissaries R1 B1
        P:   orange orange purple
        Y:   purple purple red
        """
    )
    play(match, "emissary chu purple")
    houses = [f"house chu-{number} orange orange" for number in (5, 6, 7, 8)]
    assert legal(match) == [*houses, "emissary chu orange orange", "done"]
    play(match, "emissary chu orange orange", "draw: red", "draw: red", "draw: red")

    assert turn(match) == BARBARA
    text = "Chu has room for 4 emissaries, one for each house of its leading player, and it is full."
    assert reason(match, "emissary chu purple").text == text


@pytest.mark.parametrize(
    ("moves", "scored"),
    [
        (["emissary qi yellow", "emissary qi yellow"], []),
        (["house qi-5 yellow", "emissary qi yellow"], []),
        (["emissary qi yellow", "house qi-6 yellow"], []),
        (  # Qi is full: three times 2 houses, 6 points for each
            ["house qi-5 yellow", "house qi-6 yellow"],
            [(ALEX, 6, "houses qi"), (BARBARA, 6, "houses qi"), (DORIS, 6, "houses qi")],
        ),
    ],
)
def test_example_3_barbara_and_doris_are_tied_in_qi(moves: list[str], scored: list[tuple[str, int, str]]) -> None:
    """They have 2 houses each: room for two emissaries; the same cards pay for two houses, or for one of each."""
    match = draw(
        """
        qi: Y Y B B . .
        P:  red yellow yellow
        """
    )
    play(match, *moves)
    assert table(match)["to_draw"] == 2
    assert paid(match) == scored


def test_example_3_there_is_no_room_for_a_third_emissary() -> None:
    match = draw(
        """
        qi: Y Y B B . .   emissaries B1
        P:  yellow yellow yellow
        """
    )
    play(match, "emissary qi yellow")
    assert legal(match) == ["house qi-5 yellow", "house qi-6 yellow", "done"]


# ---- examples 4 and 5: houses


def test_example_4_the_houses_of_wei() -> None:
    """Alex 4, Barbara 2, Doris 1: 7 points (4 + 2 + 1), 4 and 2. Chris has no house."""
    match = draw(
        """
        wei: P P P Y Y B .
        P:   red green yellow
        """
    )
    play(match, "house wei-7 red")
    assert paid(match) == [(ALEX, 7, "houses wei"), (BARBARA, 4, "houses wei"), (DORIS, 2, "houses wei")]
    assert match.scores == [7, 4, 0, 2]


def test_example_5_the_houses_of_qi_at_the_end_of_the_game() -> None:
    """Barbara and Chris 2 each, Doris 1: 5 points each (2 + 2 + 1); Doris is second, and gets 2."""
    match = final("qi: Y Y R R B .")
    assert paid(match) == [(BARBARA, 5, "houses qi"), (CHRIS, 5, "houses qi"), (DORIS, 2, "houses qi")]
    assert match.scores == [0, 5, 5, 2]


# ---- examples 6 and 7: alliances and roads, in one picture

FIGURE = """
    wei:  Y Y . . . . .   emissaries B1 Y1
    chin: B B B B         emissaries B2 Y1 P1
    shu:  B B R R R       emissaries R2 B1
    """


def test_example_6_the_alliance_of_wei_and_chin() -> None:
    """Doris has a majority in both: 6 points (4 + 2), Barbara none; between Ch'in and Shu nobody has one in both."""
    match = final(FIGURE)
    assert paid(match, "alliances") == [(DORIS, 6, "alliances 3")]


def test_example_7_the_row_through_chin_and_shu() -> None:
    """Doris has 5 houses in a row; the one in the lower left-hand corner of Ch'in is a branch."""
    match = final(FIGURE)
    assert paid(match, "roads") == [(DORIS, 5, "roads chin-1 chin-2 chin-3 shu-1 shu-2")]


# ---- example 8: a fortification


def test_example_8_alex_builds_on_his_fortification() -> None:
    """One yellow card for the fortification, one for the house on it; the third stays, two pieces are all."""
    match = draw(
        """
        qi: . . Y . . .
        P:  yellow yellow yellow
        """,
        forts="",
    )
    play(match, "fortification qi-2 yellow")
    assert space(match, "qi-2") == "[.]"
    play(match, "house qi-2 yellow")
    assert space(match, "qi-2") == f"[{ALEX}]"
    assert hand(match, ALEX) == "yellow"
    assert reason(match, "house qi-1 yellow").text == "It is too late for that in this turn: now draw 2 cards."
