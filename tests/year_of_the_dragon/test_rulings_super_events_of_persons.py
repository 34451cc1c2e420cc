"""Ruling 15: tornado, sunrise, assassination attempt and charter. `test_rulings_super_events` has the others."""

from __future__ import annotations

from typing import Any

import pytest

from support.dragon import (
    ANNA,
    BEN,
    CLARA,
    court,
    goods,
    hand,
    legal,
    let_come,
    log,
    on_board,
    paid,
    palaces,
    person_phase,
    persons,
    play,
    privileges,
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


# ---- tornado


@pytest.mark.parametrize(
    ("cards", "discards"),
    [("", 0), ("monk", 1), ("wild wild", 2), ("monk farmer", 2), ("monk farmer scholar wild", 2)],
)
def test_tornado_two_cards_or_fewer(cards: str, discards: int) -> None:
    match = super_event("tornado", court("1: young healer", cards=cards), court())
    made = 0
    while when(match) == SUPER:
        assert (match.to_move, table(match)["left"]) == (ANNA, discards - made)
        play(match, legal(match)[0])
        made += 1
    assert (made, len(hand(match, ANNA).split())) == (discards, len(cards.split()) - discards)
    assert when(match) == NEXT_MONTH


def test_tornado_any_cards() -> None:
    match = super_event("tornado", court(cards="wild monk farmer wild"), court(cards="scholar"))
    assert legal(match) == ["discard monk", "discard farmer", "discard wild"]
    play(match, "discard wild")
    assert legal(match) == ["discard monk", "discard farmer", "discard wild"]
    play(match, "discard wild")
    assert hand(match, ANNA) == "monk farmer"
    assert (match.to_move, legal(match)) == (BEN, ["discard scholar"])
    play(match, "discard scholar")
    assert (when(match), hand(match, BEN)) == (NEXT_MONTH, "")


def test_after_a_tornado_there_are_cards_for_months_8_and_9() -> None:
    """The rulebook's note: 11 cards, 7 played, 2 discarded; no person phase in months 10, 11 and 12."""
    match = super_event("tornado", *[court(yuan=9, cards="monk farmer wild wild")] * 2)
    play(match, *["discard wild"] * 4)
    months = set()
    while not match.over:
        month, part = when(match)
        if part == "person":
            months.add(month)
        play(match, "money" if part == "action" else legal(match)[0])
    assert months == {8, 9}


# ---- sunrise


def test_sunrise_a_young_person_without_a_card() -> None:
    match = super_event(
        "sunrise",
        *(court("2: old farmer", cards="monk"), court("1:")),
        tiles={"young monk": 1, "old monk": 1, "young craftsman": 2},
        track={ANNA: 3, BEN: 0},
    )
    assert (when(match), legal(match)) == (SUPER, ["sunrise craftsman", "sunrise monk"])
    play(match, "sunrise monk")
    assert legal(match) == ["palace 1"]  # no card, and no take
    play(match, "palace 1")
    assert (palaces(match, ANNA), hand(match, ANNA)) == (["2: young monk, old farmer"], "monk")
    assert track(match) == [(ANNA, 9), (BEN, 0)]
    assert (on_board(match, "young monk"), on_board(match, "old monk")) == (0, 1)


def test_sunrise_nobody_takes_a_kind_that_another_took() -> None:
    """There are tiles enough of it."""
    match = super_event("sunrise", *[court("1:")] * 3, tiles={"young monk": 3, "young farmer": 3, "young craftsman": 3})
    play(match, "sunrise monk", "palace 1")
    assert (match.to_move, legal(match)) == (BEN, ["sunrise craftsman", "sunrise farmer"])
    assert reason(match, "sunrise monk").key == "risen"
    play(match, "sunrise farmer", "palace 1")
    assert (match.to_move, legal(match)) == (CLARA, ["sunrise craftsman"])


def test_sunrise_only_young_ones() -> None:
    match = super_event("sunrise", court("1:"), court("1:"), tiles={"old monk": 1, "young tax-collector": 1})
    assert legal(match) == ["sunrise tax-collector"]  # of one age: they are young
    assert reason(match, "sunrise monk").key == "no-young-left"


@pytest.mark.parametrize(
    ("tiles", "seats"),
    [
        ({"young monk": 3}, [ANNA]),  # the one kind is used up, though tiles are left
        ({"young monk": 1, "young farmer": 1}, [ANNA, BEN]),
        ({"old monk": 2, "old farmer": 2}, []),
        ({}, []),
    ],
)
def test_sunrise_when_kinds_run_out(tiles: dict[str, int], seats: list[int]) -> None:
    match = super_event("sunrise", *[court("1:")] * 3, tiles=tiles)
    rising = []
    while when(match) == SUPER:
        rising.append(match.to_move)
        play(match, legal(match)[0], "palace 1")
    assert rising == seats
    assert when(match) == NEXT_MONTH


def test_sunrise_must_take_somebody_and_must_place_with_room() -> None:
    match = super_event("sunrise", court("1: young healer", "2:"), court("1:"), tiles={"young monk": 1})
    assert legal(match) == ["sunrise monk"]
    play(match, "sunrise monk")
    assert legal(match) == ["palace 2"]


@pytest.mark.parametrize(("move", "space"), [("replace 1 young healer", 7 + 6), ("dismiss", 7)])
def test_sunrise_with_no_room(move: str, space: int) -> None:
    """A kind whose person is dismissed is used up too."""
    tiles = {"young monk": 2, "young farmer": 1}
    match = super_event("sunrise", court("1: young healer"), court("1:"), tiles=tiles, track={ANNA: 7, BEN: 0})
    play(match, "sunrise monk")
    assert legal(match) == ["dismiss", "replace 1 young healer"]
    play(match, move)
    assert track(match)[0] == (ANNA, space)
    assert (match.to_move, legal(match), on_board(match, "young monk")) == (BEN, ["sunrise farmer"], 1)


def test_sunrise_the_order_does_not_change_in_it() -> None:
    """Clara's monk brings her before all, and Anna is still next."""
    tiles = {"young monk": 1, "young farmer": 1, "young scholar": 1}
    match = super_event("sunrise", *[court("1:")] * 3, tiles=tiles, track={CLARA: 3, ANNA: 2, BEN: 1})
    play(match, "sunrise monk", "palace 1")
    assert match.to_move == ANNA
    play(match, "sunrise scholar", "palace 1", "sunrise farmer", "palace 1")
    assert track(match) == [(CLARA, 9), (ANNA, 6), (BEN, 5)]
    assert (when(match), persons(match)) == (NEXT_MONTH, [1, 1, 1])


def test_a_person_who_came_at_sunrise_keeps_a_palace() -> None:
    """The super event is before decay."""
    match = super_event("sunrise", court("1:"), court("1:"), tiles={"young monk": 1})
    play(match, "sunrise monk", "palace 1")
    assert (palaces(match, ANNA), palaces(match, BEN)) == (["1: young monk"], [])


# ---- assassination attempt


def test_assassination_then_scoring() -> None:
    match = super_event("assassination", court("1: young monk", small=2, large=1, yuan=1), court(small=1), court("1:"))
    assert [privileges(match, seat) for seat in (ANNA, BEN, CLARA)] == [(0, 0)] * 3
    assert paid(match) == [(ANNA, 1, "palaces")]
    assert yuan(match) == [1, 0, 0]  # without compensation
    assert [line for line in log(match) if "privileges" in line] == [
        "Anna loses all privileges, with 4 dragons.",
        "Ben loses all privileges, with 1 dragon.",
    ]


# ---- charter

CHARTER = [
    # palaces, the kind that is named, goods, spaces, points
    (["2: young tax-collector, young tax-collector"], "tax-collector", (6, 0, 0), 0, []),
    (["3: young farmer, old farmer", "1: young farmer"], "farmer", (0, 4, 0), 0, []),
    (["2: young pyrotechnist, old pyrotechnist"], "pyrotechnist", (0, 0, 3), 0, []),
    (["2: young warrior, old warrior"], "warrior", (0, 0, 0), 3, []),
    (["2: young scholar, old scholar"], "scholar", (0, 0, 0), 0, [(ANNA, 5, "charter")]),
    (["2: young court-lady, young court-lady"], "court-lady", (0, 0, 0), 0, [(ANNA, 2, "charter")]),
    (
        *(["3: young monk, old monk", "#4 2: young monk"], "monk", (0, 0, 0), 0),
        [(ANNA, 3, "charter 1"), (ANNA, 6, "charter 1"), (ANNA, 2, "charter 4")],
    ),
    (["2: young healer, old healer"], "healer", (0, 0, 0), 0, []),  # it may be named, for nothing
]


@pytest.mark.parametrize(("own", "kind", "gained", "spaces", "scored"), CHARTER)
def test_charter_gives_what_the_persons_show_and_no_more(
    own: list[str], kind: str, gained: tuple[int, int, int], spaces: int, scored: list[tuple[int, int, str]]
) -> None:
    """Nothing is added for a card; both ages count."""
    match = super_event("charter", court(*own), court(), track={ANNA: 10, BEN: 0})
    assert legal(match) == [f"charter {kind}"]
    play(match, f"charter {kind}")
    assert (goods(match, ANNA), track(match)[0]) == (gained, (ANNA, 10 + spaces))
    assert paid(match, "charter") == scored
    assert when(match) == NEXT_MONTH


def test_charter_of_craftsmen_builds_by_hammers_alone() -> None:
    """Two craftsmen: two floors."""
    match = super_event(
        "charter", court("2: young craftsman, young craftsman", "2: young monk"), court("1: young monk")
    )
    play(match, "charter craftsman")
    assert (match.to_move, table(match)["left"]) == (ANNA, 2)
    assert sorted(legal(match)) == ["floor 1", "floor 2", "floor new"]
    play(match, "floor 2", "floor new")
    assert palaces(match, ANNA) == ["2: young craftsman, young craftsman", "3: young monk", "1:"]
    assert match.to_move == BEN


def test_a_palace_that_the_charter_built_decays_with_the_month() -> None:
    match = super_event("charter", court("1: young craftsman"), court())
    play(match, "charter craftsman", "floor new")
    assert palaces(match, ANNA) == ["1: young craftsman"]
    assert paid(match, "palaces") == [(ANNA, 1, "palaces")]


def test_charter_one_kind_of_those_at_court() -> None:
    match = super_event("charter", court("3: old farmer, young monk, young farmer", "1: young healer"), court())
    assert legal(match) == ["charter monk", "charter healer", "charter farmer"]
    assert reason(match, "charter scholar").key == "no-such-person"


def test_charter_is_skipped_without_persons_and_goes_by_the_track() -> None:
    """Anna's warriors do not change the order any more."""
    match = super_event(
        *("charter", court("2: old warrior, young warrior"), court("2:"), court("1: young farmer")),
        track={CLARA: 5, BEN: 4, ANNA: 3},
    )
    assert match.to_move == CLARA
    play(match, "charter farmer")
    assert match.to_move == ANNA
    play(match, "charter warrior")
    assert track(match) == [(ANNA, 6), (CLARA, 5), (BEN, 4)]
    assert when(match) == NEXT_MONTH


def test_two_seats_may_name_the_same_kind() -> None:
    match = super_event("charter", court("1: old farmer"), court("1: young farmer"))
    play(match, "charter farmer", "charter farmer")
    assert (goods(match, ANNA), goods(match, BEN)) == ((0, 2, 0), (0, 1, 0))


# ---- before month 7


def test_a_super_event_to_come_changes_nothing_before() -> None:
    match = person_phase(court("1: young monk", cards="wild"), court("1:", cards=""), super_event="sunrise", month=6)
    assert reason(match, "sunrise monk").key == "not-now"
    assert table(match)["super_event"] == "sunrise"
