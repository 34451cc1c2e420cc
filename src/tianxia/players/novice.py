"""A player that makes mistakes like a person who has just learned a game."""

from __future__ import annotations

from math import log

from tianxia.engine.evaluation import Evaluation
from tianxia.engine.position import Position
from tianxia.players.player import Player, Stream

NOTICED = 0.75  # how likely a novice is to notice a move at all
SLIPS = 0.5  # how far it misjudges moves, beside what search takes for doubtful
DIGITS = 1 << 24


class NovicePlayer(Player):
    """Overlooks some moves, misjudges the others a little, and makes the one that it judges best."""

    spec = "level:novice"

    def __init__(self, evaluation: Evaluation) -> None:
        self.evaluation = evaluation

    def choose(self, position: Position, stream: Stream) -> int:
        actions = position.legal_actions()
        weights = self.evaluation.score_moves(position, actions)
        noticed = [index for index in range(len(actions)) if _chance(stream) < NOTICED] or list(range(len(actions)))
        liking = {
            index: weights[index] + SLIPS * self.evaluation.prior_temperature * _slip(stream) for index in noticed
        }
        return int(actions[max(noticed, key=liking.__getitem__)])


def _chance(stream: Stream) -> float:
    return (int(stream.below(DIGITS)) + 0.5) / DIGITS


def _slip(stream: Stream) -> float:
    """A random number with the Gumbel distribution: choosing the greatest sum is then a softmax of the values."""
    return -log(-log(_chance(stream)))
