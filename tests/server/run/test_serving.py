"""The server as a process of its own: what it notes, what it refuses, how it stops."""

from __future__ import annotations

import os
import pty
import re
import signal
import socket
import stat
import subprocess
from pathlib import Path

import httpx
from sqlalchemy import create_engine, select

from support.command import TIANXIA
from support.databases import new_postgres
from support.patience import PATIENCE, wait_until
from support.processes import workers_of
from support.served import Served, served
from support.servers import OWN_SITE
from tianxia.server.http.app import make_app
from tianxia.server.storage import schema


def test_a_whole_run_leaves_no_secret_in_the_logs(tmp_path: Path) -> None:
    with (
        served(tmp_path, "--data", tmp_path) as server,
        httpx.Client(base_url=server.address, headers=OWN_SITE) as client,
    ):
        secrets = {"bamboo-flute", "Ada Lovelace", "plum-blossom"}
        https = {"X-Forwarded-Proto": "https"}
        welcomed = client.post("/api/people", json={"name": "Ada Lovelace"}, headers=https)
        assert "secure" not in welcomed.headers["set-cookie"].lower(), "nobody is believed who was not to be trusted"
        kept = {file.name: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.glob("tianxia.db*")}
        assert kept == dict.fromkeys(("tianxia.db", "tianxia.db-shm", "tianxia.db-wal", "tianxia.db.lock"), 0o600)
        secrets |= {client.cookies["tianxia"]}
        seats = [{"who": "me"}, {"who": "friend"}]
        here = client.post("/api/tables", json={"game": "forbidden-city", "seats": seats}).json()
        table = here["state"]["id"]
        secrets |= {table, here["invite"]}
        with httpx.Client(base_url=server.address, headers=OWN_SITE) as friend:
            friend.post("/api/people", json={"name": "Grace"})
            secrets |= {friend.cookies["tianxia"]}
            friend.post(f"/api/tables/{table}/seats/2", json={"invite": "plum-blossom"})
            friend.post(f"/api/tables/{table}/seats/2?invite={here['invite']}", json={"invite": here["invite"]})
        state = client.post(f"/api/tables/{table}/start").json()["state"]
        move = state["view"]["legal"][0]
        secrets |= {move}
        sent = {"seat": 1, "move": move, "sequence": state["sequence"]}
        assert client.post(f"/api/tables/{table}/moves", json=sent).status_code == 200
        client.post(f"/api/tables/{table}/talk", json={"text": "bamboo-flute"})
        client.post("/api/login?password=bamboo-flute", json={"login": "ada", "password": "bamboo-flute"})
        client.post("/api/people", content=b'{"name": "bamboo-flute"')
        assert server.stop() == 0
        engine = create_engine(f"sqlite:///{tmp_path / 'tianxia.db'}")
        with engine.connect() as connection:
            secrets |= set(connection.execute(select(schema.tables.c.seed)).scalars())
            secrets |= set(connection.execute(select(schema.sessions.c.secret)).scalars())
        engine.dispose()
        text = server.noted.read_text()
        assert [secret for secret in secrets if secret in text] == []
        noted = [(line["method"], line["route"], line["status"]) for line in server.lines()]
        assert noted[-3:] == [
            ("POST", "/api/tables/{table}/talk", 200),
            ("POST", "/api/login", 403),
            ("POST", "/api/people", 400),
        ]
        assert ("POST", "/api/tables/{table}/seats/{seat}", 403) in noted
        assert set(server.lines()[0]) == {"event", "level", "timestamp", "method", "route", "status", "milliseconds"}


def test_a_second_server_on_the_same_file_is_refused_and_requests_finish_when_it_stops(tmp_path: Path) -> None:
    with served(tmp_path, "--data", tmp_path, "--trust-proxy") as server:
        command = [*TIANXIA, "serve", "--port", "0", "--data", str(tmp_path)]
        second = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
        assert second.returncode == 1
        assert second.stderr.splitlines()[-1].startswith(f"Another server is using {tmp_path / 'tianxia.db'} already.")
        url = httpx.URL(server.address)
        body = b'{"name": "Ada"}'
        head = b"POST /api/people HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nX-Tianxia: 1\r\n"
        more = b"X-Forwarded-Proto: https\r\nContent-Length: %d\r\n\r\n" % len(body)
        with socket.create_connection((url.host, url.port or 0), timeout=PATIENCE) as slow:
            slow.sendall(head + more + body[:5])
            assert is_begun(server)  # it has read what came before
            server.process.send_signal(signal.SIGTERM)
            wait_until(lambda: not is_open(url))
            slow.sendall(body[5:])
            answer = slow.recv(1000)
            assert answer.startswith(b"HTTP/1.1 201")
            assert b"secure" in answer.lower(), "the proxy said that they came over TLS"
        assert server.process.wait(PATIENCE) == 0


def is_begun(server: Served) -> bool:
    return httpx.get(f"{server.address}health").status_code == 200


def is_open(url: httpx.URL) -> bool:
    try:
        socket.create_connection((url.host, url.port or 0), timeout=PATIENCE).close()
    except OSError:
        return False
    return True


def test_whoever_starts_it_is_told_where_it_is_and_where_games_are_kept(tmp_path: Path) -> None:
    kept = f"Games are kept in {tmp_path / 'tianxia.db'}"
    with served(tmp_path, "--data", tmp_path) as server:
        alone = "Only this machine can connect; --host 0.0.0.0 lets others in your network join, too."
        assert [server.next_line(), server.next_line()] == [alone, kept]
    with served(tmp_path, "--data", tmp_path, "--host", "0.0.0.0") as server:
        assert server.address.startswith("http://127.0.0.1:")
        told = list(iter(server.next_line, kept))
        assert told
        for said in told:
            assert said.startswith("Others ")
            assert f":{httpx.URL(server.address).port}/" in said


