"""Means with their 95 % confidence intervals, from rounds.

A round plays the same shuffles once in every rotation of the seats. Its games are correlated, so rounds, not games, are
the independent samples, and every figure is computed from the means of the rounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin, sqrt, tan
from statistics import NormalDist, fmean, variance
from typing import Final

CONFIDENCE: Final = 0.95
NORMAL: Final = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)  # standard errors that reach so far, with many rounds
EXACT: Final = 30  # degrees of freedom; beyond, a series is right to six digits


@dataclass(frozen=True)
class Estimate:
    """A mean with its 95 % confidence interval."""

    mean: float
    low: float | None  # None: a single round has no variance
    high: float | None

    def document(self) -> dict[str, float | None]:
        return {"mean": self.mean, "low": self.low, "high": self.high}


def mean_of(rounds: Sequence[float]) -> Estimate:
    """The mean over rounds, with the interval of Student's t.

    >>> found = mean_of([1.0, 2.0, 3.0])
    >>> round(found.high - found.mean, 3)  # 4.303 / sqrt(3)
    2.484
    """
    mean = fmean(rounds)
    if len(rounds) < 2:
        return Estimate(mean, None, None)
    reach = t_quantile(len(rounds) - 1) * sqrt(variance(rounds) / len(rounds))
    return Estimate(mean, mean - reach, mean + reach)


def share_of(rounds: Sequence[float], games: int) -> Estimate:
    """The mean of shares from 0 to 1, over rounds with `games` games in all: Wilson's interval.

    Student's interval would leave 0..1 near its ends, and would have no width at all once every game was won. Wilson's
    does neither, but is made for independent games. So it gets the number of independent games that would be as certain
    as these rounds: share · (1 - share) / (variance of the mean), the effective sample size of survey statistics. Luck
    that rounds have in common makes it smaller than the number of games, luck that evens out within rounds larger.

    Where few rounds happen to be alike their variance says too little: one more round counts, with the variance of
    independent games. With nothing but wins, or none, there is no variance: each game counts as one.
    """
    mean = fmean(rounds)
    count = len(rounds)
    if count < 2:
        return Estimate(mean, None, None)
    alone = mean * (1 - mean)  # the variance of one independent game
    if alone <= 0:
        weight = NORMAL**2 / games
        return Estimate(mean, 0.0, weight / (1 + weight)) if mean == 0 else Estimate(mean, 1 / (1 + weight), 1.0)
    spread = ((count - 1) * variance(rounds) + alone * count / games) / count
    return _wilson(mean, alone * count / spread, t_quantile(count - 1))


def _wilson(share: float, games: float, quantile: float) -> Estimate:
    weight = quantile * quantile / games
    middle = (share + weight / 2) / (1 + weight)
    reach = quantile / (1 + weight) * sqrt(share * (1 - share) / games + weight / (4 * games))
    return Estimate(share, max(0.0, middle - reach), min(1.0, middle + reach))


def t_quantile(freedom: int) -> float:
    """Half the width of a 95 % interval in standard errors: Student's t for `freedom` degrees of freedom.

    >>> round(t_quantile(1), 3), round(t_quantile(10), 3), round(t_quantile(100), 3)
    (12.706, 2.228, 1.984)
    """
    if freedom <= EXACT:
        return _t_exact(freedom)
    z = NORMAL
    terms = (  # Abramowitz and Stegun 26.7.5
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return z + sum(term / float(freedom) ** power for power, term in enumerate(terms, 1))


def _t_exact(freedom: int) -> float:
    """Find the quantile by bisection: `_t_within` grows with the angle."""
    low, high = 0.0, pi / 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _t_within(middle, freedom) < CONFIDENCE else (low, middle)
    return tan(low) * sqrt(freedom)


def _t_within(angle: float, freedom: int) -> float:
    """The probability that |t| < tan(angle) · sqrt(freedom): Abramowitz and Stegun 26.7.3 and 26.7.4."""
    odd = freedom % 2
    term = total = (cos(angle) if odd else 1.0) if freedom > 1 else 0.0
    for place in range(2 + odd, freedom - 1, 2):
        term *= (place - 1) / place * cos(angle) ** 2
        total += term
    return 2 / pi * (angle + sin(angle) * total) if odd else sin(angle) * total


def chance_ahead(difference: float) -> float:
    """The probability to finish before an opponent whose rating is lower by `difference`.

    >>> round(chance_ahead(400), 3)
    0.909
    """
    return 1 / (1 + 10 ** (-difference / 400))
