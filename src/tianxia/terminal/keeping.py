"""Saves a match in a file, so that it can be resumed."""

from __future__ import annotations

from pathlib import Path

from tianxia.errors import TianxiaError
from tianxia.play import Match
from tianxia.play.files import check_free, print_json, unwritable, write_file
from tianxia.play.record import write_record
from tianxia.words import error


class Keeper:
    """Writes the record after every move to `file`; `None` until there is a file name."""

    def __init__(self, match: Match, file: Path | None) -> None:
        self.match = match
        self.file = file
        self.kept = False  # whether the file holds all moves that were made
        self._own = {file}  # what may be overwritten

    def keep(self) -> None:
        """Write the default file; raises a `TianxiaError` if it cannot be written."""
        self.kept = False
        if self.file is not None:
            self._write(self.file)
            self.kept = True

    def save(self, name: str) -> Path:
        """Write the record to a named file, or to the default one; the first name becomes the default."""
        file = self.file if not name else _named(name)
        if file is None:
            raise error(TianxiaError, "terminal.save.where")
        check_free(file, force=file in self._own)
        self._write(file)
        self._own.add(file)
        if self.file in (None, file):
            self.file = file
            self.kept = True
        return file

    def _write(self, file: Path) -> None:
        write_file(file, print_json(write_record(self.match)) + "\n")


def _named(name: str) -> Path:
    try:
        return Path(name).expanduser()
    except RuntimeError as failure:  # ~ of an unknown user
        raise unwritable(Path(name), failure) from None
