"""Two moves contrasted by how games went on after each, and what is found in the difference.

`teaching.explain` plays the continuations; a game tells what happened in one (`Narrator.facts`) and puts the largest
differences into sentences (`Narrator.findings`). Every figure in a sentence is a `Claim`, which can be measured again
with other luck.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import hypot, sqrt
from statistics import fmean
from typing import Final, Literal, NamedTuple

from tianxia.words import Message

SURE: Final = 3.0  # standard errors from which a part of the difference is mentioned: many parts are looked at
CONFIDENT: Final = 1.96  # standard errors: 95 %, for the whole difference
LEAST_POINTS: Final = 0.75  # of a part: less is not worth a sentence
LEAST_TENTHS: Final = 2  # by which "3 times out of 10 instead of 7" must differ
TEN: Final = 10
FEWEST_CASES: Final = 12  # continuations with a payment, to say how much it is

Measure = Literal["points", "share", "worth"]


class Fact(NamedTuple):
    """Something that happened in a continuation: a payment, or an event of the game."""

    what: str  # a source of points, or the name of an event
    where: tuple[str, ...]  # the places, in the notation of the game; one fact may be about several
    seat: int  # from 0; NOBODY
    amount: int
    round: int


NOBODY: Final = -1
SCORE: Final = "score"  # a quantity that every continuation has: the score of a seat


@dataclass(frozen=True)
class Continuation:
    """How a game went on after a move, to its end."""

    scores: Sequence[float]  # by seat: the final ones, or those expected where the evaluation of the game says more
    facts: Sequence[Fact]

    @cached_property
    def by_kind(self) -> dict[tuple[str, int], list[Fact]]:
        """What and seat -> the facts."""
        found: dict[tuple[str, int], list[Fact]] = defaultdict(list)
        for fact in self.facts:
            found[fact.what, fact.seat].append(fact)
        return found

    def lead(self, seat: int) -> float:
        """The lead of a seat over the best other one, negative if it is behind."""
        return self.scores[seat] - max((score for other, score in enumerate(self.scores) if other != seat), default=0)


class Quantity(NamedTuple):
    """What is looked for in a continuation."""

    what: str
    seat: int
    where: frozenset[str] | None = None  # any of these places; `None`: anywhere
    until: int | None = None  # the last round that counts

    def amounts(self, continuation: Continuation) -> Sequence[float]:
        """The amounts of all facts that fit."""
        if self.what == SCORE:
            return [continuation.scores[self.seat]]
        return [
            fact.amount
            for fact in continuation.by_kind.get((self.what, self.seat), ())
            if (self.where is None or not self.where.isdisjoint(fact.where))
            and (self.until is None or fact.round <= self.until)
        ]


class Difference(NamedTuple):
    """The mean of something after this move and after the other one, with the standard error of their difference."""

    this: float
    other: float
    error: float

    @property
    def more(self) -> float:
        return self.this - self.other

    def is_beyond(self, errors: float) -> bool:
        """Whether the difference is beyond so many standard errors."""
        return abs(self.more) > errors * self.error


@dataclass(frozen=True)
class Claim:
    """A figure of a sentence, as data: how something differs between this move and the other."""

    measure: Measure  # points: the mean sum; share: of continuations with it; worth: the mean of one where it is
    quantity: Quantity
    difference: Difference


@dataclass(frozen=True)
class Finding:
    """A part of the difference between two moves, in a sentence."""

    message: Message
    claims: tuple[Claim, ...]
    places: tuple[str, ...]  # what it is about, in the notation of the game
    points: float  # what it adds to the lead of the seat to move, as far as the ledger shows it
    weight: float  # points that it explains, for the order of findings


@dataclass
class Contrast:
    """Continuations of two moves in pairs: those of a pair had the same luck."""

    seat: int  # to move, from 0
    pairs: list[tuple[Continuation, Continuation]] = field(default_factory=list)  # after this move, after the other

    @property
    def players(self) -> int:
        return len(self.pairs[0][0].scores)

    @cached_property
    def lead(self) -> Difference:
        """The lead over the best other seat."""
        return self._difference(lambda continuation: continuation.lead(self.seat))

    @property
    def is_close(self) -> bool:
        """Whether the difference in the lead is within the noise, so that the moves are about as good."""
        return not self.lead.is_beyond(CONFIDENT)

    @cached_property
    def weights(self) -> list[float]:
        """Seat -> what a point of it adds to the lead: 1, and of others minus the share in which they are the best."""
        found = [0.0] * self.players
        for continuation in (continuation for pair in self.pairs for continuation in pair):
            others = {seat: score for seat, score in enumerate(continuation.scores) if seat != self.seat}
            best = [seat for seat, score in others.items() if score == max(others.values())]
            for seat in best:
                found[seat] -= 0.5 / len(best) / len(self.pairs)
        found[self.seat] = 1.0
        return found

    def score(self, seat: int) -> Difference:
        """The expected final score of a seat."""
        return self._difference(lambda continuation: continuation.scores[seat])

    def measure(self, measure: Measure, quantity: Quantity) -> Difference:
        """Measure a quantity after both moves."""
        if measure == "points":
            return self._difference(lambda continuation: sum(quantity.amounts(continuation)))
        if measure == "share":
            return self._difference(lambda continuation: 1 if quantity.amounts(continuation) else 0)
        found = [[amount for one in side for amount in quantity.amounts(one)] for side in zip(*self.pairs, strict=True)]
        this, other = (
            _mean_and_error(amounts) if len(amounts) >= FEWEST_CASES else (0.0, float("inf")) for amounts in found
        )
        return Difference(this[0], other[0], hypot(this[1], other[1]))

    def claim(self, measure: Measure, quantity: Quantity) -> Claim:
        return Claim(measure, quantity, self.measure(measure, quantity))

    def _difference(self, value: Callable[[Continuation], float]) -> Difference:
        """The means of a value after both moves, compared pair by pair."""
        these, others = ([value(continuation) for continuation in side] for side in zip(*self.pairs, strict=True))
        more = [this - other for this, other in zip(these, others, strict=True)]
        return Difference(fmean(these), fmean(others), _mean_and_error(more)[1])

    def places_of(self, what: str) -> set[frozenset[str]]:
        """All places of one kind of fact after either move."""
        return {
            frozenset(fact.where) for pair in self.pairs for side in pair for fact in side.facts if fact.what == what
        }

    # ---- what is worth a sentence

    def is_sure(self, difference: Difference) -> bool:
        """Whether a part of the difference is more than noise."""
        return difference.is_beyond(SURE)

    def is_worth_saying(self, seat: int, difference: Difference) -> bool:
        """Whether points of a seat differ surely, and by enough to matter for the lead of the seat to move."""
        return (
            self.is_sure(difference)
            and abs(difference.more) >= LEAST_POINTS
            and abs(difference.more * self.weights[seat]) >= LEAST_POINTS / 2
        )

    def differ_in_tenths(self, claim: Claim) -> bool:
        """Whether a share of the continuations differs surely, and visibly in tenths."""
        this, other = tenths(claim.difference.this), tenths(claim.difference.other)
        return self.is_sure(claim.difference) and abs(this - other) >= LEAST_TENTHS


def tenths(share: float) -> int:
    """A share as "so many times out of ten".

    >>> tenths(0.68)
    7
    """
    return round(TEN * share)


def rounded(points: float) -> int:
    """Points as a sentence says them after "about", without their sign.

    >>> rounded(-2.6)
    3
    """
    return max(1, round(abs(points)))


def _mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """The mean, and its standard error; of nothing, 0 with an error that nothing is beyond."""
    if not values:
        return 0.0, float("inf")
    mean = fmean(values)
    if len(values) == 1:
        return mean, float("inf")
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return mean, sqrt(variance / len(values))


def together(groups: Iterable[Iterable[str]], least: int) -> list[frozenset[str]]:
    """Places that belong together: those that stand in one group so often, directly or through others."""
    counts: dict[tuple[str, str], int] = defaultdict(int)
    parents: dict[str, str] = {}

    def root(place: str) -> str:
        while parents.setdefault(place, place) != place:
            place = parents[place]
        return place

    for group in groups:
        first, *rest = sorted(group) or [""]
        root(first)
        for other in rest:
            root(other)
            counts[first, other] += 1
    for (first, other), count in counts.items():
        if count >= least:
            parents[root(other)] = root(first)
    found: dict[str, set[str]] = defaultdict(set)
    for place in parents:
        found[root(place)].add(place)
    return [frozenset(places) for places in found.values() if "" not in places]
