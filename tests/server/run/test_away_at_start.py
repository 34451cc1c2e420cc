"""A database that is away when a server, one of its workers or `tianxia worker` starts is waited for."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest

from support.command import TIANXIA
from support.databases import empty_postgres, kill_postgres, new_postgres
from support.patience import PATIENCE, wait_until
from support.processes import is_running, workers_of
from support.servers import OWN_SITE, open_port

BOTH = pytest.mark.parametrize("workers", [1, 2])


@dataclass
class Command:
    """A command that runs."""

    process: subprocess.Popen[str]
    noted: Path  # its standard error
    port: int

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def says(self, words: str) -> bool:
        assert self.process.poll() is None, self.noted.read_text()
        return words in self.noted.read_text()

    def answers(self, path: str, status: int) -> bool:
        assert self.process.poll() is None, self.noted.read_text()
        try:
            return httpx.get(self.address + path, timeout=PATIENCE).status_code == status
        except httpx.TransportError:
            return False

    def terminate(self) -> int:
        self.process.terminate()
        return self.process.wait(PATIENCE)


@contextmanager
def running(folder: Path, database: str, *arguments: object) -> Iterator[Command]:
    """A command of Tianxia, which need not start yet."""
    with open_port() as found:
        port = int(found.getsockname()[1])
    given = ["--port", str(port), "--no-open", *map(str, arguments[1:])] if arguments[0] == "serve" else arguments[1:]
    noted = folder / "noted.txt"
    environment = os.environ | {"TIANXIA_DATABASE": database}
    with noted.open("w") as stderr:
        command = [*TIANXIA, str(arguments[0]), *map(str, given)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=stderr, text=True, env=environment)
    try:
        yield Command(process, noted, port)
    finally:
        process.kill()
        process.communicate()


@BOTH
def test_a_server_starts_when_its_database_is_there(own_postgres: Any, tmp_path: Path, workers: int) -> None:
    database = database_of(own_postgres)
    kill_postgres(own_postgres)
    with running(tmp_path, database, "serve", "--workers", workers) as server:
        wait_until(lambda: server.answers("/health", 200))
        refused = httpx.get(f"{server.address}/api/tables")
        assert (refused.status_code, refused.json()["key"]) == (503, "server.away")
        assert refused.headers["Retry-After"] == "5"
        assert server.answers("/ready", 503)
        assert server.answers("/", 200)
        assert server.says("cannot be reached: ")
        assert server.says("Tianxia tries again until it is there, and starts then.")
        own_postgres.start()
        assert server.process.stdout is not None
        assert server.address in server.process.stdout.readline()
        assert server.says("the database is back")
        wait_until(lambda: server.answers("/ready", 200))
        wait_until(lambda: welcomes(server))
        assert server.terminate() == 0
    assert '"level": "error"' not in server.noted.read_text()


def database_of(postgres: Any) -> str:
    return empty_postgres(postgres.get_uri().replace("/postgres?", "/{}?")).replace("+psycopg", "")


def welcomes(server: Command) -> bool:
    """Whether somebody new can say a name: another worker may still wait for the database."""
    return httpx.post(f"{server.address}/api/people", json={"name": "Ada"}, headers=OWN_SITE).status_code == 201


def test_workers_that_die_while_the_database_is_away_are_started_again(own_postgres: Any, tmp_path: Path) -> None:
    with running(tmp_path, database_of(own_postgres), "serve", "--workers", 2) as server:
        assert server.process.stdout is not None
        assert server.address in server.process.stdout.readline()
        kill_postgres(own_postgres)
        first = workers_of(server.process.pid)
        assert len(first) == 2
        for worker in first:
            os.kill(worker, signal.SIGKILL)
        wait_until(lambda: len(set(workers_of(server.process.pid)) - set(first)) == 2)
        wait_until(lambda: server.answers("/health", 200))
        assert server.answers("/api/tables", 503)
        own_postgres.start()
        wait_until(lambda: server.answers("/ready", 200))
        wait_until(lambda: welcomes(server))
        assert server.terminate() == 0
    assert "a worker process ended, and is started again" in server.noted.read_text()


@BOTH
def test_a_server_that_waits_ends_when_it_is_told_to(own_postgres: Any, tmp_path: Path, workers: int) -> None:
    database = database_of(own_postgres)
    kill_postgres(own_postgres)
    with running(tmp_path, database, "serve", "--workers", workers) as server:
        wait_until(lambda: server.answers("/health", 200))
        assert server.terminate() == 0
    assert '"level": "error"' not in server.noted.read_text()


@BOTH
def test_a_database_that_comes_back_unusable_ends_the_server(own_postgres: Any, tmp_path: Path, workers: int) -> None:
    database = database_of(own_postgres)
    tell_of_newer(database)
    kill_postgres(own_postgres)
    with running(tmp_path, database, "serve", "--workers", workers) as server:
        wait_until(lambda: server.answers("/health", 200))
        own_postgres.start()
        assert server.process.wait(PATIENCE) != 0
        check_newer_is_told(server)


def tell_of_newer(database: str) -> None:
    """Have a database look as if a newer Tianxia had migrated it."""
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS alembic_version (version_num varchar(32) PRIMARY KEY)")
        connection.execute("DELETE FROM alembic_version")
        connection.execute("INSERT INTO alembic_version VALUES ('from_the_future')")


def check_newer_is_told(server: Command) -> None:
    noted = server.noted.read_text()
    assert "The database was used by a newer Tianxia" in noted
    assert "Traceback" not in noted


def test_a_worker_that_can_never_start_ends_the_server(tmp_path: Path, postgres: str) -> None:
    database = new_postgres(postgres).replace("+psycopg", "")
    with running(tmp_path, database, "serve", "--workers", 2) as server:
        wait_until(lambda: server.answers("/ready", 200))
        tell_of_newer(database)
        before = workers_of(server.process.pid)
        os.kill(before[0], signal.SIGKILL)
        assert server.process.wait(PATIENCE) == 1
        check_newer_is_told(server)
        assert server.noted.read_text().splitlines()[-1].startswith("A worker process cannot start; the log says why.")
        assert not any(map(is_running, before))


@pytest.mark.parametrize("command", [("serve",), ("serve", "--workers", "2"), ("worker",)])
def test_a_database_that_is_there_and_refuses_us_is_told(
    tmp_path: Path, postgres: str, command: tuple[str, ...]
) -> None:
    with running(tmp_path, postgres.format("nowhere"), *command) as refused:
        assert refused.process.wait(PATIENCE) == 1
    said = refused.noted.read_text().splitlines()[-1]
    assert said.startswith("The database ")
    assert "cannot be used: " in said
    assert "nowhere" in said


def test_a_database_that_has_no_connection_left_is_waited_for(own_postgres: Any, tmp_path: Path) -> None:
    database = database_of(own_postgres)
    with ExitStack() as others:
        with pytest.raises(psycopg.OperationalError, match="too many clients"):
            take_all_connections(database, others)
        with running(tmp_path, database, "serve") as server:
            wait_until(lambda: server.says("Tianxia tries again until it is there, and starts then."))
            others.close()
            wait_until(lambda: server.answers("/ready", 200))
            assert server.terminate() == 0


def take_all_connections(database: str, held: ExitStack) -> None:
    while True:
        held.enter_context(psycopg.connect(database))


@pytest.mark.parametrize("command", [("serve",), ("worker",)])
def test_that_a_database_is_away_is_told_without_its_password(tmp_path: Path, command: tuple[str, ...]) -> None:
    with running(tmp_path, "postgresql://ada:bamboo-flute@127.0.0.1:1/games", *command) as waiting:
        wait_until(lambda: waiting.says("The database 127.0.0.1/games cannot be reached: "))
        wait_until(lambda: waiting.says('"event": "the database is away"'))
        assert waiting.terminate() == 0
    assert "refused" in waiting.noted.read_text()
    assert "bamboo" not in waiting.noted.read_text()


def test_tianxia_worker_begins_when_its_database_is_there(own_postgres: Any, tmp_path: Path) -> None:
    database = new_postgres(own_postgres.get_uri().replace("/postgres?", "/{}?")).replace("+psycopg", "")
    kill_postgres(own_postgres)
    with running(tmp_path, database, "worker", "--processes", 1) as worker:
        wait_until(lambda: worker.says("Tianxia tries again until it is there, and starts then."))
        wait_until(lambda: worker.says("the database is away"))
        own_postgres.start()
        wait_until(lambda: worker.says("the database is back"))
        wait_until(lambda: worker.says("Ctrl-C"))
        assert worker.terminate() == 0


def test_tianxia_worker_ends_while_it_waits(own_postgres: Any, tmp_path: Path) -> None:
    database = database_of(own_postgres)
    kill_postgres(own_postgres)
    with running(tmp_path, database, "worker", "--processes", 1) as worker:
        wait_until(lambda: worker.says("the database is away"))
        assert worker.terminate() == 0
