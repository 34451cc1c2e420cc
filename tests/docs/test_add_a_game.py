"""The page about adding a game, followed to the letter: in a copy of the package, its files make a game that plays."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import tianxia
from support.luck import THOROUGH

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")
RUN = "import sys; from tianxia.cli import main; sys.exit(main())"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources with everything in it that the page says."""
    house = tmp_path_factory.mktemp("house")
    unneeded = shutil.ignore_patterns("browser", "__pycache__", "*.so")
    shutil.copytree(ROOT / "src" / "tianxia", house / "src" / "tianxia", ignore=unneeded)
    for command in shell_lines():
        if command.startswith(("mkdir", "touch")):
            subprocess.run(shlex.split(command), cwd=house, check=True)
    for file, block in re.findall(r"^```[a-z]+\n# (src/\S+)\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL):
        assert not (house / file).exists(), f"{file} is no file of the game's own"
        (house / file).write_text(block, encoding="utf-8")
    return house


def shell_lines() -> list[str]:
    blocks = re.findall(r"^```sh\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    return "".join(blocks).splitlines()


def run(house: Path, program: list[str], *more: Path) -> str:
    """A program with the sources of the copy, which has to end well."""
    path = os.pathsep.join(map(str, [house / "src", *more]))
    environment = {**os.environ, "PYTHONPATH": path, "TIANXIA_BUILD": "interpreted", "COLUMNS": "200"}
    ran = subprocess.run([sys.executable, *program], cwd=house, env=environment, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def test_the_game_of_the_page_is_played(house: Path) -> None:
    commands = [shlex.split(line) for line in shell_lines() if line.startswith("tianxia ")]
    told = {words[1]: run(house, ["-c", RUN, *words[1:]]) for words in commands}
    assert list(told) == ["games", "simulate", "verify", "analyse", "show"]
    assert "Take bowls from a heap." in told["games"]
    assert "u: a bowl of rice" in told["show"]
    assert len((house / "games.jsonl").read_text(encoding="utf-8").splitlines()) == 10


def test_learning_programs_have_the_game_of_the_page(house: Path) -> None:
    pytest.importorskip("pettingzoo")
    (command,) = (shlex.split(line) for line in shell_lines() if line.startswith("python -c "))
    assert "action_mask" in run(house, command[1:])


def test_the_types_of_the_game_are_published(house: Path) -> None:
    schemas = json.loads(run(house, ["-m", "tianxia.server.run.openapi"]))["components"]["schemas"]
    assert schemas["Rice.View"]["properties"]["table"]["$ref"] == "#/components/schemas/Rice.RiceTable"
    assert schemas["Rice.RiceTable"]["properties"]["heap"] == {"type": "integer", "description": "bowls"}
    assert schemas["Rice.RiceMove"]["properties"]["kind"] == {"enum": ["take"]}
    assert {"$ref": "#/components/schemas/Rice.View"} in schemas["View"]["anyOf"]


@pytest.mark.skipif(not THOROUGH, reason="hundreds of tests, for make test-all")
def test_the_game_of_the_page_keeps_the_contract(house: Path) -> None:
    """All that every game has to keep, but for the page of rules that its messages would lead to."""
    for rules in (house / "docs" / "games", house / "src" / "tianxia" / "words" / "en" / "rules"):
        rules.mkdir(parents=True, exist_ok=True)
        (rules / "rice.md").write_text('<a id="1"></a> <a id="2"></a> <a id="3"></a>', encoding="utf-8")
    shutil.copytree(ROOT / "tests", house / "tests", ignore=shutil.ignore_patterns("__pycache__", "golden"))
    shutil.copyfile(ROOT / "pyproject.toml", house / "pyproject.toml")
    (command,) = (line for line in shell_lines() if "pytest" in line)
    told = run(house, [*shlex.split(command)[1:], "-q", "-p", "no:cacheprovider"], house / "tests")
    assert " passed" in told


def test_the_package_of_this_run_knows_nothing_of_it() -> None:
    assert not (Path(tianxia.__file__ or "").parent / "games" / "rice").exists()
