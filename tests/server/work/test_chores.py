"""What goes on by itself goes on after a failure, and ends when it is told to."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import text

from support.patience import until
from tianxia.server.chores import end, repeat
from tianxia.server.tables import Tables

pytestmark = pytest.mark.anyio


async def test_a_look_that_fails_is_not_the_last() -> None:
    looks: list[int] = []

    async def look() -> float:
        looks.append(len(looks))
        if len(looks) == 1:
            raise OSError("the database is away for a moment")
        return 0.0

    async def has_looked_often() -> bool:
        return len(looks) > 3

    task = asyncio.create_task(repeat(look, after_failure=0.0))
    await until(has_looked_often)
    await end(task)


async def test_what_overhears_a_cancellation_is_ended_all_the_same() -> None:
    overheard = asyncio.Event()

    async def sleep() -> float:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            if not overheard.is_set():
                overheard.set()
                raise OSError("the connection is gone") from None
            raise
        return 0.0

    task = asyncio.create_task(repeat(sleep))
    await asyncio.sleep(0)  # it has begun
    await end(task)
    assert task.cancelled()
    assert overheard.is_set()


async def test_a_transaction_that_is_cancelled_says_nothing_else(tables: Tables) -> None:
    async def write() -> None:
        async with tables.storage.writing() as connection:
            for _ in range(10):
                await connection.execute(text("DELETE FROM notices"))

    for patience in range(40):
        task = asyncio.create_task(write())
        await asyncio.sleep(patience / 20_000)
        task.cancel()
        await asyncio.wait([task])
        assert task.cancelled() or task.exception() is None
