"""Garbage: what refers to itself in a circle, and so is not freed by counting references.

Tables are freed as soon as nobody refers to them; an exception that knows where it was raised may be such a circle. To
find old ones means walking over every table in memory while all screens wait: 0.4 s with 500 tables. So it is done when
nobody looks, and once a day at least.
"""

from __future__ import annotations

import gc
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

from tianxia.server.live.hub import Hub
from tianxia.server.tasks import repeating

LOOK_EVERY: Final = 60.0  # seconds
SOONEST: Final = 600.0  # after the last time, where nobody is connected
LATEST: Final = 24 * 3600.0  # whoever is


def defer_garbage_collection() -> None:
    """Have Python look for young garbage only, and keep out of it what lives as long as the process."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 1_000_000)  # the numbers multiply: old garbage is left to `Collector`


class Collector:
    """Looks for old garbage at a good moment."""

    def __init__(self, hub: Hub, clock: Callable[[], float] = time.monotonic) -> None:
        self.hub = hub
        self.clock = clock
        self._last = clock()

    async def look(self) -> float:
        """Collect if the moment is good; the seconds until it is worth looking again."""
        waited = self.clock() - self._last
        if waited >= LATEST or (waited >= SOONEST and not self.hub.connections):
            gc.collect()
            self._last = self.clock()
        return LOOK_EVERY


@asynccontextmanager
async def collecting_garbage(hub: Hub) -> AsyncIterator[None]:
    """Collect at good moments, until it ends."""
    async with repeating(Collector(hub).look):
        yield
