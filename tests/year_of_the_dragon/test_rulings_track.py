"""Ruling 4: the person track, its stacks, and the order of play."""

from __future__ import annotations

import pytest

from support.dragon import (
    ANNA,
    BEN,
    CLARA,
    DORA,
    action_phase,
    court,
    legal,
    let_come,
    log,
    person_phase,
    play,
    track,
    when,
)

PLAIN = court("2:", yuan=3)
WARRIORS = ["2:", "2: young warrior", "2: old warrior", "3: young warrior, old warrior"]
"""A parade of 1, 2, 3 and 4 spaces."""


# ---- where a marker goes

STACKS = [
    # the track before, who moves, how far, the track after
    ({ANNA: 5, BEN: 4, CLARA: 0}, BEN, 1, [(BEN, 5), (ANNA, 5), (CLARA, 0)]),  # on top
    ({ANNA: 5, BEN: 5, CLARA: 4}, CLARA, 1, [(CLARA, 5), (ANNA, 5), (BEN, 5)]),  # on top of two
    ({ANNA: 5, BEN: 5, CLARA: 5}, CLARA, 1, [(CLARA, 6), (ANNA, 5), (BEN, 5)]),  # from the bottom of a stack
    ({ANNA: 5, BEN: 5, CLARA: 5}, BEN, 1, [(BEN, 6), (ANNA, 5), (CLARA, 5)]),  # from the middle
    ({ANNA: 5, BEN: 5, CLARA: 5}, ANNA, 1, [(ANNA, 6), (BEN, 5), (CLARA, 5)]),  # from the top
    ({ANNA: 6, BEN: 5, CLARA: 5}, CLARA, 1, [(CLARA, 6), (ANNA, 6), (BEN, 5)]),
    ({ANNA: 6, BEN: 5, CLARA: 4}, CLARA, 2, [(CLARA, 6), (ANNA, 6), (BEN, 5)]),  # past one, on top of another
    ({ANNA: 6, BEN: 6, CLARA: 4}, CLARA, 3, [(CLARA, 7), (ANNA, 6), (BEN, 6)]),  # past a stack
    ({ANNA: 9, BEN: 5, CLARA: 4}, CLARA, 1, [(ANNA, 9), (CLARA, 5), (BEN, 5)]),  # on top, but behind another
    ({ANNA: 9, BEN: 5, CLARA: 1}, CLARA, 4, [(ANNA, 9), (CLARA, 5), (BEN, 5)]),
    ({ANNA: 9, BEN: 5, CLARA: 1}, CLARA, 2, [(ANNA, 9), (BEN, 5), (CLARA, 3)]),  # to a free space
    ({ANNA: 0, BEN: 0, CLARA: 0}, BEN, 4, [(BEN, 4), (ANNA, 0), (CLARA, 0)]),
]


@pytest.mark.parametrize(("before", "seat", "spaces", "after"), STACKS)
def test_a_marker_goes_on_top(before: dict[int, int], seat: int, spaces: int, after: list[tuple[int, int]]) -> None:
    courts = [PLAIN] * 3
    courts[seat - 1] = court(WARRIORS[spaces - 1])
    match = action_phase(*courts, track=before, turn=seat)
    play(match, "parade")
    assert track(match) == after
    assert f"moves {spaces} space" in log(match)[1]


def test_the_later_one_lies_on_top_of_the_earlier_one() -> None:
    """Three parades of one space, one after the other, to the space of Anna."""
    money = court("2:", yuan=3)
    match = action_phase(*[money] * 4, track={ANNA: 5, BEN: 4, CLARA: 4, DORA: 4})
    play(match, "money", "parade", "parade", "parade")
    assert track(match) == [(DORA, 5), (CLARA, 5), (BEN, 5), (ANNA, 5)]
    assert match.to_move == DORA  # first in the person phase


def test_the_track_has_no_end() -> None:
    match = action_phase(court("3: young warrior, old warrior"), PLAIN, track={ANNA: 9_998, BEN: 7})
    play(match, "parade")
    assert track(match) == [(ANNA, 10_002), (BEN, 7)]


