"""Token buckets that all processes share, in PostgreSQL: how many requests of a kind somebody may still make.

A bucket is one number: the moment at which it will be full again (the generic cell rate algorithm). Taking a token
moves that moment on. The clock is that of the database, since those of several machines differ.

The table is no part of `schema`: it is not worth a backup, and PostgreSQL need not log it, so that taking a token
waits for no disk. A crash of the database empties it.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import text as sql

from tianxia.server.identifiers import hash_secret
from tianxia.server.storage.database import Storage

_CREATE: Final = "CREATE UNLOGGED TABLE IF NOT EXISTS token_buckets (key char(64) PRIMARY KEY, full_at float8 NOT NULL)"
_NOW: Final = "CAST(extract(epoch FROM clock_timestamp()) AS float8)"
# `excluded` is the row for a bucket that was full: its `full_at` is now + cost
_TAKE: Final = sql(
    f"""
    INSERT INTO token_buckets AS bucket (key, full_at) VALUES (:key, {_NOW} + CAST(:cost AS float8))
    ON CONFLICT (key) DO UPDATE SET full_at = greatest(bucket.full_at + :cost, excluded.full_at)
    WHERE bucket.full_at + :cost - (excluded.full_at - :cost) <= :capacity
    RETURNING 1
    """
)
_FILLED_IN: Final = sql(f"SELECT full_at - {_NOW} FROM token_buckets WHERE key = :key")
_DROP_FULL: Final = sql(f"DELETE FROM token_buckets WHERE full_at <= {_NOW}")


async def create_token_buckets(storage: Storage) -> None:
    """Create the table where there is none."""
    async with storage.rebuilding() as connection:
        await connection.exec_driver_sql(_CREATE)


async def take_tokens(storage: Storage, bucket: str, count: int, burst: int, seconds: float) -> float:
    """Take tokens from a bucket that holds `burst` and gains one in so many `seconds`.

    Returns 0; or, where there are too few and none is taken, the seconds until there will be one. A bucket may be named
    after an address, so only a hash of its name is stored.
    """
    values = {"key": hash_secret(bucket), "cost": count * seconds, "capacity": burst * seconds}
    async with storage.autocommitting() as connection:
        if (await connection.execute(_TAKE, values)).first() is not None:
            return 0.0
        filled_in: float | None = (await connection.execute(_FILLED_IN, {"key": values["key"]})).scalar()
    return max(seconds / 1000, (filled_in or 0.0) - (burst - 1) * seconds)


async def drop_full_buckets(storage: Storage) -> None:
    """Forget the buckets that are full again: a missing bucket is a full one."""
    async with storage.autocommitting() as connection:
        await connection.execute(_DROP_FULL)
