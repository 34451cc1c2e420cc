"""Ruling 15: lanternfest, Buddha, earthquake, flood, solar eclipse and volcanic eruption.

`test_rulings_super_events_of_persons` has the others.
"""

from __future__ import annotations

from typing import Any

import pytest

from support.dragon import (
    ANNA,
    BEN,
    CLARA,
    DORA,
    court,
    goods,
    legal,
    let_come,
    log,
    paid,
    palaces,
    persons,
    play,
    reason,
    table,
    track,
    when,
    yuan,
)
from tianxia.games.base import Document
from tianxia.play.match import Match

SUPER = (7, "super-event")
NEXT_MONTH = (8, "action")


def super_event(name: str, *courts: Document, **more: Any) -> Match:
    """It comes after a festival to which nobody has brought fireworks."""
    return let_come("festival", *courts, super_event=name, **more)


# ---- when


@pytest.mark.parametrize(("month", "points"), [(3, 0), (6, 0), (7, 2), (8, 0), (12, 0)])
def test_a_super_event_comes_in_month_7_alone(month: int, points: int) -> None:
    match = let_come("festival", court("1: young farmer"), court(yuan=3), month=month, super_event="lanternfest")
    assert sum(amount for _, amount, _ in paid(match, "lanternfest")) == points


def test_it_comes_after_the_event_and_its_wall_scoring_and_before_decay_and_scoring() -> None:
    """Anna has two persons left of four when the lanterns are lit."""
    match = let_come(
        *("mongols", court("3: young monk, young farmer, old farmer", "1: young healer"), court("1: young warrior")),
        super_event="lanternfest",
        wall={BEN: "rice"},
    )
    assert (when(match), match.to_move) == ((7, "event"), ANNA)
    play(match, "release 2 young healer")
    assert (when(match), match.to_move) == ((7, "wall"), ANNA)
    play(match, "release 1 old farmer")
    assert paid(match) == [
        *((BEN, 1, "mongols"), (ANNA, 4, "lanternfest"), (BEN, 2, "lanternfest")),
        *((ANNA, 1, "palaces"), (BEN, 1, "palaces")),  # palace 2 has decayed
    ]
    assert [line for line in log(match) if line.startswith(("The Great Wall", "Super", "Palace"))] == [
        "The Great Wall has 1 tile, of 7 needed: it is too short.",
        "Super event: lanternfest.",
        "Palace 2 of Anna stands empty and loses its last floor: it is gone.",
    ]


# ---- lanternfest and Buddha


def test_lanternfest_2_a_person() -> None:
    match = super_event(
        "lanternfest", court("3: young monk, old farmer", "1: young healer"), court("1: old monk"), court("1:")
    )
    assert paid(match, "lanternfest") == [(ANNA, 6, "lanternfest"), (BEN, 2, "lanternfest")]


def test_buddha_scores_monks_as_at_the_end() -> None:
    match = super_event(
        "buddha",
        court("3: young monk, old monk", "2: young monk, young farmer"),
        court("#2 1: old monk", "#3 3: young healer"),
        court("3:"),
    )
    assert paid(match, "buddha") == [
        *((ANNA, 3, "buddha 1"), (ANNA, 6, "buddha 1"), (ANNA, 2, "buddha 2")),
        (BEN, 2, "buddha 2"),
    ]
    assert "Ben gets 2 points for a monk in palace 2." in log(match)
    assert persons(match) == [4, 2, 0]


# ---- earthquake


def test_earthquake_two_floors_of_choice() -> None:
    match = super_event("earthquake", court("3: young monk", "2: young farmer", "1: young healer"), court())
    assert (when(match), legal(match), table(match)["left"]) == (SUPER, ["lose 1", "lose 2", "lose 3"], 2)
    play(match, "lose 2")
    assert (legal(match), table(match)["left"]) == (["lose 1", "lose 2", "lose 3"], 1)
    play(match, "lose 1")
    assert palaces(match, ANNA) == ["2: young monk", "1: young farmer", "1: young healer"]
    assert when(match) == NEXT_MONTH


EARTHQUAKE = [
    # palaces, moves, palaces after decay
    (["3: young monk"], ["lose 1", "lose 1"], ["1: young monk"]),  # nobody has to go
    (["3:"], ["lose 1", "lose 1"], []),  # and then it decays
    (["1: young monk"], ["lose 1", "release 1 young monk"], []),  # fewer floors, if fewer are there
    (["1:"], ["lose 1"], []),
    (["2: young monk, old farmer"], ["lose 1", "lose 1", "release 1 young monk", "release 1 old farmer"], []),
    (
        ["3: young monk, old farmer, old healer"],
        ["lose 1", "lose 1", "release 1 old farmer", "release 1 old healer"],
        ["1: young monk"],
    ),
    (["1: young monk", "1: old farmer"], ["lose 1", "lose 2", "release 2 old farmer", "release 1 young monk"], []),
    (
        ["2: young monk, old farmer", "1: old healer"],
        ["lose 1", "lose 2", "release 1 young monk", "release 2 old healer"],
        ["1: old farmer"],
    ),
    (["2: young monk, old farmer", "2:"], ["lose 2", "lose 2"], ["2: young monk, old farmer"]),
    (["2: young monk", "1: old farmer"], ["lose 2", "lose 1", "release 2 old farmer"], ["1: young monk"]),
]


