"""The link in turn e-mails that turns them off, for everybody who has it: nobody needs to be logged in.

Each confirmed address of a person has a random token, which stands in the link. It is stored as it is, since every
e-mail repeats it, and it can do nothing else. It stays the same when the server restarts or is restored from a backup,
and ends when the person changes or removes the address: what was sent to an old address cannot stop e-mails to the new
one.
"""

from __future__ import annotations

from sqlalchemy import update

from tianxia.server.people.service import People
from tianxia.server.refusals import MissingError
from tianxia.server.storage import schema
from tianxia.words import error


async def turn_off_emails(people: People, token: str) -> None:
    """Turn off the turn e-mails to the address that has this token. The address stays confirmed."""
    rows = schema.people
    query = update(rows).where(rows.c.unsubscribe_token == token).values(turn_emails=False)
    async with people.storage.writing() as connection:
        if (await connection.execute(query)).rowcount == 0:
            raise error(MissingError, "server.unsubscribe-unknown")
