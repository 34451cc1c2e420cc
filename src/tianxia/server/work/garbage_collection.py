"""Garbage collection: freeing reference cycles, which reference counts do not free.

Tables are freed as soon as nothing refers to them; but an exception with its traceback may be such a cycle. To find old
cycles, Python goes through every table in memory while all requests wait: 0.4 s with 500 tables. So it is done when
nobody is connected, and once a day at least.
"""

from __future__ import annotations

import gc
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

from tianxia.server.live.hub import Hub
from tianxia.server.tasks import repeating

CHECK_EVERY: Final = 60.0  # seconds
SOONEST: Final = 600.0  # seconds after the last collection, while nobody is connected
LATEST: Final = 24 * 3600.0  # seconds after the last collection, in any case


def defer_garbage_collection() -> None:
    """Let Python collect young objects only, and never those that live as long as the process."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 1_000_000)  # the numbers multiply: old objects are left to `Collector`


class Collector:
    """Runs a full collection when nobody is connected, or after a day."""

    def __init__(self, hub: Hub, clock: Callable[[], float] = time.monotonic) -> None:
        self.hub = hub
        self.clock = clock
        self._last = clock()

    async def collect_if_due(self) -> float:
        """Collect if the moment is good; returns the seconds until the next check."""
        waited = self.clock() - self._last
        if waited >= LATEST or (waited >= SOONEST and not self.hub.connections):
            gc.collect()
            self._last = self.clock()
        return CHECK_EVERY


@asynccontextmanager
async def collecting_garbage(hub: Hub) -> AsyncIterator[None]:
    """Collect at good moments until the block ends."""
    async with repeating(Collector(hub).collect_if_due):
        yield
