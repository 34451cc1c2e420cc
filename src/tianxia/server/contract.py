"""What goes over the wire: the bodies of requests and answers. The OpenAPI document is made from it.

Times are milliseconds; moments are milliseconds since 1970, UTC. Seats count from 1.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from tianxia.server.pace import Leisurely, Pace

MOST_SEATS = 5

Id = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{22}$", examples=["q83vEjRWeJCrze8SNFZ4kA"])]
SeatNumber = Annotated[int, Meta(ge=1, le=MOST_SEATS)]
Sequence = Annotated[int, Meta(ge=0, le=1_000_000, description="how many entries the log had when you looked")]
Number = Annotated[int, Meta(ge=0, le=1_000_000, description="of the last happening that you have seen")]
Name = Annotated[str, Meta(min_length=1, max_length=40)]
MoveText = Annotated[str, Meta(min_length=1, max_length=200, description="a move in notation")]


class Strict(Struct, frozen=True, forbid_unknown_fields=True):
    """The base of what people send: an unknown key is a mistake."""


# ---- words


class Line(Struct, frozen=True, omit_defaults=True):
    """Something said: the sentence, and for those who have words of their own its key and values."""

    text: str
    key: str
    values: dict[str, Any]
    rule: str | None = None  # the address of the rule behind it


class Problem(Struct, frozen=True, omit_defaults=True):
    """Why something was not done."""

    status: int
    text: str
    key: str
    values: dict[str, Any]
    rule: str | None = None
    state: TableState | UnsetType = UNSET  # with 409: the table as it is now


# ---- tables


class NewSeat(Strict, frozen=True):
    """Whom a seat is for."""

    who: Literal["me", "friend", "anybody", "program"]
    program: Annotated[str, Meta(max_length=40, examples=["level:adept"])] | None = None  # of a program


class Beginning(Strict, frozen=True):
    """Where a game begins that does not begin at the beginning: in a record, after so many moves."""

    record: dict[str, Any]
    move: Annotated[int, Meta(ge=0, le=100_000)] | None = None  # without it: after the last


class NewTable(Strict, frozen=True):
    """What is wanted of a new table."""

    game: Annotated[str, Meta(max_length=40, examples=["emperor-of-china"])]
    seats: Annotated[list[NewSeat], Meta(min_length=2, max_length=MOST_SEATS)]
    options: dict[str, str | bool | int] = {}
    pace: Pace = Leisurely()
    listed: bool = False  # whether everybody finds it among the open tables
    shuffled: bool = False  # whether seats are drawn when the game starts
    begin: Beginning | None = None


class SeatState(Struct, frozen=True):
    """A place at a table, as everybody sees it."""

    seat: int
    who: Literal["person", "friend", "anybody", "program"]  # who sits there, or whom a free seat is for
    person: str | None  # their id
    name: str
    program: str | None  # who makes its moves, if a program does
    away: bool  # the person left, and a program plays on
    time_left: int | None  # in a live game: what the clock showed when it was set last


class TableState(Struct, frozen=True):
    """A table as one pair of eyes sees it."""

    id: str
    number: int  # of the last happening
    status: Literal["waiting", "playing", "over", "closed"]
    game: str
    edition: str
    players: int
    options: dict[str, str | bool | int]
    pace: Pace
    listed: bool
    shuffled: bool
    host: str  # a person's id
    seats: list[SeatState]
    sequence: int  # of the game: to be sent with a move
    to_move: int | None
    since: int | None  # when the time of the seat to move began to run
    deadline: int | None  # when it will have none left
    moment: int  # when this was told
    seed_hash: str | None  # since the game started: SHA-256 of the 32 hex digits of the seed
    seed: str | None  # when it is over
    eyes: int | None  # through the eyes of which seat; null: those of a spectator
    asks: Line | None  # what the seat is asked
    view: dict[str, Any] | None  # what it sees of the game, see docs/views.md; null before the game


class TableHere(Struct, frozen=True):
    """A table, and what it is to you."""

    state: TableState
    you: list[int]  # your seats
    invite: str | None  # for those who sit there: lets a friend take a seat that is kept


class Entry(Struct, frozen=True, omit_defaults=True):
    """An entry of the log of the game."""

    sequence: int
    kind: Literal["move", "confirm", "undo"]
    seat: int
    move: str | None
    lines: list[Line]
    pending: bool = False
    forced: bool = False


class Happening(Struct, frozen=True, omit_defaults=True):
    """Something that happened at a table, as one pair of eyes sees it."""

    number: int
    moment: int
    kind: str
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


# ---- records


class ReviewAsked(Strict, frozen=True):
    """A record to look at."""

    record: dict[str, Any]
    move: Annotated[int, Meta(ge=0, le=100_000)] | None = None  # after how many moves; without it: after the last
    seat: SeatNumber | None = None  # through whose eyes; without it: a spectator's


class Review(Struct, frozen=True):
    """A game as it was after so many moves."""

    moves: int  # of the record
    move: int  # after so many
    made: Entry | None  # the last of them
    asks: Line | None  # what the seat was asked then
    view: dict[str, Any]  # what it saw then, see docs/views.md


# ---- lists


class Tables(Struct, frozen=True):
    """Tables in short."""

    tables: list[TableInShort]


class TableInShort(Struct, frozen=True):
    """A table, as a list shows it."""

    id: str
    status: str
    game: str
    players: int
    names: list[str]  # by seat; empty: nobody sits there
    free: int  # seats
    yours: list[int]  # your seats
    your_turn: bool
    pace: Pace
    deadline: int | None
    changed: int


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


class SitDown(Strict, frozen=True):
    """How somebody sits down."""

    invite: Annotated[str, Meta(max_length=40)] | None = None


class Words(Strict, frozen=True):
    """Something to say."""

    text: Annotated[str, Meta(min_length=1, max_length=500)]


# ---- people


class NewPerson(Strict, frozen=True):
    """Somebody who begins."""

    name: Name
