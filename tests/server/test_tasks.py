"""What goes on by itself goes on after a failure, and ends when it is told to."""

from __future__ import annotations

import asyncio
from threading import active_count

import pytest
from sqlalchemy import text

from support.patience import until
from tianxia.server.tables.service import TableService
from tianxia.server.tasks import end, finish, repeat

pytestmark = pytest.mark.anyio


async def test_a_look_that_fails_is_not_the_last() -> None:
    looks: list[int] = []

    async def look() -> float:
        looks.append(len(looks))
        if len(looks) == 1:
            raise OSError("the database is away for a moment")
        return 0.0

    task = asyncio.create_task(repeat(look, after_failure=0.0))
    await until(lambda: len(looks) > 3)
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
    await end(task, timeout=0.01)
    assert task.cancelled()
    assert overheard.is_set()


async def test_what_is_to_be_finished_is() -> None:
    done: list[int] = []

    async def work() -> None:
        for number in range(3):
            await asyncio.sleep(0)
            done.append(number)

    task = asyncio.create_task(finish(work()))
    await asyncio.sleep(0)  # it has begun
    await end(task)
    assert task.cancelled()
    assert done == [0, 1, 2]


async def test_a_transaction_that_is_cancelled_says_nothing_else(tables: TableService) -> None:
    threads, begun = active_count(), asyncio.Event()

    async def write() -> None:
        async with tables.storage.writing() as connection:
            begun.set()
            while True:
                await connection.execute(text("DELETE FROM notices"))

    task = asyncio.create_task(write())
    await begun.wait()
    await end(task)
    assert task.cancelled()

    async def is_tidy() -> bool:
        return active_count() <= threads

    await until(is_tidy)
