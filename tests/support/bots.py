"""Programs that play over a pipe: small scripts, run for real."""

from __future__ import annotations

import os
import select
import shlex
import sys
from pathlib import Path
from textwrap import dedent

BEGINNING = """
import json, os, signal, subprocess, sys

def views():
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "move":
            yield message["view"]

def answer(value):
    print(json.dumps(value), flush=True)

"""
FIRST = 'for view in views(): answer({"move": view["legal"][0]})'  # makes the first of the legal moves


def write_bot(folder: Path, body: str, limit: str = "") -> str:
    """The spec of a bot, written as Python that may use `views` and `answer`; `limit` is something like `2s:`."""
    file = folder / f"bot {len(list(folder.glob('bot *.py')))}.py"
    file.write_text(BEGINNING + dedent(body), encoding="utf-8")
    return f"pipe:{limit}{shlex.join([sys.executable, str(file)])}"


class Lifeline:
    """Tells whether processes live that hold the other end: those that open `file` for writing, and their children."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "lifeline"
        os.mkfifo(self.file)
        self._end = os.open(self.file, os.O_RDONLY | os.O_NONBLOCK)

    def await_life(self) -> None:
        """Wait until somebody has written a line to it."""
        assert select.select([self._end], [], [], 60)[0]
        assert os.read(self._end, 100) == b"alive\n"

    def await_death(self) -> None:
        """Wait until nobody holds it."""
        assert select.select([self._end], [], [], 60)[0]
        assert os.read(self._end, 100) == b""
        os.close(self._end)

    def is_held(self) -> bool:
        try:
            return os.read(self._end, 100) != b""
        except BlockingIOError:
            return True


HOLD = """
lifeline = os.open({file!r}, os.O_WRONLY)
os.write(lifeline, b"alive\\n")
"""
