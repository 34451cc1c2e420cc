"""Who is who: a name is enough to begin."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

from msgspec import Struct
from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from tianxia.server.clock import DAY, now
from tianxia.server.identifiers import hash_secret, new_id, new_secret
from tianxia.server.people.validation import check_name
from tianxia.server.storage import schema
from tianxia.server.storage.database import Storage
from tianxia.server.storage.notifications import PersonChanged, notify

KNOWN_FOR: Final = 365 * DAY  # since a device was last seen
MOST_REMEMBERED: Final = 10_000  # devices whose person is kept in memory: those that were used last
REMEMBERED_FOR: Final = 60.0  # seconds; so long a device may go on if it was not heard that it was logged out elsewhere


class Person(Struct, frozen=True):
    """Somebody who is known here."""

    id: str
    name: str
    login: str | None = None  # of an account


class People:
    """Those who are known, and the devices on which they are."""

    def __init__(self, storage: Storage, clock: Callable[[], int] = now) -> None:
        self.storage = storage
        self.clock = clock
        self._remembered: OrderedDict[str, tuple[Person, float]] = OrderedDict()  # hash of a secret -> who, until when
        self._changes = 0  # how often somebody was forgotten: who was read before that is not remembered

    async def welcome(self, name: str) -> tuple[Person, str]:
        """Somebody new, and the secret that they are known by from now on."""
        person = Person(new_id(), check_name(name))
        async with self.storage.writing() as connection:
            await connection.execute(insert(schema.people).values(id=person.id, name=person.name, created=self.clock()))
            return person, await self.add_device(connection, person.id)

    # ---- devices

    async def add_device(self, connection: AsyncConnection, person: str) -> str:
        """The secret by which a new device of somebody is known."""
        secret, moment = new_secret(), self.clock()
        row = {"secret": hash_secret(secret), "person": person, "created": moment, "seen": moment}
        await connection.execute(insert(schema.sessions).values(row))
        return secret

    async def recognise(self, secret: str) -> Person | None:
        """Who has a secret."""
        key = hash_secret(secret)
        known = self._remembered.get(key)
        if known is not None and known[1] > time.monotonic():
            self._remembered.move_to_end(key)
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
            self._remember(key, person)
        if row.seen <= self.clock() - DAY:
            await self._note_seen(key)
        return person

    async def _note_seen(self, key: str) -> None:
        async with self.storage.writing() as connection:
            query = update(schema.sessions).where(schema.sessions.c.secret == key)
            await connection.execute(query.values(seen=self.clock()))

    async def log_out(self, secret: str) -> None:
        """Know a device no more."""
        person = await self.recognise(secret)
        if person is None:
            return
        async with self.changing(person.id) as connection:
            await connection.execute(delete(schema.sessions).where(schema.sessions.c.secret == hash_secret(secret)))

    async def log_out_elsewhere(self, person: Person, secret: str) -> None:
        """Know none of somebody's devices but this one; a code for another device is of no use any more, either."""
        async with self.changing(person.id) as connection:
            await self.forget_devices(connection, person.id, secret)

    async def forget_devices(self, connection: AsyncConnection, person: str, secret: str) -> None:
        """The same as a part of a change."""
        sessions, handovers = schema.sessions, schema.handovers
        others = (sessions.c.person == person) & (sessions.c.secret != hash_secret(secret))
        await connection.execute(delete(sessions).where(others))
        await connection.execute(delete(handovers).where(handovers.c.person == person))

    # ---- memory

    @asynccontextmanager
    async def changing(self, person: str) -> AsyncIterator[AsyncConnection]:
        """A transaction that changes something about somebody: no process remembers what was before."""
        async with self.storage.writing() as connection:
            yield connection
            if self.storage.is_postgres:
                await notify(connection, PersonChanged(person))
        self.forget(person)

    def _remember(self, key: str, person: Person) -> None:
        self._remembered[key] = person, time.monotonic() + REMEMBERED_FOR
        self._remembered.move_to_end(key)
        while len(self._remembered) > MOST_REMEMBERED:
            self._remembered.popitem(last=False)

    def forget(self, person: str) -> None:
        """Look somebody up afresh, since something about them changed."""
        self._changes += 1
        for key in [key for key, (known, _) in self._remembered.items() if known.id == person]:
            del self._remembered[key]

    def forget_all(self) -> None:
        """Look everybody up afresh, since something may have changed about anybody."""
        self._changes += 1
        self._remembered.clear()
