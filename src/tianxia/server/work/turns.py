"""A queue in which everybody has their turn: who wants much waits for it, and delays nobody else."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Turns:
    """So many places. Whenever one is free, it goes to whoever's turn it is, and then they wait for all others."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()  # who -> what they want, in turn

    @asynccontextmanager
    async def place(self, whose: str) -> AsyncIterator[None]:
        """A place, when it is somebody's turn."""
        if self._free:
            self._free -= 1
        else:
            await self._wait(whose)
        try:
            yield
        finally:
            self._pass_on()

    async def _wait(self, whose: str) -> None:
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(whose, deque()).append(called)
        try:
            await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():  # both came at once
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        """Call the next one who still waits."""
        while self._waiting:
            whose, wanted = self._waiting.popitem(last=False)
            called = wanted.popleft()
            if wanted:
                self._waiting[whose] = wanted
            if not called.done():
                called.set_result(None)
                return
        self._free += 1

    def close(self) -> None:
        """Send away all who wait."""
        for wanted in self._waiting.values():
            for called in wanted:
                called.cancel()
        self._waiting.clear()
