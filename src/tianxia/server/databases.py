"""Which database is meant, and what to say when it cannot be used."""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import IO, Final

import platformdirs
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from tianxia.errors import SettingError
from tianxia.play.files import unwritable
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
    except SQLAlchemyError as failure:
        values = {"place": place_of(database), "reason": _reason(failure, database)}
        raise error(StorageError, "server.unreachable", **values) from None


def _reason(failure: Exception, database: str) -> str:
    """The first line of what the driver says, without the password."""
    url = make_url(database)
    said = (str(getattr(failure, "orig", None) or failure).splitlines() or [""])[0].rstrip(".")
    for secret in (url.password, url.query.get("password")):
        said = said.replace(str(secret), "***") if secret else said
    return said


@contextmanager
def claimed(database: str) -> Iterator[None]:
    """Keep a file for this process alone: another that writes would not hear what happened here."""
    if is_postgres(database):
        yield
        return
    file = Path(f"{make_url(database).database}.lock")
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        os.close(os.open(place_of(database), os.O_CREAT | os.O_RDWR, 0o600))  # seeds will be in it
        lock = file.open("a")
    except OSError as failure:
        raise unwritable(file.parent, failure) from None
    with lock:
        try:
            _lock(lock)
        except OSError:
            raise error(StorageError, "server.in-use", place=place_of(database)) from None
        yield


if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[str]) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: IO[str]) -> None:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)  # ends with this process; those it starts do not inherit it
