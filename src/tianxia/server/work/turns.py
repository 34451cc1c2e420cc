"""Turns at work in threads: addresses take turns, and so do the people at one address.

A request that replays a game takes milliseconds or more of a processor, and Python computes in one thread at a time. So
few such requests run at once, and an address has one of them under way: somebody with hundreds of requests, under
however many names, delays everybody else by one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, TypeVar, TypeVarTuple

from tianxia.server.refusals import TooManyError
from tianxia.server.work.fair_queue import FairQueue
from tianxia.words import error

AT_ONCE: Final = 2
"""Threads that compute at once. More would only make each other, and the event loop, wait for Python's lock (GIL)."""

Ts = TypeVarTuple("Ts")
T = TypeVar("T")


@dataclass
class Line:
    """The requests of one address."""

    queue: FairQueue = field(default_factory=lambda: FairQueue(1))
    length: int = 0  # requests that wait or are under way


class Turns:
    """Calls functions in threads, a few at once."""

    def __init__(self, most_waiting: int) -> None:
        self.most_waiting = most_waiting  # requests of one address
        self._queue = FairQueue(AT_ONCE)
        self._lines: dict[str, Line] = {}  # address -> its requests

    async def run(self, address: str, who: str, function: Callable[[*Ts], T], *args: *Ts) -> T:
        """Call a function when it is the turn of an address, and of a person there."""
        line = self._lines.setdefault(address, Line())
        if line.length >= self.most_waiting:
            raise error(TooManyError, "server.http-429")
        line.length += 1
        try:
            async with line.queue.slot(who), self._queue.slot(address):
                return await asyncio.to_thread(function, *args)
        finally:
            line.length -= 1
            if not line.length:
                del self._lines[address]
