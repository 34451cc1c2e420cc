"""Clocks that run out while nobody looks."""

from __future__ import annotations

import asyncio

import pytest

from support.patience import until
from support.tables import is_turn_of, sit
from support.unreadable import store_novelty
from tianxia.server.clock import MINUTE, SECOND
from tianxia.server.contract.time_control import Live
from tianxia.server.people.service import Person
from tianxia.server.tables.events import Left
from tianxia.server.tables.service import TableService
from tianxia.server.tables.table import STAND_IN
from tianxia.server.work.deadlines import MOST_BETWEEN, Deadlines
from tianxia.server.work.process_pool import Pool
from tianxia.server.work.programs import LocalPrograms, Programs

pytestmark = pytest.mark.anyio


class Hands:
    """The hands of a clock that a test moves."""

    def __init__(self) -> None:
        self.moment = 1_000_000

    def __call__(self) -> int:
        return self.moment


async def test_whoever_runs_out_of_time_is_replaced_until_they_come_back(
    tables: TableService, person: Person, pool: Pool
) -> None:
    tables.clock = hands = Hands()
    table = await sit(tables, person, "greedy", time_control=Live(minutes=1))
    deadlines = Deadlines(tables)
    assert await deadlines.watch() == MOST_BETWEEN
    hands.moment += MINUTE - 500
    assert await deadlines.watch() == 0.5
    assert (await tables.find(table.id)).program_to_move is None
    hands.moment += 500
    await asyncio.gather(deadlines.watch(), Deadlines(tables).watch())
    late = await tables.find(table.id)
    assert [logged.stored.event for logged in late.log if isinstance(logged.stored.event, Left)] == [Left(1, True)]
    assert late.program_to_move == STAND_IN
    here = LocalPrograms(Programs(tables, pool, answer_delay=0))
    await here.begin()
    await until(lambda: is_turn_of(tables, table.id, 2))
    await here.close()
    back = await tables.sit_down(table.id, person, 1)
    assert not back.seat(1).is_away
    assert back.clock.left[1] == 10 * SECOND


async def test_a_table_that_cannot_be_read_stops_no_other_clock(
    tables: TableService, person: Person, caplog: pytest.LogCaptureFixture
) -> None:
    tables.clock = hands = Hands()
    broken = await sit(tables, person, "greedy", time_control=Live(minutes=1))
    hands.moment += 1
    whole = await sit(tables, person, "greedy", time_control=Live(minutes=1))
    await store_novelty(tables, broken)
    hands.moment += MINUTE
    deadlines = Deadlines(tables)
    assert [await deadlines.watch() for _ in range(2)] == [MOST_BETWEEN, MOST_BETWEEN]
    assert (await tables.find(whole.id)).program_to_move == STAND_IN
    assert caplog.text.count("novelty") == 1
    assert broken.id not in caplog.text
