"""What the page for researchers says of the environments is true: its code runs, its tables have all that there is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tianxia.environments.names import environment_id, module_name, spiel_name
from tianxia.games import GAMES, find_game

PAGE = Path(__file__).parents[2] / "docs" / "research.md"
NEEDED = {"PettingZoo": "pettingzoo", "Gymnasium": "gymnasium", "OpenSpiel": "pyspiel"}


def section(heading: str) -> str:
    page = PAGE.read_text(encoding="utf-8")
    (found,) = re.findall(rf"^## {heading}\n(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL)
    return str(found)


@pytest.mark.parametrize("heading", NEEDED)
def test_the_code_runs(heading: str, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip(NEEDED[heading], reason="the extras `research` and `openspiel` are not installed")
    blocks = re.findall(r"^```python\n(.*?)^```", section(heading), re.MULTILINE | re.DOTALL)
    assert blocks
    for block in blocks:
        exec(compile(block, PAGE.name, "exec"), {"__name__": "page"})
    assert capsys.readouterr().out


@pytest.mark.parametrize("id", sorted(GAMES))
def test_the_tables_have_all_players_and_options(id: str) -> None:
    game = find_game(id)
    rows = re.findall(r"^\| `(\w+_v0)` \| (\d) to (\d) \| (.*) \|$", section("PettingZoo"), re.MULTILINE)
    (row,) = (row for row in rows if row[0] == module_name(id))
    assert (int(row[1]), int(row[2])) == (game.player_counts[0], game.player_counts[-1])
    options = {option.name: option for players in game.player_counts for option in game.options(players)}
    assert re.findall(r"`(\w+)`", row[3]) == list(options)
    for name in ("start", "side"):
        if name in options:
            values = {str(value) for players in game.player_counts for value in game.options(players)[0].values}
            assert set(re.findall(r'"([\w-]+)"', row[3])) == values
    assert f"`{environment_id(id)}`" in section("Gymnasium")
    assert f"`{spiel_name(id)}`" in section("OpenSpiel")
