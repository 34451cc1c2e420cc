"""Where games are played makes no difference to them."""

from __future__ import annotations

from contextlib import closing
from itertools import count, islice
from multiprocessing import active_children

import pytest

from support.contests import small_contest, timeless
from support.work import die, refuse, square, turn_deaf
from tianxia.arena.contest import play
from tianxia.arena.executors import Here, Place, Processes, in_order
from tianxia.errors import TianxiaError

PLACES = [Here(), Processes(2), Processes(3)]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("jobs", [0, 1, 3, 40])
def test_every_job_is_done_once(place: Place, jobs: int) -> None:
    results = list(place.run(square, range(jobs)))
    assert sorted(results) == [(number, number * number) for number in range(jobs)]
    assert list(in_order(results)) == [number * number for number in range(jobs)]


@pytest.mark.parametrize("place", PLACES)
def test_whoever_has_enough_stops_early(place: Place) -> None:
    with closing(place.run(square, count())) as results:
        assert len(list(islice(results, 10))) == 10


@pytest.mark.parametrize("place", PLACES)
def test_an_error_comes_back_in_its_words(place: Place) -> None:
    with pytest.raises(TianxiaError, match='There is no game "0"; there are: go'):
        list(place.run(refuse, [0]))


def test_a_process_that_dies_is_no_riddle() -> None:
    with pytest.raises(TianxiaError, match="broke down, or was ended from outside"):
        list(Processes(2).run(die, range(5)))


def test_a_process_that_does_not_leave_is_ended() -> None:
    with closing(Processes(2, grace=0).run(turn_deaf, count())) as results:
        next(results)
    assert active_children() == []


def test_one_process_or_two_the_games_are_the_same() -> None:
    contest = small_contest(keeps_records=True)
    fixtures = contest.fixtures(6)
    here = [game for _, game in play(contest, fixtures, Here())]
    there = [game for _, game in play(contest, fixtures, Processes(2))]
    assert timeless(here) == timeless(there)
    assert len({tuple(game.scores) for game in here}) > 1