@pytest.mark.parametrize(("own", "moves", "after"), EARTHQUAKE)
def test_earthquake(own: list[str], moves: list[str], after: list[str]) -> None:
    match = super_event("earthquake", court(*own), court())
    for move in moves:
        assert (when(match), match.to_move) == (SUPER, ANNA)
        assert move in legal(match)
        play(match, move)
    assert when(match) == NEXT_MONTH
    assert palaces(match, ANNA) == after
    assert paid(match, "palaces") == ([(ANNA, len(after), "palaces")] if after else [])


def test_earthquake_passes_a_court_without_palaces() -> None:
    match = super_event("earthquake", court(), court("1: young monk"))
    assert (match.to_move, table(match)["left"]) == (BEN, 1)


def test_a_palace_with_no_floor_is_named_until_it_is_empty() -> None:
    """It loses both floors, and stands without any until both persons have left; then it is gone."""
    match = super_event("earthquake", court("2: young monk, old farmer", "1: old healer"), court("1: young scholar"))
    play(match, "lose 1", "lose 1")
    assert palaces(match, ANNA) == ["0: young monk, old farmer", "1: old healer"]
    assert legal(match) == ["release 1 young monk", "release 1 old farmer"]
    assert (match.to_move, table(match)["left"]) == (ANNA, 2)
    play(match, "release 1 young monk")
    assert palaces(match, ANNA) == ["0: old farmer", "1: old healer"]
    play(match, "release 1 old farmer")
    assert palaces(match, ANNA) == ["#2 1: old healer"]  # and its number is not given again
    assert match.to_move == BEN


def test_a_floor_is_not_taken_from_a_palace_that_has_none() -> None:
    match = super_event("earthquake", court("1: young monk", "2: old farmer"), court())
    play(match, "lose 1")
    assert palaces(match, ANNA) == ["0: young monk", "2: old farmer"]
    assert legal(match) == ["lose 2"]
    assert reason(match, "lose 1").key == "no-floor"


def test_an_empty_palace_of_one_floor_is_gone_at_once() -> None:
    match = super_event("earthquake", court("1:", "2: old farmer, old healer"), court())
    play(match, "lose 1")
    assert (palaces(match, ANNA), legal(match)) == (["#2 2: old healer, old farmer"], ["lose 2"])


def test_the_earthquake_goes_seat_by_seat_releases_included() -> None:
    match = super_event("earthquake", *[court("2: young monk, young farmer")] * 3, track={BEN: 2, CLARA: 1, ANNA: 1})
    seats = []
    while when(match) == SUPER:
        seats.append(match.to_move)
        play(match, legal(match)[0])
    assert seats == [BEN] * 4 + [CLARA] * 4 + [ANNA] * 4


# ---- flood


@pytest.mark.parametrize(
    ("has", "returned"),
    [
        ((0, 0, 0), 0),
        ((1, 0, 0), 0),  # half of one, rounded down
        ((0, 0, 1), 0),
        ((1, 1, 0), 1),
        ((1, 1, 1), 1),
        ((3, 2, 2), 3),
        ((7, 0, 0), 3),
        ((0, 4, 4), 4),
        ((20, 1, 0), 10),
    ],
)
def test_flood_half_rounded_down(has: tuple[int, int, int], returned: int) -> None:
    money, rice, fireworks = has
    match = let_come("contagion", court(yuan=money, rice=rice, fireworks=fireworks), court(), super_event="flood")
    moves = 0
    while when(match) == SUPER:
        assert (match.to_move, table(match)["left"]) == (ANNA, returned - moves)
        play(match, legal(match)[0])
        moves += 1
    assert (moves, sum(goods(match, ANNA))) == (returned, sum(has) - returned)


def test_flood_in_any_mix_of_what_is_there() -> None:
    match = let_come("contagion", court(yuan=1, fireworks=5), court(), super_event="flood")
    assert legal(match) == ["return yuan", "return fireworks"]
    play(match, "return yuan")
    assert legal(match) == ["return fireworks"]
    play(match, "return fireworks", "return fireworks")
    assert (goods(match, ANNA), when(match)) == ((0, 0, 3), NEXT_MONTH)
    assert "Anna has 6 goods, and must return 3." in log(match)


def test_flood_goes_by_the_track() -> None:
    rich = court(rice=2)
    match = let_come("contagion", rich, rich, rich, super_event="flood", track={CLARA: 3, ANNA: 3, BEN: 0})
    seats = []
    while when(match) == SUPER:
        seats.append(match.to_move)
        play(match, "return rice")
    assert seats == [CLARA, ANNA, BEN]


# ---- solar eclipse


