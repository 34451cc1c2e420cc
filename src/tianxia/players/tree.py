"""Tree search for two to five players, hidden things and chance: information-set search with one tree for all eyes.

A simulation starts from a copy in which everything that the searcher cannot know is drawn afresh, goes down the tree,
and plays on from where the tree ends. A node stands for what the seat to move *sees* there (`Position.sight`), so its
legal moves are the same in every simulation that comes by, nobody in the tree acts on what it could not know, chance
needs no nodes of its own, and what was learned for one move is found again at the next.

At a node the seat to move chooses by its own reward (max-n): what its moves brought so far, and for moves hardly tried
what the evaluation thinks of them (PUCT, as in AlphaGo Zero).
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Final

from tianxia.engine.chance import Stream
from tianxia.engine.evaluation import Evaluation
from tianxia.engine.native import append, i64, vec
from tianxia.engine.position import Position

MOST_NODES: Final = 200_000  # in a tree; then it is forgotten before the next search
ANY: Final = -1  # no action in particular
LEAST_PRIOR: Final = 1.0e-4


class Node:
    """What a seat sees when it is to move, and what came of its moves."""

    __slots__ = ("actions", "priors", "rewards", "seen", "tries")

    seen: i64  # how often simulations came by
    actions: vec[i64]  # none before they were weighed
    priors: vec[float]  # same order -> how promising an action looks; they sum up to 1
    tries: vec[i64]  # same order -> how often it was chosen
    rewards: vec[float]  # same order -> the sum of what the seat got

    def __init__(self) -> None:
        self.seen = 0
        self.actions = vec[i64]([])
        self.priors = vec[float]([])
        self.tries = vec[i64]([])
        self.rewards = vec[float]([])


class Tree:
    """The tree of one seat in one game, and the search in it."""

    __slots__ = ("evaluation", "nodes", "path", "picks", "root", "scores", "tries", "wins")

    evaluation: Evaluation
    nodes: dict[int, Node]  # what a seat sees -> node
    root: Node
    tries: vec[i64]  # action of the root -> simulations of the search under way
    scores: vec[float]  # action of the root * players + seat -> sum of final scores, in those
    wins: vec[float]  # the same of victories, a shared one in parts
    path: list[Node]  # of the simulation under way
    picks: vec[i64]  # same order -> the index of the action chosen

    def __init__(self, evaluation: Evaluation) -> None:
        self.evaluation = evaluation
        self.nodes = {}
        self.root = Node()
        self.tries = vec[i64]([])
        self.scores = vec[float]([])
        self.wins = vec[float]([])
        self.path = []
        self.picks = vec[i64]([])

    # ---- a search

    def begin(self, position: Position) -> None:
        """Begin a search; what was learned before is kept."""
        if len(self.nodes) > MOST_NODES:
            self.nodes = {}
        self.root = self.node_of(position)
        if not len(self.root.actions):
            self.expand(self.root, position)
        self.tries = vec[i64]([0 for _ in range(len(self.root.actions))])
        size = len(self.root.actions) * position.players
        self.scores = vec[float]([0.0 for _ in range(size)])
        self.wins = vec[float]([0.0 for _ in range(size)])

    def search(self, position: Position, simulations: i64, stream: Stream) -> None:
        """So many simulations more. The position is the one that the search began with."""
        for _ in range(simulations):
            self.simulate(position, ANY, stream)

    def try_action(self, position: Position, index: i64, simulations: i64, stream: Stream) -> None:
        """So many simulations more that all begin with one action of the root: to know more about it."""
        for _ in range(simulations):
            self.simulate(position, index, stream)

    def best_index(self) -> i64:
        """The place of the action of the root that was tried most; of those, of the one with the best rewards."""
        best: i64 = 0
        root = self.root
        for index in range(1, len(root.actions)):
            more = root.tries[index] - root.tries[best]
            if more > 0 or (more == 0 and root.rewards[index] > root.rewards[best]):
                best = index
        return best

    # ---- a simulation

    def simulate(self, start: Position, first: i64, stream: Stream) -> None:
        """Down the tree, on to the end, and back up."""
        position = start.clone()
        position.hide(start.seat, stream)
        self.path = []
        self.picks = vec[i64]([])
        seats = vec[i64]([])
        node = self.root
        while not position.over:
            node.seen += 1
            if not len(node.actions):
                if node.seen <= self.evaluation.patience:
                    break
                self.expand(node, position)
            pick = first if first != ANY and not len(self.picks) else self.pick(node)
            self.path.append(node)
            self.picks = append(self.picks, pick)
            seats = append(seats, position.seat)
            position.apply(node.actions[pick])
            if not position.over:
                node = self.node_of(position)
        rewards = self.finish(position, stream)
        for step in range(len(self.picks)):
            node = self.path[step]
            pick = self.picks[step]
            node.tries[pick] += 1
            node.rewards[pick] += rewards[seats[step]]

    def node_of(self, position: Position) -> Node:
        sight = int(position.sight(position.seat))
        node = self.nodes.get(sight)
        if node is None:
            node = Node()
            self.nodes[sight] = node
        return node

    def expand(self, node: Node, position: Position) -> None:
        """Weigh the moves of a node."""
        node.actions = position.legal_actions()
        count = len(node.actions)
        node.tries = vec[i64]([0 for _ in range(count)])
        node.rewards = vec[float]([0.0 for _ in range(count)])
        if count == 1:
            node.priors = vec[float]([1.0])
            return
        weights = self.evaluation.weigh(position, node.actions)
        best = weights[0]
        for weight in weights:
            if weight > best:
                best = weight
        total = 0.0
        for index in range(count):
            weights[index] = exp((weights[index] - best) / self.evaluation.doubt) + LEAST_PRIOR
            total += weights[index]
        for index in range(count):
            weights[index] /= total
        node.priors = weights

    def pick(self, node: Node) -> i64:
        """The index of the action to try: PUCT. An action never tried is taken to be as good as the node is."""
        count = len(node.actions)
        if count == 1:
            return 0
        tried: i64 = 0
        rewards = 0.0
        for index in range(count):
            tried += node.tries[index]
            rewards += node.rewards[index]
        usual = rewards / float(tried) if tried else 0.5
        urge = self.evaluation.curiosity * sqrt(float(tried) + 1.0)
        best: i64 = 0
        best_score = -1.0
        for index in range(count):
            tries = node.tries[index]
            value = node.rewards[index] / float(tries) if tries else usual
            score = value + urge * node.priors[index] / float(1 + tries)
            if score > best_score:
                best_score = score
                best = index
        return best

    # ---- from where the tree ends

    def finish(self, position: Position, stream: Stream) -> vec[float]:
        """Play on, and tell the rewards by seat."""
        evaluation = self.evaluation
        left = evaluation.horizon
        while left and not position.over:
            position.apply(evaluation.likely_action(position, stream))
            left -= 1
        points = evaluation.worth(position)
        rewards = chances(points, evaluation.spread)
        self.note(points, self.wins_of(position) if position.over else rewards)
        return rewards

    def wins_of(self, position: Position) -> vec[float]:
        """Seat -> its part of the victory."""
        found = vec[float]([0.0 for _ in range(position.players)])
        winners = position.winners()
        for winner in winners:
            found[winner] = 1.0 / float(len(winners))
        return found

    def note(self, points: vec[float], wins: vec[float]) -> None:
        """Keep in mind what a move of the root led to."""
        self.tries[self.picks[0]] += 1
        first = self.picks[0] * len(points)
        for seat in range(len(points)):
            self.scores[first + seat] += points[seat]
            self.wins[first + seat] += wins[seat]


def chances(points: vec[float], spread: float) -> vec[float]:
    """Seat -> how likely it is to win, by the points that all can expect.

    >>> [round(chance, 2) for chance in chances([10.0, 10.0], 5.0)]
    [0.5, 0.5]
    """
    best = points[0]
    for amount in points:
        if amount > best:
            best = amount
    found = vec[float]([])
    total = 0.0
    for amount in points:
        chance = exp((amount - best) / spread)
        found = append(found, chance)
        total += chance
    for seat in range(len(found)):
        found[seat] /= total
    return found
