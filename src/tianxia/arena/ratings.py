"""How strong each level of a ladder is, on one scale.

The model is that of Plackett and Luce: the chance to finish first at a table goes with exp(strength), and each further
place is decided likewise among those left. openskill knows it, and is made for people, who improve: it rates game after
game, believes the last ones most, and starts from a guess that a few hundred games do not outweigh. Levels never
change. So openskill only tells what each game says about its players, all games count at once, and the ratings are
those at which nothing pulls any more: the most likely ones, whatever the order of the games.

The error bars are the wider of two. One takes every game for independent, and knows how little a level that always
loses tells about itself. The other measures how much single rounds pull, so it knows that the games of a round are
alike (the sandwich, or infinitesimal jackknife, over rounds).
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
from tianxia.games.base import Document, outside

SCALE: Final = 400 / log(10)  # so that 400 more means ten times the chance, as with Elo
PRIOR: Final = 600.0  # a guess before the first game: two thirds of all levels are within so much of the mean
NEAR: Final = 0.01  # a rating is found once it moves by less
STEP: Final = 1.0  # over which a change of the pull is measured
LEAP: Final = 300.0  # as far as a rating may move at once
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
    """How two levels did wherever they sat at one table."""

    first: str
    second: str
    games: int
    ahead: float  # the share in which the first finished before the second; equal places count half

    def document(self) -> Document:
        return {"first": self.first, "second": self.second, "games": self.games, "ahead": self.ahead}


def rate(contest: Contest, played: Collection[Played]) -> list[Rating]:
    """The ratings of all levels that have played, best first; after a single round nobody is rated."""
    rounds = whole_rounds(contest, played)
    specs = who_played(contest, rounds)
    if len(rounds) < LEAST_ROUNDS:
        return []
    told = [_told(games, specs) for games in rounds]
    table = _Table(len(specs), contest.plan.players)
    strengths = table.fit(sum(told, Counter()))
    errors = _Errors(table, strengths, told)
    order = sorted(range(len(specs)), key=lambda level: -strengths[level])
    found = []
    for level, below in zip(order, [*order[1:], None], strict=True):
        lead = None if below is None else errors.figure({level: 1.0, below: -1.0})
        found.append(Rating(specs[level], errors.figure({level: 1.0}), None if lead is None else _chance(lead)))
    return found


def _chance(lead: Estimate) -> Estimate:
    assert lead.low is not None
    assert lead.high is not None
    return Estimate(chance_ahead(lead.mean), chance_ahead(lead.low), chance_ahead(lead.high))


def _told(games: Sequence[Played], specs: Sequence[str]) -> Counter[Order]:
    """The orders in which levels finished, and how often. Where places are equal, each order counts in part."""
    told: Counter[Order] = Counter()
    for game in games:
        orders = list(_orders(game, specs))
        for order in orders:
            told[order] += 1 / len(orders)  # type: ignore[assignment]  # a counter counts in parts, too
    return told


def _orders(game: Played, specs: Sequence[str]) -> Iterator[Order]:
    finished = sorted(zip(places(game), (specs.index(spec) for spec in game.fixture.seats), strict=True))
    equal = [[level for _, level in tied] for _, tied in groupby(finished, key=lambda placed: placed[0])]
    for parts in product(*map(permutations, equal)):
        yield tuple(level for part in parts for level in part)


class _Table:
    """The model for one number of levels and players. Strengths are by level, in points of the rating."""

    def __init__(self, levels: int, players: int) -> None:
        self.levels = levels
        # openskill divides strengths by beta · sqrt(players): so they are in points; a sigma of 1 is next to nothing
        self.model = PlackettLuce(mu=0.0, sigma=1.0, beta=SCALE / sqrt(players), tau=0.0)

    def pull(self, order: Order, strengths: Sequence[float]) -> list[float]:
        """Level -> how far a game pulls it up: the slope of the logarithm of the game's likelihood."""
        before = [[self.model.rating(mu=strengths[level])] for level in order]
        after = self.model.rate(before)
        pulls = [0.0] * self.levels
        for level, (new,) in zip(order, after, strict=True):
            pulls[level] += new.mu - strengths[level]
        return pulls

    def pulls(self, told: Counter[Order], strengths: Sequence[float]) -> list[float]:
        """Level -> how far all games, and the guess before them, pull it up."""
        pulls = [-strength / PRIOR**2 for strength in strengths]
        for order, times in told.items():
            for level, pull in enumerate(self.pull(order, strengths)):
                pulls[level] += times * pull
        return pulls

    def softness(self, told: Counter[Order], strengths: Sequence[float]) -> Matrix:
        """How far the ratings, less their mean, give way to a pull: the inverse of the curvature."""
        here = self.pulls(told, strengths)
        curvature = []
        for level in range(self.levels):
            there = self.pulls(told, [s + STEP * (other == level) for other, s in enumerate(strengths)])
            curvature.append([(now - then) / STEP for now, then in zip(here, there, strict=True)])
        return centred(inverse(curvature))

    def fit(self, told: Counter[Order]) -> list[float]:
        """The strengths at which nothing pulls any more, by Newton's method."""
        strengths = [0.0] * self.levels
        for _ in range(MOST_STEPS):
            steps = times(self.softness(told, strengths), self.pulls(told, strengths))
            farthest = max(map(abs, steps))
            if farthest < NEAR:
                break
            shorten = min(1.0, LEAP / farthest)
            strengths = [strength + shorten * step for strength, step in zip(strengths, steps, strict=True)]
        return strengths


