"""Token buckets: in the memory of one process, and shared by several over a real PostgreSQL."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import Any

import pytest
from litestar.testing import AsyncTestClient
from sqlalchemy import event
from sqlalchemy import text as sql

from support.databases import kill_postgres, new_postgres
from support.devices import somebody
from support.patience import PATIENCE, until
from support.servers import SETTINGS, open_port
from tianxia.server.http.app import make_app
from tianxia.server.http.rate_limits import (
    LEASED_PART,
    MOST_BUCKETS,
    RateLimiter,
    SharedTokenBuckets,
    TokenBuckets,
    limiting_rates,
)
from tianxia.server.limits import Limits, Rate
from tianxia.server.refusals import TooManyError
from tianxia.server.storage.database import Storage
from tianxia.server.storage.token_buckets import create_token_buckets, drop_full_buckets, take_tokens

pytestmark = pytest.mark.anyio

HOUR = 3600.0


@pytest.fixture
async def processes(postgres: str) -> AsyncIterator[list[Storage]]:
    """A database, as two processes have it open."""
    database = new_postgres(postgres)
    storages = [Storage(database) for _ in range(2)]
    await create_token_buckets(storages[0])
    yield storages
    for storage in storages:
        await storage.close()


# ---- in memory


def test_a_bucket_fills_again() -> None:
    moment = 0.0
    buckets = TokenBuckets(Limits(talk=Rate(2, 10)), lambda: moment)
    assert [buckets.take("talk", "ada") for _ in range(3)] == [0, 0, 10]
    moment = 9
    assert buckets.take("talk", "ada") == 1
    moment = 10
    assert [buckets.take("talk", "ada") for _ in range(2)] == [0, 10]
    moment = 1000
    assert [buckets.take("talk", "ada") for _ in range(3)] == [0, 0, 10]


def test_counting_many_takes_no_more_memory() -> None:
    buckets = TokenBuckets(Limits())
    for address in range(MOST_BUCKETS + 10):
        buckets.take("general", str(address))
    assert len(buckets) == MOST_BUCKETS


# ---- shared


@pytest.mark.parametrize("burst", [1, 7, 5 * LEASED_PART])
async def test_two_processes_give_out_one_burst(processes: list[Storage], burst: int) -> None:
    limits = Limits(talk=Rate(burst, HOUR))
    buckets = [SharedTokenBuckets(limits, storage) for storage in processes]
    given = 0
    for turn in range(3 * burst + 3):
        given += await buckets[turn % 2].take("talk", "ada") == 0
    assert given == burst
    assert HOUR / 2 < await buckets[0].take("talk", "ada") <= HOUR
    assert await buckets[1].take("talk", "bo") == 0
    assert await buckets[1].take("undo", "ada") == 0


async def test_a_shared_bucket_fills_again(processes: list[Storage]) -> None:
    first, second = (SharedTokenBuckets(Limits(talk=Rate(2, 0.2)), storage) for storage in processes)
    assert [await first.take("talk", "ada") for _ in range(2)] == [0, 0]
    assert 0 < await second.take("talk", "ada") <= 0.2

    async def has_token() -> bool:
        return await second.take("talk", "ada") == 0

    await until(has_token)


async def test_a_flood_costs_the_database_nothing(processes: list[Storage]) -> None:
    statements: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        statements.append(statement)

    event.listen(processes[0].engine.sync_engine, "before_cursor_execute", note)
    buckets = SharedTokenBuckets(Limits(general=Rate(5 * LEASED_PART, HOUR)), processes[0])
    for _ in range(5):
        assert await buckets.take("general", "ada") == 0
    assert len(statements) == 1
    while await buckets.take("general", "ada") == 0:
        pass
    before = len(statements)
    assert all([await buckets.take("general", "ada") for _ in range(50)])
    assert len(statements) == before


async def test_full_buckets_are_forgotten_and_names_not_stored(processes: list[Storage]) -> None:
    storage = processes[0]
    await take_tokens(storage, "talk 203.0.113.5", 1, 2, HOUR)
    await take_tokens(storage, "undo 203.0.113.5", 1, 2, 0.0)
    await drop_full_buckets(storage)
    async with storage.reading() as connection:
        keys = (await connection.execute(sql("SELECT key FROM token_buckets"))).scalars().all()
    assert [bool(re.fullmatch("[0-9a-f]{64}", key)) for key in keys] == [True]
    assert await take_tokens(storage, "talk 203.0.113.5", 2, 2, HOUR) > 0


async def test_two_servers_count_together(postgres: str) -> None:
    database = new_postgres(postgres)
    settings = replace(SETTINGS, limits=replace(SETTINGS.limits, talk=Rate(2, HOUR)))
    async with AsyncExitStack() as stack:
        apps = [await stack.enter_async_context(AsyncTestClient(make_app(database, settings))) for _ in range(2)]
        for app in apps:
            app.headers["X-Tianxia"] = "1"
        ada = await somebody(apps[0], "Ada")
        elsewhere = await somebody(apps[1], "Ada")
        elsewhere.secret = ada.secret
        seats = [{"who": "me"}, {"who": "friend"}]
        table = (await ada.post("/api/tables", {"game": "forbidden-city", "seats": seats})).json()["state"]["id"]
        path = f"/api/tables/{table}/talk"
        answers = [await device.post(path, {"text": "hello"}) for device in (ada, elsewhere, ada, elsewhere)]
    assert [answer.status_code for answer in answers] == [200, 200, 429, 429]
    assert HOUR / 2 < int(answers[-1].headers["Retry-After"]) <= HOUR


async def test_while_the_database_is_away_each_process_counts_by_itself(own_postgres: Any) -> None:
    storage = Storage(new_postgres(own_postgres.get_uri().replace("/postgres?", "/{}?")))
    async with limiting_rates(Limits(talk=Rate(2, HOUR)), storage) as limiter:
        await limiter.check("talk", "ada")
        kill_postgres(own_postgres)
        await limiter.check("talk", "ada")
        await limiter.check("talk", "ada")
        with pytest.raises(TooManyError):
            await limiter.check("talk", "ada")
    await storage.close()


async def test_a_database_that_does_not_answer_holds_up_no_request() -> None:
    with open_port() as silent:
        storage = Storage(f"postgresql+psycopg://ada@127.0.0.1:{silent.getsockname()[1]}/tianxia")
        limiter = RateLimiter(Limits(talk=Rate(2, HOUR)), storage)
        async with asyncio.timeout(PATIENCE):
            await limiter.check("talk", "ada")
            await limiter.check("talk", "ada")
            with pytest.raises(TooManyError):
                await limiter.check("talk", "ada")
            await storage.close()


async def test_over_sqlite_one_process_counts_in_memory(tmp_path: Any) -> None:
    storage = Storage(f"sqlite+aiosqlite:///{tmp_path}/tianxia.db")
    limiter = RateLimiter(Limits(talk=Rate(1, HOUR)), storage)
    await limiter.check("talk", "ada")
    with pytest.raises(TooManyError):
        await limiter.check("talk", "ada")
    await storage.close()
