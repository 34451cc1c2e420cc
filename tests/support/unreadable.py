"""Tables that this program cannot read."""

from __future__ import annotations

from sqlalchemy import func, insert, select

from tianxia.server import schema
from tianxia.server.storage import CHANNEL, Storage
from tianxia.server.table import Table


async def store_novelty(storage: Storage, table: Table) -> None:
    """Let something happen that only a newer program knows."""
    row = {"table": table.id, "number": table.number + 1, "moment": 0, "body": {"kind": "novelty"}}
    async with storage.writing() as connection:
        await connection.execute(insert(schema.happenings), row)
        if storage.is_postgres:
            await connection.execute(select(func.pg_notify(CHANNEL, f"{table.id} {row['number']}")))
