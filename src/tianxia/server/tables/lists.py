"""Lists of tables, from derived columns without replaying a game, in pages found by a cursor (keyset pagination)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final, Literal

from msgspec import convert
from sqlalchemy import ColumnElement, Row, Select, and_, case, exists, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from tianxia.errors import SettingError
from tianxia.server.contract.tables import TableInShort, Tables
from tianxia.server.contract.time_control import TimeControl
from tianxia.server.identifiers import ID_PATTERN
from tianxia.server.people.service import Person
from tianxia.server.storage import schema
from tianxia.server.storage.database import Storage
from tianxia.words import error

MOST_LISTED: Final = 50

Which = Literal["mine", "open", "finished"]
Condition = ColumnElement[bool]
Cursor = tuple[int, int, str]
"""Where the next page of a list begins: after the table with this turn (1: yours), this moment and this id."""

TABLES: Final = schema.tables
SEATS: Final = schema.seats


async def list_tables(
    storage: Storage, which: Which, person: Person | None, before: str | None, most: int = MOST_LISTED
) -> Tables:
    """A page of tables: first those where it is the person's turn, then those that changed last."""
    turn = _turn(person)
    query = select(TABLES, turn.label("turn")).where(_condition(which, person))
    if before is not None:
        query = query.where(_after(turn, read_cursor(before)))
    query = query.order_by(turn.desc(), TABLES.c.changed.desc(), TABLES.c.id.desc()).limit(most + 1)
    async with storage.reading() as connection:
        rows = (await connection.execute(query)).all()
        seats = await _seats_of(connection, [row.id for row in rows[:most]])
    last = rows[most - 1] if len(rows) > most else None
    return Tables(
        [_in_short(row, seats[row.id], person) for row in rows[:most]],
        None if last is None else write_cursor((last.turn, last.changed, last.id)),
    )


def _condition(which: Which, person: Person | None) -> Condition:
    if which == "open":
        free = and_(SEATS.c.person.is_(None), SEATS.c.program.is_(None), SEATS.c.kept_for == "anybody")
        return and_(TABLES.c.status == "waiting", TABLES.c.listed, _has_seat(free))
    assert person is not None
    has_status: Condition
    if which == "mine":
        has_status = TABLES.c.status.in_(("waiting", "playing"))
    else:
        has_status = or_(TABLES.c.status == "over", and_(TABLES.c.status == "closed", TABLES.c.sequence > 0))
    own = select(SEATS.c.table).where(SEATS.c.person == person.id)  # SQLite would try `exists` at every table there is
    is_own = or_(TABLES.c.id.in_(own), TABLES.c.host == person.id)  # a host need not have a seat
    return and_(has_status, is_own)


def _has_seat(condition: Condition) -> Condition:
    return exists(select(SEATS.c.seat).where(SEATS.c.table == TABLES.c.id, condition))


def _turn(person: Person | None) -> ColumnElement[int]:
    """1 where it is the person's turn, and no program plays on for them."""
    own = and_(SEATS.c.seat == TABLES.c.to_move, SEATS.c.person == (person.id if person is not None else ""))
    return case((and_(TABLES.c.program.is_(None), _has_seat(own)), 1), else_=0)


def _after(turn: ColumnElement[int], cursor: Cursor) -> Condition:
    was_turn, changed, id = cursor
    older = or_(TABLES.c.changed < changed, and_(TABLES.c.changed == changed, TABLES.c.id < id))
    return or_(turn < was_turn, and_(turn == was_turn, older))


def write_cursor(cursor: Cursor) -> str:
    """A cursor as text, for the client to send back.

    >>> write_cursor((1, 7, "q83vEjRWeJCrze8SNFZ4kA"))
    '1.7.q83vEjRWeJCrze8SNFZ4kA'
    """
    return ".".join(map(str, cursor))


def read_cursor(word: str) -> Cursor:
    """A cursor from its text; anything else is refused.

    >>> read_cursor("1.7.q83vEjRWeJCrze8SNFZ4kA")
    (1, 7, 'q83vEjRWeJCrze8SNFZ4kA')
    """
    found = re.fullmatch(rf"([01])\.([0-9]{{1,15}})\.({ID_PATTERN})", word, re.ASCII)
    if found is None:
        raise error(SettingError, "server.no-cursor")
    turn, changed, id = found.groups()
    return int(turn), int(changed), id


async def _seats_of(connection: AsyncConnection, tables: Sequence[str]) -> dict[str, list[Row[Any]]]:
    query: Select[Any] = select(SEATS).where(SEATS.c.table.in_(tables)).order_by(SEATS.c.seat)
    found: dict[str, list[Row[Any]]] = {table: [] for table in tables}
    for row in await connection.execute(query):
        found[row.table].append(row)
    return found


def _in_short(row: Row[Any], seats: Sequence[Row[Any]], person: Person | None) -> TableInShort:
    return TableInShort(
        id=row.id,
        status=row.status,
        game=row.game,
        players=row.players,
        names=[seat.name for seat in seats],
        free=sum(seat.person is None and seat.program is None for seat in seats),
        yours=[seat.seat for seat in seats if person is not None and seat.person == person.id],
        your_turn=row.turn == 1,
        pace=convert(row.pace, TimeControl),
        begins_after=None if row.start is None else row.start_move or 0,
        deadline=row.deadline,
        changed=row.changed,
        scores=row.scores,
        places=row.places,
    )
