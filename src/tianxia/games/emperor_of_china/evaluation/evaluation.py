"""The Emperor of China: how programs judge a position."""

from __future__ import annotations

from typing import Final

from tianxia.engine.bitsets import BIT
from tianxia.engine.chance import Stream
from tianxia.engine.evaluation import Evaluation
from tianxia.engine.native import append, i64, vec
from tianxia.engine.position import Position
from tianxia.games.emperor_of_china.evaluation.outlook import (
    ALL_REGIONS,
    NOBODY,
    Outlook,
    rounds_left,
    turns_left,
)
from tianxia.games.emperor_of_china.evaluation.plans import Plan
from tianxia.games.emperor_of_china.evaluation.playouts import quick_action
from tianxia.games.emperor_of_china.rules.position import EmperorPosition

# found by measuring
POINTS_A_TURN: Final = 3.1
OPTIMISM: Final = 4.2  # points that an outlook promises too much while there is time
PAIR: Final = 1.0  # points: what a hand with two cards alike is worth more


class EmperorEvaluation(Evaluation):
    """Judges positions of The Emperor of China."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__()
        self.prior_temperature = 3.0

    def expected_scores(self, position: Position) -> vec[float]:
        """Seat -> its score, the estimated points of its pieces (`Outlook`), and an average gain per turn to come."""
        assert isinstance(position, EmperorPosition)
        found = vec[float]([])
        for points in position.points:
            found = append(found, float(points))
        if position.over:
            return found
        outlook = Outlook(position)
        for region in range(position.tables.regions):
            if position.unfilled & BIT[region]:
                outlook.look_at_houses(region, NOBODY, 0)
                for seat in range(position.players):
                    found[seat] += outlook.shares[seat]
        for seat in range(position.players):
            found[seat] += outlook.alliances_of(ALL_REGIONS, seat) + outlook.roads_of(seat, position.houses[seat])
            found[seat] += POINTS_A_TURN * turns_left(position, seat) - OPTIMISM * outlook.time_of(seat)
            if has_pair(position, seat):
                found[seat] += PAIR * outlook.time_of(seat)
        return found

    def uncertainty(self, position: Position) -> float:
        """The remaining rounds, the present one included, as a share of all rounds."""
        assert isinstance(position, EmperorPosition)
        left = rounds_left(position) + 1.0
        return left / (left + float(position.round - 1))

    def score_moves(self, position: Position, actions: vec[i64]) -> vec[float]:
        assert isinstance(position, EmperorPosition)
        plan = Plan(position)
        found = vec[float]([])
        for action in actions:
            found = append(found, plan.value_of(action))
        return found

    def likely_action(self, position: Position, stream: Stream) -> i64:
        assert isinstance(position, EmperorPosition)
        return quick_action(position, stream)


def has_pair(position: EmperorPosition, seat: i64) -> bool:
    bundles = position.tables.bundles
    return bundles.sizes[position.hands[seat]] > bundles.different[position.hands[seat]]
