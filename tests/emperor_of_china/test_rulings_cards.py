"""Rulings 6, 7 and 8: drawing cards, the pile that runs out, exchanging a card, passing.

With four players there are 52 cards: 12 red, 11 green, 10 yellow, 10 orange and 9 purple. Full hands and a full row
hold 16 of them.
"""

from __future__ import annotations

import pytest

from support.emperor import draw, hand, known, legal, play, reason, row, table, turn
from tianxia.play.match import Match

WEI = """
    wei: Y . . . . . .
    P:   red red green
    row: red green yellow orange
    """
TWO_PIECES = ("house wei-2 red", "house wei-3 red")
"""Two cards are discarded, and two are to be drawn."""

# ---- ruling 6: drawing


def test_cards_come_face_up_or_from_the_pile_in_any_mix() -> None:
    match = draw(WEI)
    play(match, *TWO_PIECES, "take orange")
    assert legal(match) == ["take red", "take green", "take yellow", "draw"]
    play(match, "draw: purple red")  # the first for the hand, the second for the row
    assert (hand(match, "P"), row(match), turn(match)) == ("green orange purple", "red red green yellow", "Y")


def test_first_from_the_pile_then_face_up() -> None:
    match = draw(WEI)
    play(match, *TWO_PIECES, "draw: purple", "take orange: green")
    assert (hand(match, "P"), row(match), turn(match)) == ("green orange purple", "red green green yellow", "Y")


def test_cards_from_the_pile_alone_leave_the_row_as_it_is() -> None:
    match = draw(WEI)
    play(match, *TWO_PIECES, "draw: purple", "draw: purple")
    assert (hand(match, "P"), row(match)) == ("green purple purple", "red green yellow orange")
    assert table(match)["pile"] == 36 - 2


def test_the_row_is_filled_up_only_when_the_hand_is_full() -> None:
    """Ruling 6: three cards are taken out of four, and then three are turned up."""
    match = draw(
        """
        wei: Y . . . . . .
        P:   red green green
        row: red green yellow orange
        """
    )
    play(match, "house wei-2 red", "house wei-3 green green", "take red")
    assert (row(match), table(match)["pile"]) == ("green yellow orange", 36)
    play(match, "take green")
    assert (row(match), table(match)["pile"]) == ("yellow orange", 36)
    play(match, "take orange: purple purple red")
    assert (row(match), table(match)["pile"]) == ("red yellow purple purple", 36 - 3)
    assert (hand(match, "P"), turn(match)) == ("red green orange", "Y")


def test_two_cards_of_one_colour_may_be_taken_one_after_the_other() -> None:
    match = draw(
        """
        wei: Y . . . . . .
        P:   red red green
        row: red red yellow yellow
        """
    )
    play(match, *TWO_PIECES, "take yellow")
    assert legal(match) == ["take red", "take yellow", "draw"]
    play(match, "take yellow: orange purple")
    assert (hand(match, "P"), row(match)) == ("green yellow yellow", "red red orange purple")


# ---- ruling 6: which cards in hand everybody knows


def test_a_card_taken_face_up_is_known_and_one_from_the_pile_is_not() -> None:
    match = draw(WEI)
    play(match, *TWO_PIECES, "take orange", "draw: purple red")
    assert (known(match, "P"), hand(match, "P")) == ("orange", "green orange purple")
    assert match.view(2)["table"]["known"] == [["orange"], [], [], []]


@pytest.mark.parametrize(
    ("cards", "moves", "still_known"),
    [
        ("red green yellow   known red", ["exchange red"], ""),
        ("red green yellow   known red", ["exchange green"], "red"),
        ("red green yellow   known red green", ["house wei-2 red"], "green"),
        ("red red green      known red", ["house wei-2 red"], ""),  # the one that is known goes first
        ("red red green      known red red", ["house wei-2 red"], "red"),
        ("green green red    known green", ["house wei-2 green green"], ""),
        ("green green green  known green green", ["house wei-2 green green"], ""),
        ("red green green    known red green", ["house wei-2 red", "house wei-3 green green"], ""),
    ],
)
def test_a_card_is_known_until_it_is_played(cards: str, moves: list[str], still_known: str) -> None:
    """Ruling 6: a card played counts as a known one of its colour, if there is one."""
    match = draw(
        f"""
        wei: Y . . . . . .
        P:   {cards}
        """
    )
    play(match, *moves)
    assert known(match, "P") == still_known


