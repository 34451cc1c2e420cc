"""The files of a SQLite database. SQLite does not notice that one was deleted, moved away or replaced while it is open.

It would go on writing into a file that nobody can find any more, and all that was stored since would be lost with the
process. That holds for the database and for its write-ahead log, which has the changes since the last checkpoint.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


class FileGoneError(Exception):
    """A file that is open is no longer at its place."""


class DatabaseFile:
    """The place of a database file, and which files were opened there."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.log = path.with_name(f"{path.name}-wal")
        self._connections: set[object] = set()  # open ones
        self._opened: os.stat_result | None = None
        self._opened_log: os.stat_result | None = None  # SQLite removes it when the last connection is closed

    def note_opened(self, connection: object) -> None:
        """Note a new connection. The first one ever decides which file it is, the first open one which log."""
        self._connections.add(connection)
        if self._opened is None:
            self._opened = self.path.stat()
        self._note_log()

    def note_closed(self, connection: object) -> None:
        """Note that a connection is about to be closed."""
        self._connections.discard(connection)
        if not self._connections:
            self._opened_log = None

    def check(self) -> None:
        """Raise `FileGoneError` if another file is there now, or none."""
        _check_same(self.path, self._opened)
        _check_same(self.log, self._opened_log)
        self._note_log()

    def _note_log(self) -> None:
        """Remember which log the open connections have; there is none before the first of them reads."""
        if self._connections and self._opened_log is None:
            with suppress(OSError):
                self._opened_log = self.log.stat()


def _check_same(path: Path, opened: os.stat_result | None) -> None:
    """Raise `FileGoneError` if a file that was opened is not at its place."""
    if opened is None:
        return
    try:
        found = path.stat()
    except OSError as failure:
        raise FileGoneError from failure
    if not os.path.samestat(found, opened):
        raise FileGoneError
