"""Token buckets that all processes share, in PostgreSQL: how many requests of a kind somebody may still make.

A bucket is one number: the moment at which it will be full again (the generic cell rate algorithm). Taking a token
moves that moment on. Where it is further away than an empty bucket needs, the clock of the database was set back since:
such a bucket counts as full, since otherwise everybody would be refused until the clock has caught up.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from sqlalchemy import text as sql

from tianxia.server.identifiers import hash_secret
from tianxia.server.storage.database import Storage
from tianxia.server.storage.shared_tables import NOW, create_shared_table

BY_WAITING: Final = 10.0
"""Seconds by which the moment of a statement may be old when it comes to a row for which it waited."""
_COLUMNS: Final = "key char(64) PRIMARY KEY, full_at float8 NOT NULL"
# `excluded` is the row for a bucket that was full: its `full_at` is now + cost
_IS_VOID: Final = f"bucket.full_at - (excluded.full_at - :cost) > :capacity + {BY_WAITING}"
_TAKE: Final = sql(
    f"""
    INSERT INTO token_buckets AS bucket (key, full_at) VALUES (:key, {NOW} + CAST(:cost AS float8))
    ON CONFLICT (key) DO UPDATE SET
        full_at = CASE WHEN {_IS_VOID} THEN excluded.full_at ELSE greatest(bucket.full_at + :cost, excluded.full_at) END
    WHERE bucket.full_at + :cost - (excluded.full_at - :cost) <= :capacity OR {_IS_VOID}
    RETURNING bucket.full_at - {NOW}
    """
)
_FILLED_IN: Final = sql(f"SELECT full_at - {NOW} FROM token_buckets WHERE key = :key")
_DROP_FULL: Final = sql(f"DELETE FROM token_buckets WHERE full_at <= {NOW}")


class Taken(NamedTuple):
    """The result of taking tokens from a bucket."""

    wait: float  # 0: they were taken; otherwise the seconds until there will be one
    full_in: float  # seconds until the bucket will be full again


async def create_token_buckets(storage: Storage) -> bool:
    """Create the table where there is none; returns whether this process has the right to use it."""
    return await create_shared_table(storage, "token_buckets", _COLUMNS)


async def take_tokens(storage: Storage, bucket: str, count: int, burst: int, seconds: float) -> Taken:
    """Take tokens from a bucket that holds `burst` tokens and gains one every `seconds`; none if there are too few.

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
