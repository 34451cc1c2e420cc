"""What the server refuses: forged requests, too many of them, too large ones; and what it tells browsers."""

from __future__ import annotations

import logging
import re
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, get_args

import httpx
import pytest
from litestar import Litestar, get
from litestar.handlers import HTTPRouteHandler
from litestar.routes import BaseRoute, HTTPRoute
from litestar.testing import AsyncTestClient
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from support.databases import new_sqlite
from support.devices import Device, somebody
from support.guests import Guest, guests_at
from support.servers import SETTINGS, serving_here
from support.sockets import refusal_of
from tianxia.server.clock import SECOND
from tianxia.server.http.app import make_app
from tianxia.server.http.rate_limits import ALSO_BY_ADDRESS, RateLimiter
from tianxia.server.http.security import API_POLICY, PAGE_POLICY
from tianxia.server.identifiers import new_id
from tianxia.server.library.records import KEPT_FOR
from tianxia.server.limits import MOST_EVENTS, Limits, Rate, RateName
from tianxia.server.people.email_confirmation import MOST_LETTERS
from tianxia.server.people.service import Person
from tianxia.server.refusals import TooManyError
from tianxia.server.run.serving import MANY_SCREENS
from tianxia.server.settings import Settings
from tianxia.server.tables.cache import MOST_KEPT
from tianxia.server.work.abandoned_tables import DAYS
from tianxia.server.work.answer_delay import LONGEST_THOUGHT
from tianxia.server.work.programs import MOST_SIMULATIONS

pytestmark = pytest.mark.anyio

ROOT = Path(__file__).parents[3]
Client = AsyncTestClient[Litestar]
HOUR = 3600.0
OWN_HOSTS = frozenset(("tables.example.org",))
SEATS = [{"who": "me"}, {"who": "program", "program": "greedy"}]
TABLE = {"game": "forbidden-city", "seats": SEATS}


@pytest.fixture
def database(tmp_path: Path) -> str:
    """What is refused here is refused before any database is asked: one kind is enough."""
    return new_sqlite(tmp_path)


@pytest.fixture
async def strict(database: str) -> AsyncIterator[Client]:
    """A server on which everything is too much."""
    few = Rate(2, 60)
    rates: dict[str, Any] = dict.fromkeys(get_args(RateName), few)
    more = {
        "general": Rate(30, 60),
        "welcome": Rate(20, 10),
        "general_an_address": Rate(200, 60),
        "tables_an_address": Rate(3, 60),
    }
    limits = Limits(**rates | more)
    app = make_app(database, Settings(limits, programs=1))
    async with AsyncTestClient(app) as client:
        client.headers["X-Tianxia"] = "1"
        yield client


# ---- forged requests


async def test_a_change_needs_our_header(client: Client) -> None:
    ada = await somebody(client, "Ada")
    del client.headers["X-Tianxia"]
    for headers in ({}, {"X-Tianxia": "0"}, {"Content-Type": "text/plain"}):
        answer = await ada.send("PATCH", "/api/me", headers=headers, json={"name": "Mallory"})
        assert (answer.status_code, answer.json()["key"]) == (403, "server.forged")
    assert (await ada.send("DELETE", "/api/me/devices")).status_code == 403
    assert (await ada.get("/api/me")).json()["name"] == "Ada"


async def test_a_change_comes_from_our_own_pages(client: Client) -> None:
    ada = await somebody(client, "Ada")
    for origin in ("https://evil.example", "null", "http://testserver.local.evil.example", "http://[", ""):
        answer = await ada.post("/api/tables", TABLE, headers={"Origin": origin})
        assert (answer.status_code, answer.json()["key"]) == (403, "server.other-site")
    own = await ada.post("/api/tables", TABLE, headers={"Origin": "http://testserver.local"})
    assert own.status_code == 201


async def test_nobody_moves_for_another(client: Client) -> None:
    ada, mallory = await somebody(client, "Ada"), await somebody(client, "Mallory")
    state = (await ada.post("/api/tables", TABLE)).json()["state"]
    path = f"/api/tables/{state['id']}"
    move = {"seat": 1, "move": state["view"]["legal"][0], "sequence": state["sequence"]}
    assert (await mallory.post(f"{path}/moves", move)).status_code == 403
    assert (await mallory.post(f"{path}/undo", {"seat": 1, "sequence": 0})).status_code == 403
    assert (await mallory.send("DELETE", f"{path}/seats/1")).status_code == 403
    assert (await mallory.get(f"{path}?seat=1")).status_code == 403
    assert (await mallory.post(f"{path}/talk", {"text": "hello"})).status_code == 403
    assert (await Device(client).post(f"{path}/moves", move)).status_code == 401


