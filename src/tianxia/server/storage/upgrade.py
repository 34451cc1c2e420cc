"""Bringing a database up to what this program expects of it."""

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
"""Where Alembic keeps which step came last."""


class StorageError(TianxiaError):
    """The database cannot be used."""


def revisions() -> list[str]:
    """All steps that this program knows, the oldest first."""
    return [step.revision for step in ScriptDirectory(str(FOLDER)).walk_revisions()][::-1]


def revision_of(connection: Connection) -> str | None:
    """Which step came last; none: the database is empty."""
    return MigrationContext.configure(connection).get_current_revision()


def upgrade(connection: Connection, target: str = "head") -> None:
    """Run the steps that are missing, in a transaction that keeps all others out (see `Storage.rebuilding`)."""
    _check_known(connection)
    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, target)


def check_current(connection: Connection) -> None:
    """Refuse a database that is not as this program expects it; nothing is changed."""
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
    """Those of our tables that are there, parents first."""
    found = inspect(connection).get_table_names()
    return [table.name for table in schema.metadata.sorted_tables if table.name in found]
