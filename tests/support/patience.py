"""Waiting for something to come about."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from inspect import isawaitable
from typing import Any, TypeVar, overload

T = TypeVar("T")

PATIENCE = 180.0
"""Seconds after which a test gives up waiting: no machine is so busy. A test that passes never waits that long."""
PAUSE = 0.01  # seconds


@overload
async def until(ask: Callable[[], Awaitable[T]], pause: float = PAUSE) -> T: ...


@overload
async def until(ask: Callable[[], bool], pause: float = PAUSE) -> bool: ...


async def until(ask: Callable[[], Any], pause: float = PAUSE) -> Any:
    """The first answer that is true. A server with its usual rate limits is asked after a longer pause."""
    async with asyncio.timeout(PATIENCE):
        while True:
            answer = ask()
            if isawaitable(answer):
                answer = await answer
            if answer:
                return answer
            await asyncio.sleep(pause)


def wait_until(ask: Callable[[], bool]) -> None:
    """Wait without an event loop until something is true: what another process does without saying so."""
    deadline = time.monotonic() + PATIENCE
    while not ask():
        assert time.monotonic() < deadline
        time.sleep(PAUSE)
