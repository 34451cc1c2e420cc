"""Positions of games in progress, by which a copy of such a game is recognised: it would be a secret hint.

A hint, a program or an analysis at a copy of a game judges the moves of the game itself, and nobody at its table sees
that. So while the game goes on, none of its positions is judged elsewhere. A position is known by a fingerprint of what
everybody at the table sees: a copy has other names, and may have made up what is hidden, have begun at a later move,
sit in other seats, or be a position without any moves.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from hashlib import sha256
from typing import Final

from sqlalchemy import delete, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from tianxia.games import STANDARD_EDITIONS
from tianxia.games.base import Document
from tianxia.play import Match, read_record, replay
from tianxia.server.refusals import StaleError
from tianxia.server.storage import schema
from tianxia.server.tables.events import AnyEvent, Closed, Confirmed, Hinted, Moved, Started
from tianxia.server.tables.results import why_unrated
from tianxia.server.tables.table import DECISIONS, Table
from tianxia.words import error

LONGEST: Final = 600
"""Moves of a record after which positions are not compared: no game comes near, and each comparison takes its time."""
AT_ONCE: Final = 500  # fingerprints in one query

ROWS: Final = schema.running_positions


# ---- fingerprints


def fingerprint(match: Match) -> str:
    """A fingerprint of what everybody sees of a position, which does not depend on who sits in which seat."""
    seats = match.setting.players
    seen = f"{match.game.id} {seats} {_write(match.game.table(match.position), seats)}"
    return sha256(seen.encode()).hexdigest()[:32]


def _write(part: object, seats: int) -> str:
    """A part of a view without the order of its lists, some of which are by seat, and without numbers that may be
    seats."""
    if isinstance(part, str):
        return part
    if isinstance(part, dict):
        return "{" + ",".join([_write(inner, seats) for inner in part.values()]) + "}"
    if isinstance(part, list):
        return "[" + ",".join(sorted([_write(inner, seats) for inner in part])) + "]"
    if type(part) is int and 0 <= part <= seats:
        return "#"
    return str(part)


def fingerprints_of(document: Document) -> list[str]:
    """The fingerprints of the positions of a record that was verified."""
    record = read_record(document)
    match = replay(record, STANDARD_EDITIONS, 0)
    found = [fingerprint(match)]
    for move in record.moves[:LONGEST]:
        match.replay_move(move)
        found.append(fingerprint(match))
    return found


# ---- games in progress


def is_protected(table: Table) -> bool:
    """Whether the positions of a game are judged nowhere else: somebody's rating or another person depends on it.

    A game that began from a position of another game protects nothing: anybody else may begin there, too.
    """
    people = {seat.person for seat in table.seats if seat.person is not None}
    return table.game_start.start is None and (why_unrated(table) is None or len(people) > 1)


async def mind_running_positions(connection: AsyncConnection, table: Table, new: Sequence[AnyEvent]) -> None:
    """Keep the position of a protected game after new events; refuse what a person does at a copy of such a game."""
    if table.status in ("over", "closed"):
        if any(isinstance(event, Moved | Confirmed | Closed) for event in new):
            await connection.execute(delete(ROWS).where(ROWS.c.table == table.id))
    elif table.game_start.start is not None:
        if any(_is_of_person(event) for event in new):
            match = table.match or table.game_start.begin()
            await refuse_running(connection, [fingerprint(match)])
    elif any(isinstance(event, (Started, *DECISIONS)) for event in new) and is_protected(table):
        await _keep(connection, table)


def _is_of_person(event: AnyEvent) -> bool:
    """Whether an event of a person leads to a position, or asks for a hint about it."""
    return isinstance(event, Started | Confirmed | Hinted) or (isinstance(event, Moved) and event.program is None)


async def _keep(connection: AsyncConnection, table: Table) -> None:
    """Keep the position of a game after its opening: games that have nothing to do with each other may begin alike."""
    assert table.match is not None
    if len(table.match.moves) >= table.match.game.opening:
        insert_in = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
        row = {"table": table.id, "fingerprint": fingerprint(table.match)}
        await connection.execute(insert_in(ROWS).values(row).on_conflict_do_nothing())


async def refuse_running(connection: AsyncConnection, fingerprints: Collection[str]) -> None:
    """Refuse to have positions judged one of which stands in a protected game."""
    asked = list(fingerprints)
    for first in range(0, len(asked), AT_ONCE):
        query = select(ROWS.c.table).where(ROWS.c.fingerprint.in_(asked[first : first + AT_ONCE])).limit(1)
        if (await connection.execute(query)).first() is not None:
            raise error(StaleError, "server.position-in-play")
