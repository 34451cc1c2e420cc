"""How much one person, or one address, may ask of the server."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

RECORD_BODY: Final = 2_000_000  # bytes of a request that may carry a record
STUDY_BODY: Final = 64_000  # the same for a study, which is sent again with every move
MOST_MOVES: Final = 5000  # of a record that is kept, and replayed whenever somebody looks at it
MOST_KEPT: Final = 100_000  # signs of the same; a long game has 15,000
MOST_EVENTS: Final = 5000  # at a table; then there are only those that bring its game to an end

RateName = Literal[
    "general",
    "login",
    "welcome",
    "handover",
    "hints",
    "talk",
    "records",
    "reviews",
    "studies",
    "tables",
    "tables_an_address",
    "seats",
    "undo",
    "following",
    "letters",
    "uploads",
    "uploads_an_address",
    "analyses",
    "analyses_an_address",
]


@dataclass(frozen=True)
class Rate:
    """A token bucket: it holds so many tokens, and gains one each time so many seconds have passed."""

    burst: int
    seconds: float


@dataclass(frozen=True)
class Limits:
    """All limits of a server. Rates are those of one person; those named "an_address" are of all who share one."""

    body: int = 64_000  # bytes of a request
    general: Rate = Rate(200, 0.05)
    login: Rate = Rate(10, 10)
    welcome: Rate = Rate(20, 10)
    handover: Rate = Rate(10, 10)
    hints: Rate = Rate(10, 5)
    talk: Rate = Rate(10, 2)
    records: Rate = Rate(20, 3)  # games that are replayed
    reviews: Rate = Rate(100, 1)  # the same, of tables: a browser that plays one again asks for a move each second
    studies: Rate = Rate(200, 0.1)  # positions that are read: whoever points at a board looks at many moves
    tables: Rate = Rate(20, 3)  # that are set up
    tables_an_address: Rate = Rate(100, 20)  # the same for all who share an address: a new name is soon made up
    seats: Rate = Rate(30, 2)  # offered, taken, left
    undo: Rate = Rate(30, 1)
    following: Rate = Rate(30, 1)  # live streams that are opened
    letters: Rate = Rate(10, 30)  # changes of what somebody tells about themselves: some have a letter sent
    uploads: Rate = Rate(10, 60)  # of records to keep
    uploads_an_address: Rate = Rate(50, 60)
    analyses: Rate = Rate(10, 60)  # that are asked for
    analyses_an_address: Rate = Rate(30, 60)
    records_a_person: int = 100  # that are kept; one more takes the place of the one that was looked at longest ago
    analyses_a_person: int = 2  # at once
    tables_a_person: int = 50  # of which one person is the host, and that are not over yet
    streams: int = 4000  # open ones, in one process
    streams_a_person: int = 20
    streams_an_address: int = 200  # many people may share one

    def rate(self, name: RateName) -> Rate:
        rate: Rate = getattr(self, name)
        return rate
