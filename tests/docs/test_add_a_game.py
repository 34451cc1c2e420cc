"""The page about adding a game, followed to the letter: in a copy of the package, its files make a game that plays."""

from __future__ import annotations

import json
import shlex
import shutil
from pathlib import Path

import pytest

import tianxia
from support.added_game import ROOT, add_game, run_in, shell_lines
from support.luck import THOROUGH

RUN = "import sys; from tianxia.cli import main; sys.exit(main())"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources with everything in it that the page says."""
    house = tmp_path_factory.mktemp("house")
    add_game(house)
    return house


def test_the_game_of_the_page_is_played(house: Path) -> None:
    commands = [shlex.split(line) for line in shell_lines() if line.startswith("tianxia ")]
    told = {words[1]: run_in(house, ["-c", RUN, *words[1:]]) for words in commands}
    assert list(told) == ["games", "simulate", "verify", "analyse", "show"]
    assert "Take bowls from a heap." in told["games"]
    assert "u: a bowl of rice" in told["show"]
    assert len((house / "games.jsonl").read_text(encoding="utf-8").splitlines()) == 10


def test_the_files_of_the_page_pass_the_linter(house: Path) -> None:
    run_in(house, ["-m", "ruff", "check", "--config", str(ROOT / "pyproject.toml"), "src/tianxia/games/rice"])


@pytest.mark.skipif(not THOROUGH, reason="types of the whole package, for make test-all")
def test_the_files_of_the_page_pass_the_type_checker(house: Path) -> None:
    settings = ["--config-file", str(ROOT / "pyproject.toml"), "--cache-dir", str(house / "types")]
    run_in(house, ["-m", "mypy", *settings, "-p", "tianxia.games.rice"])


def test_learning_programs_have_the_game_of_the_page(house: Path) -> None:
    pytest.importorskip("pettingzoo")
    (command,) = (shlex.split(line) for line in shell_lines() if line.startswith("python -c "))
    assert "action_mask" in run_in(house, command[1:])


def test_the_types_of_the_game_are_published(house: Path) -> None:
    schemas = json.loads(run_in(house, ["-m", "tianxia.server.run.openapi"]))["components"]["schemas"]
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
    told = run_in(house, [*shlex.split(command)[1:], "-q", "-p", "no:cacheprovider"], house / "tests")
    assert " passed" in told


def test_the_package_of_this_run_knows_nothing_of_it() -> None:
    assert not (Path(tianxia.__file__ or "").parent / "games" / "rice").exists()
