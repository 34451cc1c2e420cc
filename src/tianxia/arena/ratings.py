"""Ratings: the strengths of the levels of a ladder on one scale.

The model is that of Plackett and Luce: the chance to finish first at a table goes with exp(strength), and each further
place is decided likewise among those left. openskill implements it for people, who improve: it rates game after
game, gives the last ones the most weight, and starts from a prior that a few hundred games do not outweigh. Levels
never change. So openskill only supplies the gradient of each game's likelihood, all games count at once, and the
ratings are those at which the gradient vanishes: the maximum a posteriori, whatever the order of the games.

The confidence interval is the wider of two. One takes all games as independent, and accounts for how little is known
of a level that always loses. The other measures the gradient of each round, and so accounts for the correlation of
games within a round (the sandwich estimator, or infinitesimal jackknife, over rounds).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby, permutations, product
from math import log, sqrt
from statistics import fmean
from typing import Final

from openskill.models import PlackettLuce

from tianxia.arena.contest import LEAST_ROUNDS, Contest
from tianxia.arena.simulate import Played, winners_of
from tianxia.arena.statistics import Estimate, chance_ahead, t_quantile
from tianxia.arena.tally import seats_of, who_played, whole_rounds
from tianxia.games.base import Document, human_seat

SCALE: Final = 400 / log(10)  # so that 400 more means ten times the chance, as with Elo
PRIOR: Final = 600.0  # standard deviation of the prior: two thirds of all levels are within so much of the mean
NEAR: Final = 0.01  # the fit has converged once no rating moves by more
STEP: Final = 1.0  # of the finite difference that gives the curvature
LEAP: Final = 300.0  # the longest step of a rating in one iteration
MOST_STEPS: Final = 100  # five are usual

Order = tuple[int, ...]  # levels by the place they finished at: a game without ties
Matrix = list[list[float]]


@dataclass(frozen=True)
class Rating:
    """The strength of one level; the mean of all levels is 0."""

    spec: str
    rating: Estimate
    ahead: Estimate | None  # how likely it finishes before the next one below; None for the last

    def document(self) -> Document:
        ahead = None if self.ahead is None else self.ahead.document()
        return {"level": self.spec, "rating": self.rating.document(), "ahead_of_next": ahead}


@dataclass(frozen=True)
class Meeting:
    """The results of two levels in the games in which both took part."""

    first: str
    second: str
    games: int
    ahead: float  # the share in which the first finished before the second; equal places count half

    def document(self) -> Document:
        return {"first": self.first, "second": self.second, "games": self.games, "ahead": self.ahead}


def rate(contest: Contest, played: Collection[Played]) -> list[Rating]:
    """The ratings of all levels that have played, best first; after a single round none is rated."""
    rounds = whole_rounds(contest, played)
    specs = who_played(contest, rounds)
    if len(rounds) < LEAST_ROUNDS:
        return []
    finishes = [_finishes(games, specs) for games in rounds]
    model = _Model(len(specs), contest.plan.players)
    strengths = model.fit(sum(finishes, Counter()))
    errors = _Errors(model, strengths, finishes)
    order = sorted(range(len(specs)), key=lambda level: -strengths[level])
    found = []
    for level, below in zip(order, [*order[1:], None], strict=True):
        lead = None if below is None else errors.estimate({level: 1.0, below: -1.0})
        found.append(Rating(specs[level], errors.estimate({level: 1.0}), None if lead is None else _chance(lead)))
    return found


def _chance(lead: Estimate) -> Estimate:
    assert lead.low is not None
    assert lead.high is not None
    return Estimate(chance_ahead(lead.mean), chance_ahead(lead.low), chance_ahead(lead.high))


def _finishes(games: Sequence[Played], specs: Sequence[str]) -> Counter[Order]:
    """Order of finishing of levels -> how often it occurred. Where places are equal, each order counts in part."""
    found: Counter[Order] = Counter()
    for game in games:
        orders = list(_orders(game, specs))
        for order in orders:
            found[order] += 1 / len(orders)  # type: ignore[assignment]  # a counter counts in parts, too
    return found


def _orders(game: Played, specs: Sequence[str]) -> Iterator[Order]:
    finished = sorted(zip(places(game), (specs.index(spec) for spec in game.fixture.seats), strict=True))
    equal = [[level for _, level in tied] for _, tied in groupby(finished, key=lambda placed: placed[0])]
    for parts in product(*map(permutations, equal)):
        yield tuple(level for part in parts for level in part)


class _Model:
    """The Plackett-Luce model for a number of levels and players. Strengths are by level, in rating points."""

    def __init__(self, levels: int, players: int) -> None:
        self.levels = levels
        # openskill divides strengths by beta · sqrt(players): so they are in points; a sigma of 1 is next to nothing
        self.model = PlackettLuce(mu=0.0, sigma=1.0, beta=SCALE / sqrt(players), tau=0.0)

    def gradient_of_game(self, order: Order, strengths: Sequence[float]) -> list[float]:
        """Level -> the derivative of the log-likelihood of one game by its strength."""
        before = [[self.model.rating(mu=strengths[level])] for level in order]
        after = self.model.rate(before)
        gradient = [0.0] * self.levels
        for level, (new,) in zip(order, after, strict=True):
            gradient[level] += new.mu - strengths[level]
        return gradient

    def gradient(self, finishes: Counter[Order], strengths: Sequence[float]) -> list[float]:
        """Level -> the derivative of the log-posterior of all games by its strength."""
        gradient = [-strength / PRIOR**2 for strength in strengths]
        for order, times in finishes.items():
            for level, slope in enumerate(self.gradient_of_game(order, strengths)):
                gradient[level] += times * slope
        return gradient

    def covariance(self, finishes: Counter[Order], strengths: Sequence[float]) -> Matrix:
        """The covariance of the strengths less their mean: the inverse of the curvature of the log-posterior."""
        here = self.gradient(finishes, strengths)
        curvature = []
        for level in range(self.levels):
            there = self.gradient(finishes, [s + STEP * (other == level) for other, s in enumerate(strengths)])
            curvature.append([(now - then) / STEP for now, then in zip(here, there, strict=True)])
        return centred(inverse(curvature))

    def fit(self, finishes: Counter[Order]) -> list[float]:
        """The strengths at which the gradient vanishes, by Newton's method."""
        strengths = [0.0] * self.levels
        for _ in range(MOST_STEPS):
            steps = times(self.covariance(finishes, strengths), self.gradient(finishes, strengths))
            farthest = max(map(abs, steps))
            if farthest < NEAR:
                break
            shorten = min(1.0, LEAP / farthest)
            strengths = [strength + shorten * step for strength, step in zip(strengths, steps, strict=True)]
        return strengths


