"""Listening to what other processes do goes on, whatever they did."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import text

from support.databases import new_postgres
from support.patience import PATIENCE, until
from support.tables import sit
from support.unreadable import store_novelty
from tianxia.server.live import listener
from tianxia.server.live.hub import Hub
from tianxia.server.live.listener import Listener, listening
from tianxia.server.people.service import People, Person
from tianxia.server.storage.notifications import TableChanged
from tianxia.server.tables.service import TableService

pytestmark = pytest.mark.anyio


@pytest.fixture
def database(postgres: str) -> str:
    return new_postgres(postgres)


async def test_a_table_that_cannot_be_read_silences_no_other(
    tables: TableService, person: Person, caplog: pytest.LogCaptureFixture
) -> None:
    here, hub = TableService(tables.storage), Hub()
    broken, whole = await sit(tables, person, "greedy"), await sit(tables, person, "greedy")
    with hub.watching(broken.id) as cry, hub.watching(whole.id) as news:
        async with listening(here, People(tables.storage), hub):
            await asyncio.wait_for(news.wait(), PATIENCE)
            for event in (cry, news):
                event.clear()
            await store_novelty(tables, broken)
            await asyncio.wait_for(cry.wait(), PATIENCE)
            spoken = await tables.talk(whole.id, person, "hello")
            await asyncio.wait_for(news.wait(), PATIENCE)
            assert (await here.known(whole.id)).number == spoken.number
        news.clear()
        async with listening(here, People(tables.storage), hub):  # where it is among those to be caught up with
            await asyncio.wait_for(news.wait(), PATIENCE)
    assert "cannot be read" in caplog.text
    assert "novelty" in caplog.text
    assert broken.id not in caplog.text


async def test_what_a_request_read_before_its_notification_wakes_followers_all_the_same(
    tables: TableService, person: Person
) -> None:
    here, hub = TableService(tables.storage), Hub()
    table = await sit(tables, person, "greedy")
    listener = Listener(here, People(tables.storage), hub)
    await here.find(table.id)  # a request knows the last event already
    with hub.watching(table.id) as changed:
        await listener.hear(str(TableChanged(table.id, table.number, here.name)))
        assert not changed.is_set(), "its own change woke them when it was made"
        await listener.hear(str(TableChanged(table.id, table.number, tables.name)))
        assert changed.is_set()


async def test_a_device_that_is_logged_out_elsewhere_is_known_no_more(tables: TableService) -> None:
    here, there = People(tables.storage), People(tables.storage)
    ada, laptop = await there.welcome("Ada")
    async with tables.storage.writing() as connection:
        phone = await there.add_device(connection, ada.id)
    async with listening(tables, here, Hub()):
        await until(lambda: bool(here._changes))  # it listens now
        assert await here.recognise(phone) == await here.recognise(laptop) == ada
        await there.log_out_elsewhere(ada, laptop)

        async def is_unknown() -> bool:
            return await here.recognise(phone) is None

        assert await until(is_unknown)
        assert await here.recognise(laptop) == ada


async def test_a_line_that_is_cut_is_noted_and_taken_up_again(
    tables: TableService, person: Person, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listener, "AFTER_FAILURE", 0.01)
    here, hub = TableService(tables.storage), Hub()
    table = await sit(tables, person, "greedy")
    cut = text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")
    with hub.watching(table.id) as news:
        async with listening(here, People(tables.storage), hub):
            await asyncio.wait_for(news.wait(), PATIENCE)
            news.clear()
            async with tables.storage.writing() as connection:
                assert (await connection.execute(cut)).scalars().all() == [True]
            await asyncio.wait_for(news.wait(), PATIENCE)
            news.clear()
            await tables.talk(table.id, person, "hello")
            await asyncio.wait_for(news.wait(), PATIENCE)
    for told in ("the database is away", "the database is back"):
        assert caplog.text.count(told) == 1
    assert "Traceback" not in caplog.text
