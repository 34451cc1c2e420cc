"""Counts that processes add up, over a real PostgreSQL."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import text as sql

from support.databases import kill_postgres, new_postgres
from support.guests import guests_at
from support.patience import until
from support.servers import SETTINGS, uvicorn_here
from support.sockets import refusal_of
from tianxia.server.http.app import make_app
from tianxia.server.storage.database import Storage
from tianxia.server.storage.shared_counts import RUNS_FOR, SharedCounts

pytestmark = pytest.mark.anyio

TWO = {"streams of ada": 2}


@pytest.fixture
async def processes(postgres: str) -> AsyncIterator[list[SharedCounts]]:
    """The counts of two processes over one database."""
    database = new_postgres(postgres)
    storages = [Storage(database) for _ in range(2)]
    async with AsyncExitStack() as stack:
        processes = [SharedCounts(storage) for storage in storages]
        for counts in processes:
            await stack.enter_async_context(counts.shared())
        yield processes
    for storage in storages:
        await storage.close()


async def has_room(counts: SharedCounts) -> bool:
    async with counts.held(TWO) as fits:
        return fits


async def test_two_processes_count_together(processes: list[SharedCounts]) -> None:
    first, second = processes
    async with first.held(TWO) as one:
        async with second.held(TWO) as two:
            assert one
            assert two
            assert not await has_room(first)
            assert not await has_room(second)
            async with second.held({"streams of bo": 1}) as other:
                assert other
        await until(lambda: has_room(first))
    await until(lambda: has_room(second))


@pytest.mark.parametrize("seen", [-RUNS_FOR - 1, 3600], ids=["long ago", "before the clock was set back"])
async def test_a_process_that_was_killed_counts_for_a_while_only(processes: list[SharedCounts], seen: int) -> None:
    first, second = processes
    async with first.held({"streams of ada": 1}):
        assert not await has_no_other(second)
        async with second.storage.autocommitting() as connection:
            late = sql("UPDATE shared_counts SET seen = seen + :by WHERE process = :process")
            await connection.execute(late, {"process": first.process, "by": seen})
        assert await has_no_other(second)


async def has_no_other(counts: SharedCounts) -> bool:
    async with counts.held({"streams of ada": 1}) as fits:
        return fits


async def test_a_process_that_ends_leaves_nothing(postgres: str) -> None:
    database = new_postgres(postgres)
    storage = Storage(database)
    counts = SharedCounts(storage)
    async with counts.shared(), counts.held({"streams at 203.0.113.5": 1}):
        rows = await stored(storage)
        assert [row.count for row in rows] == [1]
        assert re.fullmatch("[0-9a-f]{64}", rows[0].key), "no address is stored"
    assert await stored(storage) == []
    await storage.close()


async def stored(storage: Storage) -> list[Any]:
    async with storage.reading() as connection:
        return list((await connection.execute(sql("SELECT key, count FROM shared_counts"))).all())


async def test_while_the_database_is_away_each_process_counts_by_itself(own_postgres: Any) -> None:
    storage = Storage(new_postgres(own_postgres.get_uri().replace("/postgres?", "/{}?")))
    counts = SharedCounts(storage)
    async with counts.shared():
        kill_postgres(own_postgres)
        async with counts.held(TWO) as one, counts.held(TWO) as two, counts.held(TWO) as three:
            assert [one, two, three] == [True, True, False]
        assert await has_room(counts)
    await storage.close()


async def test_followers_are_counted_by_all_processes(postgres: str) -> None:
    database = new_postgres(postgres)
    settings = replace(SETTINGS, limits=replace(SETTINGS.limits, streams_a_person=1))
    async with (
        uvicorn_here(make_app(database, settings), settings=settings) as here,
        uvicorn_here(make_app(database, settings), settings=settings) as there,
        guests_at(here.address, "Ada", "Bo") as [ada, bo],
    ):
        table = (await ada.set_up("forbidden-city", 2))["state"]["id"]
        ada_there, bo_there = ada.at(there.address), bo.at(there.address)
        async with ada.watch(table) as socket:
            await ada.next_update(socket)
            assert await refusal_of(ada_there, table) == (429, "server.too-many-streams")
            async with bo_there.watch(table) as other:
                await bo_there.next_update(other)

        async def may_follow() -> bool:
            answer = await ada_there.client.send(
                ada_there.client.build_request("GET", f"/api/tables/{table}/events"), stream=True
            )
            await answer.aclose()
            return answer.status_code == 200

        await until(may_follow)
        await ada_there.go()
        await bo_there.go()
