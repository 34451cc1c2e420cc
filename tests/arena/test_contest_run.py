"""A run of a contest: what is missing is played, what was played is kept in order, whatever ends it."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from pathlib import Path

import pytest

from support.contests import played_here, small_contest, timeless
from tianxia.arena import Executor, Played, SerialExecutor
from tianxia.arena.contest_file import ContestFile
from tianxia.arena.contest_run import ContestRun
from tianxia.arena.executors import J, R

CONTEST = small_contest()


class Backwards(Executor):
    """Does the last job first."""

    def run(self, work: Callable[[J], R], jobs: Iterable[J]) -> Generator[tuple[int, R], None, None]:
        for number, job in reversed(list(enumerate(jobs))):
            yield number, work(job)


def numbers_in(file: Path) -> list[int]:
    return [json.loads(line)["number"] for line in file.read_text().splitlines()[1:]]


@pytest.mark.parametrize("executor", [SerialExecutor(), Backwards()])
@pytest.mark.parametrize("kept", [True, False])
def test_all_that_is_missing_is_played_and_kept_in_order(tmp_path: Path, executor: Executor, kept: bool) -> None:
    file = tmp_path / "games.jsonl" if kept else None
    run = ContestRun(CONTEST, 4, file)
    assert (run.wanted, run.is_complete, run.document()["complete"]) == (4, False, False)
    assert len(list(run.play(executor, CONTEST))) == 4
    assert timeless(run.games()) == timeless(played_here(CONTEST, 4))
    assert (run.is_complete, run.document()["complete"]) == (True, True)
    assert file is None or numbers_in(file) == [0, 1, 2, 3]


def test_what_finished_early_is_kept_when_somebody_breaks_it_off_and_gone_on_from(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    with closing(ContestRun(CONTEST, 4, file).play(Backwards(), CONTEST)) as games:
        for _ in range(2):
            next(games)
        assert numbers_in(file) == []  # games 3 and 2 came before their turn
    assert numbers_in(file) == [2, 3]
    again = ContestRun(CONTEST, 4, file)
    assert ([fixture.number for fixture in again.missing], again.wanted) == ([0, 1], 4)
    assert [game.fixture.number for game in again.play(SerialExecutor(), CONTEST)] == [0, 1]
    assert numbers_in(file) == [2, 3, 0, 1]
    assert [game.fixture.number for game in again.games()] == [0, 1, 2, 3]


def test_a_file_with_more_games_than_asked_for_is_complete(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    list(ContestRun(CONTEST, 4, file).play(SerialExecutor(), CONTEST))
    fewer = ContestRun(CONTEST, 2, file)
    assert (fewer.missing, fewer.wanted, fewer.is_complete, len(fewer.games())) == ([], 4, True, 4)


def test_ctrl_c_in_the_midst_of_keeping_waits_until_the_game_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add = ContestFile.add

    def add_and_be_interrupted(archive: ContestFile, game: Played) -> None:
        signal.raise_signal(signal.SIGINT)
        add(archive, game)

    monkeypatch.setattr(ContestFile, "add", add_and_be_interrupted)
    heard = signal.signal(signal.SIGINT, signal.default_int_handler)
    file = tmp_path / "games.jsonl"
    run = ContestRun(CONTEST, 4, file)
    with pytest.raises(KeyboardInterrupt):
        list(run.play(SerialExecutor(), CONTEST))
    signal.signal(signal.SIGINT, heard)
    assert numbers_in(file) == list(run.played) == [0]
