"""The nodes of the searches of `search_core`: what the network and the simulations think of the actions of a seat."""

from __future__ import annotations

from math import exp
from typing import Final

from tianxia.engine.native import append, i64, vec

FREE: Final = -1.0e9  # less than any score


class Budget:
    """How all games search."""

    __slots__ = (
        "considered",
        "is_noisy",
        "lead_scale",
        "lead_weight",
        "scale",
        "sequences",
        "simulations",
        "visit_offset",
    )

    simulations: i64
    considered: i64  # actions with which the root begins
    lead_weight: float  # of the lead in points, beside victory
    lead_scale: float  # points
    scale: float  # how much found values weigh against the policy
    visit_offset: float  # visits that are added to those of the most visited action, where that is weighed
    is_noisy: bool  # whether the root draws its actions, rather than to take the likeliest
    sequences: list[list[int]]  # actions considered -> simulation -> visits that the next action has so far

    def __init__(
        self,
        simulations: int,
        considered: int,
        lead_weight: float,
        lead_scale: float,
        scale: float,
        is_noisy: bool,
    ) -> None:
        self.simulations = simulations
        self.considered = considered
        self.lead_weight = lead_weight
        self.lead_scale = lead_scale
        self.scale = scale
        self.visit_offset = 30.0
        self.is_noisy = is_noisy
        self.sequences = [halving(count, simulations) for count in range(considered + 1)]


def halving(considered: int, simulations: int) -> list[int]:
    """Sequential halving: for each simulation, how often the action that comes next was visited before.

    >>> halving(4, 10)
    [0, 0, 0, 0, 1, 1, 2, 2, 3, 3]
    """
    if considered <= 1:
        return list(range(simulations))
    found: list[int] = []
    visits = [0] * considered
    rounds = (considered - 1).bit_length()
    left = considered
    while len(found) < simulations:
        for _ in range(max(1, simulations // (rounds * left))):
            found += visits[:left]
            for place in range(left):
                visits[place] += 1
        left = max(2, left // 2)
    return found[:simulations]


class SearchNode:
    """An information set of the seat to move, with what the network and the simulations think of its actions."""

    __slots__ = ("actions", "indices", "logits", "policy", "rewards", "tries", "value")

    actions: vec[i64]
    indices: vec[i64]  # action -> its index in the space; -1 where the network cannot choose it
    logits: vec[float]
    policy: vec[float]
    tries: vec[float]
    rewards: vec[float]  # action -> the sum of what the seat to move got
    value: float  # what the network expects for the seat to move

    def __init__(self, actions: vec[i64]) -> None:
        count = len(actions)
        self.actions = actions
        self.indices = vec[i64]([])
        self.logits = vec[float]([0.0 for _ in range(count)])
        self.policy = vec[float]([1.0 for _ in range(count)])
        self.tries = vec[float]([0.0 for _ in range(count)])
        self.rewards = vec[float]([0.0 for _ in range(count)])
        self.value = 0.0

    def think(self, indices: vec[i64], logits: vec[float], at: i64) -> None:
        """Take the logits of all indices, of which those of the legal actions count."""
        self.indices = indices
        best = FREE
        for place in range(len(indices)):
            logit = logits[at + indices[place]] if indices[place] >= 0 else FREE
            self.logits[place] = logit
            if logit > best:
                best = logit
        self.policy = softmax(self.logits)

    def completed(self, budget: Budget) -> vec[float]:
        """Action -> its logit, improved by its value: the mean of its simulations, or what the node is worth."""
        visits = 0.0
        most = 0.0
        seen = 0.0
        mean = 0.0
        for place in range(len(self.tries)):
            tries = self.tries[place]
            if tries > 0.0:
                visits += tries
                seen += self.policy[place]
                mean += self.policy[place] * self.rewards[place] / tries
                if tries > most:
                    most = tries
        usual = self.value
        if seen > 0.0:
            usual = (self.value + visits * mean / seen) / (1.0 + visits)
        weight = (budget.visit_offset + most) * budget.scale
        found = vec[float]([])
        for place in range(len(self.tries)):
            tries = self.tries[place]
            value = self.rewards[place] / tries if tries > 0.0 else usual
            found = append(found, self.logits[place] + weight * (value - usual))
        return found

    def lagging(self, budget: Budget) -> i64:
        """The action whose share of the visits lags most behind the improved policy."""
        if len(self.actions) == 1:
            return 0
        improved = softmax(self.completed(budget))
        visits = 1.0
        for tries in self.tries:
            visits += tries
        best: i64 = 0
        most = FREE
        for place in range(len(improved)):
            lag = improved[place] - self.tries[place] / visits
            if lag > most:
                most = lag
                best = place
        return best


def softmax(logits: vec[float]) -> vec[float]:
    """Chances, of logarithms of them."""
    best = logits[0]
    for logit in logits:
        if logit > best:
            best = logit
    found = vec[float]([])
    total = 0.0
    for logit in logits:
        chance = exp(logit - best) if logit > best - 60.0 else 0.0
        found = append(found, chance)
        total += chance
    for place in range(len(found)):
        found[place] /= total
    return found
