"""Ruling 7: the person phase. `test_rulings_alike` has the palaces that are one choice."""

from __future__ import annotations

import pytest

from support.dragon import (
    ANNA,
    BEN,
    CLARA,
    action_phase,
    court,
    goods,
    hand,
    legal,
    log,
    on_board,
    paid,
    palaces,
    person_phase,
    play,
    reason,
    table,
    track,
    when,
)
from tianxia.words import say

NO_CARDS = court("1: young healer", cards="")
BOARD = {"young farmer": 1, "old farmer": 1, "young monk": 1, "old monk": 1}

# ---- which card, which person


def test_any_card_in_hand_may_be_played() -> None:
    """Even a card of whom nobody is left on the board may be played; two wild cards are one choice."""
    match = person_phase(court("2:", cards="monk wild craftsman wild"), NO_CARDS, tiles={"young monk": 1})
    assert legal(match) == ["card craftsman", "card monk", "card wild"]


@pytest.mark.parametrize(
    ("card", "tiles", "sorts"),
    [
        ("farmer", {"young farmer": 2, "old farmer": 1}, ["young farmer", "old farmer"]),
        ("wild", {"young farmer": 2, "old farmer": 1}, ["young farmer", "old farmer"]),
        ("wild", {"young farmer": 1, "young monk": 1}, ["young monk", "young farmer"]),
        ("wild", {"old monk": 1, "young craftsman": 3}, ["young craftsman", "old monk"]),
        ("monk", BOARD, ["young monk", "old monk"]),
        ("wild", BOARD, ["young monk", "old monk", "young farmer", "old farmer"]),
    ],
)
def test_take_where_there_is_a_choice(card: str, tiles: dict[str, int], sorts: list[str]) -> None:
    match = person_phase(court("2:", cards=card), NO_CARDS, tiles=tiles)
    play(match, f"card {card}")
    assert legal(match) == [f"take {sort}" for sort in sorts]
    play(match, f"take {sorts[-1]}", "palace 1")
    assert palaces(match, ANNA) == [f"2: {sorts[-1]}"]


@pytest.mark.parametrize(
    ("card", "tiles", "sort"),
    [
        ("farmer", {"young farmer": 2, "old monk": 1}, "young farmer"),
        ("farmer", {"old farmer": 1, "young monk": 1}, "old farmer"),
        ("craftsman", {"young craftsman": 3, "young monk": 1}, "young craftsman"),  # of one age
        ("wild", {"old farmer": 1}, "old farmer"),
        ("wild", {"young court-lady": 3}, "young court-lady"),
    ],
)
def test_take_is_left_out_where_there_is_one_sort_and_then_refused(card: str, tiles: dict[str, int], sort: str) -> None:
    match = person_phase(court("2:", "1:", cards=card), NO_CARDS, tiles=tiles)
    play(match, f"card {card}")
    assert legal(match) == ["palace 1", "palace 2"]
    assert reason(match, f"take {sort}").key == "not-now"
    assert on_board(match, sort) == tiles[sort] - 1
    play(match, "palace 2")
    assert palaces(match, ANNA)[1] == f"1: {sort}"


@pytest.mark.parametrize(
    ("card", "tiles"), [("farmer", {"young monk": 3}), ("wild", {}), ("court-lady", {"old farmer": 1})]
)
def test_a_card_for_nobody_gains_nothing(card: str, tiles: dict[str, int]) -> None:
    match = person_phase(
        court("2:", cards=f"{card} healer"), court("2:", cards="healer"), tiles=tiles, track={ANNA: 1, BEN: 0}
    )
    play(match, f"card {card}")
    assert match.to_move == BEN
    assert (palaces(match, ANNA), hand(match, ANNA), track(match)) == (["2:"], "healer", [(ANNA, 1), (BEN, 0)])
    assert log(match)[-1] == "There is no such person left on the board: Anna gets nobody."


def test_a_person_brings_nothing_at_once() -> None:
    """The tile generates goods and points only through later actions."""
    match = person_phase(court("2:", cards="tax-collector"), court("2:", cards="scholar"))
    play(match, "card tax-collector", "palace 1", "card scholar", "take old scholar", "palace 1")
    assert (goods(match, ANNA), goods(match, BEN), paid(match, "research")) == ((0, 0, 0), (0, 0, 0), [])


# ---- placing


@pytest.mark.parametrize(
    ("own", "room"),
    [
        (["1:"], [1]),
        (["1: young monk", "2: young monk"], [2]),
        (["2: young monk", "3: old monk, young monk"], [1, 2]),
        (["3: young monk, young monk, old monk", "2:"], [2]),
    ],
)
def test_with_room_anywhere_the_person_must_be_placed(own: list[str], room: list[int]) -> None:
    match = person_phase(court(*own, cards="farmer"), NO_CARDS)
    play(match, "card farmer", "take old farmer")
    assert legal(match) == [f"palace {number}" for number in room]
    assert reason(match, "dismiss").key == "must-place"


