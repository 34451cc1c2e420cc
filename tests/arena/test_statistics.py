"""Means and intervals: against printed tables, by hand, and by simulation."""

from __future__ import annotations

import random
from collections.abc import Callable
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tianxia.arena.statistics import mean_of, share_of, t_quantile

# two-sided 95 %, as every textbook prints them
PRINTED = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 9: 2.262, 10: 2.228, 29: 2.045, 30: 2.042}
PRINTED |= {31: 2.040, 40: 2.021, 60: 2.000, 120: 1.980, 1000: 1.962, 10**9: 1.960}


@pytest.mark.parametrize("freedom", PRINTED)
def test_students_t_is_that_of_the_printed_tables(freedom: int) -> None:
    assert round(t_quantile(freedom), 3) == PRINTED[freedom]


def test_a_mean_by_hand() -> None:
    found = mean_of([50.0, 54.0, 61.0, 55.0])  # deviations -5, -1, 6, 0: variance 62 / 3
    assert found.mean == 55.0
    assert found.low == pytest.approx(55 - 3.18245 * sqrt(62 / 3 / 4), abs=1e-4)
    assert found.high == pytest.approx(55 + 3.18245 * sqrt(62 / 3 / 4), abs=1e-4)


def test_a_share_by_hand() -> None:
    """Rounds of two games, won by halves: 1, 1/2, 1/2, 0, 1."""
    found = share_of([1.0, 0.5, 0.5, 0.0, 1.0], games=10)
    variance = (0.16 + 0.01 + 0.01 + 0.36 + 0.16) / 4  # around 0.6
    spread = (4 * variance + 0.6 * 0.4 / 2) / 5  # with one more round of independent games
    games = 0.6 * 0.4 * 5 / spread
    t = 2.77645
    middle = (0.6 + t * t / (2 * games)) / (1 + t * t / games)
    reach = t / (1 + t * t / games) * sqrt(0.6 * 0.4 / games + t * t / (4 * games * games))
    assert found.mean == pytest.approx(0.6)
    assert [found.low, found.high] == pytest.approx([middle - reach, middle + reach], abs=1e-4)


def test_nothing_but_wins_or_losses_leaves_room_for_the_other() -> None:
    lost = share_of([0.0] * 10, games=40)
    assert [lost.mean, lost.low, lost.high] == pytest.approx([0, 0, 1.96**2 / (40 + 1.96**2)], abs=1e-4)
    won = share_of([1.0] * 10, games=40)
    assert [won.mean, won.low, won.high] == pytest.approx([1, 40 / (40 + 1.96**2), 1], abs=1e-4)


def test_few_rounds_that_happen_to_be_alike_prove_little() -> None:
    few = share_of([0.25, 0.25], games=8)
    many = share_of([0.25] * 50, games=200)
    assert few.low is not None
    assert few.high is not None
    assert many.low is not None
    assert many.high is not None
    assert few.low < 0.05
    assert few.high > 0.9
    assert many.high - many.low < 0.03


def test_one_round_has_no_interval() -> None:
    assert (mean_of([3.0]).low, mean_of([3.0]).high) == (None, None)
    assert (share_of([0.5], 2).low, share_of([0.5], 2).high) == (None, None)


@given(st.lists(st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]), min_size=2, max_size=40))
def test_a_share_and_its_interval_stay_between_nothing_and_all(rounds: list[float]) -> None:
    found = share_of(rounds, 4 * len(rounds))
    assert found.low is not None
    assert found.high is not None
    assert 0 <= found.low <= found.mean <= found.high <= 1
    assert found.low < found.high


# ---- by simulation

ROUND = 4  # games


def independent(luck: random.Random, share: float) -> float:
    return sum(luck.random() < share for _ in range(ROUND)) / ROUND


def shuffles_decide(luck: random.Random, share: float) -> float:
    """Some shuffles suit a player, others do not."""
    chance = luck.betavariate(3 * share, 3 * (1 - share))
    return sum(luck.random() < chance for _ in range(ROUND)) / ROUND


def seats_decide(luck: random.Random, share: float) -> float:
    """A lucky seat is lucky for whoever sits there: over a round, luck evens out."""
    seat = luck.random()
    return sum((seat + place / ROUND) % 1 < share for place in range(ROUND)) / ROUND


@pytest.mark.parametrize("share", [0.1, 0.3, 0.6])
@pytest.mark.parametrize("rounds", [10, 50])
@pytest.mark.parametrize("drawn", [independent, shuffles_decide])
def test_95_of_100_intervals_hold_the_true_share(
    drawn: Callable[[random.Random, float], float], rounds: int, share: float
) -> None:
    luck = random.Random(7)
    held = 0
    for _ in range(1000):
        found = share_of([drawn(luck, share) for _ in range(rounds)], ROUND * rounds)
        assert found.low is not None
        assert found.high is not None
        held += found.low <= share <= found.high
    assert 925 <= held <= 985


def test_luck_that_evens_out_within_rounds_makes_intervals_narrow_and_they_still_hold() -> None:
    luck = random.Random(7)
    widths = {independent: 0.0, seats_decide: 0.0}
    held = {independent: 0, seats_decide: 0}
    for drawn in widths:
        for _ in range(300):
            found = share_of([drawn(luck, 0.3) for _ in range(30)], ROUND * 30)
            assert found.low is not None
            assert found.high is not None
            widths[drawn] += found.high - found.low
            held[drawn] += found.low <= 0.3 <= found.high
    assert min(held.values()) >= 275
    assert widths[seats_decide] < widths[independent] / 2


@pytest.mark.parametrize("rounds", [3, 20])
def test_95_of_100_intervals_hold_the_true_mean(rounds: int) -> None:
    luck = random.Random(7)
    held = 0
    for _ in range(2000):
        found = mean_of([luck.gauss(50, 9) for _ in range(rounds)])
        assert found.low is not None
        assert found.high is not None
        held += found.low <= 50 <= found.high
    assert 1870 <= held <= 1930