def test_the_browser_is_opened_if_there_is_one(tmp_path: Path) -> None:
    opened, browser = tmp_path / "opened", tmp_path / "browser"
    browser.write_text(f"#!/bin/sh\necho $1 > {opened}.part && mv {opened}.part {opened}\n")
    browser.chmod(0o700)
    with served(tmp_path, "--data", tmp_path, "--open", BROWSER=str(browser)) as server:
        wait_until(opened.exists)
        assert opened.read_text().strip() == server.address
    opened.unlink()
    with served(tmp_path, "--data", tmp_path, BROWSER=str(browser)) as server:
        assert is_begun(server)
        assert server.stop() == 0
    assert not opened.exists(), "nobody looks at a terminal, so nobody wants a browser"
    with served(tmp_path, "--data", tmp_path, "--open", BROWSER="", PATH="") as server:
        wait_until(lambda: "No browser was found here" in server.noted.read_text())
        assert is_begun(server)


def test_in_a_terminal_a_request_is_one_short_line(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    command = [*TIANXIA, "serve", "--port", "0", "--data", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs, text=True) as process:
        try:
            assert process.stdout is not None
            told = re.search(r"http://\S+", process.stdout.readline())
            assert told is not None
            assert httpx.get(f"{told[0]}api/tables/{'a' * 22}").status_code == 404
            process.send_signal(signal.SIGTERM)
            assert process.wait(PATIENCE) == 0
        finally:
            process.kill()
            os.close(theirs)
    said = os.read(ours, 1 << 16).decode().splitlines()
    os.close(ours)
    assert re.fullmatch(r"\d\d:\d\d:\d\d GET    /api/tables/\{table\} 404 \d+ ms", said[-1])


def test_every_request_fits_into_80_columns() -> None:
    longest = max((route.path_format for route in make_app("").routes), key=len)
    assert len(f"18:30:00 WEBSOCKET {longest} 4403 123456 ms") < 80


HANDSHAKE = (
    "GET /api/tables/{}/live HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
NO_FRAME = b"\xff" * 14  # as long as the longest head of a frame: of a shorter one the rest would be waited for


def test_sockets_that_are_refused_or_misbehave_are_no_failures_of_ours(tmp_path: Path) -> None:
    with (
        served(tmp_path, "--data", tmp_path) as server,
        httpx.Client(base_url=server.address, headers=OWN_SITE) as client,
    ):
        client.post("/api/people", json={"name": "Ada"})
        seats = [{"who": "me"}, {"who": "me"}]
        table = client.post("/api/tables", json={"game": "forbidden-city", "seats": seats}).json()["state"]["id"]
        for name, status in (("a" * 22, b"404"), (table, b"101")):
            with socket.create_connection((client.base_url.host, client.base_url.port or 0), PATIENCE) as wire:
                wire.sendall(HANDSHAKE.format(name).encode())
                assert wire.recv(100_000).startswith(b"HTTP/1.1 " + status)
                if status == b"101":
                    wire.sendall(NO_FRAME)
                while wire.recv(100_000):
                    pass  # until the server closes it
        assert server.stop() == 0
    assert {line["level"] for line in server.lines()} == {"info"}
    assert [line["method"] for line in server.lines()].count("WEBSOCKET") == 2


def test_several_workers_share_a_postgresql_and_count_together(tmp_path: Path, postgres: str) -> None:
    database = new_postgres(postgres).replace("+psycopg", "")
    with served(tmp_path, "--workers", 2, TIANXIA_DATABASE=database) as server:
        for _ in range(20):
            with httpx.Client(base_url=server.address, headers=OWN_SITE) as client:
                assert client.post("/api/people", json={"name": "Ada"}).status_code == 201
        numbers = httpx.get(f"{server.address}metrics").text
        assert 'tianxia_requests_total{method="POST",route="/api/people",status="201"} 20.0' in numbers
        assert server.stop(signal.SIGINT) == 0
        assert [line["event"] for line in server.lines()] == ["request"] * 20


def test_live_connections_of_a_worker_that_was_killed_are_not_counted(tmp_path: Path, postgres: str) -> None:
    database = new_postgres(postgres).replace("+psycopg", "")
    with (
        served(tmp_path, "--workers", 2, TIANXIA_DATABASE=database) as server,
        httpx.Client(base_url=server.address, headers=OWN_SITE, timeout=PATIENCE) as client,
    ):
        client.post("/api/people", json={"name": "Ada"})
        seats = [{"who": "me"}, {"who": "me"}]
        table = client.post("/api/tables", json={"game": "forbidden-city", "seats": seats}).json()["state"]["id"]
        with client.stream("GET", f"/api/tables/{table}/events"):
            wait_until(lambda: "\ntianxia_connections 1.0\n" in numbers_of(server))
            for worker in workers_of(server.process.pid):
                os.kill(worker, signal.SIGKILL)
        wait_until(lambda: "\ntianxia_connections 0.0\n" in numbers_of(server))
        assert server.stop() == 0


def numbers_of(server: Served) -> str:
    """The metrics, or nothing if the worker was killed that was asked."""
    try:
        return httpx.get(f"{server.address}metrics", timeout=PATIENCE).text
    except httpx.TransportError:
        return ""