class _Errors:
    """How sure strengths are, and differences between them."""

    def __init__(self, table: _Table, strengths: Sequence[float], rounds: Sequence[Counter[Order]]) -> None:
        self.strengths = strengths
        self.softness = table.softness(sum(rounds, Counter()), strengths)
        self.moves = [times(self.softness, _pull_of_round(table, told, strengths)) for told in rounds]

    def figure(self, weights: Mapping[int, float]) -> Estimate:
        """A sum of strengths, with these weights by level, and its interval."""
        mean = sum(weight * self.strengths[level] for level, weight in weights.items())
        alone = sum(a * b * self.softness[i][j] for i, a in weights.items() for j, b in weights.items())
        moved = [sum(weight * move[level] for level, weight in weights.items()) for move in self.moves]
        rounds = len(moved)
        together = rounds / (rounds - 1) * sum(move * move for move in moved)
        reach = t_quantile(rounds - 1) * sqrt(max(alone, together))
        return Estimate(mean, mean - reach, mean + reach)


def _pull_of_round(table: _Table, told: Counter[Order], strengths: Sequence[float]) -> list[float]:
    pulls = [[count * pull for pull in table.pull(order, strengths)] for order, count in told.items()]
    return [sum(column) for column in zip(*pulls, strict=True)]


def centred(matrix: Matrix) -> Matrix:
    """A matrix of which every row and every column adds up to nothing."""
    rows = [fmean(row) for row in matrix]
    columns = [fmean(column) for column in zip(*matrix, strict=True)]
    return [
        [value - row - column + fmean(rows) for value, column in zip(values, columns, strict=True)]
        for values, row in zip(matrix, rows, strict=True)
    ]


def times(matrix: Matrix, column: Sequence[float]) -> list[float]:
    return [sum(a * b for a, b in zip(row, column, strict=True)) for row in matrix]


def inverse(matrix: Matrix) -> Matrix:
    """By Gauss and Jordan. No pivoting: the matrices here are positive definite."""
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
    """By seat: the place that it finished at, from 1. Winners are first; equal scores below share a place.

    Who forfeited is last, whatever the stand-in made of it.
    """
    winners = winners_of(game)
    order = [
        (False, outside(seat) not in winners, -score) if forfeit is None else (True, True, 0)
        for seat, (score, forfeit) in enumerate(zip(game.scores, game.forfeits, strict=True))
    ]
    return [1 + sum(other < own for other in order) for own in order]


def meetings(contest: Contest, played: Collection[Played]) -> list[Meeting]:
    """How every two levels did against each other."""
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
