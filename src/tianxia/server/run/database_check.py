"""A look at the database before a process starts: what is wrong with it is an error in the terminal, and early."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from sqlalchemy import make_url

from tianxia.server.logs import LOG, configure_logs
from tianxia.server.storage.location import AwayError, open_database
from tianxia.words import text

PING_WITHIN: Final = 10  # seconds
NONE_LEFT: Final = ("too many clients", "remaining connection slots", "too many connections")
"""What PostgreSQL says in English where it has no connection left, for anybody or for this role or database."""


def check_database(database: str, upgrades: bool = True) -> None:
    """Open a database once and close it; where it cannot be used, raise an error of one sentence.

    A PostgreSQL that is away, or has no connection left, is no error: the log says that it is waited for. One that is
    there and refuses the connection, because of a wrong password or a wrong name, is an error.
    """
    with _leaving_when_told():
        asyncio.run(_check(database, upgrades))


@contextmanager
def _leaving_when_told() -> Iterator[None]:
    """SIGTERM ends the process with exit status 0 meanwhile: there is nothing to finish yet."""
    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


async def _check(database: str, upgrades: bool) -> None:
    try:
        await _open_once(database, upgrades)
    except AwayError as failure:
        if not is_full(failure) and await _accepts_connections(database):
            await _open_once(database, upgrades)  # it came just now, or refuses us again
            return
        configure_logs()
        LOG.warning(text("server.waiting", **failure.values))


async def _open_once(database: str, upgrades: bool) -> None:
    async with open_database(database, upgrades):
        pass


def is_full(failure: AwayError) -> bool:
    """Whether PostgreSQL has no connection left at present, as far as its words tell: they may be in any language."""
    return any(words in str(failure.values["reason"]) for words in NONE_LEFT)


async def _accepts_connections(database: str) -> bool:
    """Whether PostgreSQL runs and takes connections, perhaps not this one: what libpq finds out without logging in.

    The error of a connection that fails has no code that tells a wrong password from a server that is starting.
    """
    from psycopg.pq import PGconn, Ping  # installed only for PostgreSQL

    url = make_url(database).set(drivername="postgresql").update_query_dict({"connect_timeout": str(PING_WITHIN)})
    address = url.render_as_string(hide_password=False).encode()
    return await asyncio.to_thread(PGconn.ping, address) == Ping.OK
