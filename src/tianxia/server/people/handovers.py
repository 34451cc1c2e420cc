"""Logging in on another device: one device shows a one-time code, which is typed on the other."""

from __future__ import annotations

from typing import Final

from sqlalchemy import delete, insert, select

from tianxia.server.clock import MINUTE
from tianxia.server.identifiers import hash_code, new_code
from tianxia.server.people.service import People, Person
from tianxia.server.refusals import ForbiddenError
from tianxia.server.storage import schema
from tianxia.words import error

GOOD_FOR: Final = 15 * MINUTE


async def offer_handover(people: People, person: Person) -> tuple[str, int]:
    """Create a one-time code; returns it and the moment when it expires. Earlier codes of the person become invalid."""
    code = new_code()
    rows, moment = schema.handovers, people.clock()
    expires = moment + GOOD_FOR
    async with people.storage.writing() as connection:
        await connection.execute(delete(rows).where((rows.c.person == person.id) | (rows.c.expires <= moment)))
        await connection.execute(insert(rows).values(code=hash_code(code), person=person.id, expires=expires))
    return code, expires


async def take_handover(people: People, typed: str) -> tuple[Person, str]:
    """Use a code; returns its person and the secret of the new session."""
    rows = schema.handovers
    async with people.storage.writing() as connection:
        query = delete(rows).where(rows.c.code == hash_code(typed), rows.c.expires > people.clock())
        id = (await connection.execute(query.returning(rows.c.person))).scalar()
        if id is None:
            raise error(ForbiddenError, "server.handover")
        row = (await connection.execute(select(schema.people).where(schema.people.c.id == id))).one()
        return Person(row.id, row.name, row.login), await people.add_device(connection, id)
