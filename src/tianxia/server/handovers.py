"""How somebody is known on another device, too: by a code that is shown on one and typed on the other."""

from __future__ import annotations

import secrets
from typing import Final

from sqlalchemy import delete, insert, select

from tianxia.server import schema
from tianxia.server.identifiers import hash_secret
from tianxia.server.pace import MINUTE
from tianxia.server.people import People, Person
from tianxia.server.refusals import ForbiddenError
from tianxia.words import error

SIGNS: Final = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # none that is easily taken for another
LENGTH: Final = 12  # 58 random bits: nobody guesses one while it is good
GOOD_FOR: Final = 15 * MINUTE


async def offer_handover(people: People, person: Person) -> tuple[str, int]:
    """A code that lets one more device in, once, and until when; an earlier one is of no use any more."""
    code = "".join(secrets.choice(SIGNS) for _ in range(LENGTH))
    rows, moment = schema.handovers, people.clock()
    expires = moment + GOOD_FOR
    async with people.storage.writing() as connection:
        await connection.execute(delete(rows).where((rows.c.person == person.id) | (rows.c.expires <= moment)))
        await connection.execute(insert(rows).values(code=hash_secret(code), person=person.id, expires=expires))
    return "-".join(code[first : first + 4] for first in range(0, LENGTH, 4)), expires


async def take_handover(people: People, typed: str) -> tuple[Person, str]:
    """Who gave a code, and the secret by which the new device knows them."""
    code = "".join(sign for sign in typed.upper() if sign not in "- ")
    rows = schema.handovers
    async with people.storage.writing() as connection:
        query = delete(rows).where(rows.c.code == hash_secret(code), rows.c.expires > people.clock())
        id = (await connection.execute(query.returning(rows.c.person))).scalar()
        if id is None:
            raise error(ForbiddenError, "server.handover")
        row = (await connection.execute(select(schema.people).where(schema.people.c.id == id))).one()
        return Person(row.id, row.name, row.login), await people.add_device(connection, id)
