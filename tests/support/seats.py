"""Tables that nobody stores: who sits where, and what happens there."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from support.tables import CITY
from tianxia.errors import TianxiaError
from tianxia.games import Shelf
from tianxia.play import read_record, replay
from tianxia.play.record import write_position_record
from tianxia.server.contract.time_control import Leisurely, TimeControl
from tianxia.server.people.service import Person
from tianxia.server.tables.commands import draw_seats
from tianxia.server.tables.events import AnyEvent, Moved, Offered, SatDown, StoredEvent
from tianxia.server.tables.game import GameStart, new_seed
from tianxia.server.tables.table import Table

ADA, BO, CY = (Person(name.ljust(22, "-"), name) for name in ("Ada", "Bo", "Cy"))
INVITE = "the invite"
GOLDEN = Path(__file__).parents[1] / "golden" / "forbidden-city-2-gardens.json"


def set_up(
    *seats: Person | str,
    time_control: TimeControl | None = None,
    is_shuffled: bool = False,
    game_start: GameStart | None = None,
) -> Table:
    """Ada's table, before the game. Each seat has a person, is for a "friend" or "anybody", or has a program."""
    game_start = game_start or structs.replace(CITY, players=len(seats))
    table = Table("table", ADA.id, INVITE, game_start, time_control or Leisurely(), False, is_shuffled, 0)
    let(table, [read_seat(number, seat) for number, seat in enumerate(seats, 1)])
    return table


def read_seat(number: int, seat: Person | str) -> Offered | SatDown:
    if isinstance(seat, Person):
        return SatDown(number, seat.id, seat.name)
    return Offered(number, seat) if seat in ("friend", "anybody") else Offered(number, "program", seat)


def play(*seats: Person | str, **more: Any) -> Table:
    """A table with these seats, whose game has begun."""
    table = set_up(*seats, **more)
    let(table, [draw_seats(table)])
    return table


def let(table: Table, happened: Sequence[AnyEvent], moment: int = 0) -> None:
    for event in happened:
        table.apply(StoredEvent(table.number + 1, moment, event))


def people_at(table: Table) -> list[str | None]:
    return [seat.person for seat in table.seats]


def mover_of(table: Table) -> int:
    assert table.to_move is not None
    return table.to_move


def first_move(table: Table) -> Moved:
    """A legal move of the seat to move."""
    assert table.match is not None
    return Moved(mover_of(table), table.match.legal_moves()[0], confirmed=True)


def almost_over() -> GameStart:
    """A game of two in which one move is missing."""
    record = read_record(json.loads(GOLDEN.read_text("utf-8")))
    document = write_position_record(replay(record, Shelf(), len(record.moves) - 1))
    seed, options, position = new_seed(), document["options"], document["position"]
    return GameStart("forbidden-city", document["edition"], 2, options, seed, position)


@contextmanager
def refused(key: str, **values: object) -> Iterator[None]:
    """Something that has to be refused, for this reason."""
    with pytest.raises(TianxiaError) as caught:
        yield
    assert caught.value.key == key
    assert dict(caught.value.values) == values
