"""Rulings 10 and 11: decay, and the scoring of a month."""

from __future__ import annotations

import pytest

from support.dragon import (
    ANNA,
    BEN,
    action_phase,
    court,
    let_come,
    log,
    paid,
    palaces,
    play,
    when,
)
from tianxia.games.base import Document

# ---- ruling 10: decay


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (["1: young monk"], ["1: young monk"]),
        (["1:"], []),
        (["2:"], ["1:"]),
        (["3:"], ["2:"]),  # one floor, however high
        (["3: young monk"], ["3: young monk"]),  # one person keeps it
        (["3:", "1:", "2: young monk", "1:"], ["2:", "#3 2: young monk"]),
        (["1:", "1:", "1:"], []),
        ([], []),
    ],
)
def test_each_palace_without_persons_loses_a_floor(before: list[str], after: list[str]) -> None:
    match = let_come("peace", court(*before), court("1: young healer"), month=2)
    assert palaces(match, ANNA) == after


def test_a_palace_that_the_event_emptied_decays_at_once() -> None:
    match = let_come("drought", court("1: young monk", "2: young farmer"), court())
    play(match, "starve 1 young monk", "starve 2 young farmer")
    assert palaces(match, ANNA) == ["#2 1:"]
    assert log(match)[-4:-1] == [
        "Palace 1 of Anna stands empty and loses its last floor: it is gone.",
        "Palace 2 of Anna stands empty and loses a floor: 1 left.",
        "Anna gets 1 point for palaces.",
    ]


def test_a_new_palace_without_persons_decays_and_is_not_scored() -> None:
    match = action_phase(court("1: young monk", cards=""), court("1: young healer", cards=""), month=2)
    play(match, "build", "floor new", "money")
    assert palaces(match, ANNA) == ["1: young monk"]
    assert paid(match, "palaces") == [(ANNA, 1, "palaces"), (BEN, 1, "palaces")]


def test_decay_once_a_month() -> None:
    match = action_phase(court("3:", "3: young monk", cards=""), court(cards="", yuan=4), month=1)
    heights = []
    while when(match)[0] < 4:
        play(match, "money", "money")
        if when(match)[1] == "event":  # tribute in month 3: Anna is one yuan short
            play(match, "release 2 young monk")
        heights.append(palaces(match, ANNA))
    assert heights == [["2:", "3: young monk"], ["1:", "3: young monk"], ["#2 2:"]]


# ---- ruling 11: scoring

SCORING = [
    # the court, points for palaces, court ladies and privileges
    (court(), (0, 0, 0)),
    (court("1: young monk"), (1, 0, 0)),
    (court("3: young monk", "2:", "3:"), (3, 0, 0)),  # however high, inhabited or not
    (court("2:", "1:"), (1, 0, 0)),  # what has decayed is not scored
    (court("2: young court-lady, young court-lady"), (1, 2, 0)),
    (court("1: young court-lady", "1: young court-lady", "1: young court-lady"), (3, 3, 0)),
    (court(small=1), (0, 0, 1)),
    (court(large=1), (0, 0, 2)),
    (court(small=3, large=2), (0, 0, 3 + 4)),
    (court("2: young court-lady, old scholar", small=1, large=1), (1, 1, 3)),
    (court("3: young monk, old monk, young warrior", yuan=9, rice=3, fireworks=3), (1, 0, 0)),
]


@pytest.mark.parametrize(("own", "points"), SCORING)
def test_scoring_of_a_month(own: Document, points: tuple[int, int, int]) -> None:
    """No entries of 0."""
    match = let_come("peace", own, court("1: young healer"), month=2)
    sources = ("palaces", "court-ladies", "privileges")
    expected = [(ANNA, amount, source) for amount, source in zip(points, sources, strict=True) if amount]
    assert paid(match) == [*expected, (BEN, 1, "palaces")]
    assert match.scores == [sum(points), 1]


def test_the_entries_of_the_ledger() -> None:
    """The source, nowhere, and the month."""
    match = let_come("peace", court("1: young court-lady", large=1), court(), month=2)
    assert match.ledger == [
        {"seat": 1, "amount": 1, "source": "palaces", "where": "", "round": 2},
        {"seat": 1, "amount": 1, "source": "court-ladies", "where": "", "round": 2},
        {"seat": 1, "amount": 2, "source": "privileges", "where": "", "round": 2},
    ]


def test_every_month_is_scored() -> None:
    """A palace, a lady and a small privilege, two months of peace."""
    match = action_phase(*[court("1: young court-lady", small=1, cards="")] * 2, month=1)
    play(match, "money", "money")
    assert match.scores == [3, 3]
    play(match, "money", "money")
    assert match.scores == [6, 6]


def test_event_then_decay_then_scoring() -> None:
    """A court lady who was released is not scored; nor is her palace, which is gone."""
    match = let_come("tribute", court("1: young court-lady", "1: young monk", yuan=3), court(yuan=4))
    play(match, "release 1 young court-lady")
    assert paid(match) == [(ANNA, 1, "palaces")]


def test_a_palace_that_loses_its_last_persons_but_has_floors_is_scored() -> None:
    match = let_come("tribute", court("2: young monk", yuan=3), court(yuan=4))
    play(match, "release 1 young monk")
    assert (palaces(match, ANNA), paid(match)) == (["1:"], [(ANNA, 1, "palaces")])
