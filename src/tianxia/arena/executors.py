"""Where games are played: here, or in many processes (on Ray: `arena.ray_executor`).

A place is given a function and jobs, and hands over each result as soon as it is there, with the number of its job.
"""

from __future__ import annotations

import signal
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, NoReturn, TypeVar

from tianxia.errors import TianxiaError
from tianxia.words import error

J = TypeVar("J")
R = TypeVar("R")

LEAVE_WITHIN = 15.0  # seconds that a process may take to leave: it ends its players first, one after the other


class Place(ABC):
    """Where work is done."""

    @abstractmethod
    def run(self, work: Callable[[J], R], jobs: Iterable[J]) -> Generator[tuple[int, R], None, None]:
        """The results with the numbers of their jobs, from 0, as they come. Whoever stops early stops the work."""


class Here(Place):
    """In this process, one job after another."""

    def run(self, work: Callable[[J], R], jobs: Iterable[J]) -> Generator[tuple[int, R], None, None]:
        for number, job in enumerate(jobs):
            yield number, work(job)


class Processes(Place):
    """In so many processes of this machine.

    Not a ProcessPoolExecutor: that one waits at the end for work under way, and a game between players that search
    lasts minutes. These processes are ended at once.
    """

    def __init__(self, count: int, grace: float = LEAVE_WITHIN) -> None:
        self.count = count
        self.grace = grace  # seconds

    def run(self, work: Callable[[J], R], jobs: Iterable[J]) -> Generator[tuple[int, R], None, None]:
        waiting = enumerate(jobs)
        crew: list[_Worker] = []
        try:
            while len(crew) < self.count and (job := next(waiting, None)) is not None:
                crew.append(_Worker(work))
                crew[-1].take(job)
            for worker in crew:
                worker.take(next(waiting, None))
            while busy := {worker.connection: worker for worker in crew if worker.jobs}:
                for connection in wait(list(busy)):
                    worker = busy[connection]  # type: ignore[index]  # wait() returns what it was given
                    result = worker.report()
                    worker.take(next(waiting, None))
                    yield result
        finally:
            for worker in crew:
                worker.process.terminate()
            for worker in crew:
                worker.end(self.grace)


class _Worker:
    """One process, seen from the one that started it."""

    connection: Connection[Any, Any]
    process: BaseProcess
    jobs: int  # that it was given and has not reported yet

    def __init__(self, work: Callable[[Any], Any]) -> None:
        context = get_context("spawn")
        self.connection, far_end = context.Pipe()
        self.process = context.Process(target=_work, args=(work, far_end), daemon=True)
        self.jobs = 0
        with deaf_to_interrupts():
            self.process.start()
        far_end.close()

    def take(self, job: tuple[int, Any] | None) -> None:
        if job is not None:
            try:
                self.connection.send(job)
            except OSError:
                raise error(TianxiaError, "arena.broken") from None
            self.jobs += 1

    def report(self) -> tuple[int, Any]:
        try:
            number, result, reason = self.connection.recv()
        except (EOFError, OSError):
            raise error(TianxiaError, "arena.broken") from None
        self.jobs -= 1
        if reason is not None:
            raise TianxiaError(*reason)
        return number, result

    def end(self, grace: float) -> None:
        """See it off, after it was asked to leave."""
        self.process.join(grace)
        if self.process.is_alive():  # deep in a search, it does not listen
            self.process.kill()
            self.process.join()
        self.connection.close()


def _work(work: Callable[[Any], Any], connection: Connection[Any, Any]) -> None:
    """What a process does until it is ended, or until nobody listens any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    try:
        while True:
            number, job = connection.recv()
            try:
                connection.send((number, work(job), None))
            except TianxiaError as failure:
                connection.send((number, None, (str(failure), failure.key)))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return


def _leave(*_: object) -> NoReturn:
    """Go in good order: players that are programs of their own are ended, too."""
    sys.exit()


@contextmanager
def deaf_to_interrupts() -> Iterator[None]:
    """Ctrl-C is not heard meanwhile, nor by processes that are started meanwhile, from their first moment."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, heard)


@contextmanager
def interrupts_wait() -> Iterator[None]:
    """Ctrl-C is heard afterwards: what is done meanwhile is done whole."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    waiting: list[int] = []
    heard = signal.signal(signal.SIGINT, lambda number, _: waiting.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, heard)
    if waiting:
        raise KeyboardInterrupt


def in_order(results: Iterable[tuple[int, R]]) -> Iterator[R]:
    """The results in the order of their jobs, each as soon as all before it are there.

    >>> list(in_order([(1, "b"), (0, "a"), (2, "c")]))
    ['a', 'b', 'c']
    """
    early: dict[int, R] = {}
    due = 0
    for number, result in results:
        early[number] = result
        while due in early:
            yield early.pop(due)
            due += 1
