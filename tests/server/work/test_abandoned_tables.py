"""Tables that nobody comes back to."""

from __future__ import annotations

import pytest
from sqlalchemy import update

from support.analyses import analysts_of
from support.patience import until
from support.tables import CITY, pass_turn, sit
from support.unreadable import store_novelty
from tianxia.play import read_record
from tianxia.server.clock import DAY, now
from tianxia.server.contract.time_control import Days, Leisurely
from tianxia.server.people.service import People, Person
from tianxia.server.presenter.tables import show_record, show_table
from tianxia.server.refusals import StaleError
from tianxia.server.storage import schema
from tianxia.server.tables.events import Closed, Left, Moved, Offered, SatDown
from tianxia.server.tables.lists import list_tables
from tianxia.server.tables.service import TableService
from tianxia.server.tables.table import STAND_IN
from tianxia.server.work.abandoned_tables import DAYS, AbandonedTables
from tianxia.server.work.background import background_work, make_notices
from tianxia.server.work.process_pool import Pool
from tianxia.server.work.programs import Programs

pytestmark = pytest.mark.anyio


async def let_days_pass(tables: TableService, days: float, *seen: Person) -> None:
    """Nothing happens for some days; some people were seen since."""
    moment = now() + int(days * DAY)
    tables.clock = lambda: moment
    async with tables.storage.writing() as connection:
        own = schema.sessions.c.person.in_([person.id for person in seen])
        await connection.execute(update(schema.sessions).where(own).values(seen=moment))


async def another(tables: TableService) -> Person:
    return (await People(tables.storage).welcome("Bo"))[0]


async def test_a_game_that_everybody_deserted_is_closed_and_its_record_stays(
    tables: TableService, person: Person
) -> None:
    other = await another(tables)
    table = await sit(tables, person, other)
    await pass_turn(tables, person, table.id)
    before = show_record(await tables.find(table.id), 1)
    await let_days_pass(tables, DAYS - 1)
    await AbandonedTables(tables).close_abandoned()
    assert (await tables.find(table.id)).status == "playing"
    await let_days_pass(tables, DAYS + 2)
    await AbandonedTables(tables).close_abandoned()
    again = TableService(tables.storage)
    for found in (await tables.find(table.id), await again.find(table.id)):
        assert (found.status, found.to_move, found.program_to_move) == ("closed", None, None)
        assert isinstance(found.log[-1].stored.event, Closed)
        assert show_record(found, 1) == before
        assert read_record(before).moves
        state = show_table(found, 2)
        assert (state.asks, state.seed) == (None, None), "what was hidden stays hidden"
    listed = [(await list_tables(tables.storage, which, person, None)).tables for which in ("mine", "finished")]
    assert [[one.id for one in some] for some in listed] == [[], [table.id]]
    with pytest.raises(StaleError, match="This table was closed"):
        await tables.play(table.id, other, Moved(2, "draw"), found.sequence)
    await AbandonedTables(tables).close_abandoned()
    assert (await tables.find(table.id)).number == found.number


async def test_a_program_plays_on_for_somebody_who_is_gone_while_others_wait(
    tables: TableService, person: Person
) -> None:
    other = await another(tables)
    table = await sit(tables, person, other)
    await let_days_pass(tables, DAYS + 2, other)
    await AbandonedTables(tables).close_abandoned()
    found = await tables.find(table.id)
    assert found.log[-1].stored.event == Left(1, late=True)
    assert (found.status, found.program_to_move) == ("playing", STAND_IN)
    assert not (await tables.sit_down(table.id, person, 1)).seat(1).is_away


async def test_nobody_is_hurried_who_is_there_or_whose_clock_runs(tables: TableService, person: Person) -> None:
    other = await another(tables)
    thinking = await sit(tables, person, other)
    with_clock = await sit(tables, other, person, time_control=Days(30))
    await let_days_pass(tables, DAYS + 2, person)
    await AbandonedTables(tables).close_abandoned()
    for table in (thinking, with_clock):
        assert (await tables.find(table.id)).number == table.number


async def test_a_table_that_waits_for_people_is_closed_when_its_host_and_they_are_gone(
    tables: TableService, person: Person
) -> None:
    other = await another(tables)
    seats: list[Offered | SatDown] = [SatDown(1, other.id, other.name), Offered(2, "anybody")]
    table = await tables.create(person, CITY, Leisurely(), seats)
    await let_days_pass(tables, DAYS + 2, person)
    await AbandonedTables(tables).close_abandoned()
    assert (await tables.find(table.id)).status == "waiting"
    await let_days_pass(tables, 2 * DAYS + 4)
    await AbandonedTables(tables).close_abandoned()
    assert (await tables.find(table.id)).status == "closed"


async def test_a_table_that_cannot_be_read_keeps_no_other_open(
    tables: TableService, person: Person, caplog: pytest.LogCaptureFixture
) -> None:
    broken, whole = [await sit(tables, person, await another(tables)) for _ in range(2)]
    await store_novelty(tables, broken)
    tables.cache.drop(broken.id)
    await let_days_pass(tables, DAYS + 2)
    await AbandonedTables(tables).close_abandoned()
    assert (await tables.find(whole.id)).status == "closed"
    assert caplog.text.count("could not be closed") == 1
    assert broken.id not in caplog.text


async def test_deserted_tables_are_looked_for_as_long_as_a_server_runs(
    tables: TableService, person: Person, pool: Pool
) -> None:
    table = await sit(tables, person, await another(tables))

    async def is_closed() -> bool:
        return (await tables.find(table.id)).status == "closed"

    await let_days_pass(tables, DAYS + 2)
    notices = make_notices(tables, "https://example.org")
    async with background_work(Programs(tables, pool), analysts_of(tables, pool), notices, processes=1):
        await until(is_closed)
