"""A worker: a process that calls functions for another process, which notices if the worker is killed.

Each worker has a pipe of its own. So a worker that is killed, at whatever moment, neither loses the answers of others
nor leaves a lock behind for which others wait.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from multiprocessing.reduction import ForkingPickler
from queue import SimpleQueue
from threading import Thread
from traceback import format_exc
from typing import Any, Final, NoReturn, TypeVar, TypeVarTuple

from tianxia.errors import TianxiaError

PR_SET_PDEATHSIG: Final = 1
"""The option of prctl, a call of Linux, that sets the signal a process gets when its parent ends."""

Ts = TypeVarTuple("Ts")
R = TypeVar("R")


class WorkerDiedError(Exception):
    """A worker ended before it answered: it was killed, or its function crashed the process."""


class Worker:
    """A process that calls functions. It ends with `terminate`, or with the process that started it.

    It notices the latter as soon as it runs Python code. An `is_expendable` one is killed at that moment on Linux, also
    in the middle of compiled code; so it must not have started processes of its own, which it could not end.
    """

    connection: Connection[Any, Any]  # readable when an answer is there, or when the worker has died
    process: BaseProcess

    def __init__(self, is_expendable: bool = False) -> None:
        context = get_context("spawn")
        self.connection, far_end = context.Pipe()
        # the kernel takes the end of the thread that started a process for the end of its parent
        has_parent = is_expendable and threading.current_thread() is threading.main_thread()
        args = (far_end, os.getpid() if has_parent else None)
        self.process = context.Process(target=_work, args=args, daemon=True)
        with ignored_interrupts():
            self.process.start()
        far_end.close()

    def send(self, function: Callable[[*Ts], object], *args: *Ts) -> None:
        """Send a call, to run after those sent before. A dead worker is noticed by `receive`."""
        with suppress(OSError):
            self.connection.send((function, args))

    def receive(self) -> Any:
        """Wait for the oldest call without an answer; returns its result, or raises its exception.

        Raises `WorkerDiedError` if the worker died before it answered.
        """
        try:
            is_raised, answer = self.connection.recv()
        except (EOFError, OSError):
            raise WorkerDiedError("a worker died before it answered") from None
        if is_raised:
            raise answer
        return answer

    def call(self, function: Callable[[*Ts], R], *args: *Ts) -> R:
        """Call a function in the worker: `send` and `receive` in one."""
        self.send(function, *args)
        found: R = self.receive()
        return found

    def terminate(self) -> None:
        """Ask the worker to end, whatever it is doing."""
        self.process.terminate()

    def kill(self) -> None:
        """Kill the worker. Pending `receive` calls raise `WorkerDiedError`."""
        self.process.kill()

    def close(self, grace: float = 0.0) -> None:
        """Wait `grace` seconds for the worker to end, then kill it."""
        self.process.join(grace)
        if self.process.is_alive():  # compiled code does not handle signals
            self.process.kill()
            self.process.join()
        self.connection.close()


# ---- in the worker


def _work(connection: Connection[Any, Any], parent: int | None) -> None:
    if parent is not None and sys.platform == "linux":
        _die_with(parent)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all processes of a terminal
    signal.signal(signal.SIGTERM, _leave)
    calls: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_read_calls, args=(connection, calls), daemon=True).start()
    with suppress(BrokenPipeError, ConnectionResetError):
        while True:
            function, args = ForkingPickler.loads(calls.get())
            connection.send(_answer(function, args))


def _die_with(parent: int) -> None:
    """Have the kernel kill this process when its parent ends: compiled code lets no thread run that could notice."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it has ended already
        sys.exit()


def _answer(function: Callable[..., object], args: tuple[object, ...]) -> tuple[bool, object]:
    """Whether the function raised, and what it raised or returned."""
    try:
        return False, function(*args)
    except Exception as failure:
        if not isinstance(failure, TianxiaError):
            failure.add_note(f"In a worker:\n{format_exc()}")
        return True, failure


def _read_calls(connection: Connection[Any, Any], calls: SimpleQueue[bytes]) -> None:
    """Receive calls while the worker is busy, and end it when the process that sends them is gone."""
    try:
        while True:
            calls.put(connection.recv_bytes())
    except (EOFError, OSError):
        os.kill(os.getpid(), signal.SIGTERM)


def _leave(*_: object) -> NoReturn:
    """Exit with clean-up, so that the processes of players end, too."""
    sys.exit()


# ---- in the process that has workers


@contextmanager
def ignored_interrupts() -> Iterator[None]:
    """Ignore Ctrl-C until the block ends, also in processes started in the block, from their first moment."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
