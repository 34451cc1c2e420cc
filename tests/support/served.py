"""The command `tianxia serve`, run as a process of its own."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Timer
from typing import Any

from support.command import TIANXIA
from support.patience import PATIENCE


@dataclass
class Served:
    """A server that runs."""

    process: subprocess.Popen[str]
    address: str
    noted: Path  # its standard error

    def next_line(self) -> str:
        """What it tells on standard output, after its address."""
        return read_line(self.process).rstrip("\n")

    def stop(self, number: int = signal.SIGTERM) -> int:
        self.process.send_signal(number)
        return self.process.wait(PATIENCE)

    def lines(self) -> list[dict[str, Any]]:
        """What it noted."""
        return [json.loads(line) for line in self.noted.read_text().splitlines() if "runs interpreted" not in line]


def read_line(process: subprocess.Popen[str]) -> str:
    """The next line on the standard output of a process, "" if it has ended; a process that says nothing is killed."""
    assert process.stdout is not None
    too_long = Timer(PATIENCE, process.kill)
    too_long.start()
    try:
        return process.stdout.readline()
    finally:
        too_long.cancel()


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
        told = re.search(r"http://\S+", read_line(process))
        assert told is not None, noted.read_text()
        yield Served(process, told[0], noted)
    finally:
        process.kill()
        process.communicate()
