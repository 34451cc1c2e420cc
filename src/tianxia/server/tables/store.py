"""The rows of tables: their events, and the derived columns by which tables can be found."""

from __future__ import annotations

from typing import Any

from msgspec import convert, structs, to_builtins
from sqlalchemy import func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from tianxia.server.contract.time_control import TimeControl
from tianxia.server.refusals import MissingError
from tianxia.server.storage import schema
from tianxia.server.tables.events import Left, Offered, SatDown, Started, StoredEvent, read_event, write_event
from tianxia.server.tables.game import GameStart
from tianxia.server.tables.table import Seat, Table
from tianxia.words import error


async def load_table(connection: AsyncConnection, id: str) -> Table:
    """Load a table without its events (`apply_new_events` adds them)."""
    row = (await connection.execute(select(schema.tables).where(schema.tables.c.id == id))).first()
    if row is None:
        raise error(MissingError, "server.no-table")
    game_start = GameStart(row.game, row.edition, row.players, row.options, row.seed, row.start, row.start_move)
    time_control: TimeControl = convert(row.pace, TimeControl)
    founder = row.founder or row.host
    settings = time_control, row.listed, row.shuffled, row.created, row.rated
    return Table(row.id, founder, row.invite, game_start, *settings)


async def apply_new_events(connection: AsyncConnection, table: Table) -> None:
    """Apply the events that were stored since to a table."""
    rows = schema.events
    query = select(rows).where(rows.c.table == table.id, rows.c.number > table.number).order_by(rows.c.number)
    for row in await connection.execute(query):
        table.apply(StoredEvent(row.number, row.moment, read_event(row.body)))


async def lock_table(connection: AsyncConnection, id: str) -> int:
    """Lock a table until this transaction ends; returns the number of its last event. SQLite has one writer anyway."""
    query = select(schema.tables.c.number).where(schema.tables.c.id == id)
    number: int | None = (await connection.execute(query.with_for_update())).scalar()
    if number is None:
        raise error(MissingError, "server.no-table")
    return number


async def lock_person(connection: AsyncConnection, person: str) -> None:
    """Lock a person until this transaction ends, so that two requests at once cannot both be under a limit."""
    people = schema.people
    await connection.execute(select(people.c.id).where(people.c.id == person).with_for_update(key_share=True))


async def count_unfinished(connection: AsyncConnection, person: str) -> int:
    """How many unfinished tables a person hosts. The person is locked, so that they cannot set up another meanwhile."""
    rows = schema.tables
    await lock_person(connection, person)
    query = select(func.count()).where(rows.c.host == person, rows.c.status.in_(("waiting", "playing")))
    return (await connection.execute(query)).scalar_one()


async def insert_table(connection: AsyncConnection, table: Table) -> None:
    """Store a new table, which has no events yet."""
    row = {
        "id": table.id,
        "invite": table.invite,
        **structs.asdict(table.game_start),
        "pace": to_builtins(table.time_control),
        "listed": table.is_listed,
        "shuffled": table.is_shuffled,
        "rated": table.is_rated,
        "created": table.created,
        **_derived_columns(table),
    }
    await connection.execute(insert(schema.tables), row)
    await connection.execute(insert(schema.seats), [{"table": table.id, **_seat_row(seat)} for seat in table.seats])


async def insert_events(connection: AsyncConnection, table: Table, before: int) -> None:
    """Store the events of a table after the number `before`, and update the columns derived from them."""
    new = [logged.stored for logged in table.log[before:]]
    rows = [
        {"table": table.id, "number": one.number, "moment": one.moment, "body": write_event(one.event)} for one in new
    ]
    await connection.execute(insert(schema.events), rows)
    await connection.execute(
        update(schema.tables).where(schema.tables.c.id == table.id).values(_derived_columns(table))
    )
    if any(isinstance(one.event, SatDown | Left | Offered | Started) for one in new):
        await _update_seats(connection, table)


async def _update_seats(connection: AsyncConnection, table: Table) -> None:
    rows = schema.seats
    for seat in table.seats:
        query = update(rows).where(rows.c.table == table.id, rows.c.seat == seat.number)
        await connection.execute(query.values(_seat_row(seat)))


def _derived_columns(table: Table) -> dict[str, Any]:
    """The columns of a table that follow from its events."""
    over = table.match if table.status == "over" else None
    return {
        "founder": None if table.founder == table.host else table.founder,
        "host": table.host,
        "number": table.number,
        "status": table.status,
        "sequence": table.sequence,
        "to_move": table.to_move,
        "program": table.program_to_move,
        "deadline": table.clock.deadline,
        "changed": table.changed,
        "scores": None if over is None else over.scores,
        "places": None if over is None else over.places,
    }


def _seat_row(seat: Seat) -> dict[str, Any]:
    return {
        "seat": seat.number,
        "person": seat.person,
        "name": seat.name,
        "program": seat.program,
        "kept_for": seat.kept_for,
    }
