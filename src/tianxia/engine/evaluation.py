"""The base class of all evaluations: what a game offers to players that judge a position without playing on.

Scores are in points of the game. An evaluation keeps nothing between calls, and may be shared.
"""

from __future__ import annotations

from tianxia.engine.chance import Stream
from tianxia.engine.native import append, i64, mypyc_attr, vec
from tianxia.engine.position import Position


class Verdict:
    """What is thought of a position in which a seat is to move."""

    __slots__ = ("weights", "wins")

    weights: vec[float]  # legal action, in the order given -> how good it is: see `Evaluation.score_moves`
    wins: vec[float]  # seat -> how likely it is to win

    def __init__(self, weights: vec[float], wins: vec[float]) -> None:
        self.weights = weights
        self.wins = wins


@mypyc_attr(allow_interpreted_subclasses=True)
class Evaluation:
    """Judges positions of a game, and sets the parameters of tree search; each game overrides this.

    It may look at everything in a position: programs get a determinized copy of what their seat cannot see.
    """

    __slots__ = ("c_puct", "expand_after", "horizon", "judges", "prior_temperature", "win_scale")

    # for search, found by measuring
    win_scale: float  # points: a lead of this size makes a seat e (2.7) times as likely to win
    prior_temperature: float  # points: a move that looks so much worse has a prior that is e times smaller
    c_puct: float  # exploration: how much PUCT tries moves that have not shown their value
    expand_after: i64  # visits of a position before its moves are scored and it becomes a node with children
    horizon: i64  # decisions of a playout before the evaluation judges; a large number: play to the end
    judges: bool  # a new node is judged by `judge`, at once: no playouts

    def __init__(self) -> None:
        self.win_scale = 8.0
        self.prior_temperature = 4.0
        self.c_puct = 0.5
        self.expand_after = 2
        self.horizon = 1 << 30
        self.judges = False

    def judge(self, position: Position, actions: vec[i64]) -> Verdict:
        """The weights of the legal actions of a position, and all seats' chances to win; only where `judges` is set."""
        raise NotImplementedError

    def expected_scores(self, position: Position) -> vec[float]:
        """Seat -> its expected final score. The position may await chance."""
        found = vec[float]([])
        for score in position.scores():
            found = append(found, float(score))
        return found

    def uncertainty(self, position: Position) -> float:
        """How little simulations predict the result: from 1, at the start of a long game, to 0, where they are trusted.

        A game that does not override this trusts simulations from the beginning.
        """
        return 0.0

    def score_moves(self, position: Position, actions: vec[i64]) -> vec[float]:
        """The values of legal actions for the seat to move, in points, in the order of `actions`."""
        found = vec[float]([])
        for action in actions:
            ahead = position.clone()
            ahead.apply_until_chance(action)
            found = append(found, self.lead(self.expected_scores(ahead), position.seat))
        return found

    def lead(self, scores: vec[float], seat: i64) -> float:
        """The lead of a seat: the mean of its lead over the best rival and its lead over the average rival."""
        best = -1.0e9
        total = 0.0
        for other in range(len(scores)):
            if other != seat:
                total += scores[other]
                if scores[other] > best:
                    best = scores[other]
        rivals = float(len(scores) - 1)
        if rivals == 0.0:
            return scores[seat]
        return scores[seat] - 0.5 * best - 0.5 * total / rivals

    def likely_action(self, position: Position, stream: Stream) -> i64:
        """A sensible move for playouts, found quickly."""
        return position.random_action(stream)
