"""Tables without a server around them, so that a test decides who is at work."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest

from tianxia.server.people.service import People, Person
from tianxia.server.storage.database import Storage
from tianxia.server.tables.service import Tables
from tianxia.server.work.thinking import Pool


@pytest.fixture
async def tables(database: str) -> AsyncIterator[Tables]:
    storage = await Storage.open(database)
    yield Tables(storage)
    await storage.close()


@pytest.fixture(scope="session")
def pool() -> Iterator[Pool]:
    """One for all: starting a process takes longer than most thoughts."""
    pool = Pool(1)
    yield pool
    pool.close()


@pytest.fixture
async def person(tables: Tables) -> Person:
    return (await People(tables.storage).welcome("Ada"))[0]