def test_points_have_no_end() -> None:
    match = action_phase(court("1: old scholar"), PLAIN, points=[9_998, 0])
    play(match, "research")
    assert match.scores == [10_002, 0]


# ---- when the order is read


def test_the_order_of_the_action_phase_does_not_change_in_it() -> None:
    """Clara overtakes both, and Ben still acts after her; in the person phase she is first."""
    match = action_phase(
        *(PLAIN, PLAIN, court("3: young warrior, old warrior", yuan=3)), track={ANNA: 3, CLARA: 2, BEN: 1}
    )
    play(match, "money", "parade")
    assert track(match) == [(CLARA, 6), (ANNA, 3), (BEN, 1)]
    assert (when(match), match.to_move) == ((3, "action"), BEN)
    play(match, "money")
    assert (when(match), match.to_move) == ((3, "person"), CLARA)


def test_who_has_acted_does_not_act_again_when_another_overtakes() -> None:
    """Ben, the last, goes before Anna and Clara: the person phase is next, not another action."""
    match = action_phase(*[PLAIN] * 3, track={ANNA: 1, CLARA: 1, BEN: 1})
    seats = []
    for move in ("money", "money", "parade"):
        seats.append(match.to_move)
        play(match, move)
    assert (seats, when(match), match.to_move) == ([ANNA, CLARA, BEN], (3, "person"), BEN)


def test_the_order_of_the_person_phase_does_not_change_in_it() -> None:
    """Anna's young monk brings her to 6, Ben's court lady to 8; then it is still Clara's turn."""
    match = person_phase(*[court("2:", cards="court-lady monk")] * 3, track={BEN: 7, ANNA: 0, CLARA: 0})
    play(match, "card court-lady", "palace 1", "card monk", "take young monk", "palace 1")
    assert (when(match), match.to_move) == ((3, "person"), CLARA)
    play(match, "card monk", "take young monk", "palace 1")
    assert track(match) == [(BEN, 8), (CLARA, 6), (ANNA, 6)]


def test_the_order_of_releases_is_read_after_the_person_phase() -> None:
    """All have fewest helmets. Clara was last, but her monk brought her before the others."""
    match = person_phase(
        *(court("1: young farmer", cards=""), court("1: young healer", cards="")),
        court("2: young scholar", cards="monk"),
        event="mongols",
        track={ANNA: 4, BEN: 3, CLARA: 0},
        turn=CLARA,
    )
    play(match, "card monk", "take young monk", "palace 1")
    assert (when(match), match.to_move) == ((3, "event"), CLARA)
    play(match, "release 1 young scholar")
    assert match.to_move == ANNA
    play(match, "release 1 young farmer")
    assert (match.to_move, legal(match)) == (BEN, ["release 1 young healer"])


def test_releases_go_from_the_top_of_a_stack_to_the_bottom() -> None:
    poor = court("1: young monk")
    match = let_come("tribute", poor, poor, poor, track={CLARA: 5, ANNA: 5, BEN: 5})
    seats = []
    while when(match)[1] == "event":
        seats.append(match.to_move)
        play(match, "release 1 young monk")
    assert seats == [CLARA, ANNA, BEN]


# ---- what moves no marker


def test_a_marker_does_not_go_back_when_a_person_leaves() -> None:
    match = let_come("contagion", court("2: young monk, young warrior"), court("2:"), track={ANNA: 11, BEN: 0})
    play(match, "release 1 young monk", "release 1 young warrior")
    assert track(match) == [(ANNA, 11), (BEN, 0)]


@pytest.mark.parametrize("action", ["taxes", "harvest", "fireworks", "research", "privilege small", "money"])
def test_no_other_action_moves_a_marker(action: str) -> None:
    match = action_phase(court("2: young warrior", yuan=3), PLAIN, track={ANNA: 4, BEN: 4})
    play(match, action)
    assert track(match) == [(ANNA, 4), (BEN, 4)]
