"""Uploaded records: verified, stored, and shown to everybody who has the link."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from msgspec import Struct, json, structs
from sqlalchemy import Row, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from tianxia.errors import SettingError
from tianxia.games import STANDARD_EDITIONS
from tianxia.games.base import Document
from tianxia.play import read_record, verify, write_record
from tianxia.play.record import KEYS
from tianxia.play.view import shown_name
from tianxia.server.clock import DAY, now
from tianxia.server.identifiers import hash_secret, new_id
from tianxia.server.limits import MOST_KEPT, MOST_MOVES, Limits
from tianxia.server.people.service import Person
from tianxia.server.people.validation import MOST_CHARACTERS
from tianxia.server.refusals import MissingError, UnavailableError
from tianxia.server.storage import schema
from tianxia.server.storage.database import Storage
from tianxia.server.tables.store import lock_person
from tianxia.words import error

KEPT_FOR: Final = 90  # days after somebody last looked at it
OF_A_MOVE: Final = ("seat", "move", "chance")

ROWS = schema.records


class KeptRecord(Struct, frozen=True):
    """An uploaded record."""

    id: str
    document: Document
    created: int


class Records:
    """The uploaded records of a database."""

    def __init__(
        self, storage: Storage, clock: Callable[[], int] = now, most_a_person: int = Limits.records_a_person
    ) -> None:
        self.storage = storage
        self.clock = clock
        self.most_a_person = most_a_person

    async def keep(self, person: Person, document: Document) -> KeptRecord:
        """Store a record that was verified (`tidy_record`); the same record of the same person is stored once."""
        written = json.encode(document, order="deterministic").decode()
        if len(written) > MOST_KEPT:
            raise error(SettingError, "server.large-record", most=MOST_KEPT // 1000)
        digest = hash_secret(written)
        async with self.storage.writing() as connection:
            await lock_person(connection, person.id)
            own = ROWS.c.person == person.id
            same = select(ROWS.c.id, ROWS.c.created).where(own, ROWS.c.digest == digest)
            found = (await connection.execute(same)).first()
            if found is not None:
                return KeptRecord(found.id, document, found.created)
            await self._make_room(connection, person)
            kept = KeptRecord(new_id(), document, self.clock())
            row = {"person": person.id, "digest": digest, "seen": kept.created, **structs.asdict(kept)}
            await connection.execute(insert(ROWS), row)
        return kept

    async def _make_room(self, connection: AsyncConnection, person: Person) -> None:
        """Delete those records of a person that nobody looked at for longest, until there is room for one more."""
        own = ROWS.c.person == person.id
        count = (await connection.execute(select(func.count()).where(own))).scalar_one()
        if count >= self.most_a_person:
            oldest = select(ROWS.c.id).where(own).order_by(ROWS.c.seen, ROWS.c.created, ROWS.c.id)
            surplus = (await connection.execute(oldest.limit(count - self.most_a_person + 1))).scalars().all()
            await connection.execute(delete(ROWS).where(ROWS.c.id.in_(surplus)))

    async def find(self, id: str) -> KeptRecord:
        """An uploaded record; notes that somebody looked at it."""
        async with self.storage.reading() as connection:
            row = (await connection.execute(select(ROWS).where(ROWS.c.id == id))).first()
        if row is None:
            raise error(MissingError, "server.no-record")
        await note_seen(self.storage, ROWS, row, self.clock())
        return KeptRecord(row.id, row.document, row.created)


def tidy_record(document: object) -> Document:
    """A verified record without anything else that was written in it, and without the commands of programs.

    What it hides stays hidden.
    """
    record = read_record(document)
    if len(record.moves) > MOST_MOVES:
        raise error(SettingError, "server.long-record", most=MOST_MOVES, moves=len(record.moves))
    written = write_record(verify(record, STANDARD_EDITIONS))
    tidy = {key: value for key, value in written.items() if key in KEYS}
    tidy["moves"] = [{key: move[key] for key in OF_A_MOVE if key in move} for move in written["moves"]]
    if "seats" in tidy:
        tidy["seats"] = [_tidy_name(name) for name in tidy["seats"]]
    return tidy


def _tidy_name(name: str) -> str:
    """A name that everybody may read: the command of a program may contain private paths."""
    return "".join(character for character in shown_name(name) if character.isprintable()).strip()[:MOST_CHARACTERS]


async def note_seen(storage: Storage, rows: Any, row: Row[Any], moment: int) -> None:
    """Note, to the day, that somebody looked at a row."""
    if row.seen <= moment - DAY:
        with suppress(UnavailableError):  # on a full disk it may still be read
            async with storage.writing() as connection:
                await connection.execute(update(rows).where(rows.c.id == row.id).values(seen=moment))
