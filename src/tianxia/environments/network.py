"""A policy and value network in the tree search: priors for the moves of a node, values for the leaves."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tianxia.engine import COMPILED
from tianxia.engine.evaluation import Evaluation
from tianxia.engine.native import i64
from tianxia.engine.observation import Space
from tianxia.engine.position import Position
from tianxia.environments.spaces import legal_mask, observe

if COMPILED:  # what compiled code takes and gives is of this kind, also here, where nothing is compiled
    from librt.vecs import vec
else:
    from tianxia.engine.native import vec

Policy = Callable[[bytes, bytes], Sequence[float]]
"""Observation and mask -> for each index its logit: its log-probability up to a constant."""
Value = Callable[[list[bytes]], Sequence[float]]
"""Observations -> for each the expected final score, or lead, of the observing seat, in points of the game."""


class NetworkEvaluation(Evaluation):
    """An evaluation by a network, for `Tree` and `SearchPlayer`, without playouts.

    The network gets observations of seats, from determinizations for the searching seat.
    """

    def __init__(self, space: Space, policy: Policy, value: Value) -> None:
        super().__init__()
        self.space = space
        self.policy = policy
        self.value = value
        self.horizon = 0  # judge at once
        self.prior_temperature = 1.0  # the tree raises e to the power of a weight over this: the chances of the network
        self.expand_after = 1  # a position is judged when it is met, and its moves are weighed when it is met again

    def expected_scores(self, position: Position) -> vec[float]:
        if position.over:
            return super().expected_scores(position)
        seats = range(int(position.players))
        found = self.value([observe(self.space, position, seat) for seat in seats])
        return vec[float]([float(points) for points in found])

    def score_moves(self, position: Position, actions: vec[i64]) -> vec[float]:
        seat = int(position.seat)
        weights = self.policy(observe(self.space, position, seat), legal_mask(self.space, position))
        least = min(weights)
        indices = [int(self.space.index_of(position, action)) for action in actions]
        return vec[float]([float(weights[index]) if index >= 0 else least for index in indices])