# ---- hosts


@pytest.mark.parametrize(
    ("hosts", "host", "status"),
    [
        (None, "example.org", 200),
        (None, "tables:8321", 200),
        (None, "my_tables.example.org.", 200),
        (None, "[2001:db8::1]:8321", 200),
        (None, "a b", 400),
        (None, "example.org:", 400),
        (None, "example.org/path", 400),
        (None, "ada@example.org", 400),
        (None, "", 400),
        (OWN_HOSTS, "tables.example.org", 200),
        (OWN_HOSTS, "Tables.Example.org.:443", 200),
        (OWN_HOSTS, "192.168.1.5:8321", 200),
        (OWN_HOSTS, "localhost:8321", 200),
        (OWN_HOSTS, "[::1]", 200),
        (OWN_HOSTS, "evil.example", 403),
        (OWN_HOSTS, "tables.example.org.evil.example", 403),
        (OWN_HOSTS, "192.168.1.5.evil.example", 403),
    ],
)
async def test_a_host_is_well_formed_and_one_of_ours(
    database: str, hosts: frozenset[str] | None, host: str, status: int
) -> None:
    async with AsyncTestClient(make_app(database, replace(SETTINGS, hosts=hosts))) as client:
        for path in ("/api/games", "/health"):
            answer = await client.get(path, headers={"Host": host})
            assert answer.status_code == status
            if status == 403:
                assert answer.json()["key"] == "server.other-host"


async def test_a_socket_for_another_host_is_refused(database: str) -> None:
    settings = replace(SETTINGS, hosts=OWN_HOSTS)
    async with (
        serving_here(make_app(database, settings), settings=settings) as address,
        guests_at(address, "Ada") as [ada],
    ):
        table, port = (await ada.set_up("forbidden-city", 2))["state"]["id"], httpx.URL(address).port
        with pytest.raises(InvalidStatus) as caught:
            async with connect(f"ws://evil.example/api/tables/{table}/live", host="127.0.0.1", port=port):
                pass
        assert caught.value.response.status_code == 403
        async with connect(f"ws://tables.example.org/api/tables/{table}/live", host="127.0.0.1", port=port) as socket:
            await ada.next_update(socket)


# ---- bodies


async def drip() -> AsyncIterator[bytes]:
    """A body whose length nobody tells before."""
    for _ in range(70):
        yield b" " * 1000


async def test_a_large_body_is_refused(client: Client) -> None:
    ada = await somebody(client, "Ada")
    huge = {**TABLE, "begin": {"record": {"x": "x" * 2_000_000}}}
    record = {**TABLE, "begin": {"record": {"x": "x" * 100_000}}}
    for path, body in (("/api/people", {"name": "x" * 64_000}), ("/api/tables", huge)):
        answer = await ada.post(path, body)
        assert (answer.status_code, answer.json()["key"]) == (413, "server.http-413")
    assert (await ada.post("/api/tables", record)).status_code == 422
    own = {"X-Tianxia": "1", "Content-Type": "application/json"}
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=client.app)) as dripping:
        answer = await dripping.post("http://localhost/api/people", content=drip(), headers=own)
    assert answer.status_code == 413


async def test_a_body_of_another_kind_is_refused(client: Client) -> None:
    for kind, body in (
        ("application/x-www-form-urlencoded", b"name=Ada"),
        ("multipart/form-data; boundary=x", b'--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nAda\r\n--x--'),
        ("application/json", b"{"),
        ("application/json", b'\xff{"name": "Ada"}'),
        ("application/json", b'["Ada"]'),
        ("application/json", b"[" * 50_000),
        ("application/json", b""),
    ):
        answer = await client.post("/api/people", content=body, headers={"Content-Type": kind})
        assert answer.status_code in (400, 415), (kind, body[:20])
        assert answer.json()["key"].startswith("server.request.") or answer.json()["key"] == "file.deep"


