"""Commands of people and programs at a table.

Each function returns the events that follow from a command, or refuses it. Nothing is changed or stored here:
`TableService` applies and stores the events.
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
"""Status of a table -> the key of the refusal of a command that the status does not allow."""


# ---- checks


def find_seat(table: Table, number: int) -> Seat:
    """A seat of the table."""
    if not 1 <= number <= len(table.seats):
        raise error(MissingError, "server.no-seat", seat=number)
    return table.seat(number)


def own_seat(table: Table, person: Person | None, number: int) -> Seat:
    """A seat of the table, which has to be the person's own."""
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
    """Refuse a command made for an earlier state of the game (optimistic concurrency control)."""
    if table.sequence != sequence:
        raise error(StaleError, "server.stale")


def check_room(table: Table) -> None:
    """Refuse a command that could be repeated for ever, where the log of the table is full.

    Not checked for moves that bring the game to its end, of which there are a few hundred at most, and for leaving.
    """
    if table.number >= MOST_EVENTS:
        raise error(TooManyError, "server.table-full", most=MOST_EVENTS)


def check_time(table: Table, seat: int, moment: int) -> None:
    """Refuse what somebody does who has no time left, even before the server has noticed that by itself."""
    if table.clock.is_up(seat, moment):
        raise error(StaleError, "server.time-is-up" if table.clock.gains_time else "server.time-is-up-for-good")


def begun_match(table: Table) -> Match:
    """The match of a table, whose game has to have begun."""
    if table.match is None:
        raise error(StaleError, STATUS_KEYS[table.status])
    return table.match


# ---- before the game


def sit_down(table: Table, person: Person, number: int, invite: str | None = None, moment: int = 0) -> Events:
    """Take a free seat, or come back to one's own. Only the host takes several, for people who share a screen.

    `moment` is the present one: somebody whose time is up cannot come back.
    """
    seat = find_seat(table, number)
    if seat.person == person.id:
        is_missed = seat.is_away and table.status == "playing"  # after the game, leaving is final
        if is_missed:
            check_time(table, number, moment)
            check_room(table)  # where it is full, they come back by making a move
        return [_back(table, person, seat)] if is_missed else []
    check_status(table, "waiting")
    check_room(table)
    if not seat.is_free:
        raise error(StaleError, "server.seat-taken", seat=number)
    if person.id != table.host:
        _check_guest(table, person, seat, _is_same(invite, table.invite))
    return [SatDown(number, person.id, person.name)]


def _back(table: Table, person: Person, seat: Seat) -> SatDown:
    """Somebody comes back to a seat. Several seats of one person keep the names that they were given."""
    is_shared = len(table.seats_of(person.id)) > 1
    return SatDown(seat.number, person.id, seat.name if is_shared else person.name)


def _check_guest(table: Table, person: Person, seat: Seat, has_invite: bool) -> None:
    """Refuse a seat that is not for this guest."""
    if person.id in table.sent_away and not has_invite:
        raise error(ForbiddenError, "server.sent-away")
    if seat.friend == person.id:  # in a rematch, perhaps one of several
        return
    if seat.kept_for == "friend" and not has_invite:
        raise error(ForbiddenError, "server.seat-kept", seat=seat.number)
    if table.seats_of(person.id):
        raise error(ForbiddenError, "server.one-seat")


def leave(table: Table, person: Person, number: int) -> Events:
    """Leave a seat; during a game a program plays on. A host who was alone at a waiting table closes it."""
    if own_seat(table, person, number).is_away:
        return []
    check_status(table, "waiting", "playing")
    is_last = all(other.person is None for other in table.seats if other.number != number)
    is_given_up = table.status == "waiting" and person.id == table.host and is_last
    return [Left(number), Closed()] if is_given_up else [Left(number)]


