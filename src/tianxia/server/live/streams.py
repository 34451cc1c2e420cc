"""Live streams: a follower of a table is sent every event from some number on, as their viewpoint may see it.

There are no queues. When a table changes, its followers are woken; each looks at the table and is sent everything since
the last update. A slow reader gets fewer and bigger updates, and nobody misses an event or gets it twice.

Somebody who makes a move is sent what follows from it over their stream, like everybody else; the answer to the request
carries the new state only for clients that do not follow the table (`Prefer: return=minimal`, see
`http/routes/tables.py`).
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Final, Protocol

from tianxia.errors import TianxiaError
from tianxia.server.limits import Limits
from tianxia.server.live.hub import Hub
from tianxia.server.live.update_cache import UpdateCache
from tianxia.server.people.service import People, Person
from tianxia.server.presenter.tables import Viewpoint, choose_viewpoint
from tianxia.server.refusals import StaleError, TooManyError, UnknownPersonError
from tianxia.server.storage.shared_counts import SharedCounts
from tianxia.server.tables.service import TableService
from tianxia.server.tables.table import Table
from tianxia.words import error

SEND_TIMEOUT: Final = 30.0  # seconds: a connection that takes nothing for so long is dropped
FAREWELL: Final = 2.0  # seconds


@dataclass(frozen=True)
class Follower:
    """Somebody who follows a table over one connection."""

    table: str
    visitor: Person | None
    address: str
    seat: int | None = None  # the seat whose viewpoint was asked for; without it: their own
    since: int | None = None  # the number of the last event they know; without it: the present one
    secret: str | None = None  # the session secret of the visitor, which may be logged out

    def viewpoint(self, table: Table) -> Viewpoint:
        """Their viewpoint now: a seat that was theirs may be another's by now."""
        return choose_viewpoint(table, self.visitor, self.seat)


class FollowerConnection(Protocol):
    """A connection to a follower."""

    async def send(self, update: bytes, number: int) -> None: ...

    async def heartbeat(self) -> None:
        """Show that the stream is alive."""

    async def until_gone(self) -> None:
        """Wait until the other side closes the connection, or breaks the protocol."""

    async def stop(self) -> None:
        """Say that the server restarts."""

    async def refuse(self, failure: TianxiaError) -> None:
        """Say why the stream ends."""


class Streams:
    """All live streams of this process."""

    def __init__(
        self,
        tables: TableService,
        people: People,
        hub: Hub,
        updates: UpdateCache,
        counts: SharedCounts,
        limits: Limits,
        heartbeat: float,
    ) -> None:
        self.tables = tables
        self.people = people
        self.hub = hub
        self.updates = updates
        self.counts = counts
        self.limits = limits
        self.heartbeat = heartbeat
        self.send_timeout = SEND_TIMEOUT
        self._open = 0
        self._stopping = asyncio.Event()

    def stop(self) -> None:
        """End all streams, and let none begin."""
        self._stopping.set()

    async def begin(self, follower: Follower) -> int:
        """Check, before anything is sent, that a follower may follow; returns the number to send events from."""
        table = await self.tables.find(follower.table)
        follower.viewpoint(table)
        if follower.since is not None and follower.since > table.number:
            raise error(StaleError, "server.start-anew", number=table.number)
        return table.number if follower.since is None else follower.since

    @asynccontextmanager
    async def admitted(self, follower: Follower) -> AsyncIterator[None]:
        """Count one more stream, or refuse it where there are too many."""
        places = {f"streams at {follower.address}": self.limits.streams_an_address}
        if follower.visitor is not None:
            places[f"streams of {follower.visitor.id}"] = self.limits.streams_a_person
        async with self.counts.held(places) as has_room:
            if not has_room or self._open >= self.limits.streams:
                raise error(TooManyError, "server.too-many-streams")
            self._open += 1
            try:
                yield
            finally:
                self._open -= 1

    async def serve(self, follower: Follower, since: int, connection: FollowerConnection) -> None:
        """Send updates until one side ends the stream."""
        following = asyncio.create_task(self._follow(follower, since, connection))
        stopping = asyncio.create_task(self._stopping.wait())
        tasks = [following, stopping, asyncio.create_task(connection.until_gone())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            ended, is_stopping = following.done(), stopping.done()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        with suppress(TimeoutError, OSError):  # the other side is gone
            async with asyncio.timeout(FAREWELL):
                if is_stopping:
                    await connection.stop()
                elif ended:
                    await _end(following, connection)

    async def _follow(self, follower: Follower, since: int, connection: FollowerConnection) -> None:
        is_new = True
        with self.hub.watching(follower.table) as changed:
            while True:
                changed.clear()
                await self._check_known(follower)
                # once the table is read, this process is notified of every change
                look = self.tables.find if is_new else self.tables.known
                table = await look(follower.table)
                # nothing may be awaited until the table is rendered: an event in between would be sent twice
                number = table.number
                if is_new or number > since:
                    update = self.updates.render(table, follower.viewpoint(table), since)
                    async with asyncio.timeout(self.send_timeout):
                        await connection.send(update, number)
                    is_new, since = False, number
                if not await _within(self.heartbeat, changed):
                    async with asyncio.timeout(self.send_timeout):
                        await connection.heartbeat()

    async def _check_known(self, follower: Follower) -> None:
        """End the stream of a device that was logged out."""
        if follower.visitor is None or follower.secret is None:
            return
        if await self.people.recognise(follower.secret) is None:
            raise error(UnknownPersonError, "server.http-401")


async def _end(following: asyncio.Task[None], connection: FollowerConnection) -> None:
    try:
        following.result()
    except TianxiaError as failure:
        await connection.refuse(failure)


async def _within(seconds: float, changed: asyncio.Event) -> bool:
    """Whether an event is set within so many seconds."""
    try:
        async with asyncio.timeout(seconds):
            await changed.wait()
    except TimeoutError:
        return False
    return True