# ---- rates


async def test_who_asks_too_often_waits(strict: Client) -> None:
    ada, bo = await somebody(strict, "Ada"), await somebody(strict, "Bo")
    table = (await ada.post("/api/tables", TABLE)).json()["state"]["id"]
    other = (await bo.post("/api/tables", TABLE)).json()["state"]["id"]
    statuses = [(await ada.post(f"/api/tables/{table}/talk", {"text": "hello"})).status_code for _ in range(3)]
    assert statuses == [200, 200, 429]
    answer = await ada.post(f"/api/tables/{table}/talk", {"text": "hello"})
    assert 1 <= int(answer.headers["Retry-After"]) <= 60
    assert answer.json()["values"] == {"seconds": int(answer.headers["Retry-After"])}
    assert (await bo.post(f"/api/tables/{other}/talk", {"text": "hello"})).status_code == 200
    assert (await ada.get("/api/me")).status_code == 200


async def test_the_files_of_the_client_are_free(strict: Client) -> None:
    """Many who share an address may come at once, and each loads dozens of them."""
    statuses = [(await strict.get(path)).status_code for path in ("/", "/table/x", "/seal.svg") for _ in range(40)]
    assert set(statuses) <= {200, 404}  # with a client or without one
    ada = await somebody(strict, "Ada")
    assert (await ada.get("/api/me")).status_code == 200


async def test_hints_and_records_are_counted_on_their_own(strict: Client) -> None:
    ada = await somebody(strict, "Ada")
    table = (await ada.post("/api/tables", TABLE)).json()["state"]["id"]
    elsewhere = {"seat": 2, "sequence": 0}  # what is refused is counted, too, and need not be thought about
    assert [(await ada.post(f"/api/tables/{table}/hint", elsewhere)).status_code for _ in range(3)] == [403, 403, 429]
    assert [(await ada.post("/api/review", {"record": {}})).status_code for _ in range(3)] == [422, 422, 429]


@pytest.mark.parametrize("what", ["record", "review"])
async def test_games_of_tables_are_not_replayed_without_an_end(strict: Client, what: str) -> None:
    ada = await somebody(strict, "Ada")
    path = f"/api/tables/{(await ada.post('/api/tables', TABLE)).json()['state']['id']}/{what}"
    assert [(await ada.get(path)).status_code for _ in range(3)] == [200, 200, 429]


async def test_seats_and_undo_are_counted_on_their_own(strict: Client) -> None:
    ada = await somebody(strict, "Ada")
    seats = [{"who": "me"}, {"who": "friend"}]
    path = f"/api/tables/{(await ada.post('/api/tables', {**TABLE, 'seats': seats})).json()['state']['id']}"
    offered = await ada.send("PUT", f"{path}/seats/2", json={"who": "anybody"})
    sat, left = await ada.post(f"{path}/seats/2"), await ada.send("DELETE", f"{path}/seats/2")
    assert [answer.status_code for answer in (offered, sat, left)] == [200, 200, 429]
    early = {"seat": 1, "sequence": 0}
    assert [(await ada.post(f"{path}/undo", early)).status_code for _ in range(3)] == [409, 409, 429]
    assert (await ada.get(path)).status_code == 200


async def test_a_new_name_gives_nobody_more_tables_than_their_address_may_have(strict: Client) -> None:
    ada, bo = await somebody(strict, "Ada"), await somebody(strict, "Bo")
    assert [(await ada.post("/api/tables", TABLE)).status_code for _ in range(3)] == [201, 201, 429]
    assert [(await bo.post("/api/tables", TABLE)).status_code for _ in range(2)] == [201, 429]


@pytest.mark.parametrize("kind", ALSO_BY_ADDRESS)
async def test_twenty_names_get_no_more_than_their_address_may_have(database: str, kind: RateName) -> None:
    """And leave all of theirs to those at other addresses."""
    few: dict[str, Any] = {ALSO_BY_ADDRESS[kind]: Rate(25, HOUR)}
    limits = replace(SETTINGS.limits, **few)
    app = make_app(database, replace(SETTINGS, limits=limits))
    async with AsyncTestClient(app):
        limiter: RateLimiter = app.state.rate_limiter
        people = [Person(new_id(), f"Mallory {number}") for number in range(20)]
        taken = 0
        for person in people * 2:
            with suppress(TooManyError):
                await limiter.count(None if kind == "general" else kind, person, "203.0.113.5")
                taken += 1
        assert taken == 25
        await limiter.count(None if kind == "general" else kind, Person(new_id(), "Bo"), "198.51.100.7")


