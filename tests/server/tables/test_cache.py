"""Memory: what tables take there is bounded, whatever happens at them."""

from __future__ import annotations

import pytest

from support.tables import sit
from tianxia.server.people.service import Person
from tianxia.server.tables.cache import A_TABLE, TableCache
from tianxia.server.tables.service import TableService

pytestmark = [pytest.mark.anyio, pytest.mark.mostly_sqlite]


async def test_new_tables_push_out_those_that_were_not_used_for_long(tables: TableService, person: Person) -> None:
    first = await sit(tables, person, "greedy")
    size = A_TABLE + first.number
    tables.cache = TableCache(3 * size)
    found = [await sit(tables, person, "greedy") for _ in range(5)]
    assert len(tables.cache) == 3
    assert tables.cache.size == 3 * size
    assert tables.cache.get(found[1].id) is None
    assert tables.cache.get(found[4].id) is found[4]
    assert (await tables.find(found[2].id)) is found[2]
    await sit(tables, person, "greedy")
    assert tables.cache.get(found[2].id) is found[2], "it was used after the fourth"
    assert (await tables.find(first.id)).log == first.log, "what was dropped is read again"


async def test_a_table_where_much_happens_takes_the_room_of_several(tables: TableService, person: Person) -> None:
    quiet = [await sit(tables, person, "greedy") for _ in range(3)]
    loud = await sit(tables, person, "greedy")
    tables.cache.most = tables.cache.size + 2
    for _ in range(3):
        await tables.talk(loud.id, person, "hello")
    assert [tables.cache.get(table.id) is not None for table in (*quiet, loud)] == [False, True, True, True]
    tables.cache.most = 1
    await tables.talk(loud.id, person, "hello")
    assert len(tables.cache) == 1, "one that is used is kept, however large it is"
    assert tables.cache.size == A_TABLE + loud.number
    tables.cache.drop(loud.id)
    assert (len(tables.cache), tables.cache.size) == (0, 0)
