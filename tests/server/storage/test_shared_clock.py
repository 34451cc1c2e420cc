"""The time that processes share, whatever happens to the clocks of their machines and of the database."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator

import pytest
from sqlalchemy import make_url

from support.databases import ONLY_ROWS, new_postgres
from support.patience import PATIENCE, until
from support.tables import pass_turn, sit
from tianxia.server.clock import DAY, MINUTE, SECOND, ServerClock, steady_clock, wall_clock
from tianxia.server.contract.time_control import Live
from tianxia.server.people.service import Person
from tianxia.server.storage.database import Storage
from tianxia.server.storage.shared_clock import QUICK, SYNCHRONIZE_EVERY, SharedClock
from tianxia.server.tables.service import TableService
from tianxia.server.work.deadlines import Deadlines
from tianxia.server.work.process_pool import Pool
from tianxia.server.work.programs import Programs

pytestmark = pytest.mark.anyio

FAR = 600 * SECOND


class Machine:
    """A machine whose wall clock is wrong, and whose steady clock may lose the time for which it slept."""

    def __init__(self, wrong: int = 0) -> None:
        self.wrong = wrong
        self.slept = 0

    def wall(self) -> int:
        return wall_clock() + self.wrong

    def steady(self) -> int:
        return steady_clock() - self.slept


class Process:
    """A process on a machine, with its clock."""

    def __init__(self, storage: Storage, wrong: int = 0) -> None:
        self.machine = Machine(wrong)
        self.clock = ServerClock(self.machine.wall, self.machine.steady)
        self.shared = SharedClock(storage, self.clock)

    async def synchronize(self) -> None:
        """Look at the database until it answers quickly enough to tell the time."""

        async def is_quick() -> bool:
            return await self.shared.synchronize() == SYNCHRONIZE_EVERY

        await until(is_quick)


def agree(one: ServerClock, other: ServerClock) -> bool:
    """Whether two clocks show the same time, up to the errors that answers of the database may cause."""
    before, shown, after = one(), other(), one()
    return before - QUICK <= shown <= after + QUICK


# ---- one machine


def test_a_clock_does_not_follow_steps_of_the_wall_clock() -> None:
    machine = Machine()
    machine.steady = lambda: 5000  # type: ignore[method-assign]
    clock = ServerClock(machine.wall, machine.steady)
    moment = clock()
    for wrong in (FAR, -FAR, 40 * DAY):
        machine.wrong = wrong
        assert clock() == moment


def test_a_clock_never_goes_back_by_a_little() -> None:
    clock = ServerClock(lambda: 100 * SECOND, lambda: 0)
    moment = clock()
    clock.set(moment - 10)
    assert clock() == moment
    clock.set(moment - 2 * SECOND)
    assert clock() == moment - 2 * SECOND


@pytest.mark.parametrize("step", [FAR, -FAR])
async def test_a_step_of_the_wall_clock_changes_no_players_time(
    tables: TableService, person: Person, step: int
) -> None:
    """Neither of the server's machine nor of another one; the database has a clock of its own, or none."""
    process = Process(tables.storage)
    tables.clock = process.clock
    await process.synchronize()
    began = time.monotonic()
    table = await sit(tables, person, person, time_control=Live(minutes=5, seconds_a_turn=0))
    seat = table.to_move
    assert seat is not None
    process.machine.wrong += step
    await process.synchronize()
    await Deadlines(tables).watch()
    assert not any(seat.is_away for seat in (await tables.find(table.id)).seats)
    await pass_turn(tables, person, table.id)
    left = (await tables.find(table.id)).clock.left[seat]
    waited = (time.monotonic() - began) * SECOND
    assert 5 * MINUTE - waited - QUICK <= left <= 5 * MINUTE


async def test_a_wall_clock_that_was_set_is_approached_slowly(tables: TableService) -> None:
    if tables.storage.is_postgres:
        return
    hands = {"wall": 100 * DAY, "steady": 0}
    clock = ServerClock(lambda: hands["wall"], lambda: hands["steady"])
    shared = SharedClock(tables.storage, clock)
    await shared.synchronize()
    hands["wall"] += FAR
    shown = []
    for _ in range(3):
        hands["steady"] += 5 * SECOND
        hands["wall"] += 5 * SECOND
        await shared.synchronize()
        shown.append(hands["wall"] - clock())
    assert shown == [FAR - 10, FAR - 20, FAR - 30]
    hands["wall"] += 2 * DAY  # nobody means that: it was wrong until now
    await shared.synchronize()
    assert clock() == hands["wall"]


