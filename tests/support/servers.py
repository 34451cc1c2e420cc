"""Real servers in processes of their own: started on a free port, stopped or killed."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

import httpx

PATIENCE = 20.0  # seconds
PATHS = os.pathsep.join(str(Path(__file__).parents[2] / folder) for folder in ("src", "tests"))
DATABASE = "TIANXIA_TEST_DATABASE"


class WebServer:
    """A process that serves a database. Its port stays the same when it is started again."""

    def __init__(self, database: str) -> None:
        self.database = database
        self._socket = socket.create_server(("127.0.0.1", 0))  # kept open: who comes while it is down waits
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
        command = [sys.executable, "-m", "uvicorn", "--factory", "support.servers:app", "--fd", str(number)]
        environment = os.environ | {DATABASE: self.database, "PYTHONPATH": PATHS}
        self._process = subprocess.Popen(
            [*command, "--no-access-log"],
            env=environment,
            pass_fds=[number],
            stdout=self._output,
            stderr=subprocess.STDOUT,
        )
        deadline = time.monotonic() + PATIENCE
        while not self._answers():
            assert self._process.poll() is None, self.output()
            assert time.monotonic() < deadline, self.output()

    def _answers(self) -> bool:
        try:
            return httpx.get(f"{self.address}/api/me", timeout=1).status_code == 401
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


def app() -> object:
    """What each of them serves."""
    from tianxia.server.app import make_app

    return make_app(os.environ[DATABASE])
