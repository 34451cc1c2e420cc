"""A computation in the build that is not under test: `TIANXIA_OTHER_BUILD` says where that one is."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tianxia.engine import COMPILED

OTHER = "TIANXIA_OTHER_BUILD"


def trace_in_other_build(module: str, games: int) -> str:
    """What `trace_games` of a module of these tests finds, in a process of its own; skips where there is no build."""
    if OTHER not in os.environ:
        pytest.skip(f"{OTHER} does not say where the other build is")
    folder = Path(os.environ[OTHER]).resolve()
    if not (folder / "tianxia").is_dir():
        pytest.skip(f"there is no other build in {folder}")
    program = (
        f"from tianxia.engine import COMPILED\nfrom {module} import trace_games\nprint(COMPILED, trace_games({games}))"
    )
    path = os.pathsep.join([str(folder), str(Path(__file__).parents[1])])
    other = subprocess.run(
        [sys.executable, "-c", program], env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True
    )
    assert other.stderr == ""
    compiled, _, trace = other.stdout.strip().partition(" ")
    assert compiled == str(not COMPILED), "the other build is no other"
    return trace