class _Errors:
    """The confidence intervals of strengths, and of differences between them."""

    def __init__(self, model: _Model, strengths: Sequence[float], rounds: Sequence[Counter[Order]]) -> None:
        self.strengths = strengths
        self.covariance = model.covariance(sum(rounds, Counter()), strengths)
        self.influences = [
            times(self.covariance, _gradient_of_round(model, finishes, strengths)) for finishes in rounds
        ]

    def estimate(self, weights: Mapping[int, float]) -> Estimate:
        """A sum of strengths, with these weights by level, and its interval."""
        mean = sum(weight * self.strengths[level] for level, weight in weights.items())
        alone = sum(a * b * self.covariance[i][j] for i, a in weights.items() for j, b in weights.items())
        moved = [sum(weight * influence[level] for level, weight in weights.items()) for influence in self.influences]
        rounds = len(moved)
        together = rounds / (rounds - 1) * sum(move * move for move in moved)
        reach = t_quantile(rounds - 1) * sqrt(max(alone, together))
        return Estimate(mean, mean - reach, mean + reach)


def _gradient_of_round(model: _Model, finishes: Counter[Order], strengths: Sequence[float]) -> list[float]:
    gradients = [
        [count * slope for slope in model.gradient_of_game(order, strengths)] for order, count in finishes.items()
    ]
    return [sum(column) for column in zip(*gradients, strict=True)]


def centred(matrix: Matrix) -> Matrix:
    """The matrix, shifted so that every row and every column adds up to 0."""
    rows = [fmean(row) for row in matrix]
    columns = [fmean(column) for column in zip(*matrix, strict=True)]
    return [
        [value - row - column + fmean(rows) for value, column in zip(values, columns, strict=True)]
        for values, row in zip(matrix, rows, strict=True)
    ]


def times(matrix: Matrix, column: Sequence[float]) -> list[float]:
    return [sum(a * b for a, b in zip(row, column, strict=True)) for row in matrix]


def inverse(matrix: Matrix) -> Matrix:
    """The inverse by Gauss-Jordan elimination, without pivoting: the matrices here are positive definite."""
    size = len(matrix)
    rows = [[*row, *(float(place == column) for column in range(size))] for place, row in enumerate(matrix)]
    for place in range(size):
        head = rows[place][place]
        rows[place] = [value / head for value in rows[place]]
        for other in range(size):
            if other != place:
                share = rows[other][place]
                rows[other] = [a - share * b for a, b in zip(rows[other], rows[place], strict=True)]
    return [row[size:] for row in rows]


def places(game: Played) -> list[int]:
    """The places of the seats, from 1. Winners are first; below, equal scores share a place.

    A player that forfeited is last, whatever its stand-in achieved.
    """
    winners = winners_of(game)
    order = [
        (False, human_seat(seat) not in winners, -score) if forfeit is None else (True, True, 0)
        for seat, (score, forfeit) in enumerate(zip(game.scores, game.forfeits, strict=True))
    ]
    return [1 + sum(other < own for other in order) for own in order]


def meetings(contest: Contest, played: Collection[Played]) -> list[Meeting]:
    """The results of all pairs of levels against each other."""
    games = [game for games in whole_rounds(contest, played) for game in games]
    return [_meeting(first, second, games) for first, second in combinations(contest.specs, 2)]


def _meeting(first: str, second: str, games: Sequence[Played]) -> Meeting:
    shares = []
    for game in games:
        finished = places(game)
        pairs = [
            (finished[ours], finished[theirs])
            for ours in seats_of(first, game.fixture)
            for theirs in seats_of(second, game.fixture)
        ]
        if pairs:
            shares.append(fmean((ours < theirs) + (ours == theirs) / 2 for ours, theirs in pairs))
    return Meeting(first, second, len(shares), fmean(shares) if shares else 0.5)
