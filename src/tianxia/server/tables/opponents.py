"""Which level of programs to play against next: that of a person's last games, and a stronger one after wins."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Any, Final

from sqlalchemy import Row, select

from tianxia.games import GAMES
from tianxia.players.registry import LEVELS
from tianxia.server.contract.games import Opponents, OpponentsIn
from tianxia.server.people.service import Person
from tianxia.server.storage import schema
from tianxia.server.storage.database import Storage

LATEST: Final = 3  # games against a level that are looked at
WINS: Final = 2  # of them, after which a stronger level is proposed
MOST_READ: Final = 60  # tables; older games say little

Outcome = tuple[str, bool]
"""The level of all other players, and whether the person won."""


async def find_opponents(storage: Storage, person: Person | None) -> Opponents:
    """By game, the level for a person's next game. Somebody who is new to a game begins with the weakest."""
    outcomes = {} if person is None else await _outcomes(storage, person.id)
    return Opponents([propose(game, outcomes.get(game, [])) for game in GAMES])


def propose(game: str, outcomes: Sequence[Outcome]) -> OpponentsIn:
    """The level of the newest game, and after enough wins against it the next one; newest outcomes come first.

    >>> propose("city", [("novice", True), ("novice", False), ("novice", True)])
    OpponentsIn(game='city', program='level:novice', stronger='level:adept')
    """
    level = outcomes[0][0] if outcomes else LEVELS[0]
    latest = [has_won for _, has_won in takewhile(lambda outcome: outcome[0] == level, outcomes)][:LATEST]
    above = LEVELS[LEVELS.index(level) + 1 :]
    stronger = f"level:{above[0]}" if above and sum(latest) >= WINS else None
    return OpponentsIn(game, f"level:{level}", stronger)


async def _outcomes(storage: Storage, person: str) -> dict[str, list[Outcome]]:
    """By game, how the person's finished games against programs of one level ended, newest first."""
    tables, seats = schema.tables, schema.seats
    own = select(seats.c.table).where(seats.c.person == person)
    over = select(tables.c.id, tables.c.game, tables.c.places).where(tables.c.id.in_(own), tables.c.status == "over")
    newest = over.order_by(tables.c.changed.desc(), tables.c.id.desc()).limit(MOST_READ)
    async with storage.reading() as connection:
        played = (await connection.execute(newest)).all()
        ids = [row.id for row in played]
        at_tables = (await connection.execute(select(seats).where(seats.c.table.in_(ids)))).all()
    found: dict[str, list[Outcome]] = {}
    for row in played:
        there = [seat for seat in at_tables if seat.table == row.id]
        outcome = _outcome(row.places, there, person)
        if outcome is not None:
            found.setdefault(row.game, []).append(outcome)
    return found


def _outcome(places: Sequence[int] | None, seats: Sequence[Row[Any]], person: str) -> Outcome | None:
    """`None` where not all others were programs of one level, or where it was not stored how the game ended."""
    mine = [seat for seat in seats if seat.person == person]
    rivals = {seat.program for seat in seats if seat.person != person}
    if places is None or len(mine) != 1 or len(rivals) != 1:
        return None
    level = str(rivals.pop()).removeprefix("level:")
    return (level, places[mine[0].seat - 1] == 1) if level in LEVELS else None
