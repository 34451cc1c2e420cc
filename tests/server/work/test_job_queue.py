"""Jobs over PostgreSQL: whoever takes one may die, and nothing is lost or done twice."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE
from functools import partial
from typing import Any

import pytest
from msgspec import structs
from sqlalchemy import text

from support.analyses import analysts_of
from support.command import TIANXIA
from support.databases import empty_postgres, kill_postgres, new_postgres
from support.jobs import are_jobs
from support.patience import PATIENCE, until
from support.servers import PATHS
from support.tables import CITY, is_turn_of, pass_turn, sit
from support.unreadable import store_novelty
from tianxia.server.contract.time_control import Leisurely
from tianxia.server.people.service import People, Person
from tianxia.server.storage.database import Storage
from tianxia.server.tables.events import Offered, SatDown
from tianxia.server.tables.service import TableService
from tianxia.server.tasks import pause_after
from tianxia.server.work.job_queue import JobQueue, create_queue, enqueue_move
from tianxia.server.work.process_pool import Pool
from tianxia.server.work.programs import Programs

pytestmark = pytest.mark.anyio


@pytest.fixture
def database(postgres: str) -> str:
    return new_postgres(postgres)


def jobs_of(tables: TableService, pool: Pool) -> JobQueue:
    analysts = analysts_of(tables, pool)
    return JobQueue(tables.storage, Programs(tables, pool, answer_delay=0), analysts, sweep_every=0.2)


async def test_the_queue_is_made_once(queued: TableService) -> None:
    await asyncio.gather(create_queue(queued.storage), create_queue(queued.storage))
    assert await are_jobs(queued)


async def test_a_job_is_put_down_with_the_move_before_it(queued: TableService, person: Person) -> None:
    table = await sit(queued, person, "greedy")
    await pass_turn(queued, person, table.id)
    await queued.talk(table.id, person, "Hurry up!")
    assert await are_jobs(queued, "todo")


async def test_finished_jobs_are_deleted(queued: TableService, person: Person, pool: Pool) -> None:
    table = await sit(queued, person, "greedy")
    await pass_turn(queued, person, table.id)
    async with jobs_of(queued, pool).running(1):
        await until(lambda: is_turn_of(queued, table.id, 1))
        await until(lambda: are_jobs(queued))


async def test_a_job_that_is_missing_is_put_down(queued: TableService, person: Person, pool: Pool) -> None:
    queued.in_transaction.clear()
    table = await sit(queued, person, "greedy")
    await pass_turn(queued, person, table.id)
    jobs = jobs_of(queued, pool)
    async with jobs.running(0):
        await until(lambda: are_jobs(queued, "todo"))
        await asyncio.gather(jobs.sweep(), jobs.sweep())
        assert await are_jobs(queued, "todo")


async def waiting_tables(tables: TableService) -> list[str]:
    """The tables of the jobs that wait, in the order in which they are taken."""
    query = "SELECT args->>'table' FROM procrastinate_jobs WHERE status = 'todo' ORDER BY priority DESC, id"
    async with tables.storage.reading() as connection:
        return list((await connection.execute(text(query))).scalars())


async def test_hosts_take_turns_and_what_waits_moves_up(queued: TableService, person: Person, pool: Pool) -> None:
    other, _ = await People(queued.storage).welcome("Bo")
    mine = []
    for _ in range(3):
        mine.append((await sit(queued, person, "greedy")).id)
        await pass_turn(queued, person, mine[-1])
    theirs = (await sit(queued, other, "greedy")).id
    await pass_turn(queued, other, theirs)
    assert await waiting_tables(queued) == [mine[0], theirs, mine[1], mine[2]]
    jobs = jobs_of(queued, pool)
    while await jobs.programs.move(mine[0]):
        pass
    async with queued.storage.writing() as connection:
        done = text("DELETE FROM procrastinate_jobs WHERE args->>'table' = :table")
        await connection.execute(done, {"table": mine[0]})

    async def have_moved_up() -> bool:
        return await waiting_tables(queued) == [mine[1], theirs, mine[2]]

    async with jobs.running(0):
        await until(have_moved_up)


async def test_tables_that_were_passed_on_wait_like_those_that_somebody_set_up(
    queued: TableService, person: Person
) -> None:
    people = People(queued.storage)
    (friend, _), (other, _) = await people.welcome("Bo"), await people.welcome("Cy")
    passed_on = []
    for _ in range(3):
        seats = SatDown(1, person.id, person.name), SatDown(2, friend.id, friend.name), Offered(3, "anybody")
        table = await queued.create(person, structs.replace(CITY, players=3), Leisurely(), seats)
        await queued.leave(table.id, person, 1)
        for seat in (1, 3):
            await queued.offer(table.id, friend, Offered(seat, "program", "greedy"))
        await queued.start(table.id, friend)
        passed_on.append(table.id)
    theirs = (await sit(queued, other, "greedy")).id
    await pass_turn(queued, other, theirs)
    assert await waiting_tables(queued) == [passed_on[0], theirs, *passed_on[1:]]


async def test_a_job_that_fails_is_taken_again_after_a_pause_that_grows(
    queued: TableService, person: Person, pool: Pool, caplog: pytest.LogCaptureFixture
) -> None:
    table = await sit(queued, person, "greedy")
    await pass_turn(queued, person, table.id)
    await store_novelty(queued, await queued.find(table.id))
    jobs = jobs_of(TableService(queued.storage), pool)

    async def pause() -> float:
        """The seconds that the job waits, when it has failed once more."""
        query = "SELECT extract(epoch FROM scheduled_at - now()) FROM procrastinate_jobs WHERE status = 'todo'"
        async with queued.storage.reading() as connection:
            return float((await connection.execute(text(query))).scalar() or 0)

    async with jobs.running(1):
        first = await until(pause)
        await jobs.sweep()
        assert await are_jobs(queued, "todo"), "it is not missing"
        async with queued.storage.writing() as connection:
            await connection.execute(text("UPDATE procrastinate_jobs SET scheduled_at = NULL"))
        second = await until(pause)
    assert first <= pause_after(1) < second <= pause_after(2)
    assert caplog.text.count("could not move") == 2
    assert table.id not in caplog.text


async def test_a_worker_ends_in_good_order(queued: TableService, person: Person) -> None:
    address = queued.storage.url.replace("+psycopg", "")
    worker = await asyncio.create_subprocess_exec(
        *(*TIANXIA, "worker", "--database", address),
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        stderr=DEVNULL,
    )
    table = await sit(queued, person, "greedy")
    await pass_turn(queued, person, table.id)
    await until(lambda: is_turn_of(queued, table.id, 1))
    worker.terminate()
    assert await asyncio.wait_for(worker.wait(), PATIENCE) == 0


async def test_a_worker_leaves_a_database_as_it_is_that_its_server_has_not_brought_up_to_date(postgres: str) -> None:
    database = empty_postgres(postgres)
    worker = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", "from tianxia.cli import main; main()", "worker", "--processes", "1"),
        env=os.environ | {"TIANXIA_DATABASE": database, "PYTHONPATH": os.pathsep.join(sys.path)},
        stderr=PIPE,
    )
    _, told = await asyncio.wait_for(worker.communicate(), PATIENCE)
    assert worker.returncode == 1
    assert "start tianxia serve first" in told.decode()
    storage = Storage(database)
    async with storage.reading() as connection:
        made = await connection.execute(text("SELECT tablename FROM pg_tables WHERE schemaname = 'public'"))
        assert made.all() == []
    await storage.close()


async def test_a_worker_outlives_a_database_that_is_away_when_it_starts_and_later(own_postgres: Any) -> None:
    database = new_postgres(own_postgres.get_uri().replace("/postgres?", "/{}?"))
    kill_postgres(own_postgres)
    worker = await asyncio.create_subprocess_exec(
        *(*TIANXIA, "worker", "--processes", "1"),
        env=os.environ | {"TIANXIA_DATABASE": database.replace("+psycopg", ""), "PYTHONPATH": PATHS},
        stderr=PIPE,
    )
    assert worker.stderr is not None
    while b"the database is away" not in await worker.stderr.readline():
        assert worker.returncode is None
    own_postgres.start()
    tables = TableService(await Storage.open(database))
    await create_queue(tables.storage)
    tables.in_transaction.append(enqueue_move)
    person, _ = await People(tables.storage).welcome("Ada")
    table = await sit(tables, person, "greedy")
    for is_last in (False, True):
        await pass_turn(tables, person, table.id)
        await until(partial(is_turn_of, tables, table.id, 1))
        if not is_last:
            await asyncio.to_thread(kill_postgres, own_postgres)
            await asyncio.to_thread(own_postgres.start)
    await tables.storage.close()
    worker.terminate()
    assert await asyncio.wait_for(worker.wait(), PATIENCE) == 0
