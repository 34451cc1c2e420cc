"""How fast a game is played: with a clock, within days, or as one likes. Moments are in milliseconds."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Annotated, Final

from msgspec import Meta, Struct

SECOND: Final = 1000
MINUTE: Final = 60 * SECOND
DAY: Final = 24 * 60 * MINUTE
GRACE: Final = MINUTE  # what somebody who comes back has at least


class Leisurely(Struct, frozen=True, tag_field="kind", tag="leisurely"):
    """Nobody is in a hurry."""


class Live(Struct, frozen=True, tag_field="kind", tag="live"):
    """Everybody has a clock, which gains a little with each turn."""

    minutes: Annotated[int, Meta(ge=1, le=240)] = 20
    seconds_a_turn: Annotated[int, Meta(ge=0, le=300)] = 10


class Days(Struct, frozen=True, tag_field="kind", tag="days"):
    """Everybody has so many days for a turn."""

    days: Annotated[int, Meta(ge=1, le=30)] = 2


Pace = Leisurely | Live | Days


@dataclass
class Clock:
    """The time of everybody at a table."""

    pace: Pace
    left: dict[int, int] = field(default_factory=dict)  # seat -> what its clock shows, in a live game
    seat: int | None = None  # whose time runs
    since: int = 0  # when it began to run

    def start(self, seats: Collection[int]) -> None:
        """Give everybody their time."""
        if isinstance(self.pace, Live):
            self.left = dict.fromkeys(seats, self.pace.minutes * MINUTE)

    def turn_to(self, seat: int | None, moment: int) -> None:
        """Let the time of a seat run from now on, or of nobody (`None`)."""
        if self.seat is not None and isinstance(self.pace, Live):
            self.left[self.seat] = max(0, self.left[self.seat] - (moment - self.since))
            if seat != self.seat:
                self.left[self.seat] += self.pace.seconds_a_turn * SECOND
        self.seat = seat
        self.since = moment

    def come_back(self, seat: int) -> None:
        """Let somebody who had no time left have a little."""
        if isinstance(self.pace, Live):
            self.left[seat] = max(self.left[seat], GRACE)

    @property
    def deadline(self) -> int | None:
        """When the seat whose time runs has none left."""
        if self.seat is None or isinstance(self.pace, Leisurely):
            return None
        return self.since + (self.left[self.seat] if isinstance(self.pace, Live) else self.pace.days * DAY)
