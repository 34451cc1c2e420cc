"""Token buckets: in the memory of one process, and shared by several over a real PostgreSQL."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import Any

import pytest
from litestar.testing import AsyncTestClient
from sqlalchemy import event, make_url
from sqlalchemy import text as sql

from support.databases import ONLY_ROWS, kill_postgres, new_postgres
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


async def test_requests_at_the_same_moment_get_what_the_bucket_holds(processes: list[Storage]) -> None:
    burst = 200
    buckets = [SharedTokenBuckets(Limits(general=Rate(burst, HOUR)), storage) for storage in processes]
    waits = await asyncio.gather(*[buckets[0].take("general", "ada") for _ in range(burst // 2)])
    assert waits == [0] * (burst // 2)
    waits = await asyncio.gather(*[bucket.take("general", "ada") for _ in range(burst) for bucket in buckets])
    assert waits.count(0) == burst // 2


async def test_requests_at_the_same_moment_share_a_lease(processes: list[Storage]) -> None:
    statements: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        statements.append(statement)

    event.listen(processes[0].engine.sync_engine, "before_cursor_execute", note)
    buckets = SharedTokenBuckets(Limits(general=Rate(5 * LEASED_PART, HOUR)), processes[0])
    assert await asyncio.gather(*[buckets.take("general", "ada") for _ in range(5)]) == [0] * 5
    assert len(statements) == 1


async def test_an_old_lease_adds_nothing_to_a_burst(processes: list[Storage]) -> None:
    burst, moment = 5 * LEASED_PART, 0.0
    limits = Limits(general=Rate(burst, HOUR))
    buckets = [SharedTokenBuckets(limits, storage, lambda: moment) for storage in processes]
    for bucket in buckets:
        assert await bucket.take("general", "ada") == 0
    moment = 10.5 * HOUR
    async with processes[0].autocommitting() as connection:  # 10 tokens were taken: the bucket is full again by now
        await connection.execute(sql("UPDATE token_buckets SET full_at = full_at - 10.5 * 3600"))
    given = 0
    for turn in range(3 * burst):
        given += await buckets[turn % 2].take("general", "ada") == 0
    assert given == burst


async def test_a_shared_bucket_fills_again(processes: list[Storage]) -> None:
    first, second = (SharedTokenBuckets(Limits(talk=Rate(2, 0.2)), storage) for storage in processes)
    assert [await first.take("talk", "ada") for _ in range(2)] == [0, 0]
    assert 0 < await second.take("talk", "ada") <= 0.2

    async def has_token() -> bool:
        return await second.take("talk", "ada") == 0

    await until(has_token)


async def test_a_bucket_that_was_full_for_long_holds_a_burst_and_no_more(processes: list[Storage]) -> None:
    buckets = SharedTokenBuckets(Limits(talk=Rate(3, HOUR)), processes[0])
    assert await buckets.take("talk", "ada") == 0
    async with processes[0].autocommitting() as connection:
        await connection.execute(sql("UPDATE token_buckets SET full_at = full_at - 100 * 3600"))
    assert [await buckets.take("talk", "ada") > 0 for _ in range(4)] == [False, False, False, True]


async def test_a_clock_that_was_set_back_shuts_nobody_out(processes: list[Storage]) -> None:
    first, second = (SharedTokenBuckets(Limits(talk=Rate(2, 10)), storage) for storage in processes)
    assert [await first.take("talk", "ada") for _ in range(2)] == [0, 0]
    async with processes[0].autocommitting() as connection:
        await connection.execute(sql(f"UPDATE token_buckets SET full_at = full_at + {HOUR}"))
    assert [await second.take("talk", "ada") for _ in range(2)] == [0, 0]
    assert 0 < await second.take("talk", "ada") <= 10


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
    assert (await take_tokens(storage, "talk 203.0.113.5", 2, 2, HOUR)).wait > 0


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


@pytest.mark.parametrize(
    ("role", "change", "counts_with_others"),
    [
        ("with_table", "", True),
        ("without_table", "DROP TABLE token_buckets", False),
        ("without_rights", "REVOKE UPDATE ON token_buckets FROM {}", False),
    ],
)
async def test_a_server_starts_where_it_may_create_no_table(
    postgres: str, caplog: pytest.LogCaptureFixture, role: str, change: str, counts_with_others: bool
) -> None:
    database = new_postgres(postgres)
    settings = replace(SETTINGS, limits=replace(SETTINGS.limits, welcome=Rate(1, HOUR)))
    async with AsyncTestClient(make_app(database, settings)):
        pass  # all tables are created, those of the queue, too
    owner = Storage(database)
    async with owner.writing() as connection:
        for statement in (*ONLY_ROWS, change):
            if statement:
                await connection.exec_driver_sql(statement.format(role))
    caplog.set_level(logging.WARNING)
    address = make_url(database).set(username=role).render_as_string(hide_password=False)
    async with AsyncTestClient(make_app(address, settings)) as app:
        app.headers["X-Tianxia"] = "1"
        answers = [await app.post("/api/people", json={"name": "Ada"}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 429]
    assert caplog.text.count("token_buckets") == (0 if counts_with_others else 1)
    if counts_with_others:
        async with owner.reading() as connection:
            assert (await connection.execute(sql("SELECT count(*) FROM token_buckets"))).scalar()
    await owner.close()


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


async def test_a_slow_bucket_leaves_the_others_shared(processes: list[Storage]) -> None:
    first, second = (RateLimiter(Limits(talk=Rate(1, HOUR)), storage) for storage in processes)
    await first.check("talk", "ada")
    first.shared = SharedTokenBuckets(first.local.limits, first.storage)  # as if it had never asked about Ada
    async with processes[1].writing() as connection:
        await connection.execute(sql("SELECT key FROM token_buckets FOR UPDATE"))
        await first.check("talk", "ada")  # by itself, since the database does not answer
        with pytest.raises(TooManyError):
            await first.check("talk", "ada")
        await first.check("talk", "bo")
        with pytest.raises(TooManyError):
            await second.check("talk", "bo")


async def test_over_sqlite_one_process_counts_in_memory(tmp_path: Any) -> None:
    storage = Storage(f"sqlite+aiosqlite:///{tmp_path}/tianxia.db")
    limiter = RateLimiter(Limits(talk=Rate(1, HOUR)), storage)
    await limiter.check("talk", "ada")
    with pytest.raises(TooManyError):
        await limiter.check("talk", "ada")
    await storage.close()
