"""The live stream of a table: all that happens there, for one pair of eyes, from any number on.

There are no queues. Whoever follows a table is woken, looks at it, and is sent all that they have not been sent yet: a
slow reader gets fewer and bigger updates, and nobody misses anything or gets it twice.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Final, Protocol

from tianxia.errors import TianxiaError
from tianxia.server.limits import Limits
from tianxia.server.live.hub import Hub
from tianxia.server.live.update_cache import UpdateCache
from tianxia.server.people.service import People, Person
from tianxia.server.presenter.tables import Viewpoint, choose_viewpoint
from tianxia.server.refusals import StaleError, TooManyError, UnknownPersonError
from tianxia.server.tables.service import Tables
from tianxia.server.tables.table import Table
from tianxia.words import error

TAKEN_WITHIN: Final = 30.0  # seconds: who takes nothing for so long is gone
FAREWELL: Final = 2.0  # seconds


@dataclass(frozen=True)
class Follower:
    """Somebody who follows a table."""

    table: str
    visitor: Person | None
    address: str
    seat: int | None = None  # through whose eyes; without it: their own
    since: int | None = None  # the number of the last happening they know; without it: the present one
    secret: str | None = None  # what the visitor is known by, as long as they are

    def viewpoint(self, table: Table) -> Viewpoint:
        """The eyes they look through now: a seat that was theirs may be another's by now."""
        return choose_viewpoint(table, self.visitor, self.seat)


class FollowerConnection(Protocol):
    """A connection to a follower."""

    async def send(self, update: bytes, number: int) -> None: ...

    async def heartbeat(self) -> None:
        """Show that the stream is alive."""

    async def until_gone(self) -> None:
        """Wait until the other side goes, or misbehaves."""

    async def stop(self) -> None:
        """Say that the server stops: come back in a moment."""

    async def refuse(self, failure: TianxiaError) -> None:
        """Say why there will be nothing more."""


class Streams:
    """All streams of this process."""

    def __init__(self, tables: Tables, people: People, hub: Hub, limits: Limits, heartbeat: float) -> None:
        self.tables = tables
        self.people = people
        self.hub = hub
        self.limits = limits
        self.heartbeat = heartbeat
        self.send_timeout = TAKEN_WITHIN
        self._frames = UpdateCache(lambda: tables.clock())
        self._open: Counter[str] = Counter()  # "", a person's id or an address -> how many streams
        self._stopping = asyncio.Event()

    def stop(self) -> None:
        """End all streams; there will be no more."""
        self._stopping.set()

    async def begin(self, follower: Follower) -> int:
        """Check that a follower may look, and from which number on: before anything is sent."""
        table = await self.tables.find(follower.table)
        follower.viewpoint(table)
        if follower.since is not None and follower.since > table.number:
            raise error(StaleError, "server.start-anew", number=table.number)
        return table.number if follower.since is None else follower.since

    @contextmanager
    def admitted(self, follower: Follower) -> Iterator[None]:
        """A place for one more stream, if there is one."""
        places = {"": self.limits.streams, f"at {follower.address}": self.limits.streams_an_address}
        if follower.visitor is not None:
            places[follower.visitor.id] = self.limits.streams_a_person
        if any(self._open[place] >= most for place, most in places.items()):
            raise error(TooManyError, "server.too-many-streams")
        self._open.update(places.keys())
        try:
            yield
        finally:
            self._open.subtract(places.keys())
            for place in places:
                if not self._open[place]:
                    del self._open[place]

    async def serve(self, follower: Follower, since: int, connection: FollowerConnection) -> None:
        """Send all that happens, until one side goes."""
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
        with suppress(TimeoutError, OSError):  # the other side takes nothing any more
            async with asyncio.timeout(FAREWELL):
                if is_stopping:
                    await connection.stop()
                elif ended:
                    await _end(following, connection)

    async def _follow(self, follower: Follower, since: int, connection: FollowerConnection) -> None:
        is_new = True
        with self.hub.watching(follower.table) as news:
            while True:
                news.clear()
                await self._check_known(follower)
                look = self.tables.find if is_new else self.tables.known  # nobody here was told what came before
                table = await look(follower.table)
                number = table.number  # nothing is awaited before it is rendered: more could happen, and be told twice
                if is_new or number > since:
                    update = self._frames.render(table, follower.viewpoint(table), since)
                    async with asyncio.timeout(self.send_timeout):
                        await connection.send(update, number)
                    is_new, since = False, number
                if not await _within(self.heartbeat, news):
                    async with asyncio.timeout(self.send_timeout):
                        await connection.heartbeat()

    async def _check_known(self, follower: Follower) -> None:
        """A device that was logged out sees nothing more."""
        if follower.visitor is None or follower.secret is None:
            return
        if await self.people.recognise(follower.secret) is None:
            raise error(UnknownPersonError, "server.http-401")


async def _end(following: asyncio.Task[None], connection: FollowerConnection) -> None:
    try:
        following.result()
    except TianxiaError as failure:
        await connection.refuse(failure)


async def _within(seconds: float, news: asyncio.Event) -> bool:
    """Whether there is news within so many seconds."""
    try:
        async with asyncio.timeout(seconds):
            await news.wait()
    except TimeoutError:
        return False
    return True
