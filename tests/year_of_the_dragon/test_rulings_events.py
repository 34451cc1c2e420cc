"""Rulings 8 and 9: the six events, and the persons that they cost."""

from __future__ import annotations

import pytest

from support.dragon import (
    ANNA,
    BEN,
    CLARA,
    court,
    goods,
    legal,
    let_come,
    log,
    on_board,
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
from tianxia.play.match import Match

NEXT_MONTH = (8, "action")
MONKS = ["1:", "1: young monk", "2: young monk, young monk", "3: young monk, young monk, young monk"]
"""A court with so many persons."""


def _releases(match: Match) -> list[int]:
    """How many persons each seat has to release, by playing until the next month."""
    asked = [0] * len(table(match)["courts"])
    while when(match)[1] == "event":
        assert match.to_move is not None
        asked[match.to_move - 1] += 1
        play(match, legal(match)[0])
    return asked


# ---- peace


def test_nothing_happens_in_peace() -> None:
    match = let_come("peace", court("1: young monk", yuan=1), court("1: young monk", rice=2, fireworks=3), month=1)
    assert when(match) == (2, "action")
    assert (goods(match, ANNA), goods(match, BEN), persons(match)) == ((1, 0, 0), (0, 2, 3), [1, 1])


# ---- tribute

TRIBUTE = [
    # yuan, persons, yuan left, persons to release
    (9, 2, 5, 0),
    (4, 2, 0, 0),
    (3, 2, 0, 1),
    (1, 3, 0, 3),
    (0, 3, 0, 3),  # four are asked: all of three
    (1, 2, 0, 2),  # too few persons: all
    (0, 1, 0, 1),
    (0, 0, 0, 0),  # nobody is left to release
    (2, 0, 0, 0),
    (7, 0, 3, 0),
]


@pytest.mark.parametrize(("has", "people", "left", "released"), TRIBUTE)
def test_tribute(has: int, people: int, left: int, released: int) -> None:
    match = let_come("tribute", court(MONKS[people], yuan=has), court("1: young healer", yuan=4))
    assert yuan(match) == [left, 0]
    assert _releases(match) == [released, 0]
    assert persons(match) == [people - released, 1]


def test_tribute_is_told() -> None:
    match = let_come("tribute", court(MONKS[3], yuan=2), court("1: young healer", yuan=5))
    assert log(match)[-3:] == [
        "The event of the month: tribute.",
        "Anna pays 2 yuan, and must release 2 persons.",
        "Ben pays 4 yuan.",
    ]


def test_who_has_too_little_and_nobody_to_release_is_told_so() -> None:
    match = let_come("tribute", court("1:", yuan=3), court(), court("1:", yuan=4))
    assert [line for line in log(match) if " pays " in line] == [
        "Anna pays 3 yuan, and has nobody to release.",
        "Ben pays 0 yuan, and has nobody to release.",
        "Clara pays 4 yuan.",
    ]


def test_nobody_keeps_yuan_by_releasing_somebody_and_tax_collectors_pay_nothing() -> None:
    match = let_come("tribute", court("2: young tax-collector, young tax-collector", yuan=3), court(yuan=4))
    assert yuan(match) == [0, 0]
    assert _releases(match) == [1, 0]


def test_any_person_from_any_palace() -> None:
    match = let_come("tribute", court("2: old monk, young farmer", "1: young court-lady", yuan=2), court(yuan=4))
    assert legal(match) == ["release 1 old monk", "release 1 young farmer", "release 2 young court-lady"]
    play(match, "release 2 young court-lady")
    assert legal(match) == ["release 1 old monk", "release 1 young farmer"]
    assert on_board(match, "young court-lady") == 0  # who left is not on the board again


# ---- drought

DROUGHT = [
    # palaces, rice, rice left, palaces that go hungry
    (["1: young monk", "1: young farmer"], 2, 0, 0),
    (["1: young monk", "1: young farmer"], 3, 1, 0),
    (["1: young monk", "1: young farmer"], 1, 0, 1),
    (["1: young monk", "1: young farmer"], 0, 0, 2),
    (["1: young monk", "2:"], 1, 0, 0),  # an empty palace needs no rice
    (["2:", "3:"], 2, 2, 0),
    ([], 2, 2, 0),
    (["3: young monk, young monk, young monk"], 0, 0, 1),  # one from each palace, however many live there
    (["3: young monk, young monk, young monk", "2: old farmer, young farmer", "1: young healer"], 1, 0, 2),
]


@pytest.mark.parametrize(("own", "has", "left", "hungry"), DROUGHT)
def test_drought(own: list[str], has: int, left: int, hungry: int) -> None:
    match = let_come("drought", court(*own, rice=has), court("1: young healer", rice=1))
    assert goods(match, ANNA) == (0, left, 0)
    assert _releases(match) == [hungry, 0]


def test_drought_is_told() -> None:
    """Farmers give no rice now."""
    own = court("2: old farmer, young farmer", "1: young monk", rice=1)
    match = let_come("drought", own, court("1: young healer", rice=3))
    assert log(match)[-3:] == [
        "The event of the month: drought.",
        "Anna returns 1 rice, and 1 palace goes hungry.",
        "Ben returns 1 rice.",
    ]


def test_of_a_drought_that_takes_nothing_nothing_is_told() -> None:
    """Ben has rice, but nobody at his court to eat it; who has neither rice nor food is told of all the same."""
    match = let_come("drought", court("1: young monk"), court("2:", rice=1), court("1: young healer", rice=1))
    assert log(match)[-3:] == [
        "The event of the month: drought.",
        "Anna returns 0 rice, and 1 palace goes hungry.",
        "Clara returns 1 rice.",
    ]


def test_in_a_drought_the_player_names_palace_and_person() -> None:
    match = let_come("drought", court("2: old monk, young farmer", "1: young monk", "2:", rice=1), court())
    assert legal(match) == ["starve 1 old monk", "starve 1 young farmer", "starve 2 young monk"]
    play(match, "starve 1 old monk")
    assert (when(match), palaces(match, ANNA)) == (NEXT_MONTH, ["2: young farmer", "1: young monk", "1:"])


def test_in_a_drought_no_palace_is_named_twice() -> None:
    match = let_come("drought", court(MONKS[3], "1: young healer"), court())
    play(match, "starve 1 young monk")
    assert [palace["starved"] for palace in table(match)["courts"][0]["palaces"]] == [True, False]
    assert legal(match) == ["starve 2 young healer"]
    play(match, "starve 2 young healer")
    assert when(match) == NEXT_MONTH
    assert not any(palace["starved"] for palace in table(match)["courts"][0]["palaces"])


def test_what_one_seat_named_binds_no_other() -> None:
    hungry = court("2: young monk", "1: young healer")
    match = let_come("drought", hungry, hungry)
    play(match, "starve 1 young monk", "starve 2 young healer")
    assert (match.to_move, legal(match)) == (BEN, ["starve 1 young monk", "starve 2 young healer"])


# ---- festival

FESTIVAL = [
    # fireworks, points, fireworks left
    ([3, 2, 1], [6, 3, 0], [1, 1, 1]),
    ([1, 2, 3], [0, 3, 6], [1, 1, 1]),
    ([4, 4, 1], [6, 6, 3], [2, 2, 0]),  # two with most: the next most are still second
    ([5, 2, 2], [6, 3, 3], [2, 1, 1]),  # two with next most
    ([3, 3, 3], [6, 6, 6], [1, 1, 1]),
    ([1, 1, 1], [6, 6, 6], [0, 0, 0]),
    ([4, 0, 0], [6, 0, 0], [2, 0, 0]),  # none, no points
    ([2, 2, 0], [6, 6, 0], [1, 1, 0]),
    ([0, 0, 0], [0, 0, 0], [0, 0, 0]),
    ([7, 1, 0], [6, 3, 0], [3, 0, 0]),  # half, rounded up
]


@pytest.mark.parametrize(("have", "points", "left"), FESTIVAL)
def test_festival(have: list[int], points: list[int], left: list[int]) -> None:
    match = let_come("festival", *[court(fireworks=count) for count in have])
    assert paid(match) == [(seat, amount, "festival") for seat, amount in enumerate(points, 1) if amount]
    assert [goods(match, seat)[2] for seat in (ANNA, BEN, CLARA)] == left
    assert when(match) == NEXT_MONTH


def test_four_ranks_and_five_players() -> None:
    match = let_come("festival", *[court(fireworks=count) for count in (4, 6, 4, 2, 6)])
    assert [(seat, points) for seat, points, _ in paid(match)] == [(1, 3), (2, 6), (3, 3), (5, 6)]
    assert goods(match, 4) == (0, 0, 2)


def test_rockets_on_pyrotechnists_do_not_count() -> None:
    match = let_come("festival", court("2: old pyrotechnist, young pyrotechnist"), court("1: young monk", fireworks=1))
    assert paid(match, "festival") == [(BEN, 6, "festival")]


# ---- mongols

HELMETS = ["1: young monk", "1: young warrior", "1: old warrior", "2: young warrior, old warrior"]
"""A court of so many helmets."""
MONGOLS = [
    # helmets, who releases one
    ([3, 2, 1], [0, 0, 1]),
    ([1, 2, 3], [1, 0, 0]),
    ([2, 1, 1], [0, 1, 1]),
    ([2, 2, 1], [0, 0, 1]),
    ([1, 1, 1], [1, 1, 1]),  # everybody equal
    ([0, 0, 0], [1, 1, 1]),  # also with none at all
    ([0, 3, 0], [1, 0, 1]),
]


@pytest.mark.parametrize(("helmets", "released"), MONGOLS)
def test_mongols(helmets: list[int], released: list[int]) -> None:
    match = let_come("mongols", *[court(HELMETS[count]) for count in helmets])
    assert paid(match) == [(seat, count, "mongols") for seat, count in enumerate(helmets, 1) if count]
    assert _releases(match) == released


@pytest.mark.parametrize(
    ("courts", "released"),
    [
        (["1:", "1: young warrior", "1: young warrior"], [0, 0, 0]),  # nobody releases in its place
        (["1:", "1: young monk", "1: young warrior"], [0, 1, 0]),  # as few as somebody without persons
        (["1:", "1:", "1: old warrior"], [0, 0, 0]),
        (["1:", "1:", "1:"], [0, 0, 0]),
    ],
)
def test_somebody_without_persons_has_fewest_helmets(courts: list[str], released: list[int]) -> None:
    match = let_come("mongols", *[court(own) for own in courts])
    assert _releases(match) == released


def test_helmets_are_counted_before_anybody_releases() -> None:
    """Anna releases her warrior, and Clara does not become one who has most."""
    match = let_come("mongols", *[court(HELMETS[count]) for count in (1, 2, 1)])
    play(match, "release 1 young warrior")
    assert (match.to_move, legal(match)) == (CLARA, ["release 1 young warrior"])


def test_with_the_fewest_helmets_only_one_has_to_go() -> None:
    match = let_come("mongols", court(MONKS[3]), court("1: young warrior"))
    assert _releases(match) == [1, 0]
    assert "Anna has the fewest helmets (0) and must release one person." in log(match)


# ---- contagion

HEALERS = ["young monk", "young healer", "old healer", "old healer, young healer", "old healer, old healer"]
"""Persons with so many mortars."""
CONTAGION = [
    # mortars, other persons, persons to release
    (0, 3, 3),
    (1, 3, 2),
    (2, 3, 1),
    (3, 3, 0),
    (4, 3, 0),  # not fewer than none
    (0, 0, 1),  # too few: the one there is
    (1, 0, 1),
    (2, 0, 1),
    (1, 1, 2),
]


@pytest.mark.parametrize(("mortars", "others", "released"), CONTAGION)
def test_contagion(mortars: int, others: int, released: int) -> None:
    """Three players, so that there are two old healers."""
    own = court(f"3: {HEALERS[mortars]}", MONKS[others].replace("monk", "scholar"))
    match = let_come("contagion", own, court("1:"), court("1:"))
    assert _releases(match) == [released, 0, 0]


def test_a_healer_who_leaves_has_protected_all_the_same() -> None:
    match = let_come("contagion", court("2: old healer, young monk"), court())
    assert table(match)["left"] == 1
    play(match, "release 1 old healer")
    assert (when(match), palaces(match, ANNA)) == (NEXT_MONTH, ["2: young monk"])


def test_contagion_is_told() -> None:
    healthy = court("2: old healer, young healer")
    match = let_come("contagion", court(MONKS[3], "1: old healer"), court("1: young healer"), healthy)
    assert log(match)[-4:] == [
        "The event of the month: contagion.",
        "Anna has 2 mortars, and must release 1 person.",
        "Ben has 1 mortar, and must release 1 person.",
        "Clara has 3 mortars, and releases nobody.",
    ]


def test_of_a_contagion_at_a_court_without_persons_nothing_is_told() -> None:
    match = let_come("contagion", court("1: young healer"), court("1:"), court())
    assert log(match)[-2:] == [
        "The event of the month: contagion.",
        "Anna has 1 mortar, and must release 1 person.",
    ]


# ---- ruling 8: releases


def test_releases_are_made_seat_by_seat_in_the_order_of_the_track() -> None:
    two = court("2: young court-lady, young craftsman")
    match = let_come("contagion", two, two, track={BEN: 4, ANNA: 3})
    assert (match.to_move, table(match)["left"]) == (BEN, 2)
    play(match, "release 1 young craftsman")
    assert (match.to_move, table(match)["left"]) == (BEN, 1)
    play(match, "release 1 young court-lady")
    assert (match.to_move, table(match)["left"]) == (ANNA, 2)


def test_a_release_says_starve_only_in_a_drought() -> None:
    match = let_come("drought", court("1: young monk"), court())
    assert reason(match, "release 1 young monk").key == "say-starve"
    match = let_come("tribute", court("1: young monk"), court())
    assert reason(match, "starve 1 young monk").key == "not-now"


def test_who_has_to_release_nobody_is_skipped() -> None:
    rich = court(MONKS[1], yuan=4)
    match = let_come("tribute", rich, court(MONKS[1]), rich, track={ANNA: 9, BEN: 5, CLARA: 1})
    play(match, "release 1 young monk")
    assert (when(match), persons(match)) == (NEXT_MONTH, [1, 0, 1])
    assert track(match) == [(ANNA, 9), (BEN, 5), (CLARA, 1)]
