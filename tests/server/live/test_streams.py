"""The live stream: over a WebSocket and as server-sent events, resumed at any number."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import aclosing
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection
from websockets.exceptions import ConnectionClosed

from support.databases import new_postgres, new_sqlite
from support.guests import Document, Guest, guests_at, seat_all
from support.patience import PATIENCE
from support.servers import WebServer, serving
from support.sockets import refusal_of
from tianxia.errors import TianxiaError
from tianxia.server.contract.tables import NewSeat, NewTable
from tianxia.server.contract.time_control import Leisurely
from tianxia.server.http.routes.tables import read_game_start
from tianxia.server.live.hub import Hub
from tianxia.server.live.listener import listening
from tianxia.server.live.streams import Follower, Streams
from tianxia.server.live.update_cache import FRESH, UpdateCache
from tianxia.server.people.service import People
from tianxia.server.services import Services
from tianxia.server.storage.database import Storage
from tianxia.server.storage.notifications import CHANNEL
from tianxia.server.tables.events import Offered, SatDown, StoredEvent, Talked
from tianxia.server.tables.service import TableService
from tianxia.server.tables.table import Table

pytestmark = pytest.mark.anyio
CITY = "forbidden-city"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebServer]:
    with serving(new_sqlite(tmp_path_factory.mktemp("live"))) as [server]:
        yield server


async def say(guest: Guest, table: str, *texts: str) -> None:
    for text in texts:
        await guest.done("POST", f"/api/tables/{table}/talk", {"text": text})


def texts(update: Document) -> list[str]:
    return [happening["text"] for happening in update["happenings"] if happening["kind"] == "talked"]


async def test_a_browser_is_told_what_happens(server: WebServer) -> None:
    async with guests_at(server.address, "Ada", "Bo") as [ada, bo]:
        table = await seat_all([ada, bo], CITY)
        async with ada.watch(table, "?seat=1") as socket:
            first = await ada.next_update(socket)
            assert first["happenings"] == []
            assert first["state"]["eyes"] == 1
            assert first["state"]["view"]["legal"]
            await say(bo, table, "hello")
            second = await ada.next_update(socket)
            assert texts(second) == ["hello"]
            assert second["number"] == first["number"] + 1


async def test_a_program_is_told_the_same(server: WebServer) -> None:
    async with guests_at(server.address, "Ada", "Bo") as [ada, bo]:
        table = await seat_all([ada, bo], CITY)
        await say(bo, table, "hello")
        async with ada.watch(table, "?seat=1&since=0") as socket:
            frame = await ada.next_update(socket)
        event = await ada.first_event(table, "?seat=1&since=0")
        assert event.id == str(frame["number"])
        assert event.document["happenings"] == frame["happenings"]
        assert event.document["state"] | {"moment": 0} == frame["state"] | {"moment": 0}
        assert [happening["number"] for happening in frame["happenings"]] == list(range(1, frame["number"] + 1))


async def test_a_cut_stream_goes_on_where_it_was(server: WebServer) -> None:
    async with guests_at(server.address, "Ada", "Bo") as [ada, bo]:
        table = await seat_all([ada, bo], CITY)
        last = (await ada.first_event(table)).id
        await say(bo, table, "one", "two")
        event = await ada.first_event(table, headers={"Last-Event-ID": str(last)})
        assert texts(event.document) == ["one", "two"]
        async with ada.watch(table, f"?since={last}") as socket:
            assert texts(await ada.next_update(socket)) == ["one", "two"]


async def test_a_slow_reader_gets_all_at_once(server: WebServer) -> None:
    """Who reads nothing for a while misses nothing, and nothing piles up for them: there are fewer, bigger updates."""
    async with guests_at(server.address, "Ada", "Bo") as [ada, bo]:
        table = await seat_all([ada, bo], CITY)
        said = [f"{number} " + "x" * 400 for number in range(200)]
        async with ada.watch(table, max_queue=1) as socket:
            await ada.next_update(socket)
            await asyncio.gather(*(say(bo, table, text) for text in said))
            heard: list[list[str]] = []
            while sum(map(len, heard)) < len(said):
                heard.append(texts(await ada.next_update(socket)))
        assert sorted(text for update in heard for text in update) == sorted(said)
        assert len(heard) < len(said)


async def test_the_future_is_refused(server: WebServer) -> None:
    async with guests_at(server.address, "Ada") as [ada]:
        table = (await ada.set_up(CITY, 2))["state"]["id"]
        answer = await ada.ask("GET", f"/api/tables/{table}/events?since=999")
        assert answer.status_code == 409
        assert answer.json()["key"] == "server.start-anew"
        assert await refusal_of(ada, table, "?since=999") == (409, "server.start-anew")


async def test_what_cannot_be_followed_is_refused_before_the_upgrade(server: WebServer) -> None:
    async with guests_at(server.address, "Ada", "Bo") as [ada, bo]:
        table = await seat_all([ada, bo], CITY)
        assert await refusal_of(ada, "a" * 22) == (404, "server.no-table")
        assert await refusal_of(ada, "a") == (404, "server.no-table")
        assert await refusal_of(ada, table, "?seat=2") == (403, "server.not-your-seat")
        assert await refusal_of(ada, table, "?seat=9") == (400, "server.request.wrong-query")
        assert await refusal_of(ada, table, "?since=x") == (400, "server.request.wrong-query")
        for path, status in ((f"{'a' * 22}/events", 404), (f"{table}/events?seat=2", 403)):
            assert (await ada.ask("GET", f"/api/tables/{path}")).status_code == status


async def test_a_page_of_another_site_is_refused(server: WebServer) -> None:
    async with guests_at(server.address, "Ada") as [ada]:
        table = (await ada.set_up(CITY, 2))["state"]["id"]
        for origin in ("https://example.org", "null", f"http://127.0.0.1:{server.port + 1}"):
            assert await refusal_of(ada, table, Origin=origin) == (403, "server.other-site")
        async with ada.watch(table, headers={"Origin": server.address}) as socket:
            assert (await ada.next_update(socket))["state"]["id"] == table


async def test_a_seat_that_was_given_away_shows_nothing_more(server: WebServer) -> None:
    async with guests_at(server.address, "Ada", "Bo", "Cy") as [ada, bo, cy]:
        table = (await ada.set_up(CITY, 2))["state"]["id"]
        await bo.sit_down(table, 2)
        async with bo.watch(table, "?seat=2") as socket:
            await bo.next_update(socket)
            await ada.done("PUT", f"/api/tables/{table}/seats/2", {"who": "anybody"})
            assert (await bo.next_update(socket))["key"] == "server.not-your-seat"
            await cy.sit_down(table, 2)
            with pytest.raises(ConnectionClosed) as caught:
                await bo.next_update(socket)
            assert caught.value.rcvd is not None
            assert caught.value.rcvd.code == 4403


async def test_who_says_no_seat_looks_through_their_own_eyes_wherever_they_sit(server: WebServer) -> None:
    """Seats may be drawn when the game starts."""
    async with guests_at(server.address, "Ada", "Bo", "Cy") as guests:
        here = await guests[0].set_up("emperor-of-china", 3, shuffled=True)
        table = here["state"]["id"]
        for seat, guest in enumerate(guests[1:], 2):
            await guest.sit_down(table, seat)
        async with guests[1].watch(table) as socket:
            assert (await guests[1].next_update(socket))["state"]["eyes"] == 2
            await guests[0].done("POST", f"/api/tables/{table}/start")
            state = (await guests[1].next_update(socket))["state"]
            assert state["seats"][state["eyes"] - 1]["name"] == "Bo"
            assert state["view"]["own"]


async def test_a_program_whose_seat_was_given_away_is_told_why_the_stream_ends(server: WebServer) -> None:
    async with guests_at(server.address, "Ada", "Bo") as [ada, bo]:
        table = (await ada.set_up(CITY, 2))["state"]["id"]
        await bo.sit_down(table, 2)
        events = []
        async for event in bo.events(table, "?seat=2"):
            events.append(event)
            if len(events) == 1:
                await ada.done("PUT", f"/api/tables/{table}/seats/2", {"who": "anybody"})
        assert [event.name for event in events] == ["message", "problem"]
        assert events[1].document["status"] == 403


@pytest.mark.parametrize("message", ["x" * 5000, b"x" * 5000])
async def test_what_a_browser_says_is_ignored_but_not_without_end(server: WebServer, message: str | bytes) -> None:
    async with guests_at(server.address, "Ada") as [ada]:
        table = (await ada.set_up(CITY, 2))["state"]["id"]
        async with ada.watch(table) as socket:
            await ada.next_update(socket)
            await socket.send("hello")
            await socket.send(b"hello")
            await say(ada, table, "still here")
            assert texts(await ada.next_update(socket)) == ["still here"]
            await socket.send(message)
            with pytest.raises(ConnectionClosed) as caught:
                await ada.next_update(socket)
            assert caught.value.rcvd is not None
            assert caught.value.rcvd.code == 1009


async def test_nobody_follows_too_many_tables(server: WebServer) -> None:
    async with guests_at(server.address, "Ada", "Bo") as [ada, bo]:
        table = (await ada.set_up(CITY, 2))["state"]["id"]
        streams = [ada.watch(table) for _ in range(20)]
        for stream in streams:
            await ada.next_update(await stream.__aenter__())
        assert await refusal_of(ada, table) == (429, "server.too-many-streams")
        answer = await ada.ask("GET", f"/api/tables/{table}/events")
        assert answer.status_code == 429
        assert "Retry-After" not in answer.headers, "nobody knows when"
        async with bo.watch(table) as socket:
            await bo.next_update(socket)
        for stream in streams:
            await stream.__aexit__(None, None, None)
        async with ada.watch(table) as socket:
            await ada.next_update(socket)


async def test_streams_end_when_the_server_stops(tmp_path: Path) -> None:
    with serving(new_sqlite(tmp_path)) as [server]:
        async with guests_at(server.address, "Ada") as [ada]:
            table = (await ada.set_up(CITY, 2))["state"]["id"]
            events = ada.events(table)
            await anext(events)
            async with ada.watch(table) as socket:
                await ada.next_update(socket)
                assert await asyncio.to_thread(server.stop) in (0, -15)
                with pytest.raises(ConnectionClosed) as caught:
                    await ada.next_update(socket)
                assert caught.value.rcvd is not None
                assert caught.value.rcvd.code == 1012
            assert [event async for event in events] == []


# ---- the loop itself


class Slate:
    """A wire that notes what it is told to send, and may be stuck."""

    def __init__(self, is_stuck: bool = False) -> None:
        self.is_stuck = is_stuck
        self.noted: asyncio.Queue[int | str] = asyncio.Queue()

    async def send(self, update: bytes, number: int) -> None:
        self.noted.put_nowait(number)
        if self.is_stuck:
            await self.until_gone()

    async def heartbeat(self) -> None:
        self.noted.put_nowait("beat")

    async def until_gone(self) -> None:
        await asyncio.Event().wait()

    async def stop(self) -> None:
        self.noted.put_nowait("stop")

    async def refuse(self, failure: TianxiaError) -> None:
        self.noted.put_nowait(failure.key)


async def test_a_quiet_stream_shows_that_it_is_alive(client: AsyncTestClient[Litestar], app: Litestar) -> None:
    streams, follower = await quiet_table(client, app)
    streams.heartbeat, slate = 0.01, Slate()
    serving = asyncio.create_task(streams.serve(follower, 0, slate))
    assert [await slate.noted.get() for _ in range(3)] == [follower.since, "beat", "beat"]
    streams.stop()
    await serving
    rest = [slate.noted.get_nowait() for _ in range(slate.noted.qsize())]
    assert rest[-1] == "stop"


async def test_who_takes_nothing_is_dropped(client: AsyncTestClient[Litestar], app: Litestar) -> None:
    streams, follower = await quiet_table(client, app)
    streams.send_timeout = 0.01
    await streams.serve(follower, 0, Slate(is_stuck=True))
    assert app.state.services.hub.connections == 0


async def quiet_table(client: AsyncTestClient[Litestar], app: Litestar) -> tuple[Streams, Follower]:
    await client.post("/api/people", json={"name": "Ada"})
    body = {"game": CITY, "seats": [{"who": "friend"}, {"who": "anybody"}]}
    table = (await client.post("/api/tables", json=body)).json()["state"]
    streams: Streams = app.state.services.streams
    return streams, Follower(table["id"], None, "somewhere", since=table["number"])


async def test_nobody_sees_what_is_not_stored_yet(client: AsyncTestClient[Litestar], app: Litestar) -> None:
    """A change is applied before it is stored. Storing may fail: then it must not have been seen."""
    services: Services = app.state.services
    _, follower = await quiet_table(client, app)
    before = (await services.tables.find(follower.table)).number
    storing, may_fail = asyncio.Event(), asyncio.Event()

    async def fail(connection: AsyncConnection, table: Table, before: int) -> None:
        storing.set()
        await may_fail.wait()
        raise OSError("the disk is full")

    services.tables.in_transaction.append(fail)
    change = asyncio.create_task(services.tables.change(follower.table, lambda _: [Talked("a", "Ada", "hello")]))
    await storing.wait()
    look = asyncio.create_task(services.tables.find(follower.table))
    elsewhere = await TableService(services.storage).find(follower.table)  # takes longer than a look that need not wait
    assert elsewhere.number == before
    may_fail.set()
    with pytest.raises(OSError, match="full"):
        await change
    assert (await look).number == before


async def test_whoever_waits_is_told_what_another_process_did(postgres: str) -> None:
    """Even where somebody else looked at the table before the announcement came, and it is known here already."""
    storage = await Storage.open(new_postgres(postgres))
    person, _ = await People(storage).welcome("Ada")
    here, there, hub = TableService(storage), TableService(storage), Hub()
    game_start = read_game_start(NewTable(CITY, [NewSeat("friend"), NewSeat("friend")]))
    table = await there.create(person, game_start, Leisurely(), [Offered(1, "friend"), SatDown(2, person.id, "Ada")])
    with hub.watching(table.id) as news:
        await there.talk(table.id, person, "before anybody listened")
        async with listening(here, People(storage), hub):
            await asyncio.wait_for(news.wait(), PATIENCE)
            assert (await here.known(table.id)).number == 3
            news.clear()
            spoken = await there.talk(table.id, person, "and then")
            await here.find(table.id)
            await asyncio.wait_for(news.wait(), PATIENCE)
            assert (await here.known(table.id)).number == spoken.number
            await shout(storage, "nonsense", f"{table.id} x", table.id)
            news.clear()
            await there.talk(table.id, person, "still listening")
            await asyncio.wait_for(news.wait(), PATIENCE)
    await storage.close()


async def shout(storage: Storage, *payloads: str) -> None:
    """Announce what nobody here would."""
    async with storage.writing() as connection:
        for payload in payloads:
            await connection.execute(select(func.pg_notify(CHANNEL, payload)))


async def test_a_frame_is_rendered_once_for_all_who_see_the_same(
    client: AsyncTestClient[Litestar], app: Litestar
) -> None:
    tables = app.state.services.tables
    _, follower = await quiet_table(client, app)
    table = await tables.find(follower.table)
    moment = 0
    cache = UpdateCache(lambda: moment)
    first = cache.render(table, None, 0)
    assert cache.render(table, None, 0) is first
    assert json.loads(cache.render(table, None, table.number))["happenings"] == []
    moment = 2 * FRESH
    late = cache.render(table, None, 0)
    assert late is not first  # the moment that it tells is too old to set a clock by
    table.apply(StoredEvent(table.number + 1, 0, Talked("a", "Ada", "hello")))
    assert texts(json.loads(cache.render(table, None, 0))) == ["hello"]


async def test_a_device_that_was_logged_out_sees_nothing_more(server: WebServer) -> None:
    async with guests_at(server.address, "Ada", "Bo") as [ada, bo]:
        table = (await ada.set_up(CITY, 2))["state"]["id"]
        await bo.sit_down(table, 2)
        async with aclosing(bo.events(table, "?seat=2")) as events:
            await anext(events)
            assert (await bo.ask("POST", "/api/logout")).is_success
            await ada.done("POST", f"/api/tables/{table}/talk", {"text": "Still there?"})
            assert (await anext(events)).name == "problem"
