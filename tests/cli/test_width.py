"""A terminal of 80 columns is wide enough: nothing is wider, and what one copies stands on one line."""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import wrap
from typing import Any

import pytest
from rich.console import Console

from support.command import Run
from tianxia.cli.app import app
from tianxia.words import text

COLUMNS = 80
GOLDEN = Path(__file__).parent.parent / "golden"
COMMANDS = sorted(name for name in app if not name.startswith("-"))


@pytest.fixture(autouse=True)
def narrow(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands are run in a wide terminal, unless a test says otherwise."""
    monkeypatch.setenv("COLUMNS", str(COLUMNS))
    monkeypatch.setattr(app, "_console", Console(width=COLUMNS))  # one that was used before keeps its width


def is_narrow(told: str) -> bool:
    return all(len(line) <= COLUMNS for line in told.splitlines())


def test_all_commands_are_tried() -> None:
    assert {"play", "serve", "backup", "restore", "worker", "arena", "ladder", "analyse"} <= set(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_examples_of_a_command_can_be_copied(run: Run, command: str) -> None:
    told = run(command, "--help").out
    assert is_narrow(told)
    assert told.endswith(text(f"cli.{command}.examples").lstrip("\n"))


def test_the_first_help_can_be_read(run: Run) -> None:
    told = run("--help").out
    assert is_narrow(told)
    assert told.endswith(text("cli.examples").lstrip("\n"))


def test_the_list_of_games_fits(run: Run) -> None:
    told = run("games").out
    assert is_narrow(told)
    assert "      the side of the start tile" in told.splitlines()[6]


@pytest.mark.parametrize("game", ["emperor-of-china-5-four-five", "forbidden-city-4-gardens"])
def test_an_analysis_fits(run: Run, tmp_path: Path, game: str) -> None:
    record: dict[str, Any] = json.loads((GOLDEN / f"{game}.json").read_text())
    record["moves"] = record["moves"][:12]
    short = {key: value for key, value in record.items() if key not in ("result", "ledger")}
    file = tmp_path / "game.json"
    file.write_text(json.dumps(short))
    told = run("analyse", file, "--think", 2, "--seed", 1)
    assert told.code == 0, told.err
    assert is_narrow(told.out)
    lines = [line.rstrip() for line in told.out.splitlines()]
    legend = wrap(text("terminal.analysis.legend"), COLUMNS)
    assert lines[-len(legend) :] == legend