VALUES = [
    *(("young craftsman", 2), ("young court-lady", 1), ("young pyrotechnist", 5), ("old pyrotechnist", 3)),
    *(("young tax-collector", 3), ("young warrior", 5), ("old warrior", 3), ("young monk", 6), ("old monk", 2)),
    *(("young healer", 4), ("old healer", 1), ("young farmer", 4), ("old farmer", 1)),
    *(("young scholar", 4), ("old scholar", 2)),
]


@pytest.mark.parametrize(("person", "value"), VALUES)
def test_a_placed_person_moves_the_marker_by_its_value(person: str, value: int) -> None:
    match = person_phase(court("2:", cards="wild"), court("1: young healer"), track={ANNA: 10, BEN: 0})
    play(match, "card wild", f"take {person}", "palace 1")
    assert track(match) == [(ANNA, 10 + value), (BEN, 0)]


# ---- nobody has room

FULL = ["1: young monk", "2: old healer, young healer"]


def test_with_no_room_somebody_is_replaced_or_the_new_one_is_dismissed() -> None:
    match = person_phase(court(*FULL, cards="farmer"), NO_CARDS)
    play(match, "card farmer", "take young farmer")
    replacing = ["replace 1 young monk", "replace 2 young healer", "replace 2 old healer"]
    assert sorted(legal(match)) == sorted([*replacing, "dismiss"])


@pytest.mark.parametrize(
    ("move", "after", "space"),
    [
        ("replace 1 young monk", ["1: young farmer", "2: young healer, old healer"], 14),
        ("replace 2 old healer", ["1: young monk", "2: young healer, young farmer"], 14),
        ("dismiss", ["1: young monk", "2: young healer, old healer"], 10),  # the marker stays
    ],
)
def test_who_leaves_does_not_come_back_to_the_board(move: str, after: list[str], space: int) -> None:
    """Of two players: 3 young and 1 old of each, less those at court and the one that was taken."""
    match = person_phase(court(*FULL, cards="farmer"), court("1:", cards="wild"), track={ANNA: 10, BEN: 0})
    play(match, "card farmer", "take young farmer", move)
    assert palaces(match, ANNA) == after
    assert track(match)[0] == (ANNA, space)
    left = [on_board(match, f"{age} {kind}") for kind in ("farmer", "monk", "healer") for age in ("young", "old")]
    assert left == [2, 1, 2, 1, 2, 0]
    assert match.to_move == BEN


def test_the_same_sort_may_be_replaced_and_the_marker_moves() -> None:
    match = person_phase(court("1: young farmer", cards="farmer"), court("1:", cards="wild"), track={BEN: 5, ANNA: 4})
    play(match, "card wild", "take young monk", "palace 1", "card farmer", "take young farmer")
    assert legal(match, "replace") == ["replace 1 young farmer"]
    play(match, "replace 1 young farmer")
    assert palaces(match, ANNA) == ["1: young farmer"]
    assert track(match) == [(BEN, 11), (ANNA, 8)]
    assert log(match)[-6:-3] == [
        "Anna releases a young farmer from palace 1, to make room.",
        "Anna places a young farmer in palace 1.",
        "Anna moves 4 spaces on the person track, to 8.",
    ]
    assert on_board(match, "young farmer") == 1


def test_with_no_palace_the_new_person_is_dismissed() -> None:
    match = person_phase(court(cards="farmer"), court("1:", cards="farmer"), track={ANNA: 3, BEN: 3})
    play(match, "card farmer", "take old farmer")
    assert legal(match) == ["dismiss"]
    play(match, "dismiss")
    assert (palaces(match, ANNA), track(match)) == ([], [(ANNA, 3), (BEN, 3)])
    assert on_board(match, "old farmer") == 0


def test_with_no_palace_nobody_is_asked_to_replace_somebody() -> None:
    match = person_phase(court(cards="farmer"), NO_CARDS)
    play(match, "card farmer", "take old farmer")
    assert say(match.game.question(match.position)) == "You have no palace for an old farmer: dismiss the new one."


# ---- who plays no card


def test_a_seat_without_cards_is_skipped() -> None:
    match = person_phase(court("2:", cards="monk"), court("2:", cards=""), court("2:", cards="monk"))
    play(match, "card monk", "take old monk", "palace 1")
    assert match.to_move == CLARA


def test_with_no_cards_at_all_the_event_follows_the_actions() -> None:
    poor = court("1: young healer", cards="")
    match = action_phase(poor, poor, event="tribute")
    play(match, "harvest", "parade")
    assert (when(match), match.to_move) == ((3, "event"), BEN)  # ahead after the parade


def test_the_last_card_is_played_in_month_11() -> None:
    match = person_phase(*[court("2: young monk", cards="healer", yuan=4, rice=2)] * 2, month=11, event="festival")
    play(match, "card healer", "take young healer", "palace 1", "card healer", "take young healer", "palace 1")
    assert (when(match), hand(match, ANNA), hand(match, BEN)) == ((12, "action"), "", "")


def test_month_12_has_no_person_phase_even_for_somebody_with_cards() -> None:
    match = action_phase(*[court("2:", cards="monk wild", yuan=4)] * 2, month=12, event="tribute")
    play(match, "money", "money")
    assert match.over
    assert (hand(match, ANNA), table(match)["part"]) == ("monk wild", "end")
