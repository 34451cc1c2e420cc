"""Ruling 12: the end of the year, the final scoring, ties; and courts where nothing is left."""

from __future__ import annotations

import pytest

from support.dragon import (
    ANNA,
    BEN,
    CLARA,
    action_phase,
    court,
    end_year,
    goods,
    legal,
    let_come,
    log,
    paid,
    palaces,
    person_phase,
    persons,
    play,
    when,
    yuan,
)
from tianxia.games.base import Document
from tianxia.games.year_of_the_dragon.interface.edition import SUPER_NAMES
from tianxia.terminal.speech import read_message
from tianxia.words import say

FINAL = ("persons", "monks", "money")

# ---- the final scoring

COURTS = [
    # the court, points for persons, monks and money
    (court(), 0, [], 0),
    (court("1: young farmer"), 2, [], 0),
    (court("3: old farmer, young farmer, young court-lady", "1: young healer"), 8, [], 0),
    (court("1: young monk"), 2, [(1, 1)], 0),
    (court("3: young monk"), 2, [(3, 1)], 0),  # floors, not persons
    (court("2: old monk"), 2, [(4, 1)], 0),
    (court("3: old monk, young monk"), 4, [(3, 1), (6, 1)], 0),  # an entry for each, young before old
    (court("2: young monk, young monk"), 4, [(2, 1), (2, 1)], 0),
    (court("1: young monk", "#4 3: old monk"), 4, [(1, 1), (6, 4)], 0),
    (court(yuan=2), 0, [], 0),
    (court(yuan=3), 0, [], 1),
    (court(yuan=5), 0, [], 1),
    (court(yuan=6), 0, [], 2),
    (court(rice=1), 0, [], 0),  # sold for 2 yuan
    (court(rice=1, yuan=1), 0, [], 1),
    (court(rice=1, fireworks=1, yuan=1), 0, [], 1),
    (court(rice=1, fireworks=1, yuan=2), 0, [], 2),
    (court(fireworks=3), 0, [], 2),
    (court(rice=10, fireworks=10, yuan=20), 0, [], 20),
]


@pytest.mark.parametrize(("own", "people", "monks", "money"), COURTS)
def test_final_scoring(own: Document, people: int, monks: list[tuple[int, int]], money: int) -> None:
    match = end_year(own, court())
    expected = [(ANNA, people, "persons")] if people else []
    expected += [(ANNA, points, f"monks {number}") for points, number in monks]
    expected += [(ANNA, money, "money")] if money else []
    assert match.over
    assert paid(match, *FINAL) == expected


def test_month_12_is_scored_as_any_other_before() -> None:
    match = end_year(court("2: young court-lady", "1:", "2:", small=1), court("1: young monk"))
    assert paid(match) == [
        *((ANNA, 2, "palaces"), (ANNA, 1, "court-ladies"), (ANNA, 1, "privileges"), (BEN, 1, "palaces")),
        *((ANNA, 2, "persons"), (BEN, 2, "persons"), (BEN, 1, "monks 1")),
    ]
    assert {entry["round"] for entry in match.ledger} == {12}
    assert palaces(match, ANNA) == ["2: young court-lady", "#3 1:"]  # decayed once


def test_a_monk_counts_the_floors_after_the_last_event() -> None:
    """Its palace is inhabited, so it does not decay."""
    match = let_come("contagion", court("3: young monk, young healer, old healer"), court(yuan=3), month=12)
    assert (ANNA, 3, "monks 1") in paid(match)


def test_the_year_ends_after_the_releases_of_month_12() -> None:
    match = let_come("contagion", court("2: young monk, old scholar"), court(yuan=3), month=12)
    assert (match.over, when(match), match.to_move) == (False, (12, "event"), ANNA)
    play(match, "release 1 young monk")
    assert not match.over
    play(match, "release 1 old scholar")
    assert (match.over, match.to_move, legal(match)) == (True, None, [])
    assert "The year is over: persons, monks and money are scored." in log(match)
    assert paid(match, *FINAL) == [(BEN, 1, "money")]


# ---- ties