def eclipse(event: str, *courts: Document, **more: Any) -> Match:
    return let_come(event, *courts, super_event="eclipse", **more)


def test_eclipse_of_a_tribute() -> None:
    """6 yuan: 4 the first time, 2 the second, and two persons."""
    match = eclipse("tribute", court("3: young monk, old farmer, old healer", yuan=6), court("1: young monk", yuan=8))
    assert (yuan(match), when(match), table(match)["left"]) == ([0, 0], SUPER, 2)
    assert "The sun goes dark, and the event of the month comes again: tribute." in log(match)
    play(match, "release 1 young monk", "release 1 old farmer")
    assert (persons(match), when(match)) == ([1, 1], NEXT_MONTH)


def test_eclipse_of_a_drought_begins_afresh() -> None:
    """Palaces named the first time may be named again, and those without persons need no rice any more."""
    match = eclipse(
        "drought", court("2: young monk, old monk", "1: young farmer", rice=0), court("1: young healer", rice=1)
    )
    play(match, "starve 1 young monk", "starve 2 young farmer")
    assert (when(match), legal(match)) == (SUPER, ["starve 1 old monk"])
    assert palaces(match, ANNA) == ["2: old monk", "1:"]  # nothing has decayed between
    play(match, "starve 1 old monk")
    assert match.to_move == BEN
    play(match, "starve 1 young healer")
    assert palaces(match, ANNA) == ["1:"]  # and once afterwards
    assert when(match) == NEXT_MONTH


def test_eclipse_of_mongols_counts_the_helmets_afresh() -> None:
    """Ben's warrior is released the first time, and so Ben has fewest the second time, alone."""
    match = eclipse(
        "mongols",
        court("2: young warrior, young farmer"),
        court("3: young warrior, young monk"),
        court("1: old warrior"),
    )
    play(match, "release 1 young farmer", "release 1 young warrior")
    assert (when(match), match.to_move) == (SUPER, BEN)
    play(match, "release 1 young monk")
    assert when(match) == NEXT_MONTH
    assert paid(match, "mongols") == [
        *((ANNA, 1, "mongols"), (BEN, 1, "mongols"), (CLARA, 2, "mongols")),
        *((ANNA, 1, "mongols"), (CLARA, 2, "mongols")),
    ]


@pytest.mark.parametrize("length", [6, 7])
def test_eclipse_of_mongols_has_no_second_wall_scoring(length: int) -> None:
    """Whether the wall holds or not."""
    wall = {ANNA: "rice yuan floor points", BEN: " ".join(["rice", "yuan", "floor"][: length - 4])}
    match = eclipse("mongols", court("1: young warrior"), court("3: young monk, young farmer, young healer"), wall=wall)
    parts = []
    while when(match)[0] == 7:
        parts.append((when(match)[1], match.to_move))
        play(match, legal(match)[0])
    assert parts == [("event", BEN), *([("wall", BEN)] if length < 7 else []), ("super-event", BEN)]
    assert len(paid(match, "wall")) == (0 if length < 7 else 2)


def test_eclipse_of_a_contagion_counts_the_mortars_afresh() -> None:
    """An old healer leaves the first time, and does not protect the second time."""
    match = eclipse("contagion", court("3: old healer, young monk, old monk", "2: young farmer, old farmer"), court())
    assert table(match)["left"] == 1
    play(match, "release 1 old healer")
    assert (when(match), table(match)["left"]) == (SUPER, 3)
    play(match, "release 1 young monk", "release 1 old monk")
    assert palaces(match, ANNA) == ["3:", "2: young farmer, old farmer"]
    play(match, "release 2 old farmer")
    assert palaces(match, ANNA) == ["2:", "2: young farmer"]


def test_eclipse_of_a_festival_without_fireworks() -> None:
    match = eclipse("festival", court("1: young monk"), court("1: young monk", fireworks=1))
    assert paid(match, "festival") == [(BEN, 6, "festival")]  # none are left for the second time


# ---- volcanic eruption


@pytest.mark.parametrize(
    "before",
    [
        {CLARA: 30, ANNA: 20, BEN: 10},
        {CLARA: 9, ANNA: 9, BEN: 9},
        {BEN: 9, CLARA: 4, ANNA: 4},
        {ANNA: 0, CLARA: 0, BEN: 0},
    ],
)
def test_eruption_keeps_the_order_stacks_included(before: dict[int, int]) -> None:
    match = super_event("eruption", *[court("1: young monk")] * 3, track=before)
    assert track(match) == [(seat, 0) for seat in before]
    assert (when(match), match.to_move) == (NEXT_MONTH, next(iter(before)))


def test_after_an_eruption_markers_stack_as_ever() -> None:
    match = super_event("eruption", *[court("1:", yuan=9)] * 4, track={DORA: 9, BEN: 5, CLARA: 5, ANNA: 2})
    play(match, "money", "parade", "money", "parade")
    assert track(match) == [(ANNA, 1), (BEN, 1), (DORA, 0), (CLARA, 0)]
