"""The base class of all evaluations: what a game offers to players that judge a position without playing on.

Scores are in points of the game. An evaluation keeps nothing between calls, and may be shared.
"""

from __future__ import annotations

from tianxia.engine.chance import Stream
from tianxia.engine.native import append, i64, mypyc_attr, vec
from tianxia.engine.position import Position


@mypyc_attr(allow_interpreted_subclasses=True)
class Evaluation:
    """How a game is judged, and how tree search should go about it; each game tells more than this one.

    It may look at everything in a position: players without access to something get a determinized copy.
    """

    __slots__ = ("c_puct", "expand_after", "horizon", "prior_temperature", "win_scale")

    # for search, found by measuring
    win_scale: float  # points: a lead of so many makes a seat e (2.7) times as likely to win
    prior_temperature: float  # points: a move that looks so much worse has a prior that is e times smaller
    c_puct: float  # exploration: how much PUCT tries moves that have not shown their value
    expand_after: i64  # visits of a position before its moves are scored and it becomes a node with children
    horizon: i64  # decisions of a playout before the evaluation judges; a large number: play to the end

    def __init__(self) -> None:
        self.win_scale = 8.0
        self.prior_temperature = 4.0
        self.c_puct = 0.5
        self.expand_after = 2
        self.horizon = 1 << 30

    def expected_scores(self, position: Position) -> vec[float]:
        """Seat -> the score that it can expect to have in the end. The position may await chance."""
        found = vec[float]([])
        for score in position.scores():
            found = append(found, float(score))
        return found

    def uncertainty(self, position: Position) -> float:
        """How much is still open beside what simulations tell: from 1, as at the start of a long game, to 0.

        Simulations are trusted from the beginning in a game that does not override this.
        """
        return 0.0

    def score_moves(self, position: Position, actions: vec[i64]) -> vec[float]:
        """Legal action, in the order given -> how good it is for the seat to move, in points."""
        found = vec[float]([])
        for action in actions:
            ahead = position.clone()
            ahead.decide(action)
            found = append(found, self.lead(self.expected_scores(ahead), position.seat))
        return found

    def lead(self, scores: vec[float], seat: i64) -> float:
        """How far a seat is ahead: half of it of the best rival, half of the average rival."""
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
