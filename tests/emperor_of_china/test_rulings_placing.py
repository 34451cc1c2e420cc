"""Rulings 1 to 4: how many pieces, where, and how they are paid."""

from __future__ import annotations

import pytest

from support.emperor import draw, final, hand, legal, paid, play, space, table, turn

DRAWING = ["take red", "take green", "take yellow", "take orange", "draw"]
"""With the row that is not told."""

# ---- rulings 1 and 2: how many


@pytest.mark.parametrize(
    ("cards", "move"), [("red red green", "house wei-4 red"), ("green green red", "house wei-4 green green")]
)
def test_an_empty_region_takes_one_piece_and_nothing_is_asked(cards: str, move: str) -> None:
    """Ruling 2: also where the seat could pay for a second one."""
    match = draw(f"P: {cards}")
    play(match, move)
    assert legal(match) == DRAWING
    assert match.game.question(match.position).key == "emperor-of-china.question.draw"


def test_any_other_region_takes_two_pieces() -> None:
    """Ruling 2: after the first one, only this region is open, and the seat may say done."""
    match = draw(
        """
        wei: Y . . . . . .
        yan: Y . . .
        P:   red red red
        """
    )
    play(match, "house wei-2 red")
    assert legal(match) == [*(f"house wei-{number} red" for number in range(3, 8)), "emissary wei red", "done"]
    play(match, "house wei-3 red")
    assert legal(match) == DRAWING  # there is no third
    assert table(match)["to_draw"] == 2


@pytest.mark.parametrize("owner", "PYRB")
def test_a_region_with_a_piece_of_anybody_is_not_empty(owner: str) -> None:
    """Ruling 2: one's own piece, or another's."""
    match = draw(
        f"""
        wei: {owner} . . . . . .
        P:   red red green
        """
    )
    play(match, "house wei-2 red")
    assert "house wei-3 red" in legal(match)


def test_done_is_the_answer_of_a_seat_that_wants_no_second_piece() -> None:
    """Ruling 1: the hand is then made three again."""
    match = draw(
        """
        wei: Y . . . . . .
        P:   red red green
        """
    )
    play(match, "house wei-2 red", "done")
    assert legal(match) == DRAWING
    assert table(match)["to_draw"] == 1


def test_done_is_asked_even_where_it_is_the_only_answer() -> None:
    """Ruling 2: so that the log tells nothing about the hand."""
    match = draw(
        """
        wei: Y . . . . . .
        P:   red green yellow
        """
    )
    play(match, "house wei-2 red")
    assert legal(match) == ["done"]
    assert turn(match) == "P"


def test_a_turn_may_begin_in_any_region_whoever_is_there() -> None:
    """Ruling 1: with a red card in the two red regions, with two green ones in those that are not green."""
    match = draw(
        """
        yan: Y Y Y .
        wei: R . . . . . .
        P:   red green green
        """
    )
    regions = {move.split()[1].split("-")[0] for move in legal(match, "house") if move.endswith(" red")}
    assert regions == {"yan", "wei"}
    regions = {move.split()[1].split("-")[0] for move in legal(match, "house") if move.endswith(" green green")}
    assert regions == {"zhao", "yan", "qi", "chin", "wei", "lu", "chu"}
    assert legal(match, "emissary") == [
        *("emissary yan red", "emissary yan green green"),
        *("emissary wei red", "emissary wei green green"),
    ]


# ---- ruling 3: payment

PAYMENTS = [
    # the hand; how a house in Wei, which is red, and in Chu, which is purple, can be paid
    ("red green yellow", ["red"], []),
    ("red red green", ["red"], ["red red"]),  # two of the own colour are no pair
    ("red red red", ["red"], ["red red"]),
    ("red green green", ["red", "green green"], ["green green"]),
    ("green green yellow", ["green green"], ["green green"]),
    ("green green green", ["green green"], ["green green"]),
    ("orange purple purple", ["purple purple"], ["purple"]),
    ("green yellow orange", [], []),  # three colours pay for nothing but their own regions
    ("red", ["red"], []),
    ("green green", ["green green"], ["green green"]),
    ("", [], []),
]


