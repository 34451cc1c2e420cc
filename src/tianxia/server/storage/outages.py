"""Outages of the database: distinguished from bugs, logged once, and answered with 503."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnectionError

from tianxia.server.logs import LOG
from tianxia.server.refusals import UnavailableError
from tianxia.server.storage.database_file import FileGoneError
from tianxia.words import error

TRY_AGAIN: Final = 5  # seconds
READ_ONLY: Final = "25006"
"""The error code of PostgreSQL where it takes no changes: read_only_sql_transaction."""
OF_THE_SERVER: Final = ("08", READ_ONLY, "53", "57", "58")
"""Error codes of PostgreSQL for outages, most of them whole classes: connection, resources, operator, system."""
WITHOUT_CHANGES: Final = (READ_ONLY, "53100", "58")
"""Those after which it may still answer what changes nothing: 53100 is disk_full."""
OF_THE_FILE: Final = (
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
)
"""The error codes of SQLite for outages."""
NO_SPACE: Final = tuple(getattr(errno, name) for name in ("ENOSPC", "EDQUOT", "EFBIG") if hasattr(errno, name))
"""The error codes of the operating system where nothing more can be written."""


class NoSpaceError(Exception):
    """There is too little space left for the next changes."""


class Outages:
    """Whether the database is away, as this process knows it."""

    def __init__(self) -> None:
        self._is_away: bool | None = None  # unknown until it has answered once
        self._is_proof_needed = False  # whether only a change that was stored shows that it is back

    @property
    def is_away(self) -> bool:
        return bool(self._is_away)

    @contextmanager
    def noticed(self) -> Iterator[None]:
        """Raise `UnavailableError` for errors in the block that come from an outage; raise others as they are."""
        try:
            yield
        except (DBAPIError, NoConnectionError, FileGoneError, NoSpaceError) as failure:
            if isinstance(failure, DBAPIError) and not is_outage(failure):
                raise
            raise self.begin(failure) from failure

    def begin(self, failure: Exception) -> UnavailableError:
        """Log once that the database is away; returns the error to raise."""
        self._is_proof_needed = self._is_proof_needed or not _is_disconnected(failure)
        if self._is_away is False:
            self._is_away = True
            LOG.warning("the database is away", reason=_reason(failure))
        return refusal()

    def note_answer(self) -> None:
        """A transaction succeeded. That ends an outage, unless the database answers but takes no changes."""
        if not self._is_proof_needed:
            self.end()

    def end(self) -> None:
        """Log that the database is back, if it was away: a change was stored."""
        if self._is_away:
            LOG.warning("the database is back")
        self._is_away = self._is_proof_needed = False


def refusal() -> UnavailableError:
    """The error to raise while the database is away; it says when to try again."""
    refused = error(UnavailableError, "server.away")
    refused.wait = TRY_AGAIN
    return refused


def is_outage(failure: DBAPIError) -> bool:
    """Whether a query failed because the database is away, full or locked, and not because the query is wrong."""
    if isinstance(failure.orig, sqlite3.Error):
        return getattr(failure.orig, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF in OF_THE_FILE
    if _code_of(failure):
        return _code_of(failure).startswith(OF_THE_SERVER)
    return failure.connection_invalidated or isinstance(failure, OperationalError | InterfaceError)


def _is_disconnected(failure: Exception) -> bool:
    """Whether PostgreSQL could not be reached: it is back as soon as it answers anything."""
    if isinstance(failure, FileGoneError | NoSpaceError) or isinstance(_original(failure), sqlite3.Error):
        return False
    return not _code_of(failure).startswith(WITHOUT_CHANGES)


def _reason(failure: Exception) -> str:
    """The name of an error, without any values."""
    cause = _original(failure)
    return getattr(cause, "sqlite_errorname", None) or type(cause).__name__


def _original(failure: Exception) -> BaseException:
    """The error of the driver."""
    return getattr(failure, "orig", None) or failure


def _code_of(failure: Exception) -> str:
    """The error code of PostgreSQL, "" if there is none."""
    return getattr(_original(failure), "sqlstate", None) or ""
