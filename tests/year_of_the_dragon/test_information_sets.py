"""Information-set keys of In the Year of the Dragon; `contract/test_information_sets.py` has the rest."""

from __future__ import annotations

from itertools import combinations

from support.dragon import action_phase, court
from support.dragon_games import case_of, new_position, steps
from support.luck import dice
from tianxia.engine.position import SPECTATOR
from tianxia.games.base import Document

RIVAL = court("2: young monk")
COUNTED = ("yuan", "rice", "fireworks", "small", "large")


def look(own: Document) -> int:
    """What is seen of a court."""
    return int(action_phase(own, RIVAL).position.information_set_key(0))


def test_all_is_open() -> None:
    position = new_position(case_of(4, great_wall=True, super_event="charter"), 2)
    for _ in steps(position, dice(2), prudence=5):
        assert len({int(position.information_set_key(seat)) for seat in (*range(4), SPECTATOR)}) == 1


def test_everything_at_a_court_shows() -> None:
    """However many there are: sixteen large privileges are no small one."""
    courts = [
        RIVAL,
        court("2: old monk"),
        court("3: young monk"),
        court("2: young monk", "1:"),
        *(court("2: young monk", cards=cards) for cards in ("monk", "wild")),
        *({**RIVAL, thing: number} for thing in COUNTED for number in (1, 16, 256)),
    ]
    for one, other in combinations(courts, 2):
        assert look(one) != look(other), (one, other)
