"""Who is who: a name is enough to begin."""

from __future__ import annotations

from msgspec import Struct
from sqlalchemy import insert, select

from tianxia.server import schema
from tianxia.server.identifiers import hash_secret, new_id, new_secret, now
from tianxia.server.storage import Storage


class Person(Struct, frozen=True):
    """Somebody who is known here."""

    id: str
    name: str
    login: str | None = None  # of an account


class People:
    """Those who are known."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage

    async def welcome(self, name: str) -> tuple[Person, str]:
        """Somebody new, and the secret that they are known by from now on."""
        person, secret = Person(new_id(), name), new_secret()
        async with self.storage.writing() as connection:
            await connection.execute(insert(schema.people).values(id=person.id, name=name, created=now()))
            await connection.execute(
                insert(schema.sessions).values(secret=hash_secret(secret), person=person.id, created=now(), seen=now())
            )
        return person, secret

    async def recognise(self, secret: str) -> Person | None:
        """Who has a secret."""
        people, sessions = schema.people, schema.sessions
        query = select(people).join(sessions, sessions.c.person == people.c.id)
        async with self.storage.reading() as connection:
            row = (await connection.execute(query.where(sessions.c.secret == hash_secret(secret)))).first()
        return None if row is None else Person(row.id, row.name, row.login)
