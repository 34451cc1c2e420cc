"""Connections that are held on purpose, over real sockets: each is closed, and leaves room for others."""

from __future__ import annotations

import asyncio
import logging
import re
import socket
import subprocess
from collections.abc import AsyncIterator
from contextlib import ExitStack, aclosing, asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from support.command import TIANXIA
from support.databases import new_sqlite
from support.guests import guests_at
from support.patience import PATIENCE, PAUSE, until
from support.servers import SETTINGS, serving_here, uvicorn_here
from tianxia.server.http.app import make_app
from tianxia.server.limits import ConnectionLimits
from tianxia.server.run.connections import Connections
from tianxia.server.run.open_files import OWN_FILES
from tianxia.server.run.protocols import HttpProtocol, WebSocketProtocol
from tianxia.server.settings import Settings

pytestmark = pytest.mark.anyio

NEVER = 1e9  # seconds
PATIENT = ConnectionLimits(
    head_within=NEVER, idle=10**9, body_within=NEVER, rest_within=NEVER, stalled=NEVER, an_address=10_000
)
"""Without time limits: each test sets those that it is about."""
SOON = 0.2  # seconds
HEAD = b"GET /health HTTP/1.1\r\nHost: x\r\n"
ASKING = b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n"
NAME = b'{"name": "Ada"}'
WELCOME = b"POST /api/people HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nX-Tianxia: 1\r\n"


def settings_with(**limits: Any) -> Settings:
    return replace(SETTINGS, limits=replace(SETTINGS.limits, connections=replace(PATIENT, **limits)))


@asynccontextmanager
async def serving(folder: Path, trusts_proxy: bool = False, **limits: Any) -> AsyncIterator[str]:
    """The address of a server of this process, with some limits of connections."""
    settings = settings_with(**limits)
    async with serving_here(make_app(new_sqlite(folder), settings), trusts_proxy, settings) as address:
        yield address


