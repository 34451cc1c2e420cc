"""Processes that take jobs may be killed: others soon go on with their jobs, and no living one loses its own."""

from __future__ import annotations

import asyncio
import signal
import threading
from dataclasses import replace
from functools import partial
from pathlib import Path

import httpx
import pytest
from sqlalchemy import text

from support.analyses import analysts_of
from support.databases import backdate_heartbeats, new_postgres
from support.jobs import a_worker, are_jobs, kill
from support.patience import PATIENCE, until
from support.served import Served, served
from support.servers import SETTINGS, serving, serving_here
from support.tables import is_turn_of, moves_of_programs, pass_turn, sit
from tianxia.server.http.app import make_app
from tianxia.server.people.service import Person
from tianxia.server.run.addresses import ServerAddresses
from tianxia.server.run.serving import report_when_ready
from tianxia.server.tables.service import TableService
from tianxia.server.work.job_queue import RESCUE_EVERY, JobQueue
from tianxia.server.work.process_pool import Pool
from tianxia.server.work.programs import Programs
from tianxia.server.work.worker_locks import WORKERS

pytestmark = pytest.mark.anyio
NEVER = 3600.0  # seconds
SELDOM = 0.1  # seconds between requests of the same kind


@pytest.fixture
def database(postgres: str) -> str:
    return new_postgres(postgres)


def jobs_of(tables: TableService, pool: Pool, heartbeat: float = NEVER) -> JobQueue:
    """A queue that misses no heartbeat and does not poll: what it finds, it finds by locks and notifications."""
    programs = Programs(tables, pool, answer_delay=0)
    return JobQueue(tables.storage, programs, analysts_of(tables, pool), heartbeat=heartbeat, sweep_every=NEVER)


async def go_on(tables: TableService, pool: Pool, table: str) -> None:
    """Have this process take the jobs of others."""
    assert await are_jobs(tables, "doing")
    assert RESCUE_EVERY < 5, "this is how long it takes to find out who died"
    async with jobs_of(tables, pool).running(1):
        await until(lambda: is_turn_of(tables, table, 1))
    assert {(one.seat, one.program) for one in await moves_of_programs(tables, table)} == {(2, "mcts:1s")}


async def test_a_worker_is_killed_while_it_thinks(queued: TableService, person: Person, pool: Pool) -> None:
    table = await sit(queued, person, "mcts:1s")
    await pass_turn(queued, person, table.id)
    async with a_worker(queued.storage.url) as worker:
        await until(lambda: are_jobs(queued, "doing"))
        await kill(worker)
        await go_on(queued, pool, table.id)


async def test_a_server_is_killed_while_it_thinks(queued: TableService, person: Person, pool: Pool) -> None:
    table = await sit(queued, person, "mcts:1s")
    with serving(queued.storage.url) as [server]:
        await pass_turn(queued, person, table.id)
        await until(lambda: are_jobs(queued, "doing"))
        await asyncio.to_thread(server.kill)
        await go_on(queued, pool, table.id)


async def test_a_process_that_is_slow_keeps_its_jobs(queued: TableService, person: Person, pool: Pool) -> None:
    table = await sit(queued, person, "mcts:1s")
    await pass_turn(queued, person, table.id)
    async with a_worker(queued.storage.url) as worker:
        await until(lambda: are_jobs(queued, "doing"))
        worker.send_signal(signal.SIGSTOP)
        jobs = jobs_of(queued, pool)
        for _ in range(3):
            await jobs.rescue()
        assert jobs.programs.workers.count == 1
        assert await are_jobs(queued, "doing")
        worker.send_signal(signal.SIGCONT)
        await until(lambda: is_turn_of(queued, table.id, 1))


async def test_a_vanished_machine_is_known_by_its_heartbeat(queued: TableService, person: Person, pool: Pool) -> None:
    """Its connections stay open for the database."""
    table = await sit(queued, person, "mcts:1s")
    await pass_turn(queued, person, table.id)
    async with a_worker(queued.storage.url) as worker:
        await until(lambda: are_jobs(queued, "doing"))
        worker.send_signal(signal.SIGSTOP)
        await backdate_heartbeats(queued.storage)
        await jobs_of(queued, pool, heartbeat=60).rescue()
        assert await are_jobs(queued, "todo")


