"""Where games are played makes no difference to them."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from itertools import count, islice
from multiprocessing import active_children

import pytest

from support.contests import small_contest, timeless
from support.work import die, refuse, square, turn_deaf
from tianxia.arena.contest import play
from tianxia.arena.executors import Executor, J, ProcessExecutor, R, SerialExecutor, in_order
from tianxia.errors import TianxiaError

EXECUTORS = [SerialExecutor(), ProcessExecutor(2), ProcessExecutor(3)]


@pytest.mark.parametrize("executor", EXECUTORS)
@pytest.mark.parametrize("jobs", [0, 1, 3, 40])
def test_every_job_is_done_once(executor: Executor, jobs: int) -> None:
    results = list(executor.run(square, range(jobs)))
    assert sorted(results) == [(number, number * number) for number in range(jobs)]
    assert list(in_order(results)) == [number * number for number in range(jobs)]


@pytest.mark.parametrize("executor", EXECUTORS)
def test_whoever_has_enough_stops_early(executor: Executor) -> None:
    with closing(executor.run(square, count())) as results:
        assert len(list(islice(results, 10))) == 10


@pytest.mark.parametrize("executor", EXECUTORS)
def test_an_error_comes_back_in_its_words(executor: Executor) -> None:
    with pytest.raises(TianxiaError, match='There is no game "0"; the games are go'):
        list(executor.run(refuse, [0]))


class KillingExecutor(ProcessExecutor):
    """Kills one of its workers after its first result and after its fourth, when every worker has jobs."""

    killed = 0

    def run(self, work: Callable[[J], R], jobs: Iterable[J]) -> Generator[tuple[int, R], None, None]:
        for number, result in enumerate(super().run(work, jobs)):
            if number in (0, 3):
                worker = active_children()[0]
                assert worker.pid is not None
                os.kill(worker.pid, signal.SIGKILL)
                self.killed += 1
            yield result


def test_a_contest_goes_on_when_workers_are_killed() -> None:
    contest, before = small_contest(keeps_records=True), active_children()
    fixtures = contest.fixtures(10)
    executor = KillingExecutor(2)
    undisturbed = [game for _, game in play(contest, fixtures, SerialExecutor())]
    disturbed = [game for _, game in play(contest, fixtures, executor)]
    assert executor.killed == 2
    assert timeless(disturbed) == timeless(undisturbed)
    assert set(active_children()) <= set(before)


def test_a_job_that_kills_every_worker_is_given_up() -> None:
    with pytest.raises(TianxiaError, match="crashed, or was killed"):
        list(ProcessExecutor(2).run(die, range(5)))


def test_a_process_that_does_not_leave_is_ended() -> None:
    before = active_children()  # another test may have left a pool to those after it
    with closing(ProcessExecutor(2, grace=0).run(turn_deaf, count())) as results:
        next(results)
    assert set(active_children()) <= set(before)


def test_one_process_or_two_the_games_are_the_same() -> None:
    contest = small_contest(keeps_records=True)
    fixtures = contest.fixtures(6)
    here = [game for _, game in play(contest, fixtures, SerialExecutor())]
    there = [game for _, game in play(contest, fixtures, ProcessExecutor(2))]
    assert timeless(here) == timeless(there)
    assert len({tuple(game.scores) for game in here}) > 1
