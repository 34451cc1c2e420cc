"""Notifications between processes over PostgreSQL (LISTEN and NOTIFY), and their text form."""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

CHANNEL: Final = "tianxia"
PERSON: Final = "person"  # shorter than any id of a table


class TableChanged(Struct, frozen=True):
    """A table has new events."""

    table: str
    number: int | None  # of the last event; `None` where it cannot be read
    by: str  # the process that stored them

    def __str__(self) -> str:
        return f"{self.table} {self.number} {self.by}"


class PersonChanged(Struct, frozen=True):
    """Something about a person changed."""

    person: str

    def __str__(self) -> str:
        return f"{PERSON} {self.person}"


Notification = TableChanged | PersonChanged


async def notify(connection: AsyncConnection, news: Notification) -> None:
    """Notify all processes when the transaction is committed."""
    await connection.execute(select(func.pg_notify(CHANNEL, str(news))))


def read_notification(payload: str) -> Notification:
    """A notification from its text. Any other text is read as a change of a table that does not exist."""
    what, _, rest = payload.partition(" ")
    if what == PERSON:
        return PersonChanged(rest)
    number, _, by = rest.partition(" ")
    return TableChanged(what, int(number) if number.isdecimal() else None, by)
