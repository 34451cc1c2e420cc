"""What can happen at a table, as it is stored: the truth from which everything else follows."""

from __future__ import annotations

from typing import Any, cast

from msgspec import Struct, convert, to_builtins

from tianxia.server.contract.tables import EventKind


class Event(Struct, frozen=True, tag_field="kind", omit_defaults=True):
    """The base of all."""


class Offered(Event, frozen=True, tag="offered"):
    """Whom a seat is for, before the game: a program, a friend who has the link, or anybody."""

    seat: int
    who: str  # "program", "friend" or "anybody"
    program: str | None = None
    person: str | None = None  # the friend, where it is one who is known: they need no invitation
    invite: str | None = None  # what lets friends in from now on, since somebody who sat there was sent away


class SatDown(Event, frozen=True, tag="sat-down"):
    """Somebody took a seat before the game; or came back to it, and plays again."""

    seat: int
    person: str
    name: str


class Left(Event, frozen=True, tag="left"):
    """Somebody left. In a game a program plays on for them."""

    seat: int
    late: bool = False  # they did not go: their time ran out


class Started(Event, frozen=True, tag="started"):
    """The game began."""

    order: tuple[int, ...]  # seat -> who sits there now, as a seat of before


class Closed(Event, frozen=True, tag="closed"):
    """There will be no game here; or, since everybody is gone, no more of it."""


class Moved(Event, frozen=True, tag="moved"):
    """A seat made a move."""

    seat: int
    move: str
    confirmed: bool = False  # if not, a move that could not be taken back waits
    program: str | None = None  # which one made it


class Confirmed(Event, frozen=True, tag="confirmed"):
    """A seat confirmed the move that waited."""

    seat: int


class Undone(Event, frozen=True, tag="undone"):
    """A seat took back its last move."""

    seat: int


class Hinted(Event, frozen=True, tag="hinted"):
    """A seat took a hint; nobody does so in secret."""

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
    """A happening with its place in the log of its table."""

    number: int  # from 1, without gaps
    moment: int  # in milliseconds
    event: AnyEvent


def kind_of(event: AnyEvent) -> EventKind:
    """What it is called.

    >>> kind_of(Undone(2))
    'undone'
    """
    return cast(EventKind, event.__struct_config__.tag)


def read_event(body: object) -> AnyEvent:
    """A happening from its stored form."""
    found: AnyEvent = convert(body, AnyEvent)
    return found


def write_event(event: AnyEvent) -> dict[str, Any]:
    """A happening in its stored form.

    >>> write_happening(Moved(2, "draw"))
    {'kind': 'moved', 'seat': 2, 'move': 'draw'}
    """
    found: dict[str, Any] = to_builtins(event)
    return found
