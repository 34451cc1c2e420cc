"""How fast a game is played: with a clock, within days, or as one likes. Moments are in milliseconds."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Final

from tianxia.server.clock import DAY, MINUTE, SECOND
from tianxia.server.contract.time_control import Days, Leisurely, Live, TimeControl

GRACE: Final = MINUTE  # what somebody who comes back has at least, in a live game
GRACE_OF_DAYS: Final = 60 * MINUTE  # the same where days were given


@dataclass
class Clock:
    """The time of everybody at a table.

    Leaving and coming back wins nobody time: the turn goes on where it was, and only who ran out gets a little more.
    """

    time_control: TimeControl
    left: dict[int, int] = field(default_factory=dict)  # seat -> what its clock shows, in a live game
    seat: int | None = None  # whose time runs
    since: int = 0  # when it began to run
    began: int = 0  # when the turn began
    until: int = 0  # when the turn ends for somebody who came back after their time had run out, in a game of days

    def start(self, seats: Collection[int]) -> None:
        """Give everybody their time."""
        if isinstance(self.time_control, Live):
            self.left = dict.fromkeys(seats, self.time_control.minutes * MINUTE)

    def pass_turn(self, seat: int | None, moment: int) -> None:
        """Let a new turn begin: of a seat whose time runs, or of one that has all the time (`None`)."""
        mover = self.seat
        self._stop(moment)
        if mover is not None and mover != seat and isinstance(self.time_control, Live):
            self.left[mover] += self.time_control.seconds_a_turn * SECOND
        self.seat, self.since, self.began, self.until = seat, moment, moment, 0

    def leave(self, moment: int) -> None:
        """Let the time of whoever is to move stand still: somebody else plays for them."""
        self._stop(moment)
        self.seat = None

    def come_back(self, seat: int, moment: int, is_to_move: bool) -> None:
        """Let the turn of somebody who left go on; who had no time left has a little."""
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
        """When the seat whose time runs has none left."""
        if self.seat is None or isinstance(self.time_control, Leisurely):
            return None
        if isinstance(self.time_control, Live):
            return self.since + self.left[self.seat]
        return max(self.began + self.time_control.days * DAY, self.until)
