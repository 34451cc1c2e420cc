"""What may happen at a table: each function says what follows from what somebody wants there, or refuses it.

Nothing is changed or stored here; `Tables` does that.
"""

from __future__ import annotations

import random
import secrets
from typing import Final

from msgspec import structs

from tianxia.play import Match
from tianxia.server.contract.tables import Status
from tianxia.server.identifiers import new_id
from tianxia.server.limits import MOST_EVENTS
from tianxia.server.people.service import Person
from tianxia.server.refusals import ForbiddenError, MissingError, StaleError, TooManyError
from tianxia.server.tables.events import (
    AnyEvent,
    Closed,
    Decision,
    Hinted,
    Left,
    Moved,
    Offered,
    Rematched,
    SatDown,
    Started,
    Talked,
    Undone,
)
from tianxia.server.tables.table import Seat, Table
from tianxia.words import Message, error, printable

Events = list[AnyEvent]

STATUS_KEYS: Final[dict[Status, str]] = {
    "waiting": "server.is-waiting",
    "playing": "server.is-playing",
    "over": "server.is-over",
    "closed": "server.is-closed",
}
"""How a table is, for whoever wants what cannot be done then."""


# ---- checks


def find_seat(table: Table, number: int) -> Seat:
    """A seat of the table."""
    if not 1 <= number <= len(table.seats):
        raise error(MissingError, "server.no-seat", seat=number)
    return table.seat(number)


def own_seat(table: Table, person: Person | None, number: int) -> Seat:
    """A seat that is somebody's own."""
    seat = find_seat(table, number)
    if person is None or seat.person != person.id:
        raise error(ForbiddenError, "server.not-your-seat", seat=number)
    return seat


def check_host(table: Table, person: Person) -> None:
    if table.host != person.id:
        raise error(ForbiddenError, "server.not-host")


def check_present(table: Table, person: Person) -> None:
    if not table.seats_of(person.id):
        raise error(ForbiddenError, "server.not-at-table")


def check_status(table: Table, *wanted: Status) -> None:
    if table.status not in wanted:
        raise error(StaleError, STATUS_KEYS[table.status])


def check_sequence(table: Table, sequence: int) -> None:
    if table.sequence != sequence:
        raise error(StaleError, "server.stale")


def check_room(table: Table) -> None:
    """Refuse what could go on for ever: all but the moves that bring the game to its end, a few hundred at most, and
    leaving."""
    if table.number >= MOST_EVENTS:
        raise error(TooManyError, "server.table-full", most=MOST_EVENTS)


def begun_match(table: Table) -> Match:
    """The game of a table where it has begun."""
    if table.match is None:
        raise error(StaleError, STATUS_KEYS[table.status])
    return table.match


# ---- before the game


def sit_down(table: Table, person: Person, number: int, invite: str | None = None) -> Events:
    """Take a free seat; or come back to one's own. Only the host takes several: for people who share a screen."""
    seat = find_seat(table, number)
    if seat.person == person.id:
        is_missed = seat.is_away and table.status == "playing"  # who left before the end did, for ever
        if is_missed:
            check_room(table)  # by moving they can come back
        return [SatDown(number, person.id, person.name)] if is_missed else []
    check_status(table, "waiting")
    check_room(table)
    if not seat.is_free:
        raise error(StaleError, "server.seat-taken", seat=number)
    if person.id != table.host:
        _check_guest(table, person, seat, _is_same(invite, table.invite))
    return [SatDown(number, person.id, person.name)]


def _check_guest(table: Table, person: Person, seat: Seat, has_invite: bool) -> None:
    """Refuse a seat to whom it is not for."""
    if person.id in table.sent_away and not has_invite:
        raise error(ForbiddenError, "server.sent-away")
    if seat.friend == person.id:  # in a rematch, perhaps one of several
        return
    if seat.kept_for == "friend" and not has_invite:
        raise error(ForbiddenError, "server.seat-kept", seat=seat.number)
    if table.seats_of(person.id):
        raise error(ForbiddenError, "server.one-seat")


def leave(table: Table, person: Person, number: int) -> Events:
    """Give up a seat; in a game, have a program play on. A host who leaves nobody behind gives up the table."""
    if own_seat(table, person, number).is_away:
        return []
    check_status(table, "waiting", "playing")
    is_last = all(other.person is None for other in table.seats if other.number != number)
    is_given_up = table.status == "waiting" and person.id == table.host and is_last
    return [Left(number), Closed()] if is_given_up else [Left(number)]


def offer(table: Table, person: Person, wish: Offered | SatDown) -> Events:
    """Say whom a seat is for, or take it: the host does, before the game. Who sits there has to get up."""
    check_host(table, person)
    check_status(table, "waiting")
    check_room(table)
    seat = find_seat(table, wish.seat)
    if isinstance(wish, SatDown) and seat.person == wish.person:
        return []
    is_sent_away = seat.person not in (None, table.host)
    invite = new_id() if is_sent_away else None  # the link that they have is of no use any more
    if isinstance(wish, Offered):
        return [structs.replace(wish, invite=invite)]
    return [wish] if seat.is_free else [Offered(wish.seat, "anybody", invite=invite), wish]


