"""Tables that this program cannot read."""

from __future__ import annotations

from sqlalchemy import insert, update

from tianxia.server.storage import schema
from tianxia.server.storage.notifications import TableChanged, notify
from tianxia.server.tables.service import TableService
from tianxia.server.tables.table import Table


async def store_novelty(tables: TableService, table: Table) -> None:
    """Let something happen that only a newer program knows; one that had the file of SQLite before this one."""
    row = {"table": table.id, "number": table.number + 1, "moment": 0, "body": {"kind": "novelty"}}
    told_again = update(schema.tables).where(schema.tables.c.id == table.id).values(number=row["number"])
    async with tables.storage.writing() as connection:
        await connection.execute(insert(schema.events), row)
        await connection.execute(told_again)
        if tables.storage.is_postgres:
            await notify(connection, TableChanged(table.id, table.number + 1, "newer"))
    if not tables.storage.is_postgres:
        tables.cache.drop(table.id)
