"""People, and the devices on which they are logged in. A name is enough to begin."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Final

from msgspec import Struct
from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from tianxia.server.clock import DAY, now
from tianxia.server.identifiers import hash_secret, new_id, new_secret
from tianxia.server.people.validation import check_name
from tianxia.server.refusals import UnavailableError
from tianxia.server.storage import schema
from tianxia.server.storage.database import Storage
from tianxia.server.storage.notifications import PersonChanged, notify

KNOWN_FOR: Final = 365 * DAY  # a session ends so long after its device was last seen
MOST_CACHED: Final = 10_000  # sessions that are cached: those used last
CACHED_FOR: Final = 60.0  # seconds; the longest that a log-out may go unnoticed if its notification is lost


class Person(Struct, frozen=True):
    """A person who is known to this server."""

    id: str
    name: str
    login: str | None = None  # of an account


class People:
    """The people of a database, and their sessions."""

    def __init__(self, storage: Storage, clock: Callable[[], int] = now) -> None:
        self.storage = storage
        self.clock = clock
        # hash of a session secret -> person, valid until
        self._sessions: OrderedDict[str, tuple[Person, float]] = OrderedDict()
        self._changes = 0  # number of invalidations: what was read before the last one is not cached

    async def welcome(self, name: str) -> tuple[Person, str]:
        """Create a person; returns them and the secret of their first session."""
        person = Person(new_id(), check_name(name))
        async with self.storage.writing() as connection:
            await connection.execute(insert(schema.people).values(id=person.id, name=person.name, created=self.clock()))
            return person, await self.add_device(connection, person.id)

    # ---- devices

    async def add_device(self, connection: AsyncConnection, person: str) -> str:
        """Create a session for another device; returns its secret."""
        secret, moment = new_secret(), self.clock()
        row = {"secret": hash_secret(secret), "person": person, "created": moment, "seen": moment}
        await connection.execute(insert(schema.sessions).values(row))
        return secret

    async def recognise(self, secret: str) -> Person | None:
        """The person of a session secret; `None`: there is no such session."""
        key = hash_secret(secret)
        known = self._sessions.get(key)
        if known is not None and known[1] > time.monotonic():
            self._sessions.move_to_end(key)
            return known[0]
        return await self._look_up(key)

    async def _look_up(self, key: str) -> Person | None:
        people, sessions = schema.people, schema.sessions
        changes = self._changes
        query = select(people, sessions.c.seen).join(sessions, sessions.c.person == people.c.id)
        query = query.where(sessions.c.secret == key, sessions.c.seen > self.clock() - KNOWN_FOR)
        async with self.storage.reading() as connection:
            row = (await connection.execute(query)).first()
        if row is None:
            return None
        person = Person(row.id, row.name, row.login)
        if changes == self._changes:
            self._cache(key, person)
        if row.seen <= self.clock() - DAY:
            with suppress(UnavailableError):  # on a full disk they may still read
                await self._note_seen(key)
        return person

    async def _note_seen(self, key: str) -> None:
        async with self.storage.writing() as connection:
            query = update(schema.sessions).where(schema.sessions.c.secret == key)
            await connection.execute(query.values(seen=self.clock()))

    async def log_out(self, secret: str) -> None:
        """End a session."""
        person = await self.recognise(secret)
        if person is None:
            return
        async with self.changing(person.id) as connection:
            await connection.execute(delete(schema.sessions).where(schema.sessions.c.secret == hash_secret(secret)))

    async def log_out_elsewhere(self, person: Person, secret: str) -> None:
        """End all sessions of a person but this one, and make their codes for other devices invalid."""
        async with self.changing(person.id) as connection:
            await self.forget_devices(connection, person.id, secret)

    async def forget_devices(self, connection: AsyncConnection, person: str, secret: str) -> None:
        """End all sessions of a person but one, and their codes for other devices, within a transaction."""
        sessions, handovers = schema.sessions, schema.handovers
        others = (sessions.c.person == person) & (sessions.c.secret != hash_secret(secret))
        await connection.execute(delete(sessions).where(others))
        await connection.execute(delete(handovers).where(handovers.c.person == person))

    # ---- the session cache

    @asynccontextmanager
    async def changing(self, person: str) -> AsyncIterator[AsyncConnection]:
        """A transaction that changes a person; afterwards no process has them cached."""
        async with self.storage.writing() as connection:
            yield connection
            if self.storage.is_postgres:
                await notify(connection, PersonChanged(person))
        self.forget(person)

    def _cache(self, key: str, person: Person) -> None:
        self._sessions[key] = person, time.monotonic() + CACHED_FOR
        self._sessions.move_to_end(key)
        while len(self._sessions) > MOST_CACHED:
            self._sessions.popitem(last=False)

    def forget(self, person: str) -> None:
        """Drop a person from the session cache, since something about them changed."""
        self._changes += 1
        for key in [key for key, (known, _) in self._sessions.items() if known.id == person]:
            del self._sessions[key]

    def forget_all(self) -> None:
        """Empty the session cache, since anybody may have changed."""
        self._changes += 1
        self._sessions.clear()
