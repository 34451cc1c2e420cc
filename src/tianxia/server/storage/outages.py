"""Outages of the database: told apart from bugs, logged once, and answered with 503."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnectionError

from tianxia.server.logs import LOG
from tianxia.server.refusals import UnavailableError
from tianxia.words import error

TRY_AGAIN: Final = 5  # seconds
OF_THE_SERVER: Final = ("08", "53", "57", "58")
"""Classes of the error codes of PostgreSQL for outages: connection, resources, operator, system."""
OF_THE_FILE: Final = (
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
)
"""The error codes of SQLite for outages."""


class Outages:
    """Whether the database is away, as this process knows it."""

    def __init__(self) -> None:
        self._is_away: bool | None = None  # unknown until it has answered once

    @contextmanager
    def noticed(self) -> Iterator[None]:
        """Raise `UnavailableError` for errors in the block that come from an outage; raise others as they are."""
        try:
            yield
        except (DBAPIError, NoConnectionError) as failure:
            if not is_outage(failure):
                raise
            raise self.begin(failure) from failure

    def begin(self, failure: Exception) -> UnavailableError:
        """Log once that the database is away; returns the error to raise."""
        if self._is_away is False:
            self._is_away = True
            LOG.warning("the database is away", reason=type(getattr(failure, "orig", failure)).__name__)
        return refusal()

    def end(self) -> None:
        """Log that the database is back, if it was away."""
        if self._is_away:
            LOG.warning("the database is back")
        self._is_away = False


def refusal() -> UnavailableError:
    """The error to raise while the database is away; a client is told when to try again."""
    refused = error(UnavailableError, "server.away")
    refused.wait = TRY_AGAIN
    return refused


def is_outage(failure: DBAPIError | NoConnectionError) -> bool:
    """Whether a query failed because the database is away, full or locked, and not because the query is wrong."""
    if isinstance(failure, NoConnectionError):  # all connections are in use, by requests that wait for the database
        return True
    if isinstance(failure.orig, sqlite3.Error):
        return getattr(failure.orig, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF in OF_THE_FILE
    code = getattr(failure.orig, "sqlstate", None)
    if code is not None:
        return str(code).startswith(OF_THE_SERVER)
    return failure.connection_invalidated or isinstance(failure, OperationalError | InterfaceError)