async def test_every_rate_is_asked_for(client: Client) -> None:
    asked = {handler.opt.get("rate_limit") for route in client.app.routes for handler in handlers_of(route)}
    besides = {"general", "guesses", "guesses_an_account", *ALSO_BY_ADDRESS.values()}  # these are counted besides
    assert asked - {None} == set(get_args(RateName)) - besides


def test_the_page_tells_all_limits() -> None:
    page, limits = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8"), Limits()
    told = re.findall(r"^\| .+ \| (\d+) \| (\S+) s \|$", page, re.MULTILINE)
    rates: list[Rate] = [getattr(limits, kind) for kind in get_args(RateName)]
    assert told == [(str(rate.burst), f"{rate.seconds:g}") for rate in rates]
    assert f"the host of at most {limits.tables_a_person} unfinished tables" in page
    assert f"store at most {limits.records_a_person} uploaded records" in page
    assert f"{limits.analyses_a_person} analyses in progress" in page
    assert f"nobody viewed for {KEPT_FOR} days" in page
    assert f"{limits.streams_a_person} live streams (an address: {limits.streams_an_address})" in page
    assert f"think for at most {LONGEST_THOUGHT // SECOND} seconds or {MOST_SIMULATIONS:,} simulations" in page
    assert f"without an event for {DAYS} days" in page
    assert f"caches up to {MOST_KEPT:,} events" in page
    assert f"with {MOST_EVENTS:,} events has reached its limit" in page
    connections = limits.connections
    assert f"{connections.head_within:g} seconds for the headers of a request" in page
    assert (
        f"{connections.body_within:g} seconds for a body and another for every {connections.body_rate >> 10} kB" in page
    )
    assert f"{connections.stalled:g} seconds to take something" in page
    assert f"idle for {connections.idle} seconds" in page
    assert f"at most {connections.head >> 10} kB (status 431)" in page
    assert f"at most {connections.an_address} connections to a process" in page
    assert f"if fewer than {MANY_SCREENS:,} screens fit" in page
    assert f"{MOST_LETTERS} such e-mails" in page.replace("Three", "3").replace("three", "3")


def handlers_of(route: BaseRoute) -> list[HTTPRouteHandler]:
    return list(route.route_handlers) if isinstance(route, HTTPRoute) else []


async def test_guesses_are_counted_by_address(strict: Client) -> None:
    """Another cookie, made up or real, gives nobody more of them."""
    guesses = [Device(strict), await somebody(strict, "Ada"), Device(strict)]
    guesses[2].secret = "made-up"
    wrong = {"login": "ada", "password": "whatever it is"}
    assert [(await device.post("/api/login", wrong)).status_code for device in guesses] == [403, 403, 429]
    codes = [(await device.post("/api/handover", {"code": "AAAA-BBBB-CCCC"})).status_code for device in guesses]
    assert codes == [403, 403, 429]


async def test_links_that_turn_emails_off_are_counted_by_address(strict: Client) -> None:
    del strict.headers["X-Tianxia"]
    guesses = [(await strict.post(f"/api/unsubscribe/{new_id()}")).status_code for _ in range(3)]
    assert guesses == [404, 404, 429]


async def test_everything_together_is_counted_too(strict: Client) -> None:
    ada = await somebody(strict, "Ada")
    statuses = [(await ada.get("/api/me")).status_code for _ in range(31)]
    assert statuses == [200] * 30 + [429]


