"""What processes tell each other over PostgreSQL: printed and read here, and nowhere else."""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

CHANNEL: Final = "tianxia"
PERSON: Final = "person"  # shorter than any id of a table


class TableChanged(Struct, frozen=True):
    """Something happened at a table."""

    table: str
    number: int | None  # of the last happening; None where nobody can read it
    by: str  # the process that stored it

    def __str__(self) -> str:
        return f"{self.table} {self.number} {self.by}"


class PersonChanged(Struct, frozen=True):
    """Something about somebody is not as it was."""

    person: str

    def __str__(self) -> str:
        return f"{PERSON} {self.person}"


Notification = TableChanged | PersonChanged


async def notify(connection: AsyncConnection, news: Notification) -> None:
    """Tell all processes, once the transaction is done."""
    await connection.execute(select(func.pg_notify(CHANNEL, str(news))))


def read_notification(payload: str) -> Notification:
    """What was announced. Whatever else is said on our channel is taken for news of a table that nobody knows."""
    what, _, rest = payload.partition(" ")
    if what == PERSON:
        return PersonChanged(rest)
    number, _, by = rest.partition(" ")
    return TableChanged(what, int(number) if number.isdecimal() else None, by)