@pytest.mark.parametrize(("cards", "in_wei", "in_chu"), PAYMENTS)
@pytest.mark.parametrize("piece", ["house", "emissary"])
def test_a_piece_costs_one_card_of_the_colour_or_two_of_another(
    piece: str, cards: str, in_wei: list[str], in_chu: list[str]
) -> None:
    """Ruling 3: houses and emissaries alike."""
    match = draw(
        f"""
        wei: Y . . . . . .
        chu: Y . . . . . . .
        P:   {cards}
        """
    )
    at = "-2" if piece == "house" else ""
    assert legal(match, f"{piece} wei{at} ") == [f"{piece} wei{at} {payment}" for payment in in_wei]
    assert legal(match, f"{piece} chu{at} ") == [f"{piece} chu{at} {payment}" for payment in in_chu]


@pytest.mark.parametrize(
    ("cards", "moves", "left"),
    [
        ("red green green", ["house wei-2 red", "house wei-3 green green"], ""),
        ("red green green", ["house wei-2 green green", "house wei-3 red"], ""),
        ("red green green", ["emissary wei green green", "house wei-3 red"], ""),
        ("red red red", ["house wei-2 red", "house wei-3 red"], "red"),
        ("red red green", ["house wei-2 red", "emissary wei red"], "green"),
    ],
)
def test_up_to_three_cards_pay_for_up_to_two_pieces(cards: str, moves: list[str], left: str) -> None:
    """Rulings 1 and 3: in any order."""
    match = draw(
        f"""
        wei: Y . . . . . .
        P:   {cards}
        """
    )
    play(match, *moves)
    assert hand(match, "P") == left
    assert table(match)["to_draw"] == 3 - len(left.split())


@pytest.mark.parametrize("cards", ["green green green", "green green yellow"])
def test_after_a_pair_only_a_card_of_the_colour_pays(cards: str) -> None:
    """Ruling 3: the third card is of another colour, and no pair."""
    match = draw(
        f"""
        wei: Y . . . . . .
        P:   {cards}
        """
    )
    play(match, "house wei-2 green green")
    assert legal(match) == ["done"]


def test_cards_that_paid_are_discarded() -> None:
    match = draw(
        """
        wei: Y . . . . . .
        P:   red green green
        """
    )
    play(match, "house wei-2 red", "house wei-3 green green")
    assert table(match)["discards"] == ["red", "green", "green"]


# ---- ruling 4: houses


def test_a_house_stands_on_a_space_without_a_house() -> None:
    """Ruling 4: any such space of the region, beside other houses or not."""
    match = draw(
        """
        chin: P . B .
        P:    red yellow yellow
        """
    )
    assert legal(match, "house chin") == ["house chin-2 yellow", "house chin-4 yellow"]
    play(match, "house chin-4 yellow")
    assert [space(match, f"chin-{number}") for number in (1, 2, 3, 4)] == ["P", ".", "B", "P"]


def test_a_full_region_takes_emissaries_only() -> None:
    """Ruling 4, and the rulebook: also when its houses were scored."""
    match = draw(
        """
        chin: P Y B B   emissaries R1
        P:    yellow yellow yellow
        """
    )
    assert [move for move in legal(match) if " chin" in move] == ["emissary chin yellow"]
    play(match, "emissary chin yellow")
    assert legal(match) == ["done"]


# ---- ruling 4: emissaries

COURTS = [
    # Wei, and whether Purple may send an emissary
    ("P P Y . . . .", True),
    ("P P Y . . . .   emissaries Y1", True),
    ("P P Y . . . .   emissaries Y2", False),
    ("P P Y . . . .   emissaries P2", False),
    ("P P Y . . . .   emissaries R1 B1", False),  # those of all players together
    ("P Y Y . . . .   emissaries P1", True),  # whoever has most
    ("Y Y R . . . .   emissaries R1", True),  # without a house of one's own
    ("Y Y R . . . .   emissaries R1 B1", False),
    ("P Y R B . . .", True),
    ("P Y R B . . .   emissaries B1", False),  # four houses, but one each
    ("Y Y Y Y Y Y Y   emissaries R6", True),
    ("Y Y Y Y Y Y Y   emissaries R6 B1", False),
    (". . . . . . .", False),  # nobody has a majority
]


