"""The league: who sits at the tables of self-play. A network that meets only itself overfits to itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

# who decides for a seat
LEARNER: Final = 0
PAST: Final = 1  # an earlier self
GREEDY: Final = 2  # the program of that name
KINDS: Final = ("itself", "earlier selves", "greedy")  # of tables, by who else sits there


@dataclass(frozen=True)
class League:
    """How many of the tables have rivals; at the others the learner plays all seats."""

    past: float = 0.15
    greedy: float = 0.15

    def seat(self, players: int, luck: np.random.Generator) -> NDArray[np.uint8]:
        """The roster of a new table: seat -> LEARNER, PAST or GREEDY. At least one seat is the learner's."""
        roster = np.zeros(players, np.uint8)
        draw = luck.random()
        if draw >= self.past + self.greedy:
            return roster
        rival = PAST if draw < self.past else GREEDY
        rivals = players - 1 if luck.random() < 0.5 else int(luck.integers(1, players))
        roster[luck.permutation(players)[:rivals]] = rival
        return roster


def kind_of(roster: NDArray[np.uint8]) -> int:
    """The kind of a table, an index of KINDS."""
    return int(roster.max())


def fair_shares(roster: NDArray[np.uint8], wins: NDArray[Any]) -> tuple[float, int]:
    """What the learner's seats won, as multiples of a fair share, summed up; and how many seats that are.

    >>> fair_shares(np.array([0, 2, 2, 2], np.uint8), np.array([0.5, 0.5, 0.0, 0.0]))
    (2.0, 1)
    """
    mine = roster == LEARNER
    return float(wins[mine].sum() * len(roster)), int(mine.sum())
