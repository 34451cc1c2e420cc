"""The state of a table, which follows from its events. It holds all secrets; `presenter` decides who may see what."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from tianxia.play import LogEntry, Match
from tianxia.server.contract.tables import Status
from tianxia.server.contract.time_control import TimeControl
from tianxia.server.tables.events import (
    Closed,
    Confirmed,
    Decision,
    Hinted,
    Left,
    Moved,
    Offered,
    Rematched,
    SatDown,
    Started,
    StoredEvent,
    Talked,
    Undone,
)
from tianxia.server.tables.game import GameSoFar, GameStart, apply_decision
from tianxia.server.tables.time_control import Clock
from tianxia.words import text

STAND_IN: Final = "level:adept"
"""The program that plays on for somebody who left."""

DECISIONS = (Moved, Confirmed, Undone)


@dataclass
class Seat:
    """A seat at a table."""

    number: int  # from 1
    kept_for: str = "anybody"  # whom the host wanted there: "program", "friend" or "anybody"
    friend: str | None = None  # the id of the friend it is kept for, if that is known
    person: str | None = None  # the id of the person who sits there
    name: str = ""
    program: str | None = None  # the spec of the program that sits there
    is_away: bool = False  # whether the person left or ran out of time, so that the stand-in plays
    hints: int = 0  # how many it took
    own: list[bool] = field(default_factory=list)  # by move: whether the person made it, and not a program
    shown: int = 0  # how many of the next moves the person has seen a program make: it was taken back

    @property
    def is_free(self) -> bool:
        return self.person is None and self.program is None

    @property
    def active_program(self) -> str | None:
        """The program that makes the moves of this seat now, if one does."""
        return STAND_IN if self.is_away else self.program


@dataclass(frozen=True)
class LoggedEvent:
    """An event of the log of a table, with the entries that it added to the log of the game."""

    stored: StoredEvent
    entries: tuple[LogEntry, ...] = ()


@dataclass(repr=False)  # the server's log must not show the seed of a table
class Table:
    """A table at which one game is played."""

    id: str
    host: str  # the person who set it up, until they leave the table to another
    invite: str  # lets friends in; replaced when somebody is sent away
    game_start: GameStart
    time_control: TimeControl
    is_listed: bool
    is_shuffled: bool
    created: int
    is_rated: bool = True  # whether its host wants it to be rated, where it can be
    founder: str = field(init=False)  # the person who set it up
    seats: list[Seat] = field(init=False)
    clock: Clock = field(init=False)
    log: list[LoggedEvent] = field(default_factory=list)
    match: Match | None = None  # since the game started
    is_closed: bool = False
    sent_away: set[str] = field(default_factory=set)  # ids of people whose seat the host gave to somebody else
    decisions: list[Decision] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.founder = self.host
        self.seats = [Seat(number) for number in range(1, self.game_start.players + 1)]
        self.clock = Clock(self.time_control)

    # ---- asking

    @property
    def number(self) -> int:
        """The number of the last event."""
        return len(self.log)

    @property
    def changed(self) -> int:
        return self.log[-1].stored.moment if self.log else self.created

    @property
    def status(self) -> Status:
        if self.is_closed:
            return "closed"
        if self.match is None:
            return "waiting"
        return "over" if self.match.over else "playing"

    @property
    def sequence(self) -> int:
        return 0 if self.match is None else self.match.sequence

    @property
    def to_move(self) -> int | None:
        return None if self.match is None or self.is_closed else self.match.to_move

    @property
    def program_to_move(self) -> str | None:
        """The program that is to move, if it is a program's turn."""
        return None if self.to_move is None else self.seat(self.to_move).active_program

    def seat(self, number: int) -> Seat:
        return self.seats[number - 1]

    def seats_of(self, person: str) -> list[int]:
        return [seat.number for seat in self.seats if seat.person == person]

    @property
    def game_so_far(self) -> GameSoFar:
        """The game, as another process needs it to think about it."""
        return GameSoFar(self.game_start, list(self.decisions))

    # ---- events

    def apply(self, stored: StoredEvent) -> None:
        """Apply the next event. A move against the rules raises an error, and then nothing has changed."""
        assert stored.number == self.number + 1, f"{stored.number} after {self.number}"
        event = stored.event
        entries: list[LogEntry] = []
        if isinstance(event, DECISIONS):
            assert self.match is not None
            entries = apply_decision(self.match, event)
            self.decisions.append(event)
            self._count(event, entries)
            if not isinstance(event, Undone) and not self.match.may_undo:
                self._turn_clock(stored.moment)
        elif isinstance(event, Started):
            entries = self._start(event, stored.moment)
        else:
            self._seat_people(event, stored.moment)
        self.log.append(LoggedEvent(stored, tuple(entries)))

    def _count(self, decided: Decision, entries: list[LogEntry]) -> None:
        """Keep count of who made the moves of a seat that were not taken back.

        After a person took back a program's move, their next move is not their own: they have seen the program's.
        """
        seat = self.seat(decided.seat)
        for entry in entries:
            if entry.kind == "undo":
                seat.shown += not seat.own.pop()
            elif entry.kind == "move" and not entry.forced:
                is_own = isinstance(decided, Moved) and decided.program is None and not seat.shown
                seat.own.append(is_own)
                seat.shown = max(0, seat.shown - 1)

    def _seat_people(self, event: object, moment: int) -> None:
        if isinstance(event, Offered):
            self._send_away(event)
            self.seats[event.seat - 1] = Seat(
                event.seat, event.who, event.person, program=event.program, name=event.program or ""
            )
        elif isinstance(event, SatDown):
            self._sit_down(event)
        elif isinstance(event, Left):
            self._leave(event)
        elif isinstance(event, Closed):
            self.is_closed = True
            self.clock.stop(moment)
        elif isinstance(event, Hinted):
            self.seat(event.seat).hints += 1
        else:
            assert isinstance(event, Talked | Rematched)

    def _send_away(self, event: Offered) -> None:
        """Free a seat for what it is offered as. Somebody who is sent away needs the new invitation to come back."""
        person = self.seat(event.seat).person
        if person is not None and person != self.host:
            self.sent_away.add(person)
        if event.invite is not None:
            self.invite = event.invite

    def _sit_down(self, event: SatDown) -> None:
        seat = self.seat(event.seat)
        seat.person, seat.name, seat.is_away = event.person, event.name, False
        self.clock.come_back(seat.number)
        self._name_seats()

    def _leave(self, event: Left) -> None:
        seat = self.seat(event.seat)
        if self.match is None:
            is_host = seat.person == self.host
            seat.person, seat.name = None, ""
            remaining = [seat.person for seat in self.seats if seat.person is not None]
            if is_host and remaining and self.host not in remaining:
                self.host = remaining[0]
        else:
            seat.is_away = True
            self.clock.leave(seat.number)

    def _start(self, event: Started, moment: int) -> list[LogEntry]:
        before = self.seats
        self.seats = [before[old - 1] for old in event.order]
        for number, seat in enumerate(self.seats, 1):
            seat.number = number
        self.match = self.game_start.begin()
        self._name_seats()
        self.clock.start([seat.number for seat in self.seats])
        self._turn_clock(moment)
        return list(self.match.log)

    def _name_seats(self) -> None:
        if self.match is not None:
            self.match.names = [self.call(seat) for seat in self.seats]

    def call(self, seat: Seat) -> str:
        """The name of a seat in the game, different for every person.

        Several seats of one person that were given no names of their own are called by their colours; people of the
        same name by name and colour. A program keeps its spec, by which records know it.
        """
        if seat.person is None:
            return seat.name
        namesakes = [other for other in self.seats if other is not seat and other.name == seat.name]
        if any(other.person == seat.person for other in namesakes):
            return text(f"seat.{seat.number}")
        if namesakes:
            return text("server.of-colour", name=seat.name, colour=text(f"seat.{seat.number}"))
        return seat.name

    def _turn_clock(self, moment: int) -> None:
        """Start the clock of the seat to move, if a person sits there."""
        seat = None if self.to_move is None else self.seat(self.to_move)
        if seat is None or seat.person is None:
            self.clock.pass_turn(None, moment)
        else:
            self.clock.pass_turn(seat.number, moment, seat.is_away)