# ---- ruling 7: the pile runs out. It has one card; 52 - 16 - 1 = 35 are discarded, and those of the turn come to them

LAST_CARD = """
    wei:  Y . . . . . .
    P:    red red green
    row:  red green yellow orange
    pile: purple
    """


def _piles(match: Match) -> tuple[int, int, int]:
    """How often the pile ran out, its cards, the discards."""
    shown = table(match)
    assert shown["last_round"] == (shown["times_run_out"] == 2)
    return shown["times_run_out"], shown["pile"], len(shown["discards"])


def test_the_first_pile_ends_while_the_row_is_filled_up() -> None:
    """Ruling 7: the 35 discards and the 2 of this turn are the new pile, and the row is filled up from it."""
    match = draw(LAST_CARD)
    play(match, *TWO_PIECES, "take green", "take yellow: purple red")
    assert _piles(match) == (1, 35 + 2 - 1, 0)
    assert (hand(match, "P"), row(match)) == ("green green yellow", "red red orange purple")  # two stayed there
    assert turn(match) == "Y"


def test_the_first_pile_ends_with_the_last_card_for_the_row() -> None:
    """Ruling 7: it runs out the moment its last card leaves it, though no other is wanted."""
    match = draw(LAST_CARD)
    play(match, "exchange green", "take green: purple")
    assert _piles(match) == (1, 35 + 1, 0)
    assert row(match) == "red yellow orange purple"


def test_the_first_pile_ends_in_the_middle_of_drawing() -> None:
    """Ruling 7: the seat goes on drawing, also from the new pile."""
    match = draw(LAST_CARD)
    play(match, *TWO_PIECES, "draw: purple")
    assert _piles(match) == (1, 35 + 2, 0)
    assert legal(match) == ["take red", "take green", "take yellow", "take orange", "draw"]
    play(match, "draw: red")
    assert (hand(match, "P"), row(match), turn(match)) == ("red green purple", "red green yellow orange", "Y")
    assert _piles(match) == (1, 35 + 1, 0)


def test_the_cards_of_this_turn_can_come_again_in_it() -> None:
    """Ruling 7: no purple card is in the first pile or among the discards but those that Purple has just paid."""
    match = draw(
        """
        chu:  Y . . . . . . .
        P:    red purple purple
        Y:    purple purple purple
        R:    purple purple purple
        row:  red green yellow purple
        pile: orange
        """
    )
    play(match, "house chu-2 purple", "house chu-3 purple", "draw: orange", "draw: purple")
    assert hand(match, "P") == "red orange purple"


def test_the_second_pile_ends_while_the_row_is_filled_up() -> None:
    """Ruling 7: the row stays short, and nothing is shuffled."""
    match = draw(LAST_CARD, times_run_out=1)
    play(match, *TWO_PIECES, "take green", "take yellow: purple")
    assert _piles(match) == (2, 0, 35 + 2)
    assert (hand(match, "P"), row(match), turn(match)) == ("green green yellow", "red orange purple", "Y")


def test_the_second_pile_ends_in_the_middle_of_drawing() -> None:
    """Ruling 7: the rest comes from the row."""
    match = draw(LAST_CARD, times_run_out=1)
    play(match, *TWO_PIECES, "draw: purple")
    assert _piles(match) == (2, 0, 35 + 2)
    assert legal(match) == ["take red", "take green", "take yellow", "take orange"]
    assert reason(match, "draw").key == "pile-empty"
    play(match, "take orange")
    assert (hand(match, "P"), row(match), turn(match)) == ("green orange purple", "red green yellow", "Y")