def offer(table: Table, person: Person, wish: Offered | SatDown) -> Events:
    """Set for whom a seat is, or take it, as the host before the game. Somebody who sits there is sent away."""
    check_host(table, person)
    check_status(table, "waiting")
    check_room(table)
    seat = find_seat(table, wish.seat)
    if isinstance(wish, SatDown) and seat.person == wish.person:
        return []
    is_sent_away = seat.person not in (None, table.host)
    invite = new_id() if is_sent_away else None  # so that the link they have lets them in no more
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
    """The start of the game, with everybody in their own seat, or in one drawn by lot where the table is shuffled."""
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


def play(table: Table, person: Person, decision: Decision, sequence: int, moment: int = 0) -> Events:
    """Make a move, confirm or undo one, at the sequence number that the person saw.

    Somebody who had left comes back to the table by it. `moment` is the present one: nobody moves whose time is up.
    """
    seat = own_seat(table, person, decision.seat)
    check_status(table, "playing")
    check_sequence(table, sequence)
    if _goes_back(table, decision):
        check_room(table)
    check_time(table, seat.number, moment)
    back: Events = [_back(table, person, seat)] if seat.is_away else []
    return [*back, decision]


def _goes_back(table: Table, decision: Decision) -> bool:
    """Whether a decision takes a move back: an undo does, and a pending move that replaces another pending move."""
    is_waiting = table.match is not None and table.match.pending is not None
    return isinstance(decision, Undone) or (isinstance(decision, Moved) and is_waiting and not decision.confirmed)


def move_program(table: Table, spec: str, seat: int, move: str, sequence: int, thinker: str) -> Events:
    """Make the move that a program chose at a sequence number. `thinker` is the program that chose it: where the one
    in the seat failed, another does."""
    check_sequence(table, sequence)
    if table.to_move != seat or table.program_to_move != spec:
        raise error(StaleError, "server.stale")
    return [Moved(seat, move, confirmed=True, program=thinker)]


def take_hint(table: Table, person: Person, seat: int, sequence: int) -> Events:
    """Take a hint for a seat that is to move."""
    own_seat(table, person, seat)
    check_sequence(table, sequence)
    if table.to_move != seat:
        raise error(StaleError, "server.stale")
    check_room(table)
    return [Hinted(seat)]


def run_out(table: Table, moment: int) -> Events:
    """Let a program play on for the seat to move, if its time is up."""
    seat, deadline = table.clock.seat, table.clock.deadline
    if seat is None or deadline is None or deadline > moment:
        return []
    return [Left(seat, late=True)]


def abandon(table: Table, limit: int, is_empty: bool) -> Events:
    """Give up on people who are gone from a table at which nothing happened since the moment `limit`.

    Where everybody is gone (`is_empty`), the table is closed; otherwise a program plays on for the seat to move.
    """
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
    """Set up another game for the same people and programs, at a table with the id `another`; nothing happens where
    there is one already."""
    if table.status in ("waiting", "playing"):
        raise error(StaleError, "server.rematch-later")
    check_status(table, "over")
    check_present(table, person)
    return [Rematched(another)] if rematch_of(table) is None else []


def rematch_of(table: Table) -> str | None:
    """The id of the table of the rematch, if there is one."""
    happened = (logged.stored.event for logged in table.log)
    return next((event.table for event in happened if isinstance(event, Rematched)), None)


def seats_again(table: Table, person: Person) -> list[Offered | SatDown]:
    """The seats of a rematch: programs and the person who asks for it sit down, the others are invited."""
    return [_again(table, seat, person) for seat in table.seats]


def _again(table: Table, seat: Seat, person: Person) -> Offered | SatDown:
    if seat.program is not None:
        return Offered(seat.number, "program", seat.program)
    if seat.person == person.id:
        return _back(table, person, seat)
    return Offered(seat.number, "friend", person=seat.person)


def _is_same(given: str | None, secret: str) -> bool:
    return given is not None and secrets.compare_digest(given.encode(), secret.encode())
