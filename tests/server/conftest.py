"""A server for tests, over each kind of database."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient

from support.databases import new_postgres, new_sqlite, running_postgres
from support.luck import THOROUGH
from support.servers import SETTINGS, serving_here
from tianxia.server.http.app import make_app
from tianxia.server.people.service import People, Person
from tianxia.server.storage.database import Storage
from tianxia.server.tables.service import TableService
from tianxia.server.work.process_pool import Pool


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave tests marked `mostly_sqlite` on PostgreSQL to `make test-all`."""
    if THOROUGH:
        return
    left = {item for item in items if item.get_closest_marker("mostly_sqlite") and "postgres" in parameters_of(item)}
    items[:] = [item for item in items if item not in left]
    config.hook.pytest_deselected(items=list(left))


def parameters_of(item: pytest.Item) -> list[object]:
    """The values with which this test runs."""
    call = getattr(item, "callspec", None)
    return [] if call is None else list(call.params.values())


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a real PostgreSQL, with "{}" for the name of a database."""
    with running_postgres() as server:
        yield server.get_uri().replace("/postgres?", "/{}?")


@pytest.fixture
def own_postgres() -> Iterator[Any]:
    """A PostgreSQL that may be killed."""
    with running_postgres() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a new database, with all tables."""
    if request.param == "sqlite":
        return new_sqlite(tmp_path)
    return new_postgres(request.getfixturevalue("postgres"))


@pytest.fixture
async def app(database: str) -> Litestar:
    return make_app(database, SETTINGS)


@pytest.fixture
async def client(app: Litestar) -> AsyncIterator[AsyncTestClient[Litestar]]:
    async with AsyncTestClient(app) as client:
        client.headers["X-Tianxia"] = "1"
        yield client


@pytest.fixture
async def address(tmp_path: Path) -> AsyncIterator[str]:
    """Where a server of this process is reached; it has a SQLite file."""
    async with serving_here(make_app(new_sqlite(tmp_path), SETTINGS)) as address:
        yield address


# ---- tables without a server around them, so that a test decides who is at work


@pytest.fixture
async def tables(database: str) -> AsyncIterator[TableService]:
    storage = await Storage.open(database)
    yield TableService(storage)
    await storage.close()


@pytest.fixture
async def person(tables: TableService) -> Person:
    return (await People(tables.storage).welcome("Ada"))[0]


@pytest.fixture(scope="session")
def pool() -> Iterator[Pool]:
    """One for all: starting a process takes longer than most thoughts."""
    pool = Pool(1)
    yield pool
    pool.close()
