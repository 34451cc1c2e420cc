"""Accounts: a login and a password, to be known on any device."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final, Protocol

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError
from sqlalchemy import select, update
from sqlalchemy.exc import IntegrityError

from tianxia.server.people.passwords import check_new_password
from tianxia.server.people.service import People, Person
from tianxia.server.people.validation import check_login
from tianxia.server.refusals import ForbiddenError, StaleError
from tianxia.server.storage import schema
from tianxia.words import error

HASHER: Final = PasswordHasher()
NOBODY: Final = "$argon2id$v=19$m=65536,t=3,p=4$5sOyIKbF+bqYRztmkGx2jg$MR5fEXXT9DrMnUFSvI4j/mw+9K/lT804vUltsAT5PRM"
"""The hash of an unknown password. It is verified where there is no such login, so that the time of the answer does not
reveal which logins exist. Its parameters are those of `HASHER`."""


class Turns(Protocol):
    """Calls functions in threads, when it is the turn of an address, and of an account there."""

    def run(self, address: str, who: str, function: Callable[..., Any], *args: Any) -> Awaitable[Any]: ...


class Accounts:
    """Logins and passwords."""

    def __init__(self, people: People, turns: Turns, hasher: PasswordHasher = HASHER) -> None:
        self.people = people
        self.turns = turns  # a hash takes long: whoever guesses at hundreds of passwords delays others by one
        self.hasher = hasher

    async def make(self, person: Person, login: str, password: str, address: str) -> None:
        """Create the account of somebody who has none."""
        login = check_login(login)
        check_new_password(password, login)
        hashed = await self._hash(login, password, address)
        rows = schema.people
        try:
            async with self.people.changing(person.id) as connection:
                query = update(rows).where(rows.c.id == person.id, rows.c.login.is_(None))
                changed = await connection.execute(query.values(login=login, password=hashed))
        except IntegrityError:
            raise error(StaleError, "server.login-taken") from None
        if changed.rowcount == 0:
            raise error(StaleError, "server.has-account")

    async def log_in(self, login: str, password: str, address: str) -> tuple[Person, str]:
        """Log a device in, by a login as it is stored; returns the person and the secret of the new session."""
        rows = schema.people
        async with self.people.storage.reading() as connection:
            row = (await connection.execute(select(rows).where(rows.c.login == login))).first()
        is_right = await self._verify(login, NOBODY if row is None else row.password, password, address)
        if row is None or not is_right:
            raise error(ForbiddenError, "server.wrong-login")
        async with self.people.storage.writing() as connection:
            return Person(row.id, row.name, row.login), await self.people.add_device(connection, row.id)

    async def change_password(self, person: Person, password: str, new: str, secret: str, address: str) -> None:
        """Change a password, and end all other sessions of the person."""
        rows = schema.people
        async with self.people.storage.reading() as connection:
            before = (await connection.execute(select(rows.c.password).where(rows.c.id == person.id))).scalar()
        if before is None:
            raise error(ForbiddenError, "server.no-account")
        login = person.login or ""
        if not await self._verify(login, before, password, address):
            raise error(ForbiddenError, "server.wrong-password")
        check_new_password(new, login)
        hashed = await self._hash(login, new, address)
        async with self.people.changing(person.id) as connection:
            query = update(rows).where(rows.c.id == person.id, rows.c.password == before)
            if (
                await connection.execute(query.values(password=hashed))
            ).rowcount == 0:  # changed meanwhile on another device
                raise error(StaleError, "server.password-changed")
            await self.people.forget_devices(connection, person.id, secret)

    async def _hash(self, login: str, password: str, address: str) -> str:
        return str(await self.turns.run(address, login, self.hasher.hash, password))

    async def _verify(self, login: str, hashed: str, password: str, address: str) -> bool:
        try:
            return bool(await self.turns.run(address, login, self.hasher.verify, hashed, password))
        except VerificationError:
            return False
