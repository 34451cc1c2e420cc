"""What goes on by itself for as long as the server runs."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

AFTER_FAILURE: Final = 5.0  # seconds
UNTIL_AGAIN: Final = 0.5  # seconds

logger = logging.getLogger(__name__)


async def repeat(step: Callable[[], Awaitable[float]], after_failure: float = AFTER_FAILURE) -> None:
    """Take a step again and again, each time after as many seconds as the last one said; a failure does not end it."""
    while True:
        try:
            pause = await step()
        except Exception:
            logger.exception("%s failed, and is tried again", step.__qualname__)
            pause = after_failure
        await asyncio.sleep(pause)


async def end(*tasks: asyncio.Task[None]) -> None:
    """Stop what goes on, and wait until it has stopped.

    A cancellation can get lost, where a connection fails while it is being given back: so it is repeated.
    """
    going_on = set(tasks)
    while going_on:
        for task in going_on:
            task.cancel()
        _, going_on = await asyncio.wait(going_on, timeout=UNTIL_AGAIN)
