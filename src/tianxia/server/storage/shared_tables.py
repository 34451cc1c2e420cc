"""Tables of PostgreSQL that processes share while they run.

They are no part of `schema`: they are not worth a backup, and PostgreSQL need not log them, so that writing to them
waits for no disk. A crash of the database empties them.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import text as sql
from sqlalchemy.exc import ProgrammingError

from tianxia.server.storage.database import Storage

_LOOK: Final = sql(
    """
    SELECT has_table_privilege(found, 'SELECT') AND has_table_privilege(found, 'INSERT')
        AND has_table_privilege(found, 'UPDATE') AND has_table_privilege(found, 'DELETE')
    FROM to_regclass(:name) AS found
    """
)
_NOT_ALLOWED: Final = "42501"  # insufficient_privilege
NOW: Final = "CAST(extract(epoch FROM clock_timestamp()) AS float8)"
"""The time of the database: the clocks of several machines differ."""


async def create_shared_table(storage: Storage, name: str, columns: str) -> bool:
    """Create a table where there is none; returns whether this process has the right to use it."""
    async with storage.reading() as connection:
        may_use: bool | None = (await connection.execute(_LOOK, {"name": name})).scalar()
    if may_use is not None:
        return may_use
    try:
        async with storage.rebuilding() as connection:
            await connection.exec_driver_sql(f"CREATE UNLOGGED TABLE IF NOT EXISTS {name} ({columns})")
    except ProgrammingError as failure:
        if getattr(failure.orig, "sqlstate", None) != _NOT_ALLOWED:
            raise
        return False
    return True
