"""A process that is killed takes all processes along that it started, and its port is free."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx

from support.databases import new_postgres
from support.patience import PATIENCE, wait_until
from support.processes import descendants_of, is_running, workers_of
from support.served import Served, served
from support.servers import OWN_SITE, PATHS

SEATS = [{"who": "program", "program": "mcts:5s"}, {"who": "me"}]
COMPUTING = """
import asyncio, sys
from pathlib import Path
from support.work import hold_the_lock
from tianxia.server.work.process_pool import Pool

if __name__ == "__main__":
    asyncio.run(Pool(1).run("ada", hold_the_lock, Path(sys.argv[1])))
"""


def test_a_server_that_is_killed_leaves_no_process_behind(tmp_path: Path) -> None:
    with served(tmp_path, "--data", tmp_path, "--programs", 1) as server:
        set_a_program_thinking(server)
        kill(server, workers_of(server.process.pid))


def test_a_server_of_several_workers_that_is_killed_leaves_no_process_behind(tmp_path: Path, postgres: str) -> None:
    database = new_postgres(postgres).replace("+psycopg", "")
    with served(tmp_path, "--workers", 2, "--programs", 1, TIANXIA_DATABASE=database) as server:
        set_a_program_thinking(server)
        serving = workers_of(server.process.pid)
        assert len(serving) == 2
        wait_until(lambda: any(map(workers_of, serving)))
        kill(server, serving)


def set_a_program_thinking(server: Served) -> None:
    """Begin a game in which a program moves first, and wait until a process computes the move."""
    with httpx.Client(base_url=server.address, headers=OWN_SITE, timeout=PATIENCE) as client:
        client.post("/api/people", json={"name": "Ada"})
        table = client.post("/api/tables", json={"game": "forbidden-city", "seats": SEATS}).json()["state"]
        assert table["to_move"] == 1
    wait_until(lambda: bool(workers_of(server.process.pid)))


def kill(server: Served, expected: list[int]) -> None:
    """Kill a server, and wait until all its processes are gone; some are expected to be there before."""
    processes = descendants_of(server.process.pid)
    assert expected
    assert set(expected) <= set(processes)
    server.process.kill()
    server.process.wait(PATIENCE)
    try:
        wait_until(lambda: not any(map(is_running, processes)))
    finally:
        end(processes)
    address = httpx.URL(server.address)
    socket.create_server((address.host, address.port or 0)).close()


def test_a_process_of_a_pool_ends_with_a_killed_server_also_in_compiled_code(tmp_path: Path) -> None:
    """Compiled code holds Python's lock: no thread of the process could notice that the server is gone."""
    file, sign = tmp_path / "computing.py", tmp_path / "sign"
    file.write_text(COMPUTING)
    with subprocess.Popen([sys.executable, file, sign], env=os.environ | {"PYTHONPATH": PATHS}) as server:
        wait_until(sign.exists)
        workers = workers_of(server.pid)
        assert len(workers) == 1
        server.kill()
        server.wait(PATIENCE)
        try:
            wait_until(lambda: not any(map(is_running, workers)))
        finally:
            end(workers)


def end(processes: list[int]) -> None:
    """End what a failed test would leave running."""
    for process in filter(is_running, processes):
        os.kill(process, signal.SIGKILL)
