"""Tables: settings of new ones, their state, and the events at them."""

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
from tianxia.server.contract.people import Name
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
    """For whom a seat of a table is."""

    who: Literal["me", "friend", "anybody", "program"]
    program: Annotated[str, Meta(max_length=40, examples=["level:adept"])] | None = None  # of a program
    name: Name | None = None  # of "me": what the seat is called, for people who share a screen; null: by your own name


class Beginning(Strict, frozen=True):
    """A game that continues from a record."""

    record: dict[str, Any]
    move: MoveNumber | None = None  # the number of moves of the record to keep; without it: all


class NewTable(Strict, frozen=True):
    """Settings of a new table."""

    game: Annotated[str, Meta(max_length=40, examples=["emperor-of-china"])]
    seats: Annotated[list[NewSeat], Meta(min_length=2, max_length=MOST_SEATS)]
    options: Options = {}
    pace: TimeControl = Leisurely()
    listed: bool = False  # whether the table is in the public list of open tables
    shuffled: bool = False  # whether seats are drawn by lot when the game starts
    rated: bool = True  # whether the game changes ratings, where it can; false: a casual game
    begin: Beginning | None = None  # without it: a new game


# ---- a table


class SeatState(Struct, frozen=True):
    """A seat of a table, as everybody sees it."""

    seat: int
    who: Literal["person", "friend", "anybody", "program"]  # who sits there, or whom a free seat is for
    person: str | None  # their id
    expects: str | None  # in a rematch: the id of whom a free seat is kept for, who needs no invite
    name: str
    program: str | None  # the program that makes its moves; null: a person does
    away: bool  # the person left, and a program plays on
    time_left: int | None  # in a live game: the time on the clock when it was last set
    hints: int  # the number of hints that the seat took
    hint_costs: bool  # whether another hint would change what the game counts for: the first of a rated game does
    helped: Line | None  # why the game can only lower this person's rating, and is not in their statistics


class TableState(Struct, frozen=True):
    """A table as one person or spectator sees it."""

    id: str
    number: int  # the number of the last happening
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
    sequence: int  # the sequence number of the game, to be sent with a move
    to_move: int | None
    since: int | None  # the moment when the time of the seat to move began to run
    deadline: int | None  # the moment when its time will be up
    moment: int  # the moment of this answer, by the server's clock
    begins_after: int | None  # how many moves of a record the game continues from; null: it is a new game
    unrated: Line | None  # why the game is not rated; null: it is rated
    seed_hash: str | None  # since the game started: SHA-256 of the 32 hex digits of the seed
    seed: str | None  # the seed, once the game is over
    eyes: int | None  # the seat whose viewpoint this is; null: a spectator's
    asks: Line | None  # the question that the seat has to answer
    view: View | None  # what the seat sees of the game; null before the game


class TableHere(Struct, frozen=True):
    """A table with your seats and, for the host, the invitation."""

    state: TableState
    you: list[int]  # your seats
    invite: str | None  # for the host: the secret that lets a friend sit down; it changes when somebody is sent away


class Acknowledged(Struct, frozen=True):
    """The short answer to a decision, for clients that get the new state over the live stream."""

    number: int  # the number of the last happening: an update with this number or a higher one has the new state


class Entry(Struct, frozen=True, omit_defaults=True):
    """An entry of the log of the game."""

    sequence: int
    kind: Literal["move", "confirm", "undo"]
    seat: int
    move: str | None  # in notation; null for an undo, and for a pending move of another seat
    lines: list[Line]  # what the move brought about
    pending: bool = False  # a move that waits to be confirmed
    forced: bool = False  # no other move was legal, so the server made it
    parsed: Move | None = None  # the move as structured data; missing where there is none


class Happening(Struct, frozen=True, omit_defaults=True):
    """An event at a table, as one person or spectator sees it."""

    number: int
    moment: int
    kind: EventKind
    seat: int | None = None
    name: str | None = None  # the name of the person who caused it
    person: str | None = None
    text: str | None = None  # the text of a chat message
    program: str | None = None
    late: bool = False
    table: str | None = None  # the id of the table of a rematch
    entries: list[Entry] = []


class Update(Struct, frozen=True):
    """A message of the live stream: all happenings since the last message, and the present state of the table."""

    number: int  # to be sent as `since` to continue a stream that was cut
    happenings: list[Happening]
    state: TableState


# ---- lists


class Tables(Struct, frozen=True):
    """A page of a list of tables."""

    tables: list[TableInShort]
    next: str | None  # to be sent as `before` for the next page; null: this is the last one


class TableInShort(Struct, frozen=True):
    """A table, as shown in a list."""

    id: str
    status: Status
    game: str
    players: int
    names: list[str]  # by seat; an empty name: nobody sits there
    free: int  # the number of free seats
    yours: list[int]  # your seats
    your_turn: bool
    pace: TimeControl
    begins_after: int | None  # how many moves of a record the game continues from; null: it is a new game
    deadline: int | None  # the moment when the time of the seat to move will be up
    changed: int  # the moment of the last happening
    scores: list[int] | None  # by seat, once the game is over; null also where a game ended before this was stored
    places: list[int] | None  # by seat, from 1, after tie-breaks, likewise


# ---- sitting down and talking


class SitDown(Strict, frozen=True):
    """A request to sit down, with the secret of the invitation where the table is private."""

    invite: Annotated[str, Meta(max_length=40, extra=SECRET)] | None = None


class Words(Strict, frozen=True):
    """A chat message."""

    text: Annotated[str, Meta(min_length=1, max_length=500)]


# ---- moves


class MoveSent(Strict, frozen=True):
    """A move of a seat, and the sequence number that its player saw."""

    seat: SeatNumber
    move: MoveText
    sequence: Sequence
    confirm: bool = True  # false: a move that could not be undone waits until it is confirmed


class SeatAt(Strict, frozen=True):
    """A seat, and the sequence number that its player saw."""

    seat: SeatNumber
    sequence: Sequence
