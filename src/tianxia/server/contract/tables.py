"""Tables: what is wanted of them, how they are, and what happens at them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from tianxia.play.view import View
from tianxia.server.contract.common import (
    MOST_SEATS,
    SECRET,
    Line,
    MoveNumber,
    MoveText,
    Options,
    SeatNumber,
    Sequence,
    Strict,
)
from tianxia.server.contract.time_control import Leisurely, TimeControl
from tianxia.server.contract.views import Move

Status = Literal["waiting", "playing", "over", "closed"]
EventKind = Literal[
    "offered",
    "sat-down",
    "left",
    "started",
    "closed",
    "moved",
    "confirmed",
    "undone",
    "hinted",
    "talked",
    "rematched",
]

# ---- new tables


class NewSeat(Strict, frozen=True):
    """Whom a seat is for."""

    who: Literal["me", "friend", "anybody", "program"]
    program: Annotated[str, Meta(max_length=40, examples=["level:adept"])] | None = None  # of a program


class Beginning(Strict, frozen=True):
    """Where a game begins that does not begin at the beginning: in a record, after so many moves."""

    record: dict[str, Any]
    move: MoveNumber | None = None  # without it: after the last


class NewTable(Strict, frozen=True):
    """What is wanted of a new table."""

    game: Annotated[str, Meta(max_length=40, examples=["emperor-of-china"])]
    seats: Annotated[list[NewSeat], Meta(min_length=2, max_length=MOST_SEATS)]
    options: Options = {}
    pace: TimeControl = Leisurely()
    listed: bool = False  # whether everybody finds it among the open tables
    shuffled: bool = False  # whether seats are drawn when the game starts
    begin: Beginning | None = None


# ---- a table


class SeatState(Struct, frozen=True):
    """A place at a table, as everybody sees it."""

    seat: int
    who: Literal["person", "friend", "anybody", "program"]  # who sits there, or whom a free seat is for
    person: str | None  # their id
    expects: str | None  # in a rematch: the id of whom a free seat is kept for, who needs no invite
    name: str
    program: str | None  # who makes its moves, if a program does
    away: bool  # the person left, and a program plays on
    time_left: int | None  # in a live game: what the clock showed when it was set last
    hints: int  # how many it took
    hint_costs: bool  # whether one more would change what the game counts for: the first of a rated game does
    helped: Line | None  # why the game can only lower this person's rating, and is not in their statistics


class TableState(Struct, frozen=True):
    """A table as one person or spectator sees it."""

    id: str
    number: int  # of the last happening
    status: Status
    game: str
    edition: str
    players: int
    options: Options
    pace: TimeControl
    listed: bool
    shuffled: bool
    host: str  # a person's id
    seats: list[SeatState]
    sequence: int  # of the game: to be sent with a move
    to_move: int | None
    since: int | None  # when the time of the seat to move began to run
    deadline: int | None  # when it will have none left
    moment: int  # when this was told
    begins_after: int | None  # it goes on from a record, after so many of its moves; null: from the beginning
    unrated: Line | None  # why the game is rated for nobody; null: it is
    seed_hash: str | None  # since the game started: SHA-256 of the 32 hex digits of the seed
    seed: str | None  # when it is over
    eyes: int | None  # through the eyes of which seat; null: those of a spectator
    asks: Line | None  # what the seat is asked
    view: View | None  # what it sees of the game; null before the game


class TableHere(Struct, frozen=True):
    """A table, and what it is to you."""

    state: TableState
    you: list[int]  # your seats
    invite: str | None  # for the host: lets a friend take a seat that is kept; another when somebody is sent away


class Acknowledged(Struct, frozen=True):
    """A decision that was made, for somebody who follows the table and is sent the new state over the stream."""

    number: int  # of the last happening: an update with this number, or a higher one, has what followed


class Entry(Struct, frozen=True, omit_defaults=True):
    """An entry of the log of the game."""

    sequence: int
    kind: Literal["move", "confirm", "undo"]
    seat: int
    move: str | None  # in notation; null: of an undo, or it waits and is not yours
    lines: list[Line]  # what came of it
    pending: bool = False  # a move that waits to be confirmed
    forced: bool = False  # nothing else was possible, so nobody had to make it
    parsed: Move | None = None  # the move as structured data; missing where there is none


class Happening(Struct, frozen=True, omit_defaults=True):
    """Something that happened at a table, as one person or spectator sees it."""

    number: int
    moment: int
    kind: EventKind
    seat: int | None = None
    name: str | None = None  # who did it
    person: str | None = None
    text: str | None = None  # what was said
    program: str | None = None
    late: bool = False
    table: str | None = None  # of a rematch
    entries: list[Entry] = []


class Update(Struct, frozen=True):
    """What the live stream carries: all that happened since the last one, and the table as it is now."""

    number: int  # to be sent as `since` when the stream was cut
    happenings: list[Happening]
    state: TableState


# ---- lists


class Tables(Struct, frozen=True):
    """Tables in short."""

    tables: list[TableInShort]
    next: str | None  # to be sent as `before` for those that come after; null: there are none


class TableInShort(Struct, frozen=True):
    """A table, as a list shows it."""

    id: str
    status: Status
    game: str
    players: int
    names: list[str]  # by seat; empty: nobody sits there
    free: int  # seats
    yours: list[int]  # your seats
    your_turn: bool
    pace: TimeControl
    begins_after: int | None  # it goes on from a record, after so many of its moves; null: from the beginning
    deadline: int | None
    changed: int


# ---- sitting down and talking


class SitDown(Strict, frozen=True):
    """A request to sit down; where the table is private, with the secret of its invitation."""

    invite: Annotated[str, Meta(max_length=40, extra=SECRET)] | None = None


class Words(Strict, frozen=True):
    """Something to say."""

    text: Annotated[str, Meta(min_length=1, max_length=500)]


# ---- moves


class MoveSent(Strict, frozen=True):
    """A move."""

    seat: SeatNumber
    move: MoveText
    sequence: Sequence
    confirm: bool = True  # if false, a move that could not be taken back waits until it is confirmed


class SeatAt(Strict, frozen=True):
    """A seat, and the sequence number at which it wants something."""

    seat: SeatNumber
    sequence: Sequence
