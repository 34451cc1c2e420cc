"""A fair queue: people take turns (round robin), so that somebody with many requests does not delay others."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

Queue = OrderedDict[str, deque[asyncio.Future[None]]]
"""Owner -> their waiting requests; the owner whose turn is next comes first."""


class FairQueue:
    """A number of slots. A free slot goes to the owner whose turn it is, who then comes after all others."""

    def __init__(self, slots: int) -> None:
        self._free = slots
        self._kept = 1 if slots > 1 else 0  # slots that background requests leave free
        self._waiting: Queue = OrderedDict()
        self._background: Queue = OrderedDict()

    @asynccontextmanager
    async def slot(self, owner: str, is_background: bool = False) -> AsyncIterator[None]:
        """Wait for a slot, and hold it until the block ends. Background requests let all others go first."""
        if self._free > (self._kept if is_background else 0):
            self._free -= 1
        else:
            await self._wait(self._background if is_background else self._waiting, owner)
        try:
            yield
        finally:
            self._release()

    async def _wait(self, queue: Queue, owner: str) -> None:
        granted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.setdefault(owner, deque()).append(granted)
        try:
            await granted
        except asyncio.CancelledError:
            if granted.done() and not granted.cancelled():  # cancelled at the moment when the slot was free
                self._release()
            raise

    def _release(self) -> None:
        """Give the slot to the next request that still waits."""
        self._free += 1
        while self._free and _grant_next(self._waiting):
            self._free -= 1
        while self._free > self._kept and _grant_next(self._background):
            self._free -= 1

    def close(self) -> None:
        """Cancel all waiting requests."""
        for queue in (self._waiting, self._background):
            for requests in queue.values():
                for granted in requests:
                    granted.cancel()
            queue.clear()


def _grant_next(queue: Queue) -> bool:
    """Give a slot to the next request that still waits; returns whether there was one."""
    while queue:
        owner, requests = queue.popitem(last=False)
        granted = requests.popleft()
        if requests:
            queue[owner] = requests
        if not granted.done():
            granted.set_result(None)
            return True
    return False
