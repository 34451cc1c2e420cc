"""Confirmation of e-mail addresses: notices go to an address only after a code that was sent there was entered.

Otherwise anybody could have e-mail sent to other people. A message with a code is the only one that somebody else can
cause, and there are few for each address. So somebody else can use them up, and then the owner of the address has to
wait for an hour. That is the lesser evil: any way around it would be open to the other person, too.
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import ColumnElement, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from tianxia.errors import SettingError
from tianxia.server.clock import MINUTE
from tianxia.server.identifiers import hash_code, new_code, new_id
from tianxia.server.people.delivery import DeliveryError, MailServer
from tianxia.server.people.service import People, Person
from tianxia.server.refusals import ForbiddenError, TooManyError, UnavailableError
from tianxia.server.storage import schema
from tianxia.server.storage.database import WRITING
from tianxia.words import error, text

GOOD_FOR: Final = 60 * MINUTE
MOST_LETTERS: Final = 3  # messages with valid codes, to one address and for one person


class EmailAddresses:
    """The e-mail addresses of people."""

    def __init__(self, people: People, mail_server: MailServer | None, address: str) -> None:
        self.people = people
        self.mail_server = mail_server  # `None`: this server sends no e-mail
        self.address = address  # where people find this server

    async def change(self, person: Person, changes: dict[str, Any]) -> None:
        """Change columns of a person. To a new e-mail address a code is sent."""
        email, code = changes.get("email"), None
        async with self.people.changing(person.id) as connection:
            if email is not None and not await self._is_verified(connection, person, email):
                code = await self._write_code(connection, person, email)
            if "email" in changes and (email is None or code is not None):
                changes = {"turn_emails": True, **changes, "email_verified": False, "unsubscribe_token": None}
            people = schema.people
            await connection.execute(update(people).where(people.c.id == person.id).values(changes))
        if email is not None and code is not None:
            await self._send(email, code)

    async def confirm(self, person: Person, typed: str) -> None:
        """Confirm an address by the code that was sent there."""
        people, codes = schema.people, schema.email_codes
        good = (codes.c.person == person.id) & (codes.c.expires > self.people.clock())
        sent_to = select(codes.c.email).where(good, codes.c.code == hash_code(typed))
        theirs = update(people).where(people.c.id == person.id, people.c.email.in_(sent_to))
        async with self.people.storage.writing() as connection:
            if (await connection.execute(theirs.values(email_verified=True, unsubscribe_token=new_id()))).rowcount == 0:
                raise error(ForbiddenError, "server.email-code")
            own = select(people.c.email).where(people.c.id == person.id)  # messages to other addresses still count
            await connection.execute(delete(codes).where(codes.c.person == person.id, codes.c.email.in_(own)))

    async def _is_verified(self, connection: AsyncConnection, person: Person, email: str) -> bool:
        people = schema.people
        query = select(people.c.id).where(people.c.id == person.id, people.c.email == email, people.c.email_verified)
        return (await connection.execute(query)).first() is not None

    async def _write_code(self, connection: AsyncConnection, person: Person, email: str) -> str:
        """Store a new code for an address, unless there are too many valid ones. Expired codes are deleted."""
        if self.mail_server is None:
            raise error(SettingError, "server.no-post")
        if self.people.storage.is_postgres:  # otherwise requests at the same time would not count each other
            await connection.execute(select(func.pg_advisory_xact_lock(WRITING)))
        codes, moment, code = schema.email_codes, self.people.clock(), new_code()
        await connection.execute(delete(codes).where(codes.c.expires <= moment))
        for same in (codes.c.person == person.id, _reaches_same(email)):
            sent = (await connection.execute(select(func.count()).select_from(codes).where(same))).scalar_one()
            if sent >= MOST_LETTERS:
                raise error(TooManyError, "server.too-many-letters", letters=MOST_LETTERS)
        row = {"code": hash_code(code), "person": person.id, "email": email, "expires": moment + GOOD_FOR}
        await connection.execute(insert(codes).values(row))
        return code

    async def _send(self, email: str, code: str) -> None:
        assert self.mail_server is not None
        words = text("server.confirm-email", code=code, link=self.address)
        try:
            await self.mail_server.send(email, text("server.confirm-email-subject"), words)
        except DeliveryError:
            raise error(UnavailableError, "server.letter-failed") from None


def _reaches_same(email: str) -> ColumnElement[bool]:
    """The SQL condition that a code went to the mailbox of this address: mail to ada+games@… mostly reaches ada@…"""
    sent = func.lower(schema.email_codes.c.email)
    name, _, host = email.lower().partition("@")
    reader = name.partition("+")[0]
    is_tagged = sent.startswith(f"{reader}+", autoescape=True) & sent.endswith(f"@{host}", autoescape=True)
    return or_(sent == f"{reader}@{host}", is_tagged)
