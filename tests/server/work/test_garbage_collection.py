"""Garbage is collected when nobody looks; tables leave none."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from support.tables import pass_turn, sit
from tianxia.play import Match
from tianxia.server.live.hub import Hub
from tianxia.server.people.service import Person
from tianxia.server.tables.service import TableService
from tianxia.server.tables.table import Table
from tianxia.server.work.garbage_collection import CHECK_EVERY, LATEST, SOONEST, Collector

pytestmark = [pytest.mark.anyio, pytest.mark.mostly_sqlite]


@pytest.fixture
def uncollected() -> Iterator[None]:
    """Nothing is freed but by counting references."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


class Ring:
    """Garbage, once it is dropped."""

    def __init__(self) -> None:
        self.itself = self


def count(kind: type) -> int:
    return sum(isinstance(found, kind) for found in gc.get_objects())


@pytest.mark.usefixtures("uncollected")
async def test_garbage_is_collected_when_nobody_is_connected_or_after_a_day() -> None:
    hub, moment = Hub(), 0.0
    collector = Collector(hub, lambda: moment)

    async def left_after(seconds: float) -> int:
        nonlocal moment
        moment += seconds
        Ring()
        assert await collector.collect_if_due() == CHECK_EVERY
        return count(Ring)

    assert await left_after(SOONEST - 1) == 1
    assert await left_after(1) == 0
    with hub.watching("table"):
        assert await left_after(SOONEST) == 1
        assert await left_after(LATEST - SOONEST) == 0


@pytest.mark.usefixtures("uncollected")
async def test_a_table_that_is_not_kept_any_longer_is_freed_at_once(tables: TableService, person: Person) -> None:
    ids = [(await sit(tables, person, "greedy")).id for _ in range(3)]
    for id in ids:
        await pass_turn(tables, person, id)
    before = count(Table), count(Match)
    another = TableService(tables.storage)
    another.cache.most = 1
    for id in ids:
        await another.find(id)
    assert len(another.cache) == 1
    assert (count(Table), count(Match)) == (before[0] + 1, before[1] + 1)
