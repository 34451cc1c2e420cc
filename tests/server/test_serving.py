"""The server as a process of its own: what it notes, what it refuses, how it stops."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import stat
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy import create_engine, select

from support.command import TIANXIA
from support.databases import new_postgres
from support.patience import PATIENCE, wait_until
from support.servers import OWN_SITE
from tianxia.server import schema


@dataclass
class Served:
    """A server that runs."""

    process: subprocess.Popen[str]
    address: str
    noted: Path  # its standard error

    def stop(self, number: int = signal.SIGTERM) -> int:
        self.process.send_signal(number)
        return self.process.wait(PATIENCE)

    def lines(self) -> list[dict[str, Any]]:
        """What it noted."""
        return [json.loads(line) for line in self.noted.read_text().splitlines() if "runs interpreted" not in line]


@contextmanager
def served(folder: Path, *arguments: object, **environment: str) -> Iterator[Served]:
    """A server of its own, on any free port."""
    command = [*TIANXIA, "serve", "--port", "0", *map(str, arguments)]
    noted = folder / "noted.txt"
    with noted.open("w") as stderr:
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=stderr, text=True, env=dict(os.environ) | environment
        )
    try:
        assert process.stdout is not None
        told = re.search(r"http://\S+", process.stdout.readline())
        assert told is not None, noted.read_text()
        yield Served(process, told[0], noted)
    finally:
        process.kill()
        process.communicate()


def test_a_whole_run_leaves_no_secret_in_the_logs(tmp_path: Path) -> None:
    with (
        served(tmp_path, "--data", tmp_path) as server,
        httpx.Client(base_url=server.address, headers=OWN_SITE) as client,
    ):
        secrets = {"bamboo-flute", "Ada Lovelace", "plum-blossom"}
        https = {"X-Forwarded-Proto": "https"}
        welcomed = client.post("/api/people", json={"name": "Ada Lovelace"}, headers=https)
        assert "secure" not in welcomed.headers["set-cookie"].lower(), "nobody is believed who was not to be trusted"
        assert stat.S_IMODE((tmp_path / "tianxia.db").stat().st_mode) == 0o600
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
        assert second.stderr.splitlines()[-1].startswith(f"Another server uses {tmp_path / 'tianxia.db'} already.")
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
