"""The clocks of a table: a time for each player, some days for each turn, or no limit. Moments are in milliseconds."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Final

from tianxia.server.clock import DAY, MINUTE, SECOND
from tianxia.server.contract.time_control import Days, Leisurely, Live, TimeControl

GRACE: Final = MINUTE  # the least time of somebody who comes back, in a live game
GRACE_OF_DAYS: Final = 60 * MINUTE  # the least time of somebody who comes back late, where a turn has days


@dataclass
class Clock:
    """The clocks of all seats at a table.

    Leaving and coming back gains no time: the turn goes on where it was. Only somebody whose time was up gets a little.
    """

    time_control: TimeControl
    left: dict[int, int] = field(default_factory=dict)  # seat -> milliseconds left, in a live game
    seat: int | None = None  # the seat whose time runs
    since: int = 0  # the moment when it began to run
    began: int = 0  # the moment when the turn began
    until: int = 0  # the moment when the turn ends for somebody who came back late, where a turn has days

    def start(self, seats: Collection[int]) -> None:
        """Set the clocks of all seats at the start of a game."""
        if isinstance(self.time_control, Live):
            self.left = dict.fromkeys(seats, self.time_control.minutes * MINUTE)

    def pass_turn(self, seat: int | None, moment: int) -> None:
        """Begin a new turn: of a seat whose time runs, or of a program, which needs no clock (`None`)."""
        mover = self.seat
        self._stop(moment)
        if mover is not None and mover != seat and isinstance(self.time_control, Live):
            self.left[mover] += self.time_control.seconds_a_turn * SECOND
        self.seat, self.since, self.began, self.until = seat, moment, moment, 0

    def leave(self, moment: int) -> None:
        """Stop the clock of the seat to move, since a program plays on for it."""
        self._stop(moment)
        self.seat = None

    def come_back(self, seat: int, moment: int, is_to_move: bool) -> None:
        """Start the clock of somebody who came back, with the least time at least."""
        if isinstance(self.time_control, Live):
            self.left[seat] = max(self.left[seat], GRACE)
        if is_to_move:
            self.seat, self.since = seat, moment
            if isinstance(self.time_control, Days) and moment >= self.began + self.time_control.days * DAY:
                self.until = max(self.until, moment + GRACE_OF_DAYS)

    def _stop(self, moment: int) -> None:
        if self.seat is not None and isinstance(self.time_control, Live):
            self.left[self.seat] = max(0, self.left[self.seat] - (moment - self.since))

    @property
    def deadline(self) -> int | None:
        """The moment when the time of the seat to move is up; `None`: never."""
        if self.seat is None or isinstance(self.time_control, Leisurely):
            return None
        if isinstance(self.time_control, Live):
            return self.since + self.left[self.seat]
        return max(self.began + self.time_control.days * DAY, self.until)