@pytest.mark.parametrize(
    ("points", "track", "winner"),
    [
        ([9, 8, 7], {CLARA: 9, BEN: 5, ANNA: 1}, ANNA),  # points come first
        ([8, 8, 7], {CLARA: 9, BEN: 5, ANNA: 1}, BEN),
        ([8, 8, 7], {ANNA: 9, CLARA: 5, BEN: 1}, ANNA),
        ([7, 7, 7], {CLARA: 9, BEN: 5, ANNA: 1}, CLARA),
        ([7, 7, 7], {BEN: 5, CLARA: 5, ANNA: 5}, BEN),  # on one space: the upper one
        ([7, 7, 7], {CLARA: 5, BEN: 5, ANNA: 5}, CLARA),
        ([7, 6, 7], {BEN: 5, CLARA: 5, ANNA: 5}, CLARA),
        ([0, 0, 0], {ANNA: 0, BEN: 0, CLARA: 0}, ANNA),
    ],
)
def test_a_tie_goes_to_who_is_farther_on_the_track(points: list[int], track: dict[int, int], winner: int) -> None:
    """Stack order included: there is always exactly one winner."""
    match = end_year(court(), court(), court(), track=track, points=points)
    assert match.scores == points
    assert match.winners == [winner]


def test_the_order_of_play_ranks_all_who_are_tied() -> None:
    match = end_year(court(), court(), court(), track={CLARA: 9, BEN: 5, ANNA: 1}, points=[7, 8, 7])
    assert match.places == [3, 1, 2]
    [tie] = match.ties
    assert (tie["seats"], tie["by"]) == ([CLARA, ANNA], "order-of-play")
    told = say(read_message(tie["line"]), ["Anna", "Ben", "Clara"])
    assert told == "Clara and Anna have 7 points each. The order of play ranks them: Clara is first in it."


def test_a_parade_of_month_12_may_break_the_tie() -> None:
    """Ben lands on the space of Anna, on top of her."""
    even = court("2:", yuan=4, cards="")
    match = action_phase(even, even, month=12, event="tribute", track={ANNA: 5, BEN: 4}, points=[7, 7])
    play(match, "money", "parade")
    assert (match.scores, match.winners) == ([8, 8], [BEN])


# ---- nobody is left, and no palace


def test_the_last_person_and_the_last_palace_go_and_all_goes_on() -> None:
    match = let_come("contagion", court("1: young monk", yuan=1), court("1: young healer", yuan=2), month=10)
    play(match, "release 1 young monk", "release 1 young healer")
    assert (palaces(match, ANNA), palaces(match, BEN), when(match)) == ([], [], (11, "action"))
    assert legal(match, "b") == ["build"]
    play(match, "build", "floor new")
    assert palaces(match, ANNA) == ["#2 1:"]


def test_every_event_passes_a_court_without_anything() -> None:
    """A whole year of two seats that take money, and play cards for persons whom they cannot house."""
    match = person_phase(*[court(built=2)] * 2, month=1)
    while not match.over:
        wanted = [move for move in legal(match) if move == "money" or when(match)[1] != "action"]
        play(match, wanted[0])
    assert persons(match) == [0, 0]
    assert [seat for seat in (ANNA, BEN) if palaces(match, seat)] == []
    assert paid(match, "palaces", "persons", "mongols") == []
    assert match.scores == [count // 3 for count in yuan(match)]
    assert match.winners == [ANNA]


@pytest.mark.parametrize("super_event", SUPER_NAMES)
@pytest.mark.parametrize("event", ["tribute", "drought", "mongols", "festival", "contagion"])
def test_every_super_event_passes_a_court_without_anything(super_event: str, event: str) -> None:
    """With the wall too short as well. Only the sunrise asks something: who comes is dismissed."""
    match = let_come(
        *(event, court(), court()), super_event=super_event, wall={}, tiles={"young monk": 1, "young farmer": 1}
    )
    if super_event == "sunrise":
        assert (when(match), match.to_move) == ((7, "super-event"), ANNA)
        play(match, "sunrise monk", "dismiss", "sunrise farmer", "dismiss")
    assert when(match) == (8, "action")
    assert (match.scores, persons(match)) == ([0, 0], [0, 0])


def test_the_end_passes_a_court_without_anything() -> None:
    match = let_come("mongols", court(), court(yuan=3), month=12, wall={})
    assert match.over
    assert match.scores == [0, 1]
    assert goods(match, ANNA) == (0, 0, 0)
