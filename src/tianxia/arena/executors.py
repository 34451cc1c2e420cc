"""Where games are played: in this process, or in several of this machine (on Ray: `arena.ray_executor`).

An executor is given a function and jobs, and yields each result as soon as it is there, with the number of its job.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from multiprocessing.connection import wait
from typing import Final, Generic, TypeVar

from tianxia.errors import TianxiaError
from tianxia.words import error
from tianxia.workers import Worker, WorkerDiedError

J = TypeVar("J")
R = TypeVar("R")

LEAVE_WITHIN: Final = 15.0  # seconds that a worker may take to leave: it ends its players first, one after the other
AHEAD: Final = 2  # jobs that a worker has, so that it need not wait for the next one
MOST_DEATHS: Final = 3  # a job that killed this many workers is given up


class Executor(ABC):
    """Calls a function for each of many jobs, and yields the results."""

    @abstractmethod
    def run(self, work: Callable[[J], R], jobs: Iterable[J]) -> Generator[tuple[int, R], None, None]:
        """Yield the results as they come, with the numbers of their jobs from 0. Closing the iterator stops it."""


class SerialExecutor(Executor):
    """Runs one job after another in this process."""

    def run(self, work: Callable[[J], R], jobs: Iterable[J]) -> Generator[tuple[int, R], None, None]:
        for number, job in enumerate(jobs):
            yield number, work(job)


class ProcessExecutor(Executor):
    """Runs jobs in several processes of this machine; one that is killed is replaced, and its jobs run again.

    Not a `ProcessPoolExecutor`: the death of one worker breaks all of it, and at its end it waits for games under way.
    docs/decisions/014-worker-processes.md compares it with others.
    """

    def __init__(self, processes: int, grace: float = LEAVE_WITHIN) -> None:
        self.processes = processes
        self.grace = grace  # seconds

    def run(self, work: Callable[[J], R], jobs: Iterable[J]) -> Generator[tuple[int, R], None, None]:
        queue = _JobQueue(jobs)
        crew: list[_BusyWorker[J, R]] = []
        try:
            while len(crew) < self.processes and (job := queue.take()) is not None:
                crew.append(_BusyWorker(work, job))
            for worker in crew:
                worker.fill_up(queue)
            while busy := {worker.worker.connection: worker for worker in crew if worker.jobs}:
                for connection in wait(list(busy)):
                    worker = busy[connection]  # type: ignore[index]  # wait() returns what it was given
                    try:
                        result = worker.receive()
                    except WorkerDiedError:
                        queue.put_back(worker.jobs)
                        worker.restart()
                        worker.fill_up(queue)
                    else:
                        worker.fill_up(queue)
                        yield result
        finally:
            for worker in crew:
                worker.worker.terminate()
            for worker in crew:
                worker.worker.close(self.grace)


class _JobQueue(Generic[J]):
    """The remaining jobs, with their numbers."""

    def __init__(self, jobs: Iterable[J]) -> None:
        self._upcoming = enumerate(jobs)
        self._put_back: deque[tuple[int, J]] = deque()
        self._deaths: Counter[int] = Counter()  # number of a job -> workers that died while they did it

    def take(self) -> tuple[int, J] | None:
        return self._put_back.popleft() if self._put_back else next(self._upcoming, None)

    def put_back(self, jobs: Sequence[tuple[int, J]]) -> None:
        """Put back the jobs of a worker that died while it ran the first of them."""
        (number, _), *_ = jobs
        self._deaths[number] += 1
        if self._deaths[number] >= MOST_DEATHS:
            raise error(TianxiaError, "arena.broken")
        self._put_back.extend(jobs)


class _BusyWorker(Generic[J, R]):
    """A worker with the jobs that it was given and has not reported yet; it is running the first of them."""

    def __init__(self, work: Callable[[J], R], job: tuple[int, J]) -> None:
        self.work = work
        self.worker = Worker()
        self.jobs: deque[tuple[int, J]] = deque()
        self._give(job)

    def _give(self, job: tuple[int, J]) -> None:
        self.jobs.append(job)
        self.worker.send(self.work, job[1])

    def fill_up(self, queue: _JobQueue[J]) -> None:
        while len(self.jobs) < AHEAD and (job := queue.take()) is not None:
            self._give(job)

    def receive(self) -> tuple[int, R]:
        """The result of the first job; raises `WorkerDiedError` if the worker died over it."""
        result: R = self.worker.receive()
        number, _ = self.jobs.popleft()
        return number, result

    def restart(self) -> None:
        """Replace the worker by a new one, which has no jobs yet."""
        self.worker.close()
        self.worker = Worker()
        self.jobs.clear()


def executor_for(processes: int) -> Executor:
    """The executor for a number of processes; with one, jobs run in this process."""
    return SerialExecutor() if processes == 1 else ProcessExecutor(processes)


def in_order(results: Iterable[tuple[int, R]]) -> Iterator[R]:
    """The results in the order of their jobs, each as soon as all earlier ones have come.

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
