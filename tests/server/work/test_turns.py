"""Turns at work in threads: an address with hundreds of requests delays others by one of them."""

from __future__ import annotations

import asyncio
import threading

import pytest

from support.patience import PATIENCE, until
from tianxia.server.refusals import TooManyError
from tianxia.server.work.turns import Turns

pytestmark = pytest.mark.anyio


class Work:
    """Calls that take as long as the test wants."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.may_end = threading.Semaphore(0)

    def do(self, name: str) -> str:
        self.begun.append(name)
        assert self.may_end.acquire(timeout=PATIENCE)
        return name


async def test_one_address_leaves_a_thread_to_others() -> None:
    turns, work = Turns(100), Work()
    calls = [asyncio.create_task(turns.run("here", f"m{n % 20}", work.do, f"mallory {n}")) for n in range(60)]
    await until(lambda: len(work.begun) == 1)
    calls.append(asyncio.create_task(turns.run("there", "bo", work.do, "bo")))
    await until(lambda: len(work.begun) == 2)
    assert work.begun == ["mallory 0", "bo"]
    for _ in calls:
        work.may_end.release()
    async with asyncio.timeout(PATIENCE):
        assert (await asyncio.gather(*calls))[-1] == "bo"


async def test_people_at_one_address_take_turns() -> None:
    turns, work = Turns(100), Work()
    whose = ["mallory"] * 4 + ["ada"]
    calls = [asyncio.create_task(turns.run("here", who, work.do, who)) for who in whose]
    for _ in calls:
        work.may_end.release()
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*calls)
    assert work.begun == ["mallory", "mallory", "ada", "mallory", "mallory"]


async def test_those_who_wait_are_limited_by_address() -> None:
    turns, work = Turns(2), Work()
    calls = [asyncio.create_task(turns.run("here", "mallory", work.do, "mallory")) for _ in range(2)]
    await until(lambda: len(work.begun) == 1)
    with pytest.raises(TooManyError):
        await turns.run("here", "mallory", work.do, "mallory")
    for _ in range(3):
        work.may_end.release()
    async with asyncio.timeout(PATIENCE):
        assert await turns.run("there", "bo", work.do, "bo") == "bo"
        work.may_end.release()
        await asyncio.gather(*calls)
        work.may_end.release()
        assert await turns.run("here", "mallory", work.do, "mallory") == "mallory"


async def test_a_call_that_fails_or_is_given_up_leaves_its_place() -> None:
    turns, work = Turns(2), Work()
    first = asyncio.create_task(turns.run("here", "ada", work.do, "ada"))
    await until(lambda: len(work.begun) == 1)
    waiting = asyncio.create_task(turns.run("here", "bo", work.do, "bo"))
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    work.may_end.release()
    async with asyncio.timeout(PATIENCE):
        await first
        with pytest.raises(ZeroDivisionError):
            await turns.run("here", "ada", lambda: 1 // 0)
        work.may_end.release()
        assert await turns.run("here", "ada", work.do, "ada") == "ada"
