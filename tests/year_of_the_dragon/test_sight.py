"""What a seat of In the Year of the Dragon sees, as one number."""

from __future__ import annotations

import pytest

from contract.cases import Case
from support.dragon_games import CASES, new_position, steps
from support.luck import dice, scaled

FEW_CASES = CASES[:: scaled(16, 4)]
SEEN = 707_328_210_409_380_957_906
"""The sum of all looks of a game of the last case: the same in both builds."""


def looks(case: Case) -> list[tuple[int, str]]:
    """What is seen before each decision of a game, and what may be done there."""
    position = new_position(case, 1)
    found = []
    for _ in steps(position, dice(1), prudence=5):
        found.append((int(position.sight(position.seat)), str(position.legal_actions())))
    return found


@pytest.mark.parametrize("case", FEW_CASES, ids=str)
def test_no_decision_leaves_things_as_they_look(case: Case) -> None:
    seen = [look for look, _ in looks(case)]
    assert len(set(seen)) == len(seen)


def test_where_things_look_the_same_the_same_may_be_done() -> None:
    actions: dict[int, set[str]] = {}
    for case in FEW_CASES:
        for look, legal in looks(case):
            actions.setdefault(look, set()).add(legal)
    assert max(len(lists) for lists in actions.values()) == 1


@pytest.mark.parametrize("case", FEW_CASES[::4], ids=str)
def test_all_seats_see_the_same_and_not_the_luck_to_come(case: Case) -> None:
    position = new_position(case, 2)
    veils = dice(3)
    for _ in steps(position, dice(2)):
        looked = position.sight(position.seat)
        for seat in range(position.players):
            other = position.clone()
            other.hide(seat, veils)
            assert other.sight(seat) == looked


def test_both_builds_see_the_same_number() -> None:
    assert sum(look for look, _ in looks(CASES[-1])) == SEEN
