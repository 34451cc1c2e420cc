"""The base class of all evaluations: what a game offers to players that judge a position without playing on.

Points are those of the game. An evaluation keeps nothing between calls, and may be shared.
"""

from __future__ import annotations

from tianxia.engine.chance import Stream
from tianxia.engine.native import append, i64, mypyc_attr, vec
from tianxia.engine.position import Position


@mypyc_attr(allow_interpreted_subclasses=True)
class Evaluation:
    """How a game is judged, and how search should go about it; each game tells more than this one.

    It may look at everything in a position: whoever is not allowed to know something is handed a copy in which that
    was drawn afresh.
    """

    __slots__ = ("adept", "analyst", "curiosity", "doubt", "horizon", "master", "patience", "spread")

    # for search, found by measuring
    spread: float  # points: a lead of so many makes a seat 2.7 times as likely to win
    doubt: float  # points: a move that looks so much worse is 2.7 times less worth trying
    curiosity: float  # how much search tries moves that have not shown their worth
    patience: i64  # visits of a position before its moves are weighed
    horizon: i64  # decisions of a playout before the evaluation judges; a large number: play to the end
    adept: i64  # simulations of that level
    master: i64
    analyst: i64  # simulations for each decision of an analysis; a whole game should take less than two minutes

    def __init__(self) -> None:
        self.spread = 8.0
        self.doubt = 4.0
        self.curiosity = 0.5
        self.patience = 2
        self.horizon = 1 << 30
        self.adept = 200
        self.master = 2000
        self.analyst = 500

    def worth(self, position: Position) -> vec[float]:
        """Seat -> the points that it can expect to have in the end. The position may await chance."""
        found = vec[float]([])
        for score in position.scores():
            found = append(found, float(score))
        return found

    def vagueness(self, position: Position) -> float:
        """How little simulations tell who will win: from 1, nothing, as in the beginning of a long game, to 0.

        A game that does not say so has its simulations believed from the beginning.
        """
        return 0.0

    def weigh(self, position: Position, actions: vec[i64]) -> vec[float]:
        """For each of the legal actions, in their order: how good it is for the seat to move, in points."""
        found = vec[float]([])
        for action in actions:
            ahead = position.clone()
            ahead.decide(action)
            found = append(found, self.lead(self.worth(ahead), position.seat))
        return found

    def lead(self, worth: vec[float], seat: i64) -> float:
        """What a seat is ahead of the others: of all a little, of the best a little more."""
        best = -1.0e9
        total = 0.0
        for other in range(len(worth)):
            if other != seat:
                total += worth[other]
                if worth[other] > best:
                    best = worth[other]
        rivals = float(len(worth) - 1)
        if rivals == 0.0:
            return worth[seat]
        return worth[seat] - 0.5 * best - 0.5 * total / rivals

    def likely_action(self, position: Position, stream: Stream) -> i64:
        """A move as somebody in a hurry would make it, for playouts. It must be quick."""
        return position.random_action(stream)
