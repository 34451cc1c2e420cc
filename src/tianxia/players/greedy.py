"""A player without search: it makes the move that the evaluation prefers."""

from __future__ import annotations

from tianxia.engine.evaluation import Evaluation
from tianxia.engine.position import Position
from tianxia.players.player import Player, Stream


class GreedyPlayer(Player):
    """Makes the legal move with the greatest value by the evaluation of its game; of equal ones, a random one."""

    spec = "greedy"

    def __init__(self, evaluation: Evaluation) -> None:
        self.evaluation = evaluation

    def choose(self, position: Position, stream: Stream) -> int:
        actions = position.legal_actions()
        weights = self.evaluation.score_moves(position, actions)
        best = max(weights)
        alike = [int(action) for action, weight in zip(actions, weights, strict=True) if weight == best]
        return alike[stream.below(len(alike))]
