"""Token buckets that all processes share, in PostgreSQL: how many requests of a kind somebody may still make.

A bucket is one number: the moment at which it will be full again (the generic cell rate algorithm). Taking a token
moves that moment on. The clock is that of the database, since those of several machines differ.

The table is no part of `schema`: it is not worth a backup, and PostgreSQL need not log it, so that taking a token
waits for no disk. A crash of the database empties it.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from sqlalchemy import text as sql
from sqlalchemy.exc import ProgrammingError

from tianxia.server.identifiers import hash_secret
from tianxia.server.storage.database import Storage

_CREATE: Final = "CREATE UNLOGGED TABLE IF NOT EXISTS token_buckets (key char(64) PRIMARY KEY, full_at float8 NOT NULL)"
_LOOK: Final = sql(
    """
    SELECT has_table_privilege(found, 'SELECT') AND has_table_privilege(found, 'INSERT')
        AND has_table_privilege(found, 'UPDATE') AND has_table_privilege(found, 'DELETE')
    FROM to_regclass('token_buckets') AS found
    """
)
_NOT_ALLOWED: Final = "42501"  # insufficient_privilege
_NOW: Final = "CAST(extract(epoch FROM clock_timestamp()) AS float8)"
# `excluded` is the row for a bucket that was full: its `full_at` is now + cost
_TAKE: Final = sql(
    f"""
    INSERT INTO token_buckets AS bucket (key, full_at) VALUES (:key, {_NOW} + CAST(:cost AS float8))
    ON CONFLICT (key) DO UPDATE SET full_at = greatest(bucket.full_at + :cost, excluded.full_at)
    WHERE bucket.full_at + :cost - (excluded.full_at - :cost) <= :capacity
    RETURNING bucket.full_at - {_NOW}
    """
)
_FILLED_IN: Final = sql(f"SELECT full_at - {_NOW} FROM token_buckets WHERE key = :key")
_DROP_FULL: Final = sql(f"DELETE FROM token_buckets WHERE full_at <= {_NOW}")


class Taken(NamedTuple):
    """The answer of a bucket from which tokens were to be taken."""

    wait: float  # 0: they were taken; otherwise the seconds until there will be one
    full_in: float  # seconds until the bucket will be full again


async def create_token_buckets(storage: Storage) -> bool:
    """Create the table where there is none; returns whether this process has the right to use it."""
    async with storage.reading() as connection:
        may_use: bool | None = (await connection.execute(_LOOK)).scalar()
    if may_use is not None:
        return may_use
    try:
        async with storage.rebuilding() as connection:
            await connection.exec_driver_sql(_CREATE)
    except ProgrammingError as failure:
        if getattr(failure.orig, "sqlstate", None) != _NOT_ALLOWED:
            raise
        return False
    return True


async def take_tokens(storage: Storage, bucket: str, count: int, burst: int, seconds: float) -> Taken:
    """Take tokens from a bucket that holds `burst` and gains one in so many `seconds`; none where there are too few.

    A bucket may be named after an address, so only a hash of its name is stored.
    """
    values = {"key": hash_secret(bucket), "cost": count * seconds, "capacity": burst * seconds}
    async with storage.autocommitting() as connection:
        full_in: float | None = (await connection.execute(_TAKE, values)).scalar()
        if full_in is not None:
            return Taken(0.0, full_in)
        full_in = (await connection.execute(_FILLED_IN, {"key": values["key"]})).scalar() or 0.0
    return Taken(max(seconds / 1000, full_in - (burst - 1) * seconds), full_in)


async def drop_full_buckets(storage: Storage) -> None:
    """Forget the buckets that are full again: a missing bucket is a full one."""
    async with storage.autocommitting() as connection:
        await connection.execute(_DROP_FULL)
