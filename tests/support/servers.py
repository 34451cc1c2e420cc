"""Real servers in processes of their own: started on a free port, stopped or killed."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from tempfile import TemporaryFile
from typing import IO, Any, NamedTuple, get_args

import httpx
import uvicorn
from argon2 import PasswordHasher
from argon2.profiles import CHEAPEST
from litestar import Litestar
from sqlalchemy import event

from support.patience import PATIENCE, until, wait_until
from tianxia.server.http.app import make_app
from tianxia.server.limits import ConnectionLimits, Limits, Rate, RateName
from tianxia.server.run.serving import configure
from tianxia.server.settings import Settings
from tianxia.server.storage.database import Storage

OFTEN = Rate(10_000, 0.001)
RATES: dict[str, Any] = dict.fromkeys(get_args(RateName), OFTEN)
LOOSE = Limits(
    **RATES,
    connections=ConnectionLimits(an_address=10_000),
    tables_a_person=10_000,
    records_a_person=10_000,
    analyses_a_person=10_000,
)
"""Tests are faster than people; what limits do is tested on its own."""
OWN_SITE = {"X-Tianxia": "1"}
"""The header that every change needs."""
HASHER = PasswordHasher.from_parameters(CHEAPEST)
"""A password takes the server long on purpose: a quarter of a second that tests need not wait."""
SHALLOW = 2  # simulations for each decision of an analysis
SETTINGS = Settings(
    LOOSE,
    programs=1,
    answer_delay=0,
    notice_delay=0,
    depth=SHALLOW,
    allow_private_webhooks=True,
    hasher=HASHER,
)
PATHS = os.pathsep.join(sys.path)  # the same build as is under test


def open_port() -> socket.socket:
    """A free port. (One that is not said to be TCP would be made to wait for more before it sends.)"""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.bind(("127.0.0.1", 0))
    listening.listen()
    return listening


class WebServer:
    """A process that serves a database. Its port stays the same when it is started again."""

    MODULE = "support.servers"  # what it runs

    def __init__(self, database: str) -> None:
        self.database = database
        self._socket = open_port()  # kept open: who comes while it is down waits
        self._process: subprocess.Popen[bytes] | None = None
        self._output: IO[bytes] = TemporaryFile()  # noqa: SIM115

    @property
    def port(self) -> int:
        return int(self._socket.getsockname()[1])

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def process(self) -> subprocess.Popen[bytes]:
        assert self._process is not None
        return self._process

    def start(self) -> None:
        """Start it, and wait until it answers."""
        number = self._socket.fileno()
        self._process = subprocess.Popen(
            [sys.executable, "-m", self.MODULE, str(number), self.database],
            env=os.environ | {"PYTHONPATH": PATHS},
            pass_fds=[number],
            stdout=self._output,
            stderr=subprocess.STDOUT,
        )
        wait_until(self._answers)

    def _answers(self) -> bool:
        assert self.process.poll() is None, self.output()
        try:
            return httpx.get(f"{self.address}/api/me", timeout=10).status_code == 401
        except httpx.TransportError:
            return False

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)

    def stop(self) -> int:
        """Ask it to stop, and wait: its exit status."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE)

    def output(self) -> str:
        self._output.seek(0)
        return self._output.read().decode()

    def close(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self.kill()
        self._socket.close()
        self._output.close()


class _Silent(uvicorn.Server):
    """A server that leaves signals to whoever runs the tests."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class Here(NamedTuple):
    """A server in this process."""

    address: str
    server: uvicorn.Server


def hurry(storage: Storage) -> None:
    """Do not wait for the disk: that is for tests that cut the power."""

    def prepare(connection: Any, *_: object) -> None:
        connection.cursor().execute("PRAGMA synchronous = OFF")

    if not storage.is_postgres:
        event.listen(storage.engine.sync_engine, "checkout", prepare)


@asynccontextmanager
async def uvicorn_here(app: Litestar, trusts_proxy: bool = False, settings: Settings = SETTINGS) -> AsyncIterator[Here]:
    """A server in this process, so that a test can look inside."""
    with open_port() as listening:
        server = _Silent(configure(app, settings, trusts_proxy))
        task = asyncio.create_task(server.serve([listening]))
        await until(lambda: server.started or task.done())
        assert server.started
        hurry(app.state.services.storage)
        yield Here(f"http://127.0.0.1:{listening.getsockname()[1]}", server)
        app.state.services.streams.stop()
        server.should_exit = True
        await task


@asynccontextmanager
async def serving_here(app: Litestar, trusts_proxy: bool = False, settings: Settings = SETTINGS) -> AsyncIterator[str]:
    """The address of an application that is served by this process."""
    async with uvicorn_here(app, trusts_proxy, settings) as here:
        yield here.address


@contextmanager
def serving(database: str, processes: int = 1) -> Iterator[list[WebServer]]:
    """So many processes over one database."""
    servers = [WebServer(database) for _ in range(processes)]
    try:
        for server in servers:
            server.start()
        yield servers
    finally:
        for server in servers:
            server.close()


def main() -> None:
    """Serve a database at a port that was opened already."""
    number, database = sys.argv[1:]
    listening = socket.socket(fileno=int(number))
    settings = replace(SETTINGS, address=f"http://127.0.0.1:{listening.getsockname()[1]}")
    server = uvicorn.Server(configure(make_app(database, settings), settings))
    server.run([listening])


if __name__ == "__main__":
    main()
