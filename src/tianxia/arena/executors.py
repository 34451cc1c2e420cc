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
MOST_DEATHS: Final = 3  # a job that ended so many workers is given up


class Executor(ABC):
    """Does jobs."""

    @abstractmethod
    def run(self, work: Callable[[J], R], jobs: Iterable[J]) -> Generator[tuple[int, R], None, None]:
        """Yield the results with the numbers of their jobs, from 0, as they come. To close it early stops the work."""


class SerialExecutor(Executor):
    """Does one job after another in this process."""

    def run(self, work: Callable[[J], R], jobs: Iterable[J]) -> Generator[tuple[int, R], None, None]:
        for number, job in enumerate(jobs):
            yield number, work(job)


class ProcessExecutor(Executor):
    """Does jobs in several processes of this machine, and replaces one that is killed: its jobs are done again.

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
    """The jobs that are still to be done, with their numbers."""

    def __init__(self, jobs: Iterable[J]) -> None:
        self._upcoming = enumerate(jobs)
        self._put_back: deque[tuple[int, J]] = deque()
        self._deaths: Counter[int] = Counter()  # number of a job -> workers that died while they did it

    def take(self) -> tuple[int, J] | None:
        return self._put_back.popleft() if self._put_back else next(self._upcoming, None)

    def put_back(self, jobs: Sequence[tuple[int, J]]) -> None:
        """The jobs of a worker that died: it was doing the first one."""
        (number, _), *_ = jobs
        self._deaths[number] += 1
        if self._deaths[number] >= MOST_DEATHS:
            raise error(TianxiaError, "arena.broken")
        self._put_back.extend(jobs)


class _BusyWorker(Generic[J, R]):
    """A worker with the jobs that it was given and has not reported yet, the first of which it is doing."""

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
        """Go on with a new worker, which has no jobs yet."""
        self.worker.close()
        self.worker = Worker()
        self.jobs.clear()


def executor_for(processes: int) -> Executor:
    """The executor for so many processes, of which this may be the only one."""
    return SerialExecutor() if processes == 1 else ProcessExecutor(processes)


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
