"""A network in the tree search: it weighs the moves of a node and judges it for every seat, in one go."""

from __future__ import annotations

from math import exp

from tianxia.engine.evaluation import Evaluation, Verdict
from tianxia.engine.native import append, i64, vec
from tianxia.engine.observation import Space
from tianxia.engine.position import Position
from tianxia.players.network.layers import ONE
from tianxia.players.network.networks import Network


class NetworkEvaluation(Evaluation):
    """What a network thinks, for `Tree`: its policy as priors, its chances to win instead of playouts.

    The seat to move in a node of the tree is judged by what it sees there, as in a game.
    """

    __slots__ = ("network", "space")

    network: Network
    space: Space  # of the positions that are judged

    def __init__(self, network: Network, space: Space) -> None:
        super().__init__()
        self.network = network
        self.space = space
        self.judges = True
        self.expand_after = 0
        self.horizon = 0
        self.prior_temperature = 1.0
        self.c_puct = 0.5

    def judge(self, position: Position, actions: vec[i64]) -> Verdict:
        judgement = self.network.judge(self.space, position, actions)
        weights = vec[float]([])
        for score in judgement.scores:
            weights = append(weights, float(score) / float(ONE))
        return Verdict(weights, softmax(judgement.wins))

    def score_moves(self, position: Position, actions: vec[i64]) -> vec[float]:
        return self.judge(position, actions).weights


def softmax(logits: vec[i64]) -> vec[float]:
    """Chances, of logarithms of them in fixed-point.

    >>> [round(chance, 2) for chance in softmax(vec[i64]([2048, 2048, 0]))]
    [0.42, 0.42, 0.16]
    """
    best = logits[0]
    for logit in logits:
        if logit > best:
            best = logit
    found = vec[float]([])
    total = 0.0
    for logit in logits:
        chance = exp(float(logit - best) / float(ONE))
        found = append(found, chance)
        total += chance
    for place in range(len(found)):
        found[place] /= total
    return found
