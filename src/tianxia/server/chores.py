"""What goes on by itself for as long as the server runs."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

logger = logging.getLogger(__name__)


async def repeat(step: Callable[[], Awaitable[float]]) -> None:
    """Take a step again and again, each time after as many seconds as the last one said; a failure does not end it."""
    while True:
        try:
            pause = await step()
        except Exception:
            logger.exception("%s failed, and is tried again", step.__qualname__)
            pause = AFTER_FAILURE
        await asyncio.sleep(pause)


async def end(*tasks: asyncio.Task[None]) -> None:
    """Stop what goes on, and wait until it has stopped."""
    for task in tasks:
        task.cancel()
    for task in tasks:
        with suppress(asyncio.CancelledError):
            await task


AFTER_FAILURE = 5.0  # seconds
