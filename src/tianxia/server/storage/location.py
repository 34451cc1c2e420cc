"""Which database to use, and errors for people when it cannot be used."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import platformdirs
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from tianxia.errors import SettingError
from tianxia.server.refusals import UnavailableError
from tianxia.server.storage.database import Storage, sqlite_url
from tianxia.server.storage.upgrade import StorageError
from tianxia.words import error


class AwayError(StorageError):
    """PostgreSQL could not be reached, or refused the connection."""


FILE: Final = "tianxia.db"
VARIABLE: Final = "TIANXIA_DATABASE"
"""The environment variable with the address of the database: everybody on a machine can read a command line."""


def find_database(data: Path | None, database: str | None) -> str:
    """The address of the database: as given, from the environment, or a file in the user's data folder.

    >>> find_database(None, "postgresql://ada@db.example/games")
    'postgresql+psycopg://ada@db.example/games'
    """
    if data is not None and database is not None:
        raise error(SettingError, "server.two-databases")
    given = database or (os.environ.get(VARIABLE) if data is None else None)
    if given:
        return _postgres_address(given)
    folder = data or Path(os.environ.get("TIANXIA_DATA") or platformdirs.user_data_path("tianxia", appauthor=False))
    return sqlite_url(folder.absolute() / FILE)


def _postgres_address(given: str) -> str:
    try:
        url = make_url(given)
    except (ArgumentError, ValueError):
        raise error(SettingError, "server.no-address") from None
    if url.drivername not in ("postgresql", "postgres", "postgresql+psycopg"):
        raise error(SettingError, "server.no-address")
    return url.set(drivername="postgresql+psycopg").render_as_string(hide_password=False)


def is_postgres(database: str) -> bool:
    return database.startswith("postgresql")


def require_database(database: str) -> None:
    """Refuse a database file that does not exist, where an empty one would be of no use."""
    if not is_postgres(database) and not Path(printable_location(database)).exists():
        raise error(StorageError, "server.no-database", place=printable_location(database))


def printable_location(database: str) -> str:
    """Where a database is, without secrets."""
    url = make_url(database)
    if not is_postgres(database):
        return str(url.database)
    host = url.host or url.query.get("host", "localhost")
    return f"{host}/{url.database or ''}"


@asynccontextmanager
async def open_database(database: str, upgrades: bool = True) -> AsyncIterator[Storage]:
    """Open a database until the block ends; where it cannot be opened, raise an error of one sentence.

    The error is an `AwayError` where PostgreSQL may only be away. A process beside a server that may be older must not
    upgrade the schema, which the server relies on.
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
        values = {"place": printable_location(database), "reason": reason_of(failure, database)}
        is_away = is_postgres(database) and isinstance(failure, UnavailableError)
        raise error(AwayError if is_away else StorageError, "server.unreachable", **values) from None


def reason_of(failure: BaseException, database: str) -> str:
    """The first line of a driver's error message, without the password."""
    url = make_url(database)
    failure = failure.__cause__ or failure
    message = (str(getattr(failure, "orig", None) or failure).splitlines() or [""])[0].rstrip(".")
    for secret in (url.password, url.query.get("password")):
        message = message.replace(str(secret), "***") if secret else message
    return message