async def holders(tables: TableService) -> set[int]:
    """The connections that hold locks of workers."""
    query = text(f"SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND classid = {WORKERS}")
    async with tables.storage.reading() as connection:
        return set((await connection.execute(query)).scalars())


async def test_a_process_whose_locks_were_cut_works_again(queued: TableService, person: Person, pool: Pool) -> None:
    async with jobs_of(queued, pool).running(1):
        [cut] = await until(lambda: holders(queued))
        async with queued.storage.reading() as connection:
            await connection.execute(text("SELECT pg_terminate_backend(:pid)"), {"pid": cut})

        async def is_registered_again() -> bool:
            return bool(await holders(queued) - {cut})

        await until(is_registered_again)
        table = await sit(queued, person, "greedy")
        await pass_turn(queued, person, table.id)
        await until(lambda: is_turn_of(queued, table.id, 1))


FULL = """
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION USING ERRCODE = 'disk_full'; END $$;
    CREATE TRIGGER refuse BEFORE DELETE ON procrastinate_jobs EXECUTE FUNCTION refuse();
"""


async def test_a_job_whose_end_cannot_be_stored_is_given_up_and_taken_again(
    queued: TableService, person: Person, pool: Pool
) -> None:
    async with queued.storage.writing() as connection:
        await connection.execute(text(FULL))
    table = await sit(queued, person, "greedy")
    await pass_turn(queued, person, table.id)
    async with jobs_of(queued, pool).running(1):
        await until(lambda: is_turn_of(queued, table.id, 1))
        assert not await are_jobs(queued)
        async with queued.storage.writing() as connection:
            await connection.execute(text("DROP TRIGGER refuse ON procrastinate_jobs"))
        await until(lambda: are_jobs(queued))


# ---- nobody computes moves


async def test_a_server_says_that_nobody_computes_the_moves_of_programs(tmp_path: Path, database: str) -> None:
    address = database.replace("+psycopg", "")
    with served(tmp_path, "--programs", 0, TIANXIA_DATABASE=address) as server:
        await until(lambda: readiness(server, 503), SELDOM)
        async with a_worker(database) as worker:
            await until(lambda: readiness(server, 200), SELDOM)
            assert number_of_workers(server) == 1
            await kill(worker)
            await until(lambda: readiness(server, 503), SELDOM)
            assert number_of_workers(server) == 0
        assert server.stop() == 0
    nobody, again = "no process computes the moves of programs", "the moves of programs are computed again"
    assert [line["event"] for line in server.lines() if line["event"] != "request"] == [nobody, again, nobody]


async def test_a_server_tells_its_address_although_nobody_computes_moves(database: str) -> None:
    settings = replace(SETTINGS, programs=0)
    async with serving_here(make_app(database, settings), settings=settings) as address, httpx.AsyncClient() as client:

        async def lacks_workers() -> bool:
            return (await client.get(f"{address}/ready")).status_code == 503

        await until(lacks_workers)
        where, told = ServerAddresses(f"{address}/", False, [], "here"), asyncio.Event()
        loop = asyncio.get_running_loop()
        tell = partial(loop.call_soon_threadsafe, told.set)
        threading.Thread(target=report_when_ready, args=(where, lambda _: tell()), daemon=True).start()
        await asyncio.wait_for(told.wait(), PATIENCE)
        assert await lacks_workers()


async def readiness(server: Served, status: int) -> bool:
    """Whether it answers with this status; if it is not ready, then for want of workers."""
    answer = httpx.get(f"{server.address}ready")
    assert answer.is_success or answer.json()["key"] == "server.no-program-workers"
    return answer.status_code == status


def number_of_workers(server: Served) -> float:
    numbers = httpx.get(f"{server.address}metrics").text.splitlines()
    return float(next(line for line in numbers if line.startswith("tianxia_program_workers ")).split()[1])
