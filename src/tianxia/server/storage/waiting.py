"""Waiting at the start for a PostgreSQL that is away: a process that needs it starts when it is there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from typing import Final

from tianxia.server.logs import LOG
from tianxia.server.refusals import UnavailableError
from tianxia.server.storage.location import AwayError, is_postgres, reason_of

FIRST_PAUSE: Final = 0.25  # seconds between two tries to reach the database; then twice as many each time
LONGEST_PAUSE: Final = 5.0  # seconds


@asynccontextmanager
async def entered_when_available(
    database: str, enter: Callable[[], AbstractAsyncContextManager[None]], on_away: Callable[[], None]
) -> AsyncIterator[None]:
    """Enter a context; while PostgreSQL is away, try again after growing pauses.

    `on_away` is called each time that it could not be reached. A file is not waited for.
    """
    pause, is_away = FIRST_PAUSE, False
    async with AsyncExitStack() as stack:
        while True:
            try:
                await stack.enter_async_context(enter())
                break
            except (UnavailableError, AwayError) as failure:
                if not is_postgres(database):
                    raise
                if not is_away:
                    LOG.warning("the database is away", reason=_loggable_reason(failure, database))
                is_away = True
            on_away()
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)
        if is_away:
            LOG.warning("the database is back")
        yield


def _loggable_reason(failure: Exception, database: str) -> str:
    if isinstance(failure, AwayError):
        return str(failure.values["reason"])
    return reason_of(failure, database)


class HeldOpen:
    """A context that is entered as soon as the database is there, in a task of its own, until it is closed."""

    def __init__(self, database: str, enter: Callable[[], AbstractAsyncContextManager[None]]) -> None:
        self.database = database
        self.enter = enter
        self.is_tried = asyncio.Event()  # set when the first try succeeded, found the database away, or failed
        self.failure: Exception | None = None  # why it cannot be entered, ever
        self._is_open = False
        self._end = asyncio.Event()
        self.task = asyncio.create_task(self._hold())

    async def _hold(self) -> None:
        try:
            async with entered_when_available(self.database, self.enter, self.is_tried.set):
                self._is_open = True
                self.is_tried.set()
                await self._end.wait()
        except Exception as failure:
            if self._is_open:
                raise
            self.failure = failure
        finally:
            self.is_tried.set()

    async def close(self) -> None:
        """Leave the context, or stop waiting for the database."""
        self._end.set()
        if not self._is_open:
            self.task.cancel()
        await asyncio.wait([self.task])
        if not self.task.cancelled():
            self.task.result()
