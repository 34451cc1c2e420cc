"""Analyses at work: whoever dies, each decision is judged once, and none is missing."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import DEVNULL

import pytest
from sqlalchemy import delete, select, update

from support.analyses import analyses_of, analysts_of, last_moves
from support.command import TIANXIA
from support.databases import backdate_heartbeats, new_postgres
from support.patience import until
from support.tables import sit
from tianxia.server.clock import DAY
from tianxia.server.contract.records import Analysis
from tianxia.server.library.analyses import Analyses, Task
from tianxia.server.library.records import KEPT_FOR, KeptRecord, tidy_record
from tianxia.server.people.service import Person
from tianxia.server.refusals import MissingError, StaleError, TooManyError
from tianxia.server.storage import schema
from tianxia.server.tables.service import TableService
from tianxia.server.work.analysts import Analysts, LocalAnalysts
from tianxia.server.work.expiry import Expiry
from tianxia.server.work.job_queue import JobQueue, create_queue, enqueue_judging
from tianxia.server.work.process_pool import Pool
from tianxia.server.work.programs import Programs

pytestmark = pytest.mark.anyio


@pytest.fixture
def analyses(tables: TableService) -> Analyses:
    return analyses_of(tables)


@pytest.fixture
async def record(analyses: Analyses, person: Person) -> str:
    return (await analyses.records.keep(person, tidy_record(last_moves()))).id


async def done(analyses: Analyses, id: str, least: int = 0) -> Analysis | None:
    found = await analyses.see("record", id, 0)
    assert found.status in ("going", "done")
    return found if found.status == "done" or 0 < least <= found.done else None


def check_whole(found: Analysis) -> None:
    numbers = [judged.number for judged in found.judged]
    assert numbers == sorted(set(numbers))
    assert len(numbers) == found.done


async def test_steps_go_on_where_the_last_one_ended(
    analyses: Analyses, record: str, person: Person, pool: Pool
) -> None:
    await analyses.start("record", record, person)
    assert await Analysts(analyses, pool).step(record)
    again = analysts_of(analyses.tables, pool)
    assert not await again.step(record, 0), "that was done"
    assert await again.step(record, 1)
    found = await analyses.see("record", record, 0)
    assert (found.status, found.done) == ("going", 2)
    check_whole(found)


async def test_who_comes_to_a_decision_second_is_too_late(
    analyses: Analyses, record: str, person: Person, pool: Pool
) -> None:
    await asyncio.gather(*(analyses.start("record", record, person) for _ in range(3)))
    find, all_have_found = analyses.next_task, asyncio.Barrier(3)

    async def find_together(id: str) -> Task | None:
        found = await find(id)
        await all_have_found.wait()
        return found

    analyses.next_task = find_together  # type: ignore[method-assign]
    analysts = Analysts(analyses, pool)
    await asyncio.gather(*(analysts.step(record) for _ in range(3)))
    found = await analyses.see("record", record, 0)
    assert found.done == 1
    check_whole(found)


async def test_an_analysis_that_fails_is_given_up_and_gone_on_with_when_asked_for(
    analyses: Analyses, record: str, person: Person, pool: Pool, caplog: pytest.LogCaptureFixture
) -> None:
    await analyses.start("record", record, person)
    async with analyses.storage.writing() as connection:
        await connection.execute(update(schema.analyses).values(seed="x" * 32))
    assert not await Analysts(analyses, pool).step(record)
    assert (await analyses.see("record", record, 0)).status == "failed"
    assert record not in caplog.text
    async with analyses.storage.writing() as connection:
        await connection.execute(update(schema.analyses).values(seed="0" * 32))
    await analyses.start("record", record, person)
    assert await Analysts(analyses, pool).step(record)


async def test_a_record_that_is_dropped_ends_its_analysis_without_a_word(
    analyses: Analyses, record: str, person: Person, pool: Pool, caplog: pytest.LogCaptureFixture
) -> None:
    await analyses.start("record", record, person)
    find = analyses.records.find

    async def find_too_late(id: str) -> KeptRecord:
        async with analyses.storage.writing() as connection:
            await connection.execute(delete(schema.records))
        return await find(id)

    analyses.records.find = find_too_late  # type: ignore[method-assign]
    assert not await Analysts(analyses, pool).step(record)
    assert "failed" not in caplog.text


async def test_a_record_that_is_dropped_while_an_analysis_begins_is_missing(
    analyses: Analyses, record: str, person: Person
) -> None:
    find = analyses.records.find

    async def find_just_in_time(id: str) -> KeptRecord:
        found = await find(id)
        async with analyses.storage.writing() as connection:
            await connection.execute(delete(schema.records))
        return found

    analyses.records.find = find_just_in_time  # type: ignore[method-assign]
    with pytest.raises(MissingError):
        await analyses.start("record", record, person)


async def test_a_server_that_starts_again_goes_on(analyses: Analyses, record: str, person: Person, pool: Pool) -> None:
    await analyses.start("record", record, person)
    here = LocalAnalysts(Analysts(analyses, pool))
    await here.begin()
    await until(lambda: done(analyses, record, 3))
    await here.close()
    again = LocalAnalysts(Analysts(analyses, pool))
    await again.begin()
    found = await until(lambda: done(analyses, record))
    await again.close()
    assert found is not None
    check_whole(found)


async def test_games_that_go_on_and_too_many_at_once_are_refused(
    tables: TableService, record: str, person: Person, pool: Pool
) -> None:
    strict = analyses_of(tables, most_a_person=0)
    with pytest.raises(TooManyError):
        await strict.start("record", record, person)
    table = await sit(tables, person, "greedy")
    with pytest.raises(StaleError):
        await strict.start("table", table.id, person)


async def test_what_nobody_looks_at_is_dropped(analyses: Analyses, record: str, person: Person, pool: Pool) -> None:
    await analyses.start("record", record, person)
    await Analysts(analyses, pool).step(record)
    records = analyses.records
    now = records.clock()
    records.clock = lambda: now + (KEPT_FOR - 1) * DAY
    await Expiry(records).delete_expired()
    await records.find(record)
    records.clock = lambda: now + (2 * KEPT_FOR - 2) * DAY
    await Expiry(records).delete_expired()
    await records.find(record)
    records.clock = lambda: now + (4 * KEPT_FOR) * DAY
    await Expiry(records).delete_expired()
    with pytest.raises(MissingError):
        await records.find(record)
    async with analyses.storage.reading() as connection:
        assert (await connection.execute(select(schema.judgements))).all() == []


# ---- over PostgreSQL, where several processes take jobs


class TestJobs:
    @pytest.fixture
    def database(self, postgres: str) -> str:
        return new_postgres(postgres)

    @pytest.fixture
    async def queued(self, analyses: Analyses) -> Analyses:
        await create_queue(analyses.storage)
        analyses.in_transaction.append(enqueue_judging)
        return analyses

    def jobs_of(self, analyses: Analyses, pool: Pool) -> JobQueue:
        programs = Programs(analyses.tables, pool, answer_delay=0)
        return JobQueue(analyses.storage, programs, Analysts(analyses, pool), sweep_every=0.2)

    async def test_two_that_take_jobs_share_an_analysis(
        self, queued: Analyses, record: str, person: Person, pool: Pool
    ) -> None:
        await queued.start("record", record, person)
        async with self.jobs_of(queued, pool).running(1), self.jobs_of(queued, pool).running(1):
            found = await until(lambda: done(queued, record))
        assert found is not None
        check_whole(found)

    async def test_a_job_that_is_missing_is_put_down(
        self, queued: Analyses, record: str, person: Person, pool: Pool
    ) -> None:
        queued.in_transaction.clear()
        await queued.start("record", record, person)
        async with self.jobs_of(queued, pool).running(1):
            await until(lambda: done(queued, record, 2))

    async def test_a_worker_that_is_killed_in_the_middle(
        self, queued: Analyses, record: str, person: Person, pool: Pool
    ) -> None:
        queued.depth = 40
        await queued.start("record", record, person)
        worker = await asyncio.create_subprocess_exec(
            *(*TIANXIA, "worker", "--processes", "1"),
            env=os.environ
            | {"TIANXIA_DATABASE": queued.storage.url.replace("+psycopg", ""), "PYTHONPATH": os.pathsep.join(sys.path)},
            stderr=DEVNULL,
        )
        before = await until(lambda: done(queued, record, 2))
        worker.kill()
        await worker.wait()
        await backdate_heartbeats(queued.storage)
        assert before is not None
        async with self.jobs_of(queued, pool).running(1):
            found = await until(lambda: done(queued, record))
        assert found is not None
        assert found.done == found.decisions > before.done
        check_whole(found)
