"""Information-set Monte Carlo tree search (ISMCTS) for two to five players, with one tree for all seats.

A simulation starts from a determinization, a copy in which everything that the searching seat cannot know is drawn
afresh, goes down the tree, and plays on from where the tree ends. A node stands for an information set of the seat to
move (`Position.information_set_key`), so its legal moves are the same in every simulation that comes by, no seat in the
tree acts on what it could not know, chance needs no nodes of its own, and what was learned for one move is found again
at the next.

At a node the seat to move chooses by its own reward (max-n), with PUCT as in AlphaGo Zero: what its moves brought so
far, and for moves hardly tried the priors that the evaluation gives them. Where the tree ends, quick moves play on; or
an evaluation that judges (`Evaluation.judge`: a network) gives priors and rewards of the new node at once.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Final

from tianxia.engine.chance import MASK32, Stream
from tianxia.engine.evaluation import Evaluation, Verdict
from tianxia.engine.fingerprint import START, mix
from tianxia.engine.native import append, i64, vec
from tianxia.engine.position import Position

MOST_NODES: Final = 200_000  # in a tree: then it grows no further, and is forgotten before the next search
LEAST_PRIOR: Final = 1.0e-4
UNCERTAIN_SCALE: Final = 2.5  # win scales, for chances from an expected lead alone; see docs/decisions/008


class Node:
    """A node of the tree: an information set of the seat to move, with statistics of its moves."""

    __slots__ = ("actions", "priors", "rewards", "seen", "tries")

    seen: i64  # how often simulations came by
    actions: vec[i64]  # none before the node is expanded
    priors: vec[float]  # same order -> prior probability of the action
    tries: vec[float]  # same order -> how often it was chosen; no integers, for they become floats slowly
    rewards: vec[float]  # same order -> the sum of what the seat got

    def __init__(self) -> None:
        self.seen = 0
        self.actions = vec[i64]([])
        self.priors = vec[float]([])
        self.tries = vec[float]([])
        self.rewards = vec[float]([])


class Tree:
    """The search tree of one seat in one game."""

    __slots__ = ("evaluation", "luck", "nodes", "root", "scores", "start", "tries", "wins")

    evaluation: Evaluation
    nodes: dict[int, Node]  # key of an information set -> node
    start: Position  # of the search under way
    root: Node
    luck: i64  # of the search under way
    tries: vec[i64]  # action of the root -> simulations of the search under way
    scores: vec[float]  # action of the root * players + seat -> sum of final scores, in those
    wins: vec[float]  # action of the root * players + seat -> sum of victories, a shared one in parts

    def __init__(self, evaluation: Evaluation) -> None:
        self.evaluation = evaluation
        self.nodes = {}
        self.luck = 0
        self.root = Node()
        self.tries = vec[i64]([])
        self.scores = vec[float]([])
        self.wins = vec[float]([])

    # ---- a search

    def begin(self, position: Position, stream: Stream) -> None:
        """Begin a search from a position; nodes of earlier searches are kept. Random numbers come from the stream."""
        if len(self.nodes) >= MOST_NODES:
            self.nodes = {}
        self.start = position
        self.luck = mix(mix(START, stream.next32()), stream.next32())
        self.root = self.node_of(position)
        if not len(self.root.actions):
            self.expand(self.root, position)
        self.tries = vec[i64]([0 for _ in range(len(self.root.actions))])
        size = len(self.root.actions) * position.players
        self.scores = vec[float]([0.0 for _ in range(size)])
        self.wins = vec[float]([0.0 for _ in range(size)])

    def search(self, simulations: i64) -> None:
        """Run a number of further simulations."""
        for _ in range(simulations):
            self.simulate(self.pick(self.root))

    def try_action(self, index: i64, simulations: i64) -> None:
        """Run a number of further simulations that all begin with one action of the root."""
        for _ in range(simulations):
            self.simulate(index)

    def best_index(self) -> i64:
        """The index of the action of the root with the most visits; of several, the one with the best rewards."""
        best: i64 = 0
        root = self.root
        for index in range(1, len(root.actions)):
            more = root.tries[index] - root.tries[best]
            if more > 0.0 or (more == 0.0 and root.rewards[index] > root.rewards[best]):
                best = index
        return best

    def outlook(self, index: i64) -> vec[float]:
        """Seat -> its chance to win after an action of the root that was tried.

        The share of won simulations assumes that everybody plays like the simulations. As far as the evaluation finds
        that uncertain, the estimate follows the expected scores instead, which are less decisive.
        """
        players = self.start.players
        tries = float(self.tries[index])
        points = vec[float]([])
        for seat in range(players):
            points = append(points, self.scores[index * players + seat] / tries)
        found = chances(points, UNCERTAIN_SCALE * self.evaluation.win_scale)
        uncertain = self.evaluation.uncertainty(self.start)
        for seat in range(players):
            found[seat] = uncertain * found[seat] + (1.0 - uncertain) * self.wins[index * players + seat] / tries
        return found

    # ---- a simulation

    def simulate(self, pick: i64) -> None:
        """Run one simulation from an action of the root: selection, expansion, playout and backpropagation."""
        position = self.start.clone()
        stream = self.luck_of(self.tries[pick])
        position.determinize(self.start.seat, stream)
        path = [self.root]
        self.root.seen += 1
        picks = vec[i64]([pick])
        seats = vec[i64]([position.seat])
        verdict: Verdict | None = None
        position.apply(self.root.actions[pick])
        while not position.over:
            node = self.node_of(position)
            node.seen += 1
            if not len(node.actions):
                if node.seen <= self.evaluation.expand_after:
                    break
                verdict = self.expand(node, position)
                if verdict is not None:
                    break
            further = self.pick(node)
            path.append(node)
            picks = append(picks, further)
            seats = append(seats, position.seat)
            position.apply(node.actions[further])
        rewards = self.finish(position, pick, stream) if verdict is None else self.believe(position, pick, verdict)
        for step in range(len(picks)):
            node = path[step]
            node.tries[picks[step]] += 1.0
            node.rewards[picks[step]] += rewards[seats[step]]

    def luck_of(self, number: i64) -> Stream:
        """The random numbers of the n-th simulation of every action: all are compared with the same hidden cards."""
        one = mix(self.luck, number)
        two = mix(one, number)
        return Stream(one & MASK32, one >> 30, two & MASK32, two >> 30 | 1)  # never all zero

    def node_of(self, position: Position) -> Node:
        key = int(position.information_set_key(position.seat))
        node = self.nodes.get(key)
        if node is None:
            node = Node()
            if len(self.nodes) < MOST_NODES:
                self.nodes[key] = node
        return node

    def expand(self, node: Node, position: Position) -> Verdict | None:
        """Add the legal actions to a node, with their priors; returns what an evaluation that judges thinks of it."""
        node.actions = position.legal_actions()
        count = len(node.actions)
        node.tries = vec[float]([0.0 for _ in range(count)])
        node.rewards = vec[float]([0.0 for _ in range(count)])
        if count == 1:
            node.priors = vec[float]([1.0])
            return None
        verdict: Verdict | None = None
        if self.evaluation.judges:
            verdict = self.evaluation.judge(position, node.actions)
            weights = verdict.weights
        else:
            weights = self.evaluation.score_moves(position, node.actions)
        best = weights[0]
        for weight in weights:
            if weight > best:
                best = weight
        total = 0.0
        for index in range(count):
            weights[index] = exp((weights[index] - best) / self.evaluation.prior_temperature) + LEAST_PRIOR
            total += weights[index]
        for index in range(count):
            weights[index] /= total
        node.priors = weights
        return verdict

    def pick(self, node: Node) -> i64:
        """The index of the action to try, by PUCT. The value of an untried action is that of the node."""
        count = len(node.actions)
        if count == 1:
            return 0
        tried = 0.0
        rewards = 0.0
        for index in range(count):
            tried += node.tries[index]
            rewards += node.rewards[index]
        usual = rewards / tried if tried > 0.0 else 0.5
        exploration = self.evaluation.c_puct * sqrt(tried + 1.0)
        best: i64 = 0
        best_score = -1.0
        for index in range(count):
            tries = node.tries[index]
            value = node.rewards[index] / tries if tries > 0.0 else usual
            score = value + exploration * node.priors[index] / (1.0 + tries)
            if score > best_score:
                best_score = score
                best = index
        return best

    # ---- from where the tree ends

    def finish(self, position: Position, pick: i64, stream: Stream) -> vec[float]:
        """Play on from a leaf, and evaluate; returns the rewards by seat."""
        evaluation = self.evaluation
        left = evaluation.horizon
        while left and not position.over:
            position.apply(evaluation.likely_action(position, stream))
            left -= 1
        points = evaluation.expected_scores(position)
        rewards = chances(points, evaluation.win_scale)
        wins = self.wins_of(position) if position.over else rewards
        self.note(pick, points, wins)
        return wins if evaluation.judges else rewards

    def believe(self, position: Position, pick: i64, verdict: Verdict) -> vec[float]:
        """Take a verdict instead of a playout; returns the rewards by seat."""
        self.note(pick, self.evaluation.expected_scores(position), verdict.wins)
        return verdict.wins

    def wins_of(self, position: Position) -> vec[float]:
        """Seat -> its share of the victory."""
        found = vec[float]([0.0 for _ in range(position.players)])
        winners = position.winners()
        for winner in winners:
            found[winner] = 1.0 / float(len(winners))
        return found

    def note(self, pick: i64, points: vec[float], wins: vec[float]) -> None:
        """Add the result of a simulation to the statistics of an action of the root."""
        self.tries[pick] += 1
        first = pick * len(points)
        for seat in range(len(points)):
            self.scores[first + seat] += points[seat]
            self.wins[first + seat] += wins[seat]


def chances(points: vec[float], win_scale: float) -> vec[float]:
    """Seat -> its chance to win by the expected scores: a softmax over the win scale.

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
        chance = exp((amount - best) / win_scale)
        found = append(found, chance)
        total += chance
    for seat in range(len(found)):
        found[seat] /= total
    return found