@pytest.mark.parametrize(("wei", "may"), COURTS)
def test_there_are_as_many_emissaries_as_somebody_has_houses(wei: str, may: bool) -> None:
    """Ruling 4: the houses of whoever has most are the limit for the emissaries of all."""
    match = draw(
        f"""
        wei: {wei}
        P:   red red green
        """
    )
    assert ("emissary wei red" in legal(match)) == may


def test_a_house_of_the_leader_makes_room_for_an_emissary_in_the_same_turn() -> None:
    """Ruling 4: it counts at once."""
    match = draw(
        """
        wei: Y . . . . . .   emissaries R1
        Y:   red red green
        """,
        "Y",
    )
    assert not legal(match, "emissary")
    play(match, "house wei-2 red")
    assert legal(match, "emissary") == ["emissary wei red"]
    play(match, "emissary wei red")
    [wei] = [region for region in table(match)["regions"] if region["id"] == "wei"]
    assert (wei["emissaries"], wei["limit"]) == ([0, 1, 1, 0], 2)


def test_a_house_that_only_ties_makes_no_room() -> None:
    """Ruling 4: Purple has then one house, as Yellow has."""
    match = draw(
        """
        wei: Y . . . . . .   emissaries R1
        P:   red red green
        """
    )
    play(match, "house wei-2 red")
    assert not legal(match, "emissary")
    play(match, "house wei-3 red")
    assert table(match)["to_draw"] == 2


def test_an_emissary_then_a_house() -> None:
    """Ruling 1: pieces of either kind, in either order."""
    match = draw(
        """
        wei: Y . . . . . .
        P:   red red green
        """
    )
    play(match, "emissary wei red")
    assert legal(match) == [*(f"house wei-{number} red" for number in range(2, 8)), "done"]


# ---- no piece of a kind left


def test_the_twentieth_house_is_the_last() -> None:
    """The rulebook: who has no piece of a kind left places none. Wei is full, and Purple has most: 7 points."""
    match = draw(
        """
        han: P P P P P
        wei: P P P P P P .
        chu: P P P P P P P P
        P:   red red green
        """
    )
    play(match, "house wei-7 red")
    assert paid(match) == [("P", 7, "houses wei")]
    assert table(match)["supply"][0] == {"houses": 0, "emissaries": 8, "fortifications": 0}
    play(match, "done", "draw: red")
    assert turn(match) == "Y"

    after = draw(
        """
        han: P P P P P
        wei: P P P P P P P
        chu: P P P P P P P P
        P:   red red green
        """
    )
    assert not legal(after, "house")
    places = ["emissary wei red", "emissary han red red", "emissary han green", "emissary chu red red"]
    assert legal(after, "emissary") == places


def test_the_eighth_emissary_is_the_last() -> None:
    """One of the nine marks the score."""
    match = draw(
        """
        wei: Y Y Y Y . . .
        chu: P P P P P P P P   emissaries P7
        P:   red red green
        """
    )
    play(match, "emissary wei red")
    assert legal(match) == ["house wei-5 red", "house wei-6 red", "house wei-7 red", "done"]
    assert table(match)["supply"][0]["emissaries"] == 0


# ---- ruling 15: sides


@pytest.mark.parametrize(
    ("players", "sides"), [(3, ["three-four"]), (4, ["three-four", "four-five"]), (5, ["four-five"])]
)
def test_the_sides_of_the_board(players: int, sides: list[str]) -> None:
    """Ruling 15: 3 players the one, 5 the other, 4 either."""
    match = final("wei: P . . . . . .", players=players)
    assert table(match)["side"] == sides[0]
    assert [str(side) for side in match.game.options(players)[0].values] == sides
