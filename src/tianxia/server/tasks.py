"""Background tasks: repeating a step, finishing a transaction despite cancellation, ending tasks."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any, Final, TypeVar

from tianxia.server.logs import LOG
from tianxia.server.refusals import UnavailableError

AFTER_FAILURE: Final = 5.0  # seconds
LONGEST_PAUSE: Final = 600.0  # seconds, after many failures
END_WITHIN: Final = 5.0  # seconds that a task has to end after it was cancelled

T = TypeVar("T")
Step = Callable[[], Awaitable[float]]
"""A step of a background task; returns the seconds until the next one."""


def pause_after(failures: int) -> float:
    """Exponential backoff: the seconds until another try after a number of failures, `LONGEST_PAUSE` at most.

    >>> [pause_after(failures) for failures in (1, 2, 3, 7, 8, 1_000_000)]
    [5.0, 10.0, 20.0, 320.0, 600.0, 600.0]
    """
    return min(LONGEST_PAUSE, AFTER_FAILURE * 2.0 ** min(failures - 1, 30))


async def repeat(step: Step, after_failure: float = AFTER_FAILURE) -> None:
    """Repeat a step for ever; a failure is logged and does not end it."""
    while True:
        try:
            pause = await step()
        except UnavailableError:  # the database is away, which was logged
            pause = after_failure
        except Exception:
            LOG.exception("a task failed, and is tried again", task=getattr(step, "func", step).__qualname__)
            pause = after_failure
        await asyncio.sleep(pause)


@asynccontextmanager
async def repeating(*steps: Step, after_failure: float = AFTER_FAILURE) -> AsyncIterator[None]:
    """Repeat steps in the background until the block ends."""
    tasks = [asyncio.create_task(repeat(step, after_failure)) for step in steps]
    try:
        yield
    finally:
        await end(*tasks)


async def finish(work: Coroutine[Any, Any, T]) -> T:
    """Finish a coroutine even if the caller is cancelled meanwhile, so that a transaction is not cut off."""
    task = asyncio.create_task(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        raise


async def end(*tasks: asyncio.Task[Any], timeout: float = END_WITHIN) -> None:
    """Cancel tasks and wait until they have ended; a task that goes on is cancelled again."""
    going_on = set(tasks)
    while going_on:
        for task in going_on:
            task.cancel()
        _, going_on = await asyncio.wait(going_on, timeout=timeout)
