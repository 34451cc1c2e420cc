"""A database in a file belongs to one process at a time."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from tianxia.errors import SettingError
from tianxia.play.files import unwritable
from tianxia.server.storage.location import is_postgres, printable_location
from tianxia.server.storage.upgrade import StorageError
from tianxia.words import error


class LockedDatabase:
    """A database that this process alone uses, and what was made for it: files, and folders before them."""

    def __init__(self) -> None:
        self.made: list[Path] = []  # what was not there before, the outermost first

    def make_folder(self, folder: Path) -> None:
        missing = [place for place in (folder, *folder.parents) if not place.exists()]
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.made += reversed(missing)

    def make_file(self, file: Path) -> int:
        """Open a file for its owner's eyes only, since seeds will be in it."""
        is_new = not file.exists()
        number = os.open(file, os.O_CREAT | os.O_RDWR, 0o600)
        self.made += [file] if is_new else []
        return number

    @contextmanager
    def undone_on_failure(self) -> Iterator[None]:
        """Leave everything as it was before, if what follows fails."""
        try:
            yield
        except BaseException:
            self.undo()
            raise

    def undo(self) -> None:
        for made in reversed(self.made):
            with suppress(OSError):  # what is not empty stays; and it is the failure that should be told
                if made.is_dir():
                    made.rmdir()
                else:
                    for part in ("-wal", "-shm", ""):  # those of SQLite
                        Path(f"{made}{part}").unlink(missing_ok=True)


@contextmanager
def lock_database(database: str) -> Iterator[LockedDatabase]:
    """Keep a file for this process alone: another that writes would not hear what happened here."""
    locked = LockedDatabase()
    if is_postgres(database):
        yield locked
        return
    file = Path(printable_location(database))
    place = file.with_name(f"{file.name}.lock")
    with locked.undone_on_failure():
        lock = _open_lock(locked, file, place)
    with lock:
        try:
            _hold(lock, place)
        except OSError:
            raise error(StorageError, "server.in-use", place=file) from None
        yield locked


def _open_lock(locked: LockedDatabase, file: Path, lock: Path) -> IO[str]:
    try:
        locked.make_folder(file.parent)
        os.close(locked.make_file(file))
        return os.fdopen(locked.make_file(lock), "a")
    except FileExistsError:
        raise error(SettingError, "server.data-is-file", place=file.parent) from None
    except OSError as failure:
        raise unwritable(file.parent, failure) from None


def _hold(lock: IO[str], place: Path) -> None:
    """Lock a file. That fails if another process has it, or took it away when it gave it back."""
    _lock(lock)
    if not os.path.samestat(os.fstat(lock.fileno()), place.stat()):
        raise BlockingIOError


if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[str]) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: IO[str]) -> None:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)  # ends with this process; those it starts do not inherit it
