"""Ratings: they find strengths that are known, and know how sure they are."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import pairwise
from math import sqrt
from statistics import fmean

import pytest

from support.contests import SMALL, drawn_ladder, made_up, played_here
from tianxia.arena.contest import ladder
from tianxia.arena.ratings import Rating, inverse, meetings, places, rate, times
from tianxia.arena.statistics import chance_ahead

STRENGTHS = {"a": -300.0, "b": -100.0, "c": 0.0, "d": 150.0, "e": 250.0}
TABLES = [(STRENGTHS, 4, 6), (STRENGTHS, 2, 12), ({"a": -80.0, "b": 80.0}, 4, 12), ({"a": 0, "b": -90, "c": 90}, 4, 8)]


@cache
def rated_ladder(strengths: tuple[tuple[str, float], ...], players: int, laps: int, seed: int) -> list[Rating]:
    """Two tests look at the same ladders."""
    return rate(*drawn_ladder(dict(strengths), players, laps, seed))


@pytest.mark.parametrize(("strengths", "players", "laps"), TABLES, ids=["5 of 4", "5 of 2", "2 of 4", "3 of 4"])
def test_known_strengths_are_found_and_95_of_100_bars_hold_them(
    strengths: dict[str, float], players: int, laps: int
) -> None:
    ladders = 16
    held, off = 0, []
    for seed in range(ladders):
        for rated in rated_ladder(tuple(strengths.items()), players, laps, seed):
            assert rated.rating.low is not None
            assert rated.rating.high is not None
            held += rated.rating.low <= strengths[rated.spec] <= rated.rating.high
            off.append(rated.rating.mean - strengths[rated.spec])
    levels = len(strengths)
    assert held >= 0.89 * ladders * levels
    assert fmean(off) == pytest.approx(0, abs=1e-6)
    assert sqrt(fmean(error * error for error in off)) < 60


def test_95_of_100_bars_hold_the_chance_to_finish_before_the_next() -> None:
    held = told = 0
    for seed in range(16):
        rated = rated_ladder(tuple(STRENGTHS.items()), 4, 6, seed)
        for above, below in pairwise(rated):
            assert above.ahead is not None
            assert above.ahead.low is not None
            assert above.ahead.high is not None
            true = chance_ahead(STRENGTHS[above.spec] - STRENGTHS[below.spec])
            held += above.ahead.low <= true <= above.ahead.high
            told += 1
        assert rated[-1].ahead is None
    assert 0.89 * told <= held < told


def test_more_games_make_bars_shorter() -> None:
    few, many = ([r.rating for r in rate(*drawn_ladder(STRENGTHS, 4, laps, 7))] for laps in (3, 27))
    for short, long in zip(many, few, strict=True):
        assert short.high is not None
        assert long.high is not None
        assert (short.high - short.mean) < 0.6 * (long.high - long.mean)


def test_the_order_of_the_games_does_not_matter() -> None:
    contest, played = drawn_ladder(STRENGTHS, 4, 3, 7)
    forth, back = rate(contest, played), rate(contest, played[::-1])
    for one, other in zip(forth, back, strict=True):
        assert one.spec == other.spec
        assert one.rating.mean == pytest.approx(other.rating.mean)


def test_two_levels_by_hand() -> None:
    """Three wins of four: odds of 3, which are 191 points, less a little for the guess before."""
    contest, _ = drawn_ladder({"a": 0.0, "b": 0.0}, 2, 1, 7)
    games = [
        made_up(fixture, [1 + (spec == winner) for spec in fixture.seats])
        for fixture, winner in zip(contest.fixtures(400), "aaab" * 100, strict=True)
    ]
    a, b = rate(contest, games)
    assert a.spec == "a"
    assert a.rating.mean == pytest.approx(-b.rating.mean)
    assert a.rating.mean - b.rating.mean == pytest.approx(190.8, abs=1)
    assert chance_ahead(a.rating.mean - b.rating.mean) == pytest.approx(0.75, abs=0.001)
    assert [m.document() for m in meetings(contest, games)] == [
        {"first": "a", "second": "b", "games": 400, "ahead": 0.75}
    ]


def test_a_level_that_always_loses_has_a_long_bar() -> None:
    contest, _ = drawn_ladder({"a": 0.0, "b": 0.0}, 2, 1, 7)
    games = [made_up(fixture, [1 + (spec == "a") for spec in fixture.seats]) for fixture in contest.fixtures(200)]
    a, b = (rated.rating for rated in rate(contest, games))
    assert a.high is not None
    assert 500 < a.mean - b.mean < 2000
    assert a.high - a.mean > 100


def test_equal_places_say_that_levels_are_equal() -> None:
    contest, _ = drawn_ladder({"a": 0.0, "b": 0.0, "c": 0.0}, 3, 1, 7)
    games = [made_up(fixture, [5, 5, 5]) for fixture in contest.fixtures(6)]
    assert [rated.rating.mean for rated in rate(contest, games)] == pytest.approx([0, 0, 0], abs=1e-6)


def test_places() -> None:
    contest, _ = drawn_ladder({"a": 0.0, "b": 0.0, "c": 0.0}, 4, 1, 7)
    fixture = contest.fixtures(1)[0]
    assert places(made_up(fixture, [7, 3, 9, 3])) == [2, 3, 1, 3]
    assert places(made_up(fixture, [9, 3, 9, 8])) == [1, 4, 1, 3]
    assert places(made_up(fixture, [9, 3, 9, 8], winners=[3])) == [2, 4, 1, 3]
    forfeited = replace(made_up(fixture, [9, 3, 9, 8]), forfeits=[{}, None, None, {}])
    assert places(forfeited) == [3, 2, 1, 3]


def test_nobody_is_rated_before_all_have_played() -> None:
    contest, played = drawn_ladder(STRENGTHS, 4, 1, 7)
    assert rate(contest, played[:4]) == []
    assert rate(contest, []) == []
    assert len(rate(contest, played)) == 5


def test_greedy_stands_above_random() -> None:
    contest = ladder(replace(SMALL, players=3, seats=("random", "greedy")))
    best, last = rate(contest, played_here(contest, 12))
    assert (best.spec, last.spec) == ("greedy", "random")
    assert best.rating.mean > 50


def test_an_inverse_undoes() -> None:
    matrix = [[4.0, 1.0, 0.5], [1.0, 3.0, 0.2], [0.5, 0.2, 2.0]]
    assert times(inverse(matrix), times(matrix, [1.0, -2.0, 3.0])) == pytest.approx([1, -2, 3])
