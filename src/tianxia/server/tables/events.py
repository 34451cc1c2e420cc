"""The events of a table, as they are stored: its state follows from them alone (event sourcing).

On the wire and in the database they are called happenings; those names are published and stay.
"""

from __future__ import annotations

from typing import Any, cast

from msgspec import Struct, convert, to_builtins

from tianxia.server.contract.tables import EventKind


class Event(Struct, frozen=True, tag_field="kind", omit_defaults=True):
    """The base of all events of a table."""


class Offered(Event, frozen=True, tag="offered"):
    """The host said, before the game, whom a seat is for: a program, a friend who has the link, or anybody."""

    seat: int
    who: str  # "program", "friend" or "anybody"
    program: str | None = None
    person: str | None = None  # the friend, where the server knows who it is: they need no invitation
    invite: str | None = None  # the invitation from now on, since somebody who sat there was sent away


class SatDown(Event, frozen=True, tag="sat-down"):
    """Somebody took a seat before the game, or came back to it during the game."""

    seat: int
    person: str
    name: str


class Left(Event, frozen=True, tag="left"):
    """Somebody left a seat. During a game a program plays on for them."""

    seat: int
    late: bool = False  # whether their time ran out; otherwise they went


class Started(Event, frozen=True, tag="started"):
    """The game began."""

    order: tuple[int, ...]  # seat -> the seat of before whose person or program sits there now


class Closed(Event, frozen=True, tag="closed"):
    """The table was given up before its game began; or everybody is gone, and the game will not be finished."""


class Moved(Event, frozen=True, tag="moved"):
    """A seat made a move."""

    seat: int
    move: str
    confirmed: bool = False  # otherwise a move that cannot be taken back waits to be confirmed
    program: str | None = None  # the program that made it; null: a person


class Confirmed(Event, frozen=True, tag="confirmed"):
    """A seat confirmed its pending move."""

    seat: int


class Undone(Event, frozen=True, tag="undone"):
    """A seat took back its last move."""

    seat: int


class Hinted(Event, frozen=True, tag="hinted"):
    """A seat took a hint, which everybody at the table sees."""

    seat: int


class Talked(Event, frozen=True, tag="talked"):
    """Somebody said something to everybody at the table."""

    person: str
    name: str
    text: str


class Rematched(Event, frozen=True, tag="rematched"):
    """Somebody set up another game for the same people."""

    table: str


Decision = Moved | Confirmed | Undone
AnyEvent = Offered | SatDown | Left | Started | Closed | Moved | Confirmed | Undone | Hinted | Talked | Rematched


class StoredEvent(Struct, frozen=True):
    """An event with its place in the log of its table."""

    number: int  # from 1, without gaps
    moment: int  # in milliseconds
    event: AnyEvent


def kind_of(event: AnyEvent) -> EventKind:
    """The name of the kind of an event.

    >>> kind_of(Undone(2))
    'undone'
    """
    return cast(EventKind, event.__struct_config__.tag)


def read_event(body: object) -> AnyEvent:
    """An event from its stored form."""
    found: AnyEvent = convert(body, AnyEvent)
    return found


def write_event(event: AnyEvent) -> dict[str, Any]:
    """An event in its stored form.

    >>> write_event(Moved(2, "draw"))
    {'kind': 'moved', 'seat': 2, 'move': 'draw'}
    """
    found: dict[str, Any] = to_builtins(event)
    return found
