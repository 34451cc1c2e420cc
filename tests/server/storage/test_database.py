"""Transactions: all of one is stored, or nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from tianxia.server.storage import schema
from tianxia.server.storage.database import Storage, begun, sqlite_url

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
