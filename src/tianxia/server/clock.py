"""The present time, in milliseconds, for everything that the server stores or compares with what is stored.

The time of a process goes on at the pace of a steady clock, whatever happens to the wall clock: somebody sets it, or it
is corrected after the server was started. It then approaches the wall clock so slowly that no game notices. Over
PostgreSQL all processes have the time of the database (`storage/shared_clock.py`). What is only waited for within a
process is measured by `time.monotonic`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Lock
from typing import Final

SECOND: Final = 1000
MINUTE: Final = 60 * SECOND
DAY: Final = 24 * 60 * MINUTE

SLOWLY: Final = 500
"""The time is corrected by one millisecond in this many: the clock of a player by 0.6 seconds in five minutes."""
FARTHEST: Final = DAY
"""A difference that is greater is corrected at once: a machine without a battery believes that it is 1970."""


def wall_clock() -> int:
    """The time of the machine, in milliseconds since 1970, UTC."""
    return time.time_ns() // 1_000_000


def steady_clock() -> int:
    """Milliseconds since some moment; nobody can set this clock. It counts the time for which a machine sleeps, where
    the system can tell."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1_000_000
    return time.monotonic_ns() // 1_000_000


def shrink(difference: int, elapsed: int) -> int:
    """The rest of a difference between two clocks after some time in which it is corrected slowly.

    >>> shrink(600_000, 5000), shrink(-600_000, 5000), shrink(4, 5000), shrink(2 * DAY, 0)
    (599990, -599990, 0, 0)
    """
    if abs(difference) > FARTHEST:
        return 0
    smaller = max(0, abs(difference) - max(0, elapsed) // SLOWLY)
    return smaller if difference > 0 else -smaller


class ServerClock:
    """A clock that goes on steadily from the time to which it was set. Threads may share it."""

    def __init__(self, wall: Callable[[], int] = wall_clock, steady: Callable[[], int] = steady_clock) -> None:
        self.wall = wall
        self.steady = steady
        self._lock = Lock()
        self._latest = 0  # it shows no moment before this one
        self._ahead_of_steady = wall() - steady()

    def __call__(self) -> int:
        """The present moment, in milliseconds since 1970, UTC."""
        with self._lock:
            self._latest = max(self._latest, self.steady() + self._ahead_of_steady)
            return self._latest

    def set(self, moment: int) -> None:
        """Set the clock. Set back by less than a second, it stands still meanwhile."""
        with self._lock:
            self._ahead_of_steady = moment - self.steady()
            if self._latest > moment + SECOND:
                self._latest = moment


CLOCK: Final = ServerClock()
"""The clock of this process."""


def now() -> int:
    """This moment, in milliseconds since 1970, UTC, by the clock of this process."""
    return CLOCK()
