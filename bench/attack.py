"""How long a stranger waits while one address asks for as much as it may: twenty made-up names that send studies.

python bench/attack.py                       20 names at one address, each as fast as it is answered
python bench/attack.py --names 1 --seconds 5

The server is `tianxia serve` with its usual limits, on loopback; the names are at 127.0.0.1, the stranger at 127.0.0.2.
(Linux has all of 127.0.0.0/8.) The attackers run in a process of their own. Told are the median and the 90th percentile
of the stranger's requests without an attack and during it, and how the attackers were answered.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any

import httpx

from tianxia.games import find_game
from tianxia.play import Match, write_record

COMMAND = [sys.executable, "-c", "from tianxia.cli import main; main()", "serve", "--no-open", "--port", "0"]
GAME = "emperor-of-china"
PLAYED = 40  # moves in the record of each study: it is replayed for every answer
AT_ONCE = 4  # requests that each name has under way
PAUSE = 0.2  # seconds between two requests of the stranger


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--names", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=20, help="how long each part is measured")
    parser.add_argument("--json", type=Path, help="write the figures there")
    arguments = parser.parse_args()
    with serving() as address:
        figures: dict[str, Any] = {"without an attack": asyncio.run(ask_as_stranger(address, arguments.seconds))}
        with attacking(address, arguments.names) as attackers:
            figures["during it"] = asyncio.run(ask_as_stranger(address, arguments.seconds))
            attackers.send("stop")
            figures["answers to the attackers"] = attackers.recv()
    print(json.dumps(figures, indent=1))
    if arguments.json:
        arguments.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


@contextmanager
def serving() -> Iterator[str]:
    """The address of a server of its own."""
    with tempfile.TemporaryDirectory() as folder, Path(folder, "server.log").open("w") as log:
        server = subprocess.Popen([*COMMAND, "--data", folder], stdout=subprocess.PIPE, stderr=log, text=True)
        try:
            assert server.stdout is not None
            told = re.search(r"http://\S+", server.stdout.readline())
            assert told is not None
            yield told[0]
        finally:
            server.terminate()
            server.wait()


def guest_at(address: str, own: str) -> httpx.AsyncClient:
    """A browser at an address of its own."""
    transport = httpx.AsyncHTTPTransport(local_address=own, limits=httpx.Limits(max_connections=AT_ONCE))
    return httpx.AsyncClient(base_url=address, transport=transport, headers={"X-Tianxia": "1"}, timeout=120)


def make_study(seed: int) -> dict[str, Any]:
    """A study of a record with some random moves."""
    game, dice = find_game(GAME), Random(seed)
    match = Match.begin(game, game.setting(4), bytes(16))
    for _ in range(PLAYED):
        match.move(match.to_move or 1, dice.choice(list(match.legal_moves())), confirmed=True)
    return {"record": write_record(match)}


# ---- the stranger


async def ask_as_stranger(address: str, seconds: float) -> dict[str, Any]:
    """How long the answers to a stranger take, in milliseconds."""
    study = make_study(1)
    delays: dict[str, list[float]] = {"list of tables": [], "study": []}
    async with guest_at(address, "127.0.0.2") as client:
        (await client.post("/api/people", json={"name": "Stranger"})).raise_for_status()
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for name, noted in delays.items():
                begun = time.perf_counter()
                sent = client.post("/api/studies", json=study) if name == "study" else client.get("/api/tables")
                (await sent).raise_for_status()
                noted.append(1000 * (time.perf_counter() - begun))
                await asyncio.sleep(PAUSE)
    return {name: told(noted) for name, noted in delays.items()}


def told(delays: list[float]) -> dict[str, float]:
    tenths = statistics.quantiles(delays, n=10)
    return {"median ms": round(tenths[4], 1), "90th percentile ms": round(tenths[8], 1), "requests": len(delays)}


# ---- the attackers


@contextmanager
def attacking(address: str, names: int) -> Iterator[Connection]:
    """The other end of a process that attacks: it says when it has begun, and tells its answers when it is to stop."""
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.Process(target=attack_until_told, args=(address, names, theirs), daemon=True)
    process.start()
    ours.recv()
    try:
        yield ours
    finally:
        process.kill()
        process.join()


def attack_until_told(address: str, names: int, told: Connection) -> None:
    asyncio.run(attack(address, names, told))


async def attack(address: str, names: int, told: Connection) -> None:
    answers: Counter[int] = Counter()
    clients = [guest_at(address, "127.0.0.1") for _ in range(names)]
    for client in clients:
        (await client.post("/api/people", json={"name": "Mallory"})).raise_for_status()
    study = json.dumps(make_study(2)).encode()
    tasks = [asyncio.create_task(keep_asking(client, study, answers)) for client in clients for _ in range(AT_ONCE)]
    told.send("begun")
    await asyncio.get_running_loop().run_in_executor(None, told.recv)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    told.send(dict(answers))


async def keep_asking(client: httpx.AsyncClient, study: bytes, answers: Counter[int]) -> None:
    """Send one study after another; wait as long as a refusal says."""
    while True:
        answer = await client.post("/api/studies", content=study, headers={"Content-Type": "application/json"})
        answers[answer.status_code] += 1
        if answer.status_code == 429:
            await asyncio.sleep(float(answer.headers["Retry-After"]))


if __name__ == "__main__":
    main()
