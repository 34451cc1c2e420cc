"""Accounts: a login and a password, to be known on any device."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError
from sqlalchemy import select, update
from sqlalchemy.exc import IntegrityError

from tianxia.server.people.service import People, Person
from tianxia.server.people.validation import check_login
from tianxia.server.refusals import ForbiddenError, StaleError
from tianxia.server.storage import schema
from tianxia.words import error

HASHER: Final = PasswordHasher()
NOBODY: Final = "$argon2id$v=19$m=65536,t=3,p=4$5sOyIKbF+bqYRztmkGx2jg$MR5fEXXT9DrMnUFSvI4j/mw+9K/lT804vUltsAT5PRM"
"""The hash of an unknown password. It is verified where there is no such login, so that the time of the answer does not
reveal which logins exist. Its parameters are those of `HASHER`."""
AT_ONCE: Final = 2  # hashes computed at a time: each needs 64 MiB


class Accounts:
    """Logins and passwords."""

    def __init__(self, people: People, hasher: PasswordHasher = HASHER) -> None:
        self.people = people
        self.hasher = hasher
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="password")

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def make(self, person: Person, login: str, password: str) -> None:
        """Create the account of somebody who has none."""
        login = check_login(login)
        hashed = await self._hash(password)
        rows = schema.people
        try:
            async with self.people.changing(person.id) as connection:
                query = update(rows).where(rows.c.id == person.id, rows.c.login.is_(None))
                changed = await connection.execute(query.values(login=login, password=hashed))
        except IntegrityError:
            raise error(StaleError, "server.login-taken") from None
        if changed.rowcount == 0:
            raise error(StaleError, "server.has-account")

    async def log_in(self, login: str, password: str) -> tuple[Person, str]:
        """Log a device in; returns the person and the secret of the new session."""
        rows = schema.people
        async with self.people.storage.reading() as connection:
            row = (await connection.execute(select(rows).where(rows.c.login == check_login(login)))).first()
        is_right = await self._verify(NOBODY if row is None else row.password, password)
        if row is None or not is_right:
            raise error(ForbiddenError, "server.wrong-login")
        async with self.people.storage.writing() as connection:
            return Person(row.id, row.name, row.login), await self.people.add_device(connection, row.id)

    async def change_password(self, person: Person, password: str, new: str, secret: str) -> None:
        """Change a password, and end all other sessions of the person."""
        rows = schema.people
        async with self.people.storage.reading() as connection:
            before = (await connection.execute(select(rows.c.password).where(rows.c.id == person.id))).scalar()
        if before is None:
            raise error(ForbiddenError, "server.no-account")
        if not await self._verify(before, password):
            raise error(ForbiddenError, "server.wrong-password")
        hashed = await self._hash(new)
        async with self.people.changing(person.id) as connection:
            query = update(rows).where(rows.c.id == person.id, rows.c.password == before)
            if (
                await connection.execute(query.values(password=hashed))
            ).rowcount == 0:  # changed meanwhile on another device
                raise error(StaleError, "server.password-changed")
            await self.people.forget_devices(connection, person.id, secret)

    async def _hash(self, password: str) -> str:
        return await asyncio.get_running_loop().run_in_executor(self._threads, self.hasher.hash, password)

    async def _verify(self, hashed: str, password: str) -> bool:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, self.hasher.verify, hashed, password)
        except VerificationError:
            return False
