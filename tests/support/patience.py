"""Waiting for something to come about."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

T = TypeVar("T")


async def until(ask: Callable[[], Awaitable[T]], seconds: float = 30.0) -> T:
    """The first answer that is true."""
    async with asyncio.timeout(seconds):
        while not (answer := await ask()):
            await asyncio.sleep(0.01)
        return answer
