"""A run of a contest: plays the games that its file does not have yet, and appends them as they finish."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Generator, Iterator
from pathlib import Path

from tianxia.arena import contest as composing
from tianxia.arena.contest import Contest
from tianxia.arena.contest_file import ContestFile
from tianxia.arena.executors import Executor
from tianxia.arena.simulate import Played
from tianxia.games.base import Document
from tianxia.workers import ignored_interrupts


class ContestRun:
    """A contest of a number of games: those already in its file, and those of this run."""

    def __init__(self, contest: Contest, games: int, file: Path | None) -> None:
        """Read the games in the file, if there is one. Nothing is played or written yet."""
        self.contest = contest
        self.fixtures = contest.fixtures(games)  # all that were asked for
        self.archive = None if file is None else ContestFile(file, contest)
        self.played: dict[int, Played] = {} if self.archive is None else self.archive.played  # number -> game
        self.missing = [fixture for fixture in self.fixtures if fixture.number not in self.played]
        self.wanted = len(self.played) + len(self.missing)  # games: a file may have more than were asked for

    @property
    def is_complete(self) -> bool:
        return len(self.played) >= self.wanted

    def games(self) -> list[Played]:
        """All games played so far, ordered by number."""
        return [self.played[number] for number in sorted(self.played)]

    def document(self) -> Document:
        """The head of every result of a contest."""
        head = {"complete": self.is_complete, "repeatable": self.contest.is_repeatable}
        return self.contest.document() | head

    def play(self, executor: Executor, sent: Contest) -> Generator[Played, None, None]:
        """Play the missing games and yield them as they finish; `sent` is the contest with paths as on the executor.

        They are written in the order of their numbers; after an interruption, games that finished early come last.
        """
        early: dict[int, Played] = {}
        due = 0
        with contextlib.nullcontext() if self.archive is None else self.archive:
            try:
                with contextlib.closing(composing.play(sent, self.missing, executor)) as games:
                    for number, game in games:
                        early[number] = game
                        while due in early:
                            with _deferred_interrupts():  # a game is written whole, or not at all
                                self._keep(early.pop(due))
                                due += 1
                        yield game
            finally:
                with ignored_interrupts():  # a second Ctrl-C must not lose what the first one keeps
                    for number in sorted(early):
                        self._keep(early[number])

    def _keep(self, game: Played) -> None:
        if self.archive is not None:
            self.archive.add(game)
        else:
            self.played[game.fixture.number] = game


@contextlib.contextmanager
def _deferred_interrupts() -> Iterator[None]:
    """Defer Ctrl-C to the end of the block, so that the block runs completely."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    pending: list[int] = []
    handler = signal.signal(signal.SIGINT, lambda number, _: pending.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
    if pending:
        raise KeyboardInterrupt