def test_a_hand_stays_short_where_there_is_nothing_left() -> None:
    """Ruling 7: two cards are wanted, and one lies there."""
    match = draw(
        """
        wei:  Y . . . . . .
        P:    red red green
        row:  orange
        pile:
        """
    )
    play(match, *TWO_PIECES, "take orange")
    assert (hand(match, "P"), row(match), turn(match)) == ("green orange", "", "Y")


def test_without_any_card_the_turn_ends_with_its_pieces() -> None:
    """Ruling 7: nothing is drawn and nothing is asked."""
    match = draw(
        """
        P:    red red green
        row:
        pile:
        """
    )
    play(match, "house wei-1 red")
    assert (hand(match, "P"), turn(match)) == ("red green", "Y")


# ---- ruling 8: exchanging a card


def test_an_exchange_draws_one_card_and_fills_up_the_row() -> None:
    match = draw(WEI)
    play(match, "exchange green")
    assert legal(match) == ["take red", "take green", "take yellow", "take orange", "draw"]
    play(match, "take orange: purple")
    assert (hand(match, "P"), row(match), turn(match)) == ("red red orange", "red green yellow purple", "Y")
    assert table(match)["discards"] == ["green"]


def test_an_exchange_for_a_card_from_the_pile() -> None:
    match = draw(WEI)
    play(match, "exchange green", "draw: purple")
    assert (hand(match, "P"), row(match), turn(match)) == ("red red purple", "red green yellow orange", "Y")


def test_the_card_that_is_exchanged_cannot_be_taken_again() -> None:
    """Ruling 8: it is discarded, not laid to the row."""
    match = draw(
        """
        P:   red red purple
        row: red green yellow orange
        """
    )
    play(match, "exchange purple")
    assert reason(match, "take purple").key == "not-in-row"


def test_an_exchange_is_offered_once_a_colour() -> None:
    match = draw(WEI)
    assert legal(match, "exchange") == ["exchange red", "exchange green"]


@pytest.mark.parametrize(("cards", "after"), [("red", "orange"), ("red green", "green orange")])
def test_an_exchange_with_a_short_hand_draws_one_card(cards: str, after: str) -> None:
    """Ruling 8: exactly one; the hand is not filled up."""
    match = draw(
        f"""
        P:    {cards}
        row:  yellow yellow orange orange
        pile:
        """
    )
    play(match, "exchange red", "take orange")
    assert (hand(match, "P"), turn(match)) == (after, "Y")


def test_a_piece_with_a_short_hand_fills_it_up() -> None:
    """Ruling 6, unlike an exchange: until the hand is 3."""
    match = draw(
        """
        P:    red green
        row:  yellow yellow orange orange
        pile:
        """
    )
    play(match, "house wei-1 red", "take yellow", "take orange")
    assert (hand(match, "P"), row(match), turn(match)) == ("green yellow orange", "yellow orange", "Y")


# ---- ruling 8: passing


def test_pass_where_no_card_is_left_though_a_piece_could_be_placed() -> None:
    match = draw(
        """
        wei:  Y Y Y Y Y Y .
        P:    red
        row:
        pile:
        """
    )
    assert legal(match) == [
        *(f"house yan-{number} red" for number in (1, 2, 3, 4)),
        *("house wei-7 red", "emissary wei red", "pass"),
    ]
    play(match, "pass")
    assert (turn(match), hand(match, "P")) == ("Y", "red")


def test_pass_with_an_empty_hand_though_cards_lie_face_up() -> None:
    """Ruling 8: there is nothing to exchange, and passing draws nothing."""
    match = draw(
        """
        P:
        row: red red red red
        """
    )
    assert legal(match) == ["pass"]
    play(match, "pass")
    assert (turn(match), hand(match, "P"), row(match)) == ("Y", "", "red red red red")


@pytest.mark.parametrize("cards", ["row: red\n pile:", "row:", "row: red red red red"])
def test_no_pass_while_there_is_a_card_to_draw(cards: str) -> None:
    """Ruling 8: face up or in the pile."""
    match = draw(f"{cards}\n P: red green yellow")
    assert "pass" not in legal(match)
    assert legal(match, "exchange") == ["exchange red", "exchange green", "exchange yellow"]
    assert reason(match, "pass").key == "pass"