class Wire:
    """A connection on which bytes are sent as they are."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    def send(self, data: bytes) -> None:
        self.writer.write(data)

    async def drip(self, data: bytes) -> None:
        """Send a little from time to time, without end."""
        while True:
            self.send(data)
            await asyncio.sleep(PAUSE)

    async def answer(self) -> tuple[int, bytes]:
        """The status and body of the next answer."""
        async with asyncio.timeout(PATIENCE):
            head = await self.reader.readuntil(b"\r\n\r\n")
            length = re.search(rb"content-length: (\d+)", head.lower())
            body = await self.reader.readexactly(int(length[1]) if length else 0)
        return int(head.split()[1]), body

    async def rest(self) -> bytes:
        """All that the server sends until it closes the connection."""
        received = b""
        async with asyncio.timeout(PATIENCE):
            try:
                while more := await self.reader.read(1 << 16):
                    received += more
            except ConnectionError:
                pass
        return received


@asynccontextmanager
async def wire(address: str, own: str = "127.0.0.1", **more: Any) -> AsyncIterator[Wire]:
    """A connection from an address of this machine."""
    url = httpx.URL(address)
    reader, writer = await asyncio.open_connection(url.host, url.port, local_addr=(own, 0), **more)
    try:
        yield Wire(reader, writer)
    finally:
        writer.transport.abort()


async def status_of(address: str, own: str = "127.0.0.1") -> int:
    """The status of an answer on a new connection."""
    async with wire(address, own) as one:
        one.send(ASKING)
        return (await one.answer())[0]


async def until_closed(one: Wire, data: bytes) -> bytes:
    """What the server answers while bytes drip, again and again, until it closes the connection."""
    dripping = asyncio.create_task(one.drip(data))
    try:
        return await one.rest()
    finally:
        dripping.cancel()
        await asyncio.gather(dripping, return_exceptions=True)


# ---- time


async def test_a_connection_that_asks_nothing_is_closed(tmp_path: Path) -> None:
    async with serving(tmp_path, head_within=SOON) as address, wire(address) as one:
        assert await one.rest() == b""


async def test_headers_without_end_are_answered_with_408(tmp_path: Path) -> None:
    async with serving(tmp_path, head_within=SOON) as address, wire(address) as one:
        one.send(HEAD)
        received = await until_closed(one, b"a: b\r\n")
        assert received.startswith(b"HTTP/1.1 408 ")
        assert b'"server.http-408"' in received


async def test_empty_lines_keep_no_connection_open(tmp_path: Path) -> None:
    async with serving(tmp_path, head_within=SOON) as address, wire(address) as one:
        one.send(ASKING)
        assert (await one.answer())[0] == 200
        assert await until_closed(one, b"\r\n") == b""


async def test_an_idle_connection_is_closed(tmp_path: Path) -> None:
    async with serving(tmp_path, idle=0) as address, wire(address) as one:
        one.send(ASKING)
        assert (await one.answer())[0] == 200
        assert await one.rest() == b""


async def test_a_body_without_end_is_answered_with_408(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with serving(tmp_path, body_within=SOON) as address, wire(address) as one:
        one.send(WELCOME + b"Content-Length: 50000\r\n\r\n")
        received = await until_closed(one, b" ")
        assert received.startswith(b"HTTP/1.1 408 ")
        assert received.count(b"HTTP/1.1") == 1
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


async def test_the_rest_of_a_body_that_was_refused_is_not_waited_for(tmp_path: Path) -> None:
    async with serving(tmp_path, rest_within=SOON) as address, wire(address) as one:
        one.send(WELCOME + b"Content-Length: 5000000\r\n\r\n")
        assert (await one.answer())[0] == 413
        assert await until_closed(one, b" ") == b""


async def test_a_client_that_takes_nothing_is_dropped(tmp_path: Path) -> None:
    settings = settings_with(stalled=SOON, pipelined=10_000)
    asking, loop = b"GET /api/schema/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n", asyncio.get_running_loop()
    async with uvicorn_here(make_app(new_sqlite(tmp_path), settings), settings=settings) as here:
        url, connections = httpx.URL(here.address), here.server.server_state.connections
        with socket.socket() as lazy:
            lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            lazy.setblocking(False)
            await loop.sock_connect(lazy, (url.host, url.port))
            await loop.sock_sendall(lazy, asking * 200)  # more than the system keeps for a client
            await until(lambda: bool(connections))
            await until(lambda: not connections)


async def test_live_streams_have_no_time_limit(tmp_path: Path) -> None:
    async with uvicorn_here(make_app(new_sqlite(tmp_path), SETTINGS)) as here, guests_at(here.address, "Ada") as [ada]:
        table = (await ada.set_up("forbidden-city", 2))["state"]["id"]
        await ada.client.aclose()
        ada.client = httpx.AsyncClient(base_url=here.address, cookies=ada.client.cookies, timeout=PATIENCE)
        await until(lambda: not here.server.server_state.connections)
        async with aclosing(ada.events(table)) as events:
            await anext(events)
            (connection,) = here.server.server_state.connections
            assert isinstance(connection, HttpProtocol)
            assert not connection.is_late(connection.loop.time() + NEVER)
        async with ada.watch(table) as socket:
            await ada.next_update(socket)
            assert WebSocketProtocol in map(type, here.server.server_state.connections)


# ---- size


@pytest.mark.parametrize(
    "sent",
    [
        HEAD + b"a: " + b"x" * 40_000 + b"\r\n\r\n",
        HEAD + b"a: b\r\n" * 2000 + b"\r\n",
        b"GET /health?" + b"x" * 40_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
        HEAD + b"a: " + b"x" * 40_000,
    ],
)
async def test_large_headers_are_answered_with_431(tmp_path: Path, sent: bytes) -> None:
    async with serving(tmp_path) as address, wire(address) as one:
        one.send(sent)
        received = await one.rest()
        assert received.startswith(b"HTTP/1.1 431 ")
        assert b'"server.http-431"' in received
        async with wire(address) as other:
            other.send(HEAD + b"a: " + b"x" * 20_000 + b"\r\n\r\n")
            assert (await other.answer())[0] == 200


@pytest.mark.parametrize("start", [HEAD + b"a: ", WELCOME + b"Transfer-Encoding: chunked\r\n\r\n0\r\na: "])
async def test_a_header_without_end_is_cut_at_its_size(tmp_path: Path, start: bytes) -> None:
    """A header before a body, and one after it (a trailer)."""
    async with serving(tmp_path) as address, wire(address) as one:
        one.send(start)
        assert (await until_closed(one, b"x" * 1000)).startswith(b"HTTP/1.1 431 ")


async def test_chunks_of_a_body_are_not_mostly_wrapping(tmp_path: Path) -> None:
    async with serving(tmp_path) as address, wire(address) as one:
        one.send(WELCOME + b"Transfer-Encoding: chunked\r\n\r\n1;")
        assert (await until_closed(one, b"x" * 1000)).startswith(b"HTTP/1.1 431 ")
        async with wire(address) as other:
            other.send(WELCOME + b"Transfer-Encoding: chunked\r\n\r\n")
            for byte in NAME:
                other.send(b"1\r\n%c\r\n" % byte)
            other.send(b"0\r\n\r\n")
            assert (await other.answer())[0] == 201


async def test_requests_that_do_not_wait_for_answers_are_few(tmp_path: Path) -> None:
    async with serving(tmp_path) as address, wire(address) as one:
        one.send(ASKING * 5)
        assert [(await one.answer())[0] for _ in range(5)] == [200] * 5
        one.send(ASKING * 1000)
        assert (await one.rest()).count(b"HTTP/1.1 200") < 20


# ---- number


async def test_one_address_leaves_connections_to_others(tmp_path: Path) -> None:
    async with serving(tmp_path, an_address=3) as address, wire(address) as first, wire(address), wire(address):
        first.send(ASKING)
        assert (await first.answer())[0] == 200
        async with wire(address) as refused:
            status, body = await refused.answer()
            assert (status, b'"server.too-many-connections"' in body) == (429, True)
        assert await status_of(address, "127.0.0.2") == 200
        first.writer.close()

        async def has_room() -> bool:
            return await status_of(address) == 200

        await until(has_room)


async def test_websockets_count_as_connections(tmp_path: Path) -> None:
    async with serving(tmp_path, an_address=3) as address, guests_at(address, "Ada") as [ada]:  # one is hers
        table = (await ada.set_up("forbidden-city", 2))["state"]["id"]
        async with ada.watch(table) as one, ada.watch(table) as two:
            await ada.next_update(one)
            await ada.next_update(two)
            async with wire(address) as refused:
                assert (await refused.answer())[0] == 429

        async def has_room() -> bool:
            return await status_of(address) == 200

        await until(has_room)


async def test_a_trusted_proxy_may_bring_many(tmp_path: Path) -> None:
    async with serving(tmp_path, trusts_proxy=True, an_address=1) as address, wire(address), wire(address):
        assert await status_of(address) == 200


def test_an_ipv6_network_counts_as_one_address() -> None:
    connections = Connections(ConnectionLimits(an_address=2), most=100)
    connections.count("2001:db8::1")
    connections.count("2001:db8::2")
    assert connections.refusal("2001:db8::3") == (429, "server.too-many-connections")
    assert connections.refusal("2001:db8:1::3") is None
    connections.forget("2001:db8::1")
    assert connections.refusal("2001:db8::3") is None


def test_when_none_is_left_everybody_is_refused_and_the_log_says_so_once(caplog: pytest.LogCaptureFixture) -> None:
    connections = Connections(ConnectionLimits(), most=4)
    for address in range(4):
        assert connections.refusal(f"192.0.2.{address}") is None
        connections.count(f"192.0.2.{address}")
    assert [connections.refusal("192.0.2.9") for _ in range(3)] == [(503, "server.full")] * 3, "each has as many"
    assert len(caplog.records) == 1
    assert "192.0.2" not in caplog.text


# ---- the whole command, with few files


@pytest.mark.parametrize("addresses", [1, 10])
def test_half_requests_by_the_hundred_shut_nobody_out(tmp_path: Path, addresses: int) -> None:
    """Four times as many connections as the server may have files; ten addresses take all that there are."""
    files = OWN_FILES + 100
    limited = ["sh", "-c", f'ulimit -n {files} && exec "$@"', "sh"]
    command = [*limited, *TIANXIA, "serve", "--port", "0", "--data"]
    with (tmp_path / "noted").open("w") as noted, ExitStack() as held:
        process = held.enter_context(
            subprocess.Popen([*command, str(tmp_path)], stdout=subprocess.PIPE, stderr=noted, text=True)
        )
        held.callback(process.kill)
        assert process.stdout is not None
        told = re.search(r"http://\S+", process.stdout.readline())
        assert told is not None
        said = [process.stdout.readline() for _ in range(3)]
        assert f"{files} open files, enough for about 100 screens" in said[-1]
        url = httpx.URL(told[0])
        for number in range(4 * files):
            source = (f"127.0.1.{number % addresses}", 0)
            half = held.enter_context(socket.create_connection((url.host, url.port or 0), PATIENCE, source))
            half.sendall(HEAD)
        stranger = httpx.HTTPTransport(local_address="127.0.0.2")
        with httpx.Client(base_url=url, transport=stranger, headers={"X-Tianxia": "1"}, timeout=PATIENCE) as client:
            assert client.post("/api/people", json={"name": "Bo"}).status_code == 201
            assert client.get("/api/tables").status_code == 200


def test_the_limit_of_open_files_is_raised(tmp_path: Path) -> None:
    command = ["sh", "-c", 'ulimit -Sn 256 && exec "$@"', "sh", *TIANXIA, "serve", "--port", "0", "--data"]
    with subprocess.Popen([*command, str(tmp_path)], stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert "http://" in process.stdout.readline()
            told = Path(f"/proc/{process.pid}/limits").read_text(encoding="ascii")
            limits = re.search(r"^Max open files +(\d+) +(\d+)", told, re.MULTILINE)
            assert limits is not None
            assert limits[1] == limits[2] != "256"
        finally:
            process.kill()
