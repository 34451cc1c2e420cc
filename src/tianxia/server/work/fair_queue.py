"""A queue in which everybody has their turn: who wants much waits for it, and delays nobody else."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

Queue = OrderedDict[str, deque[asyncio.Future[None]]]
"""Who -> what they want; in turn."""


class FairQueue:
    """So many places. Whenever one is free, it goes to whoever's turn it is, and then they wait for all others."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._kept = 1 if places > 1 else 0  # places that those who are patient leave free
        self._waiting: Queue = OrderedDict()
        self._patient: Queue = OrderedDict()

    @asynccontextmanager
    async def slot(self, owner: str, is_background: bool = False) -> AsyncIterator[None]:
        """A place, when it is somebody's turn. The patient let all others go first."""
        if self._free > (self._kept if is_background else 0):
            self._free -= 1
        else:
            await self._wait(self._patient if is_background else self._waiting, owner)
        try:
            yield
        finally:
            self._pass_on()

    async def _wait(self, queue: Queue, owner: str) -> None:
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.setdefault(owner, deque()).append(called)
        try:
            await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():  # both came at once
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        """Call the next one who still waits."""
        self._free += 1
        while self._free and _call_next(self._waiting):
            self._free -= 1
        while self._free > self._kept and _call_next(self._patient):
            self._free -= 1

    def close(self) -> None:
        """Send away all who wait."""
        for queue in (self._waiting, self._patient):
            for wanted in queue.values():
                for called in wanted:
                    called.cancel()
            queue.clear()


def _call_next(queue: Queue) -> bool:
    """Call whoever's turn it is: whether anybody still waits for that."""
    while queue:
        owner, wanted = queue.popitem(last=False)
        called = wanted.popleft()
        if wanted:
            queue[owner] = wanted
        if not called.done():
            called.set_result(None)
            return True
    return False
