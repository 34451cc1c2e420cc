"""Schema upgrades: bringing a database up to the schema of this program."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect

from tianxia.errors import TianxiaError
from tianxia.server.storage import schema
from tianxia.words import error

FOLDER: Final = Path(__file__).parent / "migrations"
VERSION_TABLE: Final = "alembic_version"
"""The table in which Alembic keeps the last migration that was run."""


class StorageError(TianxiaError):
    """The database cannot be used."""


def revisions() -> list[str]:
    """The ids of all migrations, the oldest first."""
    return [step.revision for step in ScriptDirectory(str(FOLDER)).walk_revisions()][::-1]


def revision_of(connection: Connection) -> str | None:
    """The last migration that was run; `None`: the database is empty."""
    return MigrationContext.configure(connection).get_current_revision()


def upgrade(connection: Connection, target: str = "head") -> None:
    """Run the missing migrations, in a transaction that locks out all other processes (see `Storage.rebuilding`)."""
    _check_known(connection)
    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, target)


def check_current(connection: Connection) -> None:
    """Refuse a database whose schema is not up to date; nothing is changed."""
    _check_known(connection)
    if revision_of(connection) != revisions()[-1]:
        raise error(StorageError, "server.older-database")


def _check_known(connection: Connection) -> None:
    current = revision_of(connection)
    if current is not None and current not in revisions():
        raise error(StorageError, "server.newer-database", revision=current)
    if current is None and present_tables(connection):
        raise error(StorageError, "server.foreign-database")


def present_tables(connection: Connection) -> list[str]:
    """The tables of the schema that exist, parents first."""
    found = inspect(connection).get_table_names()
    return [table.name for table in schema.metadata.sorted_tables if table.name in found]
