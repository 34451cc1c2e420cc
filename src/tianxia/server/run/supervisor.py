"""Several worker processes that serve: one that dies is started again, and none outlives the process that started them.

Not uvicorn's `Multiprocess`: it ends with exit status 0 where a worker cannot start, starts again without a pause one
that dies again and again, kills one that takes five seconds to start, and leaves workers behind when it is killed.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import connection, get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any, Final, TypeVarTuple

from tianxia.errors import TianxiaError
from tianxia.server.logs import FAILED_START, LOG, configure_logs
from tianxia.server.metrics import forget_gauges
from tianxia.words import error
from tianxia.workers import ignored_interrupts

Ts = TypeVarTuple("Ts")

LONGEST_PAUSE: Final = 30.0  # seconds before a worker that died again and again is started again
SETTLED: Final = 60.0  # seconds after which the deaths before do not count any more
STOP_WITHIN: Final = 15.0  # seconds that workers have to stop; systemd usually waits longer
END_WITHIN: Final = 2.0  # seconds that a worker has to stop when its supervisor is gone


def pause_after(deaths: int) -> float:
    """The seconds before a worker that died so many times in a row is started again.

    >>> [pause_after(deaths) for deaths in (1, 2, 3, 4, 7, 1_000)]
    [0.0, 1.0, 2.0, 4.0, 30.0, 30.0]
    """
    return 0.0 if deaths == 1 else min(LONGEST_PAUSE, 2.0 ** min(deaths - 2, 30))


def supervise(workers: int, work: Callable[[*Ts], None], *args: *Ts) -> None:
    """Run a function in so many processes until a signal stops this one.

    A worker that dies is started again. One that cannot start (exit status `FAILED_START`) is a fault of all: the
    others are stopped, and an error is raised.
    """
    supervisor = _Supervisor(workers, work, args)
    with supervisor.listening_to_signals():
        supervisor.run()


@dataclass
class _Slot:
    """The place of one worker."""

    process: SpawnProcess | None = None
    start_at: float = 0.0  # the moment of its last start, or of the next one if there is no process
    deaths: int = 0  # in a row


class _Supervisor:
    def __init__(self, workers: int, work: Callable[..., None], args: tuple[object, ...]) -> None:
        self._context = get_context("spawn")
        self._work = work
        self._args = args
        self._slots = [_Slot() for _ in range(workers)]
        # nobody writes to it, and only this process has the other end: it is at its end when this process is gone
        self._lifeline, self._held_end = self._context.Pipe(duplex=False)
        self._told_to_stop, self._tell_to_stop = self._context.Pipe(duplex=False)

    @contextmanager
    def listening_to_signals(self) -> Iterator[None]:
        """Have the signals that stop a process end `run`."""
        numbers = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
        before = {number: signal.signal(number, lambda *_: self._tell_to_stop.send(None)) for number in numbers}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def run(self) -> None:
        try:
            while not self._told_to_stop.poll():
                self._start_due()
                self._wait()
                for slot in self._slots:
                    self._note_death(slot)
        finally:
            self._stop_all()

    def _start_due(self) -> None:
        for slot in self._slots:
            if slot.process is None and slot.start_at <= time.monotonic():
                arguments = (self._lifeline, self._work, self._args)
                slot.process = self._context.Process(target=_run_worker, args=arguments)
                slot.start_at = time.monotonic()
                with ignored_interrupts():  # Ctrl-C reaches all processes of a terminal
                    slot.process.start()

    def _wait(self) -> None:
        """Wait until a worker dies, one is to be started, or a signal asks it to stop."""
        waiting = [slot.start_at for slot in self._slots if slot.process is None]
        timeout = max(0.0, min(waiting) - time.monotonic()) if waiting else None
        connection.wait([self._told_to_stop, *(one.sentinel for one in self._processes())], timeout)

    def _note_death(self, slot: _Slot) -> None:
        process = slot.process
        if process is None or process.is_alive():
            return
        forget_gauges(process.pid or 0)
        if self._told_to_stop.poll():
            return
        if process.exitcode == FAILED_START:
            raise error(TianxiaError, "server.worker-failed")
        now = time.monotonic()
        slot.deaths = slot.deaths + 1 if now - slot.start_at < SETTLED else 1
        pause = pause_after(slot.deaths)
        LOG.warning("a worker process ended, and is started again", status=process.exitcode, seconds=pause)
        slot.process, slot.start_at = None, now + pause

    def _stop_all(self) -> None:
        """Ask all workers to stop, and wait until they have."""
        for process in self._processes():
            process.terminate()
        deadline = time.monotonic() + STOP_WITHIN
        for process in self._processes():
            process.join(max(0.0, deadline - time.monotonic()))
            if process.is_alive():
                LOG.warning("a worker process did not stop in time, and is killed")
                process.kill()
                process.join()

    def _processes(self) -> list[SpawnProcess]:
        return [slot.process for slot in self._slots if slot.process is not None]


# ---- in a worker


def _run_worker(lifeline: Connection[Any, Any], work: Callable[..., None], args: tuple[object, ...]) -> None:
    threading.Thread(target=_end_with, args=(lifeline,), daemon=True).start()
    configure_logs()
    work(*args)


def _end_with(lifeline: Connection[Any, Any]) -> None:
    """Stop this process when its supervisor is gone, in good order if it can."""
    lifeline.poll(None)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(END_WITHIN)
    os._exit(1)
