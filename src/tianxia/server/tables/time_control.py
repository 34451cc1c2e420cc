"""The clocks of a table: a time for each player, some days for each turn, or no limit. Moments are in milliseconds.

To leave a table wins no time. The clock of somebody who is away runs on while it is their turn; they only have no
deadline, since a program makes their moves. Somebody who comes back therefore has at most the time that
they would have if they had stayed, and somebody whose time is up cannot come back before they have some again.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from tianxia.server.clock import DAY, MINUTE, SECOND
from tianxia.server.contract.time_control import Days, Leisurely, Live, TimeControl


@dataclass
class Clock:
    """The clocks of all seats at a table."""

    time_control: TimeControl
    left: dict[int, int] = field(default_factory=dict)  # seat -> milliseconds left, in a live game, at `since`
    running: int | None = None  # the seat whose time runs
    is_away: bool = False  # whether the person in that seat is away
    since: int = 0  # the moment when it began to run
    began: int = 0  # the moment when the turn began

    def start(self, seats: Collection[int]) -> None:
        """Set the clocks of all seats at the start of a game."""
        if isinstance(self.time_control, Live):
            self.left = dict.fromkeys(seats, self.time_control.minutes * MINUTE)

    def pass_turn(self, seat: int | None, moment: int, is_away: bool = False) -> None:
        """Begin a new turn: of a person, who may be away, or of a program, which needs no clock (`None`)."""
        mover, was_away = self.running, self.is_away
        self.stop(moment)
        if mover is not None and mover != seat and isinstance(self.time_control, Live):
            self._add_time(mover, self.time_control.seconds_a_turn * SECOND, was_away)
        self.running, self.is_away, self.since, self.began = seat, is_away, moment, moment

    def _add_time(self, seat: int, gain: int, was_away: bool) -> None:
        """Add the time that a turn gains. Nobody saves it up while a program makes their moves."""
        self.left[seat] = max(self.left[seat], gain) if was_away else self.left[seat] + gain

    def leave(self, seat: int) -> None:
        """Take away the deadline of a seat whose person left, since a program plays on for it. Its time runs on."""
        if self.running == seat:
            self.is_away = True

    def come_back(self, seat: int) -> None:
        """Let the deadline hold again for somebody who came back."""
        if self.running == seat:
            self.is_away = False

    def stop(self, moment: int) -> None:
        """Let nobody's time run."""
        if self.running is not None and isinstance(self.time_control, Live):
            self.left[self.running] = self._time_left(self.running, moment)
        self.running, self.is_away = None, False

    def _time_left(self, seat: int, moment: int) -> int:
        """What the clock of a seat shows in a live game."""
        elapsed = max(0, moment - self.since) if seat == self.running else 0
        return max(0, self.left[seat] - elapsed)

    def is_up(self, seat: int, moment: int) -> bool:
        """Whether a seat has no time left, for this turn or at all."""
        if isinstance(self.time_control, Live):
            return self._time_left(seat, moment) == 0
        if isinstance(self.time_control, Days) and seat == self.running:
            return moment >= self.began + self.time_control.days * DAY
        return False

    @property
    def gains_time(self) -> bool:
        """Whether a seat whose time is up has some again after its turn."""
        return not isinstance(self.time_control, Live) or self.time_control.seconds_a_turn > 0

    @property
    def seat(self) -> int | None:
        """The seat that the clock waits for: that of a person who is to move and is not away."""
        return None if self.is_away else self.running

    @property
    def deadline(self) -> int | None:
        """The moment when the time of the seat to move is up; `None`: never."""
        if self.seat is None or isinstance(self.time_control, Leisurely):
            return None
        if isinstance(self.time_control, Live):
            return self.since + self.left[self.seat]
        return self.began + self.time_control.days * DAY
