"""Where a library is missing, one sentence tells what to install."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from os import environ, pathsep

import pytest


@pytest.mark.parametrize(
    ("package", "module", "extra"),
    [
        ("numpy", "batch", "research"),
        ("pettingzoo", "forbidden_city_v0", "research"),
        ("gymnasium", "emperor_of_china_v0", "research"),
        ("gymnasium", "gymnasium", "research"),
        ("pyspiel", "openspiel", "openspiel"),
    ],
)
def test_the_error_tells_what_to_install(package: str, module: str, extra: str) -> None:
    for other in ("numpy", "gymnasium"):  # they are asked for first
        if other != package and find_spec(other) is None:
            pytest.skip(f"{other} is not installed")
    program = f"import sys; sys.modules[{package!r}] = None; import tianxia.environments.{module}"
    ran = subprocess.run(
        [sys.executable, "-c", program],
        env={**environ, "PYTHONPATH": pathsep.join(sys.path)},
        capture_output=True,
        text=True,
    )
    told = f'ModuleNotFoundError: This needs the package {package}. In the folder of Tianxia: pip install ".[{extra}]".'
    assert ran.stderr.splitlines()[-1] == told


def test_the_room_itself_needs_nothing() -> None:
    program = "import sys; sys.modules['numpy'] = None; from tianxia.environments import space_for"
    subprocess.run([sys.executable, "-c", program], env={**environ, "PYTHONPATH": pathsep.join(sys.path)}, check=True)
