"""Analysis of a record: for every decision the best moves, and what the one that was played lost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import hypot

from tianxia.games import Shelf
from tianxia.games.base import Document, inside
from tianxia.learn.advice import Advice, JudgedMove, advise
from tianxia.play import Match, Record, replay
from tianxia.play.match import PlayedMove
from tianxia.players import Effort

BAD = 0.05  # a loss of the chance to win from which on a move is a mistake
CONFIDENT = 1.96  # standard errors: 95 %


@dataclass(frozen=True)
class JudgedDecision:
    """A move of a record, beside those that could have been played."""

    number: int  # of the move, from 1
    advice: Advice
    played: JudgedMove

    @property
    def seat(self) -> int:
        return self.advice.seat

    @property
    def loss(self) -> float:
        """What the move lost of the chance to win."""
        return max(0.0, self.advice.best.chance - self.played.chance)

    @property
    def is_mistake(self) -> bool:
        """Whether it lost much, and more than the luck of the simulations explains."""
        best = self.advice.best
        return self.loss >= BAD and self.loss > CONFIDENT * hypot(best.error, self.played.error)

    @property
    def points_lost(self) -> float:
        """What it lost of the score that could be expected."""
        own = inside(self.seat)
        return self.advice.best.scores[own] - self.played.scores[own] if self.played is not self.advice.best else 0.0

    def document(self, moves: int) -> Document:
        """As plain data, with so many of the best moves."""
        return {
            "number": self.number,
            "seat": self.seat,
            "played": self.played.document(),
            "loss": round(self.loss, 4),
            "points_lost": round(self.points_lost, 2),
            "mistake": self.is_mistake,
            "best": [judged.document() for judged in self.advice.moves[:moves]],
        }


@dataclass
class Analysis:
    """All decisions of a record so far."""

    players: int
    decisions: list[JudgedDecision] = field(default_factory=list)

    def of_seat(self, seat: int) -> list[JudgedDecision]:
        return [decision for decision in self.decisions if decision.seat == seat]

    def loss(self, seat: int) -> float:
        """What a seat lost on average with a decision."""
        losses = [decision.loss for decision in self.of_seat(seat)]
        return sum(losses) / len(losses) if losses else 0.0

    def points_lost(self, seat: int) -> float:
        """What it lost on average of the score that it could expect."""
        points = [decision.points_lost for decision in self.of_seat(seat)]
        return sum(points) / len(points) if points else 0.0

    def mistakes(self, seat: int) -> int:
        return sum(decision.is_mistake for decision in self.of_seat(seat))

    def worst(self, count: int) -> list[JudgedDecision]:
        """The moves that lost most."""
        return sorted(self.decisions, key=lambda decision: -decision.loss)[:count]


def analyse(record: Record, shelf: Shelf, effort: Effort, seed: bytes) -> Iterator[JudgedDecision]:
    """Judge the decisions of a record, one after the other."""
    for number, match, played in _decisions(record, shelf):
        advice = advise(match, effort, seed, about=played.move)
        yield JudgedDecision(number, advice, advice.of(played.move))


def count_decisions(record: Record, shelf: Shelf) -> int:
    """How many decisions `analyse` will judge."""
    return sum(1 for _ in _decisions(record, shelf))


def _decisions(record: Record, shelf: Shelf) -> Iterable[tuple[int, Match, PlayedMove]]:
    """The moves that were a real choice, each with the match before it; a broken record is refused first."""
    moves = replay(record, shelf).moves  # in exact notation
    match = replay(record, shelf, 0)
    for number, (move, written) in enumerate(zip(record.moves, moves, strict=True), 1):
        if len(match.position.legal_actions()) > 1 and match.hand_is_told(move.seat):
            yield number, match, written
        match.replay_move(move)
