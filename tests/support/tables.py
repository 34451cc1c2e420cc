"""Small games at tables of the server."""

from __future__ import annotations

from tianxia.games import Shelf
from tianxia.server.contract.time_control import Leisurely, TimeControl
from tianxia.server.people.service import Person
from tianxia.server.tables.events import Moved, Offered, SatDown
from tianxia.server.tables.game import GameStart
from tianxia.server.tables.service import TableService
from tianxia.server.tables.table import Table

SEED = "000102030405060708090a0b0c0d0e0f"
CITY = GameStart("forbidden-city", Shelf().game("forbidden-city").edition, 2, {"start": "gardens"}, SEED)


async def sit(
    tables: TableService,
    person: Person,
    *others: str | Person,
    time_control: TimeControl | None = None,
    game_start: GameStart = CITY,
) -> Table:
    """A game of a person against a program or another person."""
    seats: list[Offered | SatDown] = [SatDown(1, person.id, person.name)]
    for seat, other in enumerate(others, 2):
        if isinstance(other, str):
            seats.append(Offered(seat, "program", other))
        else:
            seats.append(SatDown(seat, other.id, other.name))
    return await tables.create(person, game_start, time_control or Leisurely(), seats)


async def pass_turn(tables: TableService, person: Person, id: str) -> None:
    """Have a person make moves until somebody else is to move."""
    seat = (await tables.find(id)).to_move
    while (table := await tables.find(id)).to_move == seat and seat is not None and table.match is not None:
        move = table.match.legal_moves()[0]
        await tables.play(id, person, Moved(seat, move, confirmed=True), table.sequence)


async def is_turn_of(tables: TableService, id: str, *seats: int | None) -> bool:
    """Whether it is the turn of one of these; `None`: the game is over."""
    return (await tables.find(id)).to_move in seats


async def moves_of_programs(tables: TableService, id: str) -> list[Moved]:
    happened = [logged.stored.event for logged in (await tables.find(id)).log]
    return [one for one in happened if isinstance(one, Moved) and one.program is not None]
