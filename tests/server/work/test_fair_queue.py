"""Turns: who wants much delays nobody else, and no place is lost."""

from __future__ import annotations

import asyncio

import pytest

from support.patience import PATIENCE
from tianxia.server.tasks import end
from tianxia.server.work.fair_queue import FairQueue

pytestmark = pytest.mark.anyio


class Queue:
    """People who want a place; each goes when they are told to."""

    def __init__(self, places: int) -> None:
        self.turns = FairQueue(places)
        self.came: list[str] = []  # who had a place, in their order
        self.tasks: list[asyncio.Task[None]] = []
        self._done = asyncio.Semaphore(0)

    async def want(self, *wishes: str) -> None:
        """Let wishes come, one after the other; the first letter of each says whose it is: p is patient."""
        for wish in wishes:
            self.tasks.append(asyncio.create_task(self._come(wish)))
            await asyncio.sleep(0)  # it waits, or has its place

    async def _come(self, wish: str) -> None:
        async with self.turns.slot(wish[0], is_background=wish[0] == "p"):
            self.came.append(wish)
            await self._done.acquire()

    async def let_all_go(self) -> None:
        for _ in self.tasks:
            self._done.release()
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*self.tasks, return_exceptions=True)


async def test_people_take_turns_however_much_they_want() -> None:
    queue = Queue(1)
    await queue.want("a1", "a2", "a3", "a4", "b1", "b2", "c1")
    await queue.let_all_go()
    assert queue.came == ["a1", "a2", "b1", "c1", "a3", "b2", "a4"]


async def test_there_are_as_many_at_once_as_places() -> None:
    queue = Queue(2)
    await queue.want("a1", "a2", "a3", "b1")
    assert queue.came == ["a1", "a2"]
    await queue.let_all_go()
    assert queue.came == ["a1", "a2", "a3", "b1"]
    await queue.want("c1", "c2")
    assert queue.came[4:] == ["c1", "c2"], "both places are free again"
    await queue.let_all_go()


async def test_who_goes_away_takes_no_place_along() -> None:
    queue = Queue(1)
    await queue.want("a1", "b1", "c1", "d1")
    await end(queue.tasks[1])
    queue.tasks[0].cancel()
    await asyncio.sleep(0)  # c is called, and does not know it yet
    await end(queue.tasks[2])
    await queue.let_all_go()
    assert queue.came == ["a1", "d1"]
    await queue.want("e1")
    assert queue.came[-1] == "e1"
    await queue.let_all_go()


async def test_who_waits_at_the_end_is_sent_away() -> None:
    queue = Queue(1)
    await queue.want("a1", "b1")
    queue.turns.close()
    await queue.let_all_go()
    assert queue.came == ["a1"]
    assert queue.tasks[1].cancelled()


async def test_the_patient_let_all_others_go_first() -> None:
    queue = Queue(1)
    await queue.want("a1", "p1", "p2", "b1", "a2")
    await queue.let_all_go()
    assert queue.came == ["a1", "b1", "a2", "p1", "p2"]


async def test_the_patient_leave_a_place_free_where_there_are_several() -> None:
    queue = Queue(2)
    await queue.want("p1", "p2", "a1", "b1")
    assert queue.came == ["p1", "a1"]
    await queue.let_all_go()
    assert queue.came == ["p1", "a1", "b1", "p2"]
