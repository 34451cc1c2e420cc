"""A copy of the sources with the game that the page about adding a game leads to, made of the page's own files."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")
FILE = re.compile(r"^```[a-z]+\n(?:#|//|<!--) ((?:src|web)/\S+)(?: -->)?\n(.*?)^```", re.MULTILINE | re.DOTALL)
"""A block of code that is a file, with its path in a comment before it."""
UNNEEDED = shutil.ignore_patterns("browser", "node_modules", "made", "__pycache__", "*.so")


def add_game(house: Path) -> None:
    """Copy the sources into a folder, and do there everything that the page says."""
    shutil.copytree(ROOT / "src" / "tianxia", house / "src" / "tianxia", ignore=UNNEEDED)
    shutil.copytree(ROOT / "web", house / "web", ignore=shutil.ignore_patterns("node_modules", "made"))
    for command in shell_lines():
        if command.startswith(("mkdir", "touch")):
            subprocess.run(shlex.split(command), cwd=house, check=True)
    for file, block in FILE.findall(PAGE):
        assert not (house / file).exists(), f"{file} is no file of the game's own"
        (house / file).write_text(block, encoding="utf-8")


def shell_lines() -> list[str]:
    """The lines of all shell blocks of the page."""
    blocks = re.findall(r"^```sh\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    return "".join(blocks).splitlines()


def run_in(house: Path, program: list[str], *more: Path) -> str:
    """Run a Python program with the sources of the copy; it has to end well. Returns what it prints."""
    environment = {**os.environ, **environment_of(house, *more), "COLUMNS": "200"}
    ran = subprocess.run([sys.executable, *program], cwd=house, env=environment, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def environment_of(house: Path, *more: Path) -> dict[str, str]:
    """The environment variables with which Python finds the sources of the copy."""
    return {"PYTHONPATH": os.pathsep.join(map(str, [house / "src", *more])), "TIANXIA_BUILD": "interpreted"}
