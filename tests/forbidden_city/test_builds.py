"""The compiled and the interpreted build play the same games by the same rules."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from support.city import SETTINGS, trace_games
from tianxia.engine import COMPILED

GAMES = 350  # of each of the six settings: 2,100
TRACE = "dea7bb07f61af0343119e017a1c3420bd18bc4b02214fe0c49b22074d119c288"
"""Of legal actions, choices and scores in 2,100 random games. This suite runs under both builds."""

OTHER = "TIANXIA_OTHER_BUILD"


def test_random_games_are_the_same_in_every_build() -> None:
    """A checksum over every decision of 2,100 seeded games, pinned: any change of a rule, an order or a draw shows."""
    assert GAMES * len(SETTINGS) >= 2000
    assert trace_games(GAMES) == TRACE


def test_the_other_build_plays_the_same_games() -> None:
    """The same computation in a process of its own, in the build that is not under test."""
    if OTHER not in os.environ:
        pytest.skip(f"{OTHER} does not say where the other build is")
    folder = Path(os.environ[OTHER]).resolve()
    if not (folder / "tianxia").is_dir():
        pytest.skip(f"there is no other build in {folder}")
    program = f"from support.city import COMPILED, trace_games; print(COMPILED, trace_games({GAMES}))"
    path = os.pathsep.join([str(folder), str(Path(__file__).parent.parent)])
    other = subprocess.run(
        [sys.executable, "-c", program], env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True
    )
    assert other.stderr == ""
    compiled, trace = other.stdout.split()
    assert compiled == str(not COMPILED), "the other build is no other"
    assert trace == TRACE
