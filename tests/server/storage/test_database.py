"""Transactions: all of one is stored, or nothing."""

from __future__ import annotations

from pathlib import Path

import psycopg
import pytest
from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from support.databases import new_postgres
from tianxia.server.storage import schema
from tianxia.server.storage.database import CUT_OFF, Storage, begun, sqlite_url

pytestmark = pytest.mark.anyio


ORPHAN = {"secret": "s" * 64, "person": "p" * 22, "created": 1, "seen": 2}


async def store_orphan(outside: AsyncConnection) -> None:
    """Store a row that refers to nothing; it is looked at in the end."""
    async with begun(outside) as connection:
        await connection.exec_driver_sql("PRAGMA defer_foreign_keys = ON")
        await connection.execute(insert(schema.sessions), ORPHAN)


async def test_what_cannot_be_stored_in_the_end_leaves_no_transaction_open(tmp_path: Path) -> None:
    storage = await Storage.open(sqlite_url(tmp_path / "tianxia.db"))
    async with storage.engine.connect() as outside:
        with pytest.raises(IntegrityError):
            await store_orphan(outside)
        async with begun(outside) as connection:
            assert (await connection.execute(select(schema.sessions))).all() == []
    await storage.close()


async def test_every_connection_notices_soon_that_it_is_cut_off(postgres: str) -> None:
    """Otherwise a query that a network drops is waited for as long as the operating system sends it again."""
    storage = await Storage.open(f"{new_postgres(postgres)}&keepalives_idle=7")
    async with storage.reading() as connection:
        raw = await connection.get_raw_connection()
        assert raw.driver_connection is not None
        found = [raw.driver_connection.info.get_parameters()]
    async with await psycopg.AsyncConnection.connect(storage.session_address) as session:
        found.append(session.info.get_parameters())
    for settings in found:
        assert {name: settings[name] for name in CUT_OFF} == CUT_OFF | {"keepalives_idle": "7"}
    await storage.close()
