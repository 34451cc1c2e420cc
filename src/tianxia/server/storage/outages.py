"""Times when the database is away: told apart from our own mistakes, noted once, and answered with 503."""

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
"""Classes of the codes with which PostgreSQL says that it cannot just now: lines, resources, operators, the system."""
OF_THE_FILE: Final = (
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
)
"""What SQLite says then."""


class Outages:
    """What one process knows about its database being away."""

    def __init__(self) -> None:
        self._is_away: bool | None = None  # not known before it has answered: who opens it says what is wrong

    @contextmanager
    def noticed(self) -> Iterator[None]:
        """Refuse what needs the database while it is away. What else fails in it is raised as it is."""
        try:
            yield
        except (DBAPIError, NoConnectionError) as failure:
            if not is_outage(failure):
                raise
            raise self.begin(failure) from failure

    def begin(self, failure: Exception) -> UnavailableError:
        """Note that the database is away, once; the refusal of what cannot be done then."""
        if self._is_away is False:
            self._is_away = True
            LOG.warning("the database is away", reason=type(getattr(failure, "orig", failure)).__name__)
        return refusal()

    def end(self) -> None:
        """Note that the database answers, if it did not before."""
        if self._is_away:
            LOG.warning("the database is back")
        self._is_away = False


def refusal() -> UnavailableError:
    """Of whatever needs the database while it is away."""
    refused = error(UnavailableError, "server.away")
    refused.wait = TRY_AGAIN
    return refused


def is_outage(failure: DBAPIError | NoConnectionError) -> bool:
    """Whether a query failed since the database is away, full or locked, and not since the query is wrong."""
    if isinstance(failure, NoConnectionError):  # all are in use: whoever has them waits for the database
        return True
    if isinstance(failure.orig, sqlite3.Error):
        return getattr(failure.orig, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF in OF_THE_FILE
    code = getattr(failure.orig, "sqlstate", None)
    if code is not None:
        return str(code).startswith(OF_THE_SERVER)
    return failure.connection_invalidated or isinstance(failure, OperationalError | InterfaceError)
