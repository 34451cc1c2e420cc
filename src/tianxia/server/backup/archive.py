"""Backups: all rows of a database in one zip file, with JSON lines for each table, for either kind of database."""

from __future__ import annotations

import os
import secrets
import zipfile
import zlib
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import IO, Final

import msgspec
from sqlalchemy import Connection, MetaData, RowMapping, Table, func, insert, select
from sqlalchemy.exc import OperationalError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from tianxia.errors import UnreadableError
from tianxia.play.files import check_free, unwritable
from tianxia.server.backup.rows import BATCH, LONGEST_LINE, BadLine, Row, member_of, read_batches
from tianxia.server.clock import now
from tianxia.server.storage import schema
from tianxia.server.storage.database import Storage, roll_back
from tianxia.server.storage.upgrade import (
    VERSION_TABLE,
    StorageError,
    present_tables,
    revision_of,
    revisions,
    upgrade,
)
from tianxia.words import error

FORMAT: Final = 1
ABOUT: Final = "about.json"
DAMAGE: Final = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    KeyError,
    NotImplementedError,  # a way of packing that we do not use
    RuntimeError,  # a password
    msgspec.MsgspecError,
    UnicodeError,
    SQLAlchemyError,  # rows that do not fit
)
Progress = Callable[[int, int], None]
"""Called with the number of rows done, and of all rows."""


class About(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The description of a backup in its file."""

    tianxia_backup: int  # its format
    revision: str  # the last migration of the database
    created: int
    rows: dict[str, int]  # table -> how many


# ---- writing


async def back_up(storage: Storage, file: Path, report: Progress, force: bool = False) -> int:
    """Write all rows as of this moment, while the server goes on; returns their number."""
    check_free(file, force)
    async with _snapshot(storage) as connection:
        with _new_file(file) as draft, zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED) as archive:
            return await _write(connection, archive, report)


async def _write(connection: AsyncConnection, archive: zipfile.ZipFile, report: Progress) -> int:
    tables = schema.metadata.sorted_tables
    rows = {table.name: await _count(connection, table) for table in tables}
    revision = await connection.run_sync(revision_of)
    about = About(FORMAT, revision or "", now(), rows)
    archive.writestr(ABOUT, msgspec.json.encode(about))
    done = 0
    for table in tables:
        with archive.open(member_of(table), "w", force_zip64=True) as member:
            async for batch in _stored(connection, table):
                member.writelines(msgspec.json.encode(dict(row)) + b"\n" for row in batch)
                done += len(batch)
                report(done, sum(rows.values()))
    return done


async def _stored(connection: AsyncConnection, table: Table) -> AsyncIterator[Sequence[RowMapping]]:
    query = select(table).order_by(*table.primary_key)
    found = await connection.stream(query, execution_options={"yield_per": BATCH})
    async for batch in found.mappings().partitions():
        yield batch


@asynccontextmanager
async def _snapshot(storage: Storage) -> AsyncIterator[AsyncConnection]:
    """A transaction that sees the database as of one moment."""
    async with storage.reading() as connection:
        if storage.is_postgres:
            await connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
            yield connection
            return
        await connection.exec_driver_sql("BEGIN")
        try:
            yield connection
        finally:
            await roll_back(connection)


async def _count(connection: AsyncConnection, table: Table) -> int:
    return (await connection.execute(select(func.count()).select_from(table))).scalar_one()


@contextmanager
def _new_file(file: Path) -> Iterator[IO[bytes]]:
    """A file that only its owner can read, since it contains secret seeds. It gets its name when it is complete."""
    try:
        file = file.resolve()
        draft = file.parent / f".{file.name[:40]}.{secrets.token_hex(4)}.part"
        number = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
        try:
            with os.fdopen(number, "wb") as opened:
                yield opened
            draft.replace(file)
        except BaseException:
            draft.unlink(missing_ok=True)
            raise
    except OSError as failure:
        raise unwritable(file, failure) from None


# ---- reading


async def restore(storage: Storage, file: Path, report: Progress) -> int:
    """Restore all rows of a file into an empty database, or none; returns their number."""
    try:
        with zipfile.ZipFile(file) as archive:
            about = _read_about(archive)
            async with storage.rebuilding() as connection:
                await connection.run_sync(_make_room, about.revision)
                done = await connection.run_sync(_fill, archive, about, report)
                await connection.run_sync(upgrade)
                return done
    except OperationalError:  # an error of the database, not of the file
        raise
    except BadLine as bad:
        raise bad.problem(file) from None
    except DAMAGE:
        raise error(UnreadableError, "server.damaged-backup", file=file) from None
    except OSError as failure:
        raise error(UnreadableError, "server.unreadable-backup", file=file, reason=failure.strerror) from None


def _read_about(archive: zipfile.ZipFile) -> About:
    with archive.open(ABOUT) as member:
        about = msgspec.json.decode(member.read(LONGEST_LINE), type=About)
    if about.tianxia_backup > FORMAT or about.revision not in revisions():
        raise error(UnreadableError, "server.newer-backup")
    return about


def _make_room(connection: Connection, revision: str) -> None:
    """Check that the tables are empty, and bring them to the schema of the file."""
    upgrade(connection)
    there = [schema.metadata.tables[name] for name in present_tables(connection)]
    if connection.dialect.name == "postgresql":  # so that nobody writes meanwhile
        names = ", ".join(connection.dialect.identifier_preparer.format_table(table) for table in there)
        connection.exec_driver_sql(f"LOCK TABLE {names} IN ACCESS EXCLUSIVE MODE")
    if any(connection.execute(select(table).limit(1)).first() for table in there):
        raise error(StorageError, "server.not-empty")
    if revision != revision_of(connection):
        schema.metadata.drop_all(connection)
        connection.exec_driver_sql(f"DROP TABLE {VERSION_TABLE}")
        upgrade(connection, revision)


def _fill(connection: Connection, archive: zipfile.ZipFile, about: About, report: Progress) -> int:
    there = MetaData()
    # the database may have other tables, too
    there.reflect(connection, only=lambda name, _: name in schema.metadata.tables)
    if set(about.rows) != set(there.tables):
        raise BadLine(ABOUT, 1)
    done = 0
    for table in there.sorted_tables:
        stored = 0
        for batch in read_batches(archive, table, about.rows[table.name]):
            _insert(connection, table, batch, stored + 1)
            stored += len(batch)
            report(done + stored, sum(about.rows.values()))
        done += stored
    _check_references(connection)
    return done


def _insert(connection: Connection, table: Table, rows: list[Row], first: int) -> None:
    """Insert rows, the first of which is on the line `first`; where one does not fit, raise `BadLine` for it."""
    connection.exec_driver_sql("SAVEPOINT batch")
    try:
        connection.execute(insert(table), rows)
    except OperationalError:
        raise
    except SQLAlchemyError:
        connection.exec_driver_sql("ROLLBACK TO SAVEPOINT batch")
        for line, row in enumerate(rows, first):
            try:
                connection.execute(insert(table), [row])
            except SQLAlchemyError:
                raise BadLine(member_of(table), line) from None
        raise
    connection.exec_driver_sql("RELEASE SAVEPOINT batch")


def _check_references(connection: Connection) -> None:
    """Check the foreign keys of SQLite, which were off. It numbers rows in the order of their insertion, from 1."""
    if connection.dialect.name == "sqlite":
        broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
        if broken is not None:
            raise BadLine(member_of(schema.metadata.tables[broken[0]]), broken[1])