@pytest.mark.parametrize("trusts_proxy", [True, False])
async def test_followers_are_counted_by_the_address_that_the_proxy_tells(database: str, trusts_proxy: bool) -> None:
    app = make_app(database, replace(SETTINGS, limits=replace(SETTINGS.limits, streams_an_address=1)))
    near, far = ({"X-Forwarded-For": address} for address in ("203.0.113.5", "198.51.100.7"))
    async with serving_here(app, trusts_proxy) as address, guests_at(address, "Ada", "Bo") as [ada, bo]:
        table = (await ada.set_up("forbidden-city", 2))["state"]["id"]
        async with ada.watch(table, headers=near) as socket:
            await ada.next_update(socket)
            assert await refusal_of(bo, table, **near) == (429, "server.too-many-streams")
            assert (await bo.ask("GET", f"/api/tables/{table}/events", headers=near)).status_code == 429
            if trusts_proxy:
                async with bo.watch(table, headers=far) as other:
                    await bo.next_update(other)
                    assert (await ada.ask("GET", f"/api/tables/{table}/events", headers=far)).status_code == 429
            else:
                assert await refusal_of(bo, table, **far) == (429, "server.too-many-streams")


async def test_sockets_are_counted_with_everything_else(database: str) -> None:
    limits = replace(SETTINGS.limits, general=Rate(4, 60))
    async with serving_here(make_app(database, replace(SETTINGS, limits=limits)), trusts_proxy=True) as address:
        near, far = ({"X-Forwarded-For": address} for address in ("203.0.113.5", "198.51.100.7"))
        guest = Guest("nobody", httpx.AsyncClient(base_url=address), Random(0))
        refused = [await refusal_of(guest, "a" * 22, **near) for _ in range(5)]
        assert refused == [(404, "server.no-table")] * 4 + [(429, "server.too-often")]
        assert (await guest.ask("GET", f"/api/tables/{'a' * 22}/events", headers=near)).status_code == 429
        assert await refusal_of(guest, "a" * 22, **far) == (404, "server.no-table")
        await guest.go()


async def test_streams_that_are_opened_are_counted_on_their_own(database: str) -> None:
    limits = replace(SETTINGS.limits, following=Rate(2, 60))
    app = make_app(database, replace(SETTINGS, limits=limits))
    async with serving_here(app) as address, guests_at(address, "Ada") as [ada]:
        table = (await ada.set_up("forbidden-city", 2))["state"]["id"]
        for _ in range(2):
            async with ada.watch(table) as socket:
                await ada.next_update(socket)
        assert await refusal_of(ada, table) == (429, "server.too-often")
        assert (await ada.ask("GET", f"/api/tables/{table}/events")).status_code == 429
        assert (await ada.ask("GET", f"/api/tables/{table}")).status_code == 200


# ---- answers


async def test_browsers_are_told_what_answers_may_do(client: Client) -> None:
    for path, policy in (("/api/games", API_POLICY), ("/api/nothing", API_POLICY), ("/nothing", PAGE_POLICY)):
        headers = (await client.get(path)).headers
        assert headers["Content-Security-Policy"] == policy
        assert "frame-ancestors 'none'" in policy
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
        assert "camera=()" in headers["Permissions-Policy"]
    assert (await client.get("/api/games")).headers["Cache-Control"] == "no-store"


async def test_a_cookie_is_kept_from_scripts_and_other_sites(client: Client) -> None:
    plain = (await client.post("/api/people", json={"name": "Ada"})).headers["set-cookie"].lower()
    assert "httponly" in plain
    assert "samesite=lax" in plain
    assert "secure" not in plain
    safe = await client.post("https://testserver.local/api/people", json={"name": "Ada"})
    assert "secure" in safe.headers["set-cookie"].lower()


async def test_our_own_mistakes_are_told_without_details(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    @get("/api/broken")
    async def broken() -> None:
        raise RuntimeError("the seed is 42")

    client.app.register(broken)
    with caplog.at_level(logging.ERROR):
        answer = await client.get("/api/broken")
    assert answer.status_code == 500
    text = "Something went wrong here. It has been noted."
    assert answer.json() == {"status": 500, "text": text, "key": "server.http-500", "values": {}}
    assert "/api/broken" in caplog.text


async def test_the_document_lists_how_requests_are_refused(client: Client) -> None:
    document = (await client.get("/api/schema/openapi.json")).json()
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            for status in ("400", "401", "403", "404", "409", "413", "422", "429", "503"):
                schema = operation["responses"][status]["content"]["application/json"]["schema"]
                assert schema["$ref"].endswith("Problem"), (method, path, status)
    page = await client.get("/api/schema")
    assert page.headers["Content-Type"].startswith("text/html")
    assert "POST /api/tables" in page.text
    assert "Introduce yourself with a name" in page.text
    assert "://" not in page.text
    assert "<script" not in page.text
