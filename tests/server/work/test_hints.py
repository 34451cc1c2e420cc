"""Hints: one at a time for each person."""

from __future__ import annotations

import asyncio

import pytest

from support.tables import sit
from tianxia.server.people.service import Person
from tianxia.server.refusals import StaleError, TooManyError
from tianxia.server.storage.shared_counts import SharedCounts
from tianxia.server.tables.service import TableService
from tianxia.server.work.hints import Hints
from tianxia.server.work.process_pool import Pool
from tianxia.teaching import Advice

pytestmark = [pytest.mark.anyio, pytest.mark.mostly_sqlite]

HERE = "203.0.113.5"


async def test_one_hint_at_a_time(tables: TableService, person: Person, pool: Pool) -> None:
    table, hints = await sit(tables, person, "random"), Hints(tables, pool, SharedCounts(tables.storage))
    both = [hints.give(table.id, person, 1, table.sequence, HERE) for _ in range(2)]
    first, second = await asyncio.gather(*both, return_exceptions=True)
    assert not isinstance(first, BaseException)
    advice, game = first
    assert isinstance(advice, Advice)
    assert game.id == table.game_start.game
    assert isinstance(second, TooManyError)
    assert (await tables.find(table.id)).seat(1).hints == 1
    with pytest.raises(StaleError):  # rather than too many
        await hints.give(table.id, person, 1, table.sequence + 1, HERE)
