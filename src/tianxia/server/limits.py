"""Limits: how much one person, or one address, may ask of the server.

`http/rate_limits.py` enforces the rates, `run/protocols.py` and `run/connections.py` the limits of connections, and
`live/streams.py` those of live streams.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

RECORD_BODY: Final = 2_000_000  # most bytes of a request with a record
STUDY_BODY: Final = 64_000  # most bytes of a study, which is sent again with every move
MOST_MOVES: Final = 5000  # most moves of an uploaded record, which is replayed for every look at it
MOST_KEPT: Final = 100_000  # most characters of an uploaded record; a long game has 15,000
MOST_EVENTS: Final = 5000  # most events of a table, apart from those that bring its game to its end

RateName = Literal[
    "general",
    "general_an_address",
    "login",
    "guesses",
    "guesses_an_account",
    "welcome",
    "handover",
    "hints",
    "hints_an_address",
    "talk",
    "records",
    "records_an_address",
    "reviews",
    "reviews_an_address",
    "studies",
    "studies_an_address",
    "tables",
    "tables_an_address",
    "seats",
    "undo",
    "following",
    "following_an_address",
    "letters",
    "uploads",
    "uploads_an_address",
    "analyses",
    "analyses_an_address",
]


@dataclass(frozen=True)
class Rate:
    """A token bucket: it holds `burst` tokens at most, and gains one every `seconds` seconds."""

    burst: int
    seconds: float


@dataclass(frozen=True)
class ConnectionLimits:
    """Limits of one connection, and of the number of connections. All times are in seconds."""

    an_address: int = 500  # open connections, in one process; a club may share an address
    head: int = 32_768  # most bytes of a request line with its headers; each header counts 32 bytes more
    head_within: float = 15.0  # for the head of a request to arrive; on a new connection, from its beginning
    idle: int = 5  # between an answer and the next request
    body_within: float = 20.0  # for a body to arrive, and a second more for every `body_rate` bytes that have
    body_rate: int = 4096
    rest_within: float = 5.0  # for the rest of a body that has been answered already
    stalled: float = 30.0  # for which a client may take nothing of an answer
    pipelined: int = 10  # requests sent before the answers to earlier ones; browsers send none


@dataclass(frozen=True)
class Limits:
    """All limits of a server. Rates are those of one person; those named "an_address" are of all who share one."""

    body: int = 64_000  # most bytes of a request
    general: Rate = Rate(200, 0.05)
    general_an_address: Rate = Rate(1000, 0.01)  # for all who share an address: a new name is soon made up
    login: Rate = Rate(10, 10)
    guesses: Rate = Rate(5, 600)  # log-ins to one account from one address, which nobody else can use up
    guesses_an_account: Rate = Rate(20, 60)  # further log-ins to one account, from all addresses together
    welcome: Rate = Rate(20, 10)
    handover: Rate = Rate(10, 10)
    hints: Rate = Rate(10, 5)
    hints_an_address: Rate = Rate(30, 2)
    talk: Rate = Rate(10, 2)
    records: Rate = Rate(20, 3)  # downloads and uploads that replay a whole game
    records_an_address: Rate = Rate(60, 1)
    reviews: Rate = Rate(100, 1)  # reviews of tables: a browser that replays a game asks for a move each second
    reviews_an_address: Rate = Rate(300, 0.25)
    studies: Rate = Rate(200, 0.1)  # positions of studies: pointing at a board previews many moves
    studies_an_address: Rate = Rate(400, 0.05)
    tables: Rate = Rate(20, 3)  # tables that are set up
    tables_an_address: Rate = Rate(100, 20)
    seats: Rate = Rate(30, 2)  # seats offered, taken, left
    undo: Rate = Rate(30, 1)
    following: Rate = Rate(30, 1)  # live streams opened
    following_an_address: Rate = Rate(300, 0.2)
    letters: Rate = Rate(10, 30)  # changes of personal data: some send an e-mail
    uploads: Rate = Rate(10, 60)  # records uploaded
    uploads_an_address: Rate = Rate(50, 60)
    analyses: Rate = Rate(10, 60)  # analyses requested
    analyses_an_address: Rate = Rate(30, 60)
    records_a_person: int = 100  # uploaded records kept; one more replaces the one not looked at for longest
    analyses_a_person: int = 2  # unfinished analyses
    waiting_an_address: int = 60  # requests that wait for their turn to compute, see `work/turns.py`
    tables_a_person: int = 50  # unfinished tables of one host
    connections: ConnectionLimits = ConnectionLimits()
    streams: int = 4000  # open live streams, in one process
    streams_a_person: int = 20
    streams_an_address: int = 200  # many people may share one

    def rate(self, name: RateName) -> Rate:
        rate: Rate = getattr(self, name)
        return rate
