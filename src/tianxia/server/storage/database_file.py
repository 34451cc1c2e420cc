"""The file of a SQLite database. SQLite does not notice that it was deleted, moved away or replaced while it is open.

It would go on writing into a file that nobody can find any more, and all that was stored since would be lost with the
process.
"""

from __future__ import annotations

import os
from pathlib import Path


class FileGoneError(Exception):
    """The file that is open is no longer at its place."""


class DatabaseFile:
    """The place of a database file, and which file was opened there."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._opened: os.stat_result | None = None

    def note_opened(self) -> None:
        """Remember which file it is, at the first connection to it."""
        if self._opened is None:
            self._opened = self.path.stat()

    def check(self) -> None:
        """Raise `FileGoneError` if another file is there now, or none."""
        if self._opened is None:
            return
        try:
            found = self.path.stat()
        except OSError as failure:
            raise FileGoneError from failure
        if not os.path.samestat(found, self._opened):
            raise FileGoneError
