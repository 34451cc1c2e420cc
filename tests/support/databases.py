"""Databases for tests."""

from __future__ import annotations

from uuid import uuid4


def new_postgres(address: str) -> str:
    """The address of a new database of a PostgreSQL, whose address has "{}" for its name."""
    import psycopg

    name = f"test_{uuid4().hex}"
    with psycopg.connect(address.format("postgres"), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return address.format(name).replace("postgresql://", "postgresql+psycopg://")
