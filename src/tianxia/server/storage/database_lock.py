"""The database lock: a database in a file belongs to one process at a time."""

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
    """A database that only this process uses, with the files and folders that were made for it."""

    def __init__(self) -> None:
        self.made: list[Path] = []  # files and folders that did not exist before, the outermost first

    def make_folder(self, folder: Path) -> None:
        missing = [place for place in (folder, *folder.parents) if not place.exists()]
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.made += reversed(missing)

    def make_file(self, file: Path) -> int:
        """Open a file that only its owner can read, since it will contain secret seeds."""
        is_new = not file.exists()
        number = os.open(file, os.O_CREAT | os.O_RDWR, 0o600)
        self.made += [file] if is_new else []
        return number

    @contextmanager
    def undone_on_failure(self) -> Iterator[None]:
        """Remove what was made if the block raises."""
        try:
            yield
        except BaseException:
            self.undo()
            raise

    def undo(self) -> None:
        for made in reversed(self.made):
            with suppress(OSError):  # what is not empty stays; the error that led here is the one to show
                if made.is_dir():
                    made.rmdir()
                else:
                    for part in ("-wal", "-shm", ""):  # the files of SQLite
                        Path(f"{made}{part}").unlink(missing_ok=True)


@contextmanager
def lock_database(database: str) -> Iterator[LockedDatabase]:
    """Lock a database file for this process until the block ends: it would not notice what another one writes."""
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
    """Lock a file; raises `OSError` if another process holds the lock, or removed the file when it released it."""
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
        # the lock is released when this process ends; its child processes do not inherit it
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
