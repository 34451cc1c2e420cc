"""Acting on the signals that stop a process, before its server does."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any


@contextmanager
def on_stop_signal(act: Callable[[], None]) -> Iterator[None]:
    """Call `act` as soon as a signal asks the process to stop, and then the handler that was there before.

    A server waits for all answers to end before it stops the application; a live stream would never end.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    loop = asyncio.get_running_loop()
    before = {kind: signal.getsignal(kind) for kind in (signal.SIGINT, signal.SIGTERM)}
    ours = {kind: _followed_by(handler, loop, act) for kind, handler in before.items() if callable(handler)}
    for kind, handler in ours.items():
        signal.signal(kind, handler)
    try:
        yield
    finally:
        for kind, handler in ours.items():
            if signal.getsignal(kind) is handler:
                signal.signal(kind, before[kind])


def _followed_by(
    handler: Callable[[int, FrameType | None], Any], loop: asyncio.AbstractEventLoop, act: Callable[[], None]
) -> Callable[[int, FrameType | None], None]:
    def handle(kind: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(act)
        handler(kind, frame)

    return handle