def start(table: Table, person: Person) -> Events:
    """Begin the game."""
    check_host(table, person)
    check_status(table, "waiting")
    free = [seat.number for seat in table.seats if seat.is_free]
    if len(free) == 1:
        raise error(StaleError, "server.seat-free", seat=free[0])
    if free:
        named = [Message("server.seat-and-colour", {"seat": number}) for number in free]
        raise error(StaleError, "server.seats-free", seats=named)
    return [draw_seats(table)]


def draw_seats(table: Table) -> Started:
    """The beginning of the game: everybody where they sit, or where the lot puts them."""
    order = list(range(1, len(table.seats) + 1))
    if table.is_shuffled:
        random.SystemRandom().shuffle(order)
    return Started(tuple(order))


def close(table: Table, person: Person) -> Events:
    """Give a table up before its game has begun."""
    check_host(table, person)
    check_status(table, "waiting")
    return [Closed()]


# ---- in the game


def play(table: Table, person: Person, decision: Decision, sequence: int) -> Events:
    """Move, confirm or undo, at the sequence number that the person saw. Who does is back."""
    seat = own_seat(table, person, decision.seat)
    check_status(table, "playing")
    check_sequence(table, sequence)
    if _goes_back(table, decision):
        check_room(table)
    back: Events = [SatDown(seat.number, person.id, person.name)] if seat.is_away else []
    return [*back, decision]


def _goes_back(table: Table, decision: Decision) -> bool:
    """Whether a move is taken back by it: one that waits is by another that waits."""
    is_waiting = table.match is not None and table.match.pending is not None
    return isinstance(decision, Undone) or (isinstance(decision, Moved) and is_waiting and not decision.confirmed)


def move_program(table: Table, spec: str, seat: int, move: str, sequence: int, thinker: str) -> Events:
    """The move of a program, thought of at a sequence number; where it failed, by another `thinker`."""
    check_sequence(table, sequence)
    if table.to_move != seat or table.program_to_move != spec:
        raise error(StaleError, "server.stale")
    return [Moved(seat, move, confirmed=True, program=thinker)]


def take_hint(table: Table, person: Person, seat: int, sequence: int) -> Events:
    """Let a seat that is to move have a hint."""
    own_seat(table, person, seat)
    check_sequence(table, sequence)
    if table.to_move != seat:
        raise error(StaleError, "server.stale")
    check_room(table)
    return [Hinted(seat)]


def run_out(table: Table, moment: int) -> Events:
    """Have a program play on for whoever has no time left."""
    seat, deadline = table.clock.seat, table.clock.deadline
    if seat is None or deadline is None or deadline > moment:
        return []
    return [Left(seat, late=True)]


def abandon(table: Table, limit: int, is_empty: bool) -> Events:
    """What follows if nothing happened since a moment, and whoever is to move is gone, or (`is_empty`) everybody."""
    if table.changed > limit or table.status not in ("waiting", "playing"):
        return []
    if is_empty:
        return [Closed()]
    return [] if table.to_move is None or table.program_to_move is not None else [Left(table.to_move, late=True)]


def talk(table: Table, person: Person, words: str) -> Events:
    """Say something to everybody at the table."""
    check_present(table, person)
    check_room(table)
    return [Talked(person.id, person.name, printable(words))]


# ---- after the game


def rematch(table: Table, person: Person, another: str) -> Events:
    """Another game for the same people and programs, at a table with this id; nothing, if there is one already."""
    if table.status in ("waiting", "playing"):
        raise error(StaleError, "server.rematch-later")
    check_status(table, "over")
    check_present(table, person)
    return [Rematched(another)] if rematch_of(table) is None else []


def rematch_of(table: Table) -> str | None:
    """The id of the table where they play again, if they do."""
    happened = (logged.stored.event for logged in table.log)
    return next((event.table for event in happened if isinstance(event, Rematched)), None)


def seats_again(table: Table, person: Person) -> list[Offered | SatDown]:
    """The seats of a rematch: programs and who asks sit down, the others are invited."""
    return [_again(seat, person) for seat in table.seats]


def _again(seat: Seat, person: Person) -> Offered | SatDown:
    if seat.program is not None:
        return Offered(seat.number, "program", seat.program)
    if seat.person == person.id:
        return SatDown(seat.number, person.id, person.name)
    return Offered(seat.number, "friend", person=seat.person)


def _is_same(logged: str | None, secret: str) -> bool:
    return logged is not None and secrets.compare_digest(logged.encode(), secret.encode())