async def test_a_wall_clock_that_was_set_back_before_a_start_gives_nobody_time(
    tables: TableService, person: Person
) -> None:
    """Over both databases: that of PostgreSQL may be on the same machine."""
    tables.clock = lambda: wall_clock() + FAR
    table = await sit(tables, person, person, time_control=Live(minutes=5, seconds_a_turn=0))
    process = Process(tables.storage)
    await process.synchronize()
    assert process.clock() >= table.changed
    if not tables.storage.is_postgres:
        return
    later = Process(tables.storage)
    await later.synchronize()
    assert agree(process.clock, later.clock)


async def test_a_program_answers_in_time_where_its_process_is_behind(
    tables: TableService, person: Person, pool: Pool
) -> None:
    table = await sit(tables, person, "random")
    while (await tables.find(table.id)).program_to_move is None:
        await pass_turn(tables, person, table.id)
    tables.clock = lambda: wall_clock() - DAY
    async with asyncio.timeout(PATIENCE):
        assert await Programs(tables, pool, answer_delay=1).move(table.id)


async def test_no_event_is_before_the_one_that_it_follows(tables: TableService, person: Person) -> None:
    table = await sit(tables, person, person)
    tables.clock = lambda: wall_clock() - FAR
    await pass_turn(tables, person, table.id)
    moments = [logged.stored.moment for logged in (await tables.find(table.id)).log]
    assert moments == sorted(moments)


# ---- several machines


@pytest.fixture
async def storage(postgres: str) -> AsyncIterator[Storage]:
    storage = Storage(new_postgres(postgres))
    yield storage
    await storage.close()


@pytest.mark.parametrize("wrong", [-40 * SECOND, 3 * MINUTE, -FAR, 40 * DAY])
async def test_a_process_whose_clock_is_wrong_has_the_time_of_the_others(storage: Storage, wrong: int) -> None:
    right, off = Process(storage), Process(storage, wrong)
    for process in (right, off, right, off):
        await process.synchronize()
    assert agree(right.clock, off.clock)
    assert agree(right.clock, ServerClock()), "which is that of the database"


async def test_a_process_whose_machine_slept_follows_the_others(storage: Storage) -> None:
    awake, sleeper = Process(storage), Process(storage)
    for process in (awake, sleeper, awake):
        await process.synchronize()
    sleeper.machine.slept = FAR
    assert not agree(awake.clock, sleeper.clock)
    await awake.synchronize()
    await sleeper.synchronize()
    assert agree(awake.clock, sleeper.clock)


async def test_a_process_without_the_right_to_the_table_has_the_time_of_the_database(storage: Storage) -> None:
    async with storage.writing() as connection:
        for statement in ONLY_ROWS:
            await connection.exec_driver_sql(statement.format("only_rows_of_a_clock"))
    url = make_url(storage.url).set(username="only_rows_of_a_clock")
    limited = Storage(url.render_as_string(hide_password=False))
    off = Process(limited, 3 * MINUTE)
    await off.synchronize()
    assert agree(off.clock, ServerClock())
    await limited.close()


class SetDatabase:
    """A PostgreSQL whose clock can be set: its function `clock_timestamp` is hidden by another."""

    def __init__(self, address: str) -> None:
        self.address = address

    def set(self, wrong: int) -> None:
        import psycopg

        with psycopg.connect(self.address.replace("+psycopg", ""), autocommit=True) as connection:
            connection.execute("CREATE SCHEMA IF NOT EXISTS shadow")
            connection.execute(
                "CREATE OR REPLACE FUNCTION shadow.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS "
                f"$$ SELECT pg_catalog.clock_timestamp() + interval '{wrong} milliseconds' $$"
            )
            name = connection.info.dbname
            connection.execute(f'ALTER DATABASE "{name}" SET search_path = shadow, pg_catalog, public')


@pytest.fixture
def set_database(postgres: str) -> SetDatabase:
    database = SetDatabase(new_postgres(postgres))
    database.set(0)
    return database


@pytest.mark.parametrize("step", [FAR, -FAR])
async def test_a_step_of_the_databases_clock_changes_the_time_of_no_process(
    set_database: SetDatabase, step: int
) -> None:
    """On one machine with the server, the database has the same wall clock. A process that starts later has the time
    of those that went on, not that of the database."""
    storage = Storage(set_database.address)
    processes = [Process(storage) for _ in range(2)]
    untouched = ServerClock()
    for process in (*processes, *processes):
        await process.synchronize()
    set_database.set(step)
    for process in processes:
        process.machine.wrong = step
        await process.synchronize()
        assert agree(untouched, process.clock)
    late = Process(storage, step)
    await late.synchronize()
    assert agree(untouched, late.clock)
    for process in (*processes, late):
        await process.synchronize()
        assert agree(untouched, process.clock)
    await storage.close()
