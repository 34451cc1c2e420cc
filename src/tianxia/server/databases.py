"""Which database is meant, and what to say when it cannot be used."""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import IO, Final

import platformdirs
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from tianxia.errors import SettingError
from tianxia.play.files import unwritable
from tianxia.server.refusals import UnavailableError
from tianxia.server.storage import Storage, sqlite_url
from tianxia.server.upgrading import StorageError
from tianxia.words import error

FILE: Final = "tianxia.db"
VARIABLE: Final = "TIANXIA_DATABASE"
"""The environment may tell the database, too: a command line can be read by everybody on the machine."""


def find_database(data: Path | None, database: str | None) -> str:
    """The address of the database: as told, as the environment tells, or a file in the user's data folder.

    >>> find_database(None, "postgresql://ada@db.example/games")
    'postgresql+psycopg://ada@db.example/games'
    """
    if data is not None and database is not None:
        raise error(SettingError, "server.two-databases")
    told = database or (os.environ.get(VARIABLE) if data is None else None)
    if told:
        return _postgres_address(told)
    folder = data or Path(os.environ.get("TIANXIA_DATA") or platformdirs.user_data_path("tianxia", appauthor=False))
    return sqlite_url(folder.absolute() / FILE)


def _postgres_address(told: str) -> str:
    try:
        url = make_url(told)
    except (ArgumentError, ValueError):
        raise error(SettingError, "server.no-address") from None
    if url.drivername not in ("postgresql", "postgres", "postgresql+psycopg"):
        raise error(SettingError, "server.no-address")
    return url.set(drivername="postgresql+psycopg").render_as_string(hide_password=False)


def is_postgres(database: str) -> bool:
    return database.startswith("postgresql")


def require_database(database: str) -> None:
    """Refuse a file that is not there, where an empty one would be of no use."""
    if not is_postgres(database) and not Path(place_of(database)).exists():
        raise error(StorageError, "server.no-database", place=place_of(database))


def place_of(database: str) -> str:
    """Where a database is, in words that anybody may read."""
    url = make_url(database)
    if not is_postgres(database):
        return str(url.database)
    host = url.host or url.query.get("host", "localhost")
    return f"{host}/{url.database or ''}"


@asynccontextmanager
async def open_database(database: str, upgrades: bool = True) -> AsyncIterator[Storage]:
    """A database that is ready to be used; where it cannot be, that is told in one sentence.

    Whoever works beside a server that may be older does not upgrade it: the server would stumble.
    """
    try:
        storage = await Storage.open(database, upgrades)
        try:
            yield storage
        finally:
            await storage.close()
    except ModuleNotFoundError:
        raise error(StorageError, "server.no-driver") from None
    except (SQLAlchemyError, UnavailableError) as failure:
        values = {"place": place_of(database), "reason": _reason(failure.__cause__ or failure, database)}
        raise error(StorageError, "server.unreachable", **values) from None


def _reason(failure: BaseException, database: str) -> str:
    """The first line of what the driver says, without the password."""
    url = make_url(database)
    said = (str(getattr(failure, "orig", None) or failure).splitlines() or [""])[0].rstrip(".")
    for secret in (url.password, url.query.get("password")):
        said = said.replace(str(secret), "***") if secret else said
    return said


class Claim:
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
def claimed(database: str) -> Iterator[Claim]:
    """Keep a file for this process alone: another that writes would not hear what happened here."""
    claim = Claim()
    if is_postgres(database):
        yield claim
        return
    file = Path(place_of(database))
    place = file.with_name(f"{file.name}.lock")
    with claim.undone_on_failure():
        lock = _open_lock(claim, file, place)
    with lock:
        try:
            _hold(lock, place)
        except OSError:
            raise error(StorageError, "server.in-use", place=file) from None
        yield claim


def _open_lock(claim: Claim, file: Path, lock: Path) -> IO[str]:
    try:
        claim.make_folder(file.parent)
        os.close(claim.make_file(file))
        return os.fdopen(claim.make_file(lock), "a")
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
