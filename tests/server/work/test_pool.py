"""The processes that think: one that dies, or whose thought is not wanted any more, disturbs no other."""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import closing
from pathlib import Path

import pytest

from support.patience import until
from support.work import die, read_pipe
from tianxia.server.work.process_pool import Pool
from tianxia.workers import WorkerDiedError

pytestmark = pytest.mark.anyio


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    return path


async def test_the_death_of_one_process_leaves_the_thoughts_of_others_alone(pipe: Path) -> None:
    with closing(Pool(2)) as pool:
        first = await pool.run("ada", os.getpid)
        thought = asyncio.create_task(pool.run("ada", read_pipe, pipe))
        await until(lambda: not pool._idle)
        second = await pool.run("bo", os.getpid)
        assert second != first
        os.kill(second, signal.SIGKILL)
        assert await pool.run("bo", os.getpid) not in (first, second)
        await asyncio.to_thread(pipe.write_text, "go on")
        assert await thought == first, "and it was not begun anew"


async def test_a_thought_that_nobody_waits_for_is_ended(pipe: Path) -> None:
    with closing(Pool(1)) as pool:
        first = await pool.run("ada", os.getpid)
        thought = asyncio.create_task(pool.run("ada", read_pipe, pipe))
        await until(lambda: not pool._idle)
        thought.cancel()
        assert await pool.run("bo", os.getpid) != first


async def test_a_thought_that_kills_its_process_again_and_again_is_given_up() -> None:
    with closing(Pool(1)) as pool:
        with pytest.raises(WorkerDiedError):
            await pool.run("ada", die, 1)
        assert await pool.run("ada", int, "7") == 7


async def test_what_a_thought_raises_comes_back_with_where_it_was_raised() -> None:
    with closing(Pool(1)) as pool:
        with pytest.raises(ValueError, match="invalid literal") as raised:
            await pool.run("ada", int, "seven")
        assert "in _answer" in "".join(raised.value.__notes__)
        assert await pool.run("ada", int, "7") == 7
