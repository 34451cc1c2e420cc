"""Analysis of a record: for every decision the best moves, everybody's chances, and what the move that was played lost.

The errors of chances to win are the sampling errors of the simulations: that the program may misjudge a position
is not included.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from math import hypot

from tianxia.engine.chance import derive_seed
from tianxia.games import Shelf
from tianxia.games.base import Document, engine_seat
from tianxia.play import Match, Record, replay
from tianxia.players import Effort
from tianxia.teaching.advice import CONFIDENT, Advice, JudgedMove, advise
from tianxia.teaching.explain import Explanation, explain_played, pairs_for

BAD = 0.05  # the loss of chance to win from which a move is a mistake


@dataclass(frozen=True)
class JudgedDecision:
    """A move of a record, judged beside the alternatives."""

    number: int  # of the move, from 1
    advice: Advice
    played: JudgedMove
    explanation: Explanation | None = None  # of the move, compared with a better one; `None`: the search finds none

    @property
    def cost(self) -> float:
        """How many points of the lead over the best other seat the move cost; 0 within the noise."""
        return self.explanation.cost if self.explanation else 0.0

    @property
    def cost_error(self) -> float:
        """The standard error of the cost."""
        return self.explanation.error if self.explanation else 0.0

    @property
    def seat(self) -> int:
        return self.advice.seat

    @property
    def loss(self) -> float:
        """How much chance to win the move lost."""
        return max(0.0, self.advice.best.chance - self.played.chance)

    @property
    def error(self) -> float:
        """The standard error of the loss."""
        return hypot(self.advice.best.error, self.played.error) if self.played is not self.advice.best else 0.0

    @property
    def is_mistake(self) -> bool:
        """Whether the move lost much, and more than the sampling error of the simulations explains."""
        return self.loss >= BAD and self.loss > CONFIDENT * self.error

    @property
    def points_lost(self) -> float:
        """How many expected points the move lost."""
        own = engine_seat(self.seat)
        return self.advice.best.scores[own] - self.played.scores[own] if self.played is not self.advice.best else 0.0

    @property
    def chances(self) -> tuple[float, ...]:
        """By seat: the chance to win before the move, if the best move is played."""
        return self.advice.best.chances

    @property
    def errors(self) -> tuple[float, ...]:
        """By seat: the standard error of the chance to win."""
        return self.advice.best.errors

    @property
    def simulations(self) -> int:
        """The number of simulations of all moves together."""
        return sum(judged.simulations for judged in self.advice.moves)

    def document(self, moves: int) -> Document:
        """This decision as plain data, with the given number of best moves."""
        return {
            "number": self.number,
            "seat": self.seat,
            "simulations": self.simulations,
            "chances": [round(chance, 4) for chance in self.chances],
            "errors": [round(error, 4) for error in self.errors],
            "played": self.played.document(),
            "loss": round(self.loss, 4),
            "error": round(self.error, 4),
            "points_lost": round(self.points_lost, 2),
            "mistake": self.is_mistake,
            "best": [judged.document() for judged in self.advice.moves[:moves]],
            "cost": round(self.cost, 2),
            "cost_error": round(self.cost_error, 2),
            "explanation": self.explanation.document() if self.explanation else None,
        }


@dataclass
class Analysis:
    """The decisions of a record that have been judged so far."""

    players: int
    decisions: list[JudgedDecision] = field(default_factory=list)

    def of_seat(self, seat: int) -> list[JudgedDecision]:
        return [decision for decision in self.decisions if decision.seat == seat]

    def loss(self, seat: int) -> float:
        """The average loss of chance to win per decision of a seat."""
        losses = [decision.loss for decision in self.of_seat(seat)]
        return sum(losses) / len(losses) if losses else 0.0

    def points_lost(self, seat: int) -> float:
        """The average loss of expected points per decision of a seat."""
        points = [decision.points_lost for decision in self.of_seat(seat)]
        return sum(points) / len(points) if points else 0.0

    def mistakes(self, seat: int) -> int:
        return sum(decision.is_mistake for decision in self.of_seat(seat))

    def worst(self, count: int) -> list[JudgedDecision]:
        """The moves that lost most, the worst first."""
        return sorted(self.decisions, key=lambda decision: -decision.loss)[:count]

    @property
    def costs(self) -> list[list[float]]:
        """By seat: the cost of each of its decisions."""
        return [[decision.cost for decision in self.of_seat(seat)] for seat in range(1, self.players + 1)]

    def costliest(self, seat: int, count: int = 3) -> list[JudgedDecision]:
        """The explained moves of a seat that cost most points; of those within the noise, by the estimate."""
        explained = [(one.explanation.points, one) for one in self.of_seat(seat) if one.explanation is not None]
        return [one for _, one in sorted(explained, key=lambda told: (-told[1].cost, told[0]))][:count]


class Retrospect:
    """Walks through the decisions of a record; going back replays the record from the start."""

    def __init__(self, record: Record, shelf: Shelf) -> None:
        """Find the moves that were a real choice; raise an error for an invalid record."""
        self.record = record
        self.shelf = shelf
        self.moves = replay(record, shelf).moves  # in exact notation
        self.numbers: list[int] = []  # of the moves that were decisions, from 1
        self._match = replay(record, shelf, 0)
        for number, move in enumerate(record.moves, 1):
            if _is_choice(self._match):
                self.numbers.append(number)
            self._match.replay_move(move)

    def before(self, number: int) -> Match:
        """The match before a move."""
        if len(self._match.moves) >= number:
            self._match = replay(self.record, self.shelf, 0)
        for move in self.record.moves[len(self._match.moves) : number - 1]:
            self._match.replay_move(move)
        return self._match

    def judge(self, number: int, effort: Effort, seed: bytes) -> JudgedDecision:
        """Judge one decision. Each has random numbers of its own, so decisions can be judged in any order."""
        match, move = self.before(number), self.moves[number - 1].move
        advice = advise(match, effort, seed, about=move)
        judged = JudgedDecision(number, advice, advice.of(move))
        tried, pairs = [other.move for other in advice.moves], pairs_for(match.game, effort)
        luck = derive_seed(seed, f"explain {number}")
        return replace(judged, explanation=explain_played(match, move, tried, judged.is_mistake, pairs, luck))


def _is_choice(match: Match) -> bool:
    seat = match.to_move
    return seat is not None and len(match.position.legal_actions()) > 1 and match.hand_is_known(seat)


def analyse(record: Record, shelf: Shelf, effort: Effort, seed: bytes) -> Iterator[JudgedDecision]:
    """Judge the decisions of a record, one after the other."""
    retrospect = Retrospect(record, shelf)
    for number in retrospect.numbers:
        yield retrospect.judge(number, effort, seed)


def count_decisions(record: Record, shelf: Shelf) -> int:
    """How many decisions `analyse` will judge."""
    return len(Retrospect(record, shelf).numbers)
