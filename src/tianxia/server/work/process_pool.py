"""The pool of worker processes, which compute moves, hints and analyses; calls wait here for a free one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Final, TypeVar, TypeVarTuple

from tianxia.server.work.fair_queue import FairQueue
from tianxia.workers import Worker, WorkerDiedError

MOST_DEATHS: Final = 3  # a call that ends its process so often is given up

Ts = TypeVarTuple("Ts")
T = TypeVar("T")


class Pool:
    """Worker processes. One that dies is replaced, and its call is made again.

    People take turns (see `FairQueue`): somebody with programs at many tables delays the programs of others by one
    call for each process.
    """

    def __init__(self, processes: int) -> None:
        self.processes = processes
        self._queue = FairQueue(processes)  # at most this many calls at once
        self._idle: list[Worker] = []  # started when they are needed; the last one was used last
        self._busy: set[Worker] = set()
        self._threads = ThreadPoolExecutor(processes, "thinking")  # each waits for a worker
        self._is_closed = False

    async def run(
        self,
        owner: str,
        function: Callable[[*Ts], T],
        *args: *Ts,
        least_seconds: float = 0.0,
        is_background: bool = False,
    ) -> T:
        """Call a function in a worker, when its owner has their turn.

        The slot is free for the next call after `least_seconds` at least, even if the call ends sooner. A background
        call waits until nobody else wants a slot, and leaves one free where there are several.
        """
        async with self._queue.slot(owner, is_background):
            call = self._run(function, *args)
            found, _ = await asyncio.gather(call, asyncio.sleep(least_seconds), return_exceptions=True)
        if isinstance(found, BaseException):
            raise found
        return found

    async def _run(self, function: Callable[[*Ts], T], *args: *Ts) -> T:
        for _death in range(MOST_DEATHS):
            try:
                return await self._call(function, *args)
            except WorkerDiedError as failure:
                last = failure
                if self._is_closed:
                    break
        raise last

    async def _call(self, function: Callable[[*Ts], T], *args: *Ts) -> T:
        assert not self._is_closed
        worker = self._idle.pop() if self._idle else Worker(is_expendable=True)
        self._busy.add(worker)
        call = partial(_call, worker, function, args)
        is_lost = False
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, call)
        except (WorkerDiedError, asyncio.CancelledError):
            is_lost = True
            worker.kill()  # nobody waits for the answer to a cancelled call
            raise
        finally:
            self._busy.discard(worker)
            if not is_lost:
                self._idle.append(worker)

    def close(self) -> None:
        """End all processes, busy ones too."""
        self._is_closed = True
        self._queue.close()
        for worker in self._busy:
            worker.kill()
        for worker in self._idle:
            worker.close()
        self._threads.shutdown(wait=False, cancel_futures=True)


def _call(worker: Worker, function: Callable[..., T], args: tuple[Any, ...]) -> T:
    """Wait for a worker, in a thread, which clears up after one that has died."""
    try:
        return worker.call(function, *args)
    except WorkerDiedError:
        worker.close()
        raise
