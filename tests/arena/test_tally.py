"""The figures of a contest, by hand."""

from __future__ import annotations

from dataclasses import replace
from statistics import fmean

import pytest

from support.contests import SEED, made_up, played_here, small_contest
from tianxia.arena import Plan, Played, Results
from tianxia.arena.contest import Contest
from tianxia.arena.simulate import winners_of
from tianxia.arena.tally import tally
from tianxia.games import find_game
from tianxia.words import Message

FORFEIT = dict(Message("match.over").document())
CONTEST = Contest(
    Plan("forbidden-city", 3, {}, ("a", "b", "b"), SEED, "standard"), (("a", "b", "b"),), False, is_repeatable=True
)
FIXTURES = CONTEST.fixtures(6)
SCORES = [(9, 5, 4), (6, 7, 8), (8, 3, 8), (1, 2, 3), (5, 5, 5), (2, 9, 4)]
GAMES = [made_up(fixture, scores) for fixture, scores in zip(FIXTURES, SCORES, strict=True)]


def test_the_seats_are_as_told_here() -> None:
    assert [fixture.seats.index("a") for fixture in FIXTURES] == [0, 2, 1, 0, 2, 1]


def test_figures_by_hand() -> None:
    found = tally(CONTEST, GAMES)
    assert found is not None
    assert (found.games, found.rounds, found.left_out, found.moves) == (6, 2, 0, 60)
    a, b = found.standings
    assert (a.spec, a.seats, b.spec, b.seats) == ("a", 1, "b", 2)
    assert [a.fair, b.fair] == pytest.approx([1 / 3, 2 / 3])
    # a won twice, nothing, a third of a game, all of the last
    assert a.wins.mean == pytest.approx((1 + 1 + 0 + 0 + 1 / 3 + 1) / 6)
    assert a.wins.mean + b.wins.mean == pytest.approx(1)
    assert a.score is not None
    assert b.score is not None
    assert a.margin is not None
    assert b.margin is not None
    assert a.score.mean == pytest.approx((9 + 8 + 3 + 1 + 5 + 9) / 6)
    assert a.margin.mean == pytest.approx((4 + 1 - 5 - 2 + 0 + 5) / 6)
    assert b.score.mean == pytest.approx((5 + 4 + 6 + 7 + 8 + 8 + 2 + 3 + 5 + 5 + 2 + 4) / 12)
    assert b.margin.mean == pytest.approx((-4 - 5 - 2 - 1 + 5 + 5 + 1 + 2 + 0 + 0 - 7 - 5) / 12)  # against a alone
    assert found.winner_score.mean == pytest.approx((9 + 8 + 8 + 3 + 5 + 9) / 6)
    assert a.points == {"room": pytest.approx(35 / 6)}
    assert (a.thinking.choices, a.thinking.seconds, a.thinking.slowest) == (12, 6.0, 0.75)
    assert (b.thinking.choices, b.thinking.seconds) == (24, 12.0)
    # round means of a: 20 / 3 and 5, so a deviation of 5 / 6 to both sides, times t with one degree of freedom
    assert a.score.high == pytest.approx(35 / 6 + 12.7062 * 5 / 6, abs=1e-3)


def test_rounds_that_are_not_complete_are_left_out() -> None:
    whole = tally(CONTEST, GAMES[:3])
    for extra in (GAMES[:4], GAMES[:5], [*GAMES[:3], GAMES[5]]):
        found = tally(CONTEST, extra)
        assert found is not None
        assert whole is not None
        assert replace(found, left_out=0) == whole
        assert found.left_out == len(extra) - 3
    assert tally(CONTEST, GAMES[1:3]) is None
    assert tally(CONTEST, []) is None


def forfeited(game: Played, *seats: int) -> Played:
    return replace(game, forfeits=[FORFEIT if seat in seats else None for seat in range(1, 4)])


def test_forfeits_are_counted() -> None:
    found = tally(CONTEST, [forfeited(GAMES[0], 1), *GAMES[1:]])
    assert found is not None
    assert [standing.forfeits for standing in found.standings] == [1, 0]


def test_seats_of_stand_ins_have_no_score_and_no_margin() -> None:
    found = tally(CONTEST, [forfeited(GAMES[0], 1), forfeited(GAMES[1], 1), *GAMES[2:]])
    assert found is not None
    a, b = found.standings
    assert a.score is not None
    assert a.margin is not None
    assert b.score is not None
    assert b.margin is not None
    # the means of two rounds: a has a score in two games of the first, b in three with four seats
    assert a.score.mean == pytest.approx((fmean([8, 3]) + fmean([1, 5, 9])) / 2)
    assert a.points["room"] == pytest.approx((8 + 3 + 1 + 5 + 9) / 5)
    assert a.margin.mean == pytest.approx((fmean([1, -5]) + fmean([-2, 0, 5])) / 2)
    assert b.margin.mean == pytest.approx((fmean([-1, 5, 5]) + fmean([1, 2, 0, 0, -7, -5])) / 2)
    nothing = tally(CONTEST, [forfeited(game, game.fixture.seats.index("a") + 1) for game in GAMES])
    assert nothing is not None
    assert (nothing.standings[0].score, nothing.standings[0].margin, nothing.standings[1].margin) == (None, None, None)
    assert nothing.standings[0].document()["score"] is None
    assert nothing.standings[0].points == {}


def test_among_equals_there_is_no_margin() -> None:
    alike = Contest(replace(CONTEST.plan, seats=("a", "a", "a")), (("a", "a", "a"),), False, is_repeatable=True)
    found = tally(alike, [made_up(fixture, (1, 2, 3)) for fixture in alike.fixtures(2)])
    assert found is not None
    assert (found.standings[0].margin, found.standings[0].document()["margin"]) == (None, None)
    assert found.standings[0].score is not None


def test_a_simulation_has_the_same_winners() -> None:
    results = Results(find_game("forbidden-city"), 3)
    for game in (GAMES[0], forfeited(GAMES[0], 1), forfeited(GAMES[4], 1)):
        results.add(game)
    assert (results.wins, results.forfeits) == ([1.0, 1.5, 0.5], [2, 0, 0])


def test_who_forfeits_cannot_win() -> None:
    """Scores 9, 5, 4 and 5, 5, 5."""
    assert winners_of(GAMES[0]) == winners_of(forfeited(GAMES[0], 2)) == [1]
    assert winners_of(forfeited(GAMES[0], 1)) == [2]
    assert winners_of(forfeited(GAMES[0], 1, 2)) == [3]
    assert winners_of(forfeited(GAMES[4], 1)) == [2, 3]
    assert winners_of(forfeited(GAMES[0], 1, 2, 3)) == [1]


def test_points_by_source_add_up_to_the_score() -> None:
    contest = small_contest()
    found = tally(contest, played_here(contest, 8))
    assert found is not None
    for standing in found.standings:
        assert standing.score is not None
        assert sum(standing.points.values()) == pytest.approx(standing.score.mean)
    greedy, random = found.standings
    assert greedy.wins.mean > random.wins.mean
    assert greedy.thinking.choices > 0
    assert greedy.thinking.slowest <= greedy.thinking.seconds
