"""Every rule that a program names is told on the page of its game, at the address that it gives."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tianxia.games import GAMES
from tianxia.games.emperor_of_china import log as emperor
from tianxia.games.year_of_the_dragon import log as dragon
from tianxia.games.year_of_the_dragon import reasons

ROOT = Path(__file__).parent.parent.parent
MAKERS = {"rule": 0, "_reason": 1}  # functions that make addresses -> where they take the number
TABLES = {
    "emperor-of-china": [number for _, number in emperor._DEEDS.values()],
    "year-of-the-dragon": [
        *(number for _, number in reasons.QUESTIONS.values()),
        *(line[1] for line in dragon._LINES.values()),
        *dragon.SOURCES.values(),
    ],
}
"""Numbers of rules that stand in tables."""


def anchors(game: str) -> list[str]:
    page = (ROOT / "docs" / "games" / f"{game}.md").read_text(encoding="utf-8")
    return re.findall(r'<a id="([\w-]+)"></a>', page)


def trees(game: str) -> Iterator[ast.AST]:
    for file in sorted((ROOT / "src" / "tianxia" / "games" / game.replace("-", "_")).glob("*.py")):
        yield ast.parse(file.read_text(encoding="utf-8"))


def numbers_named(game: str) -> set[str]:
    """The numbers of all rules of a game that its modules name, as far as they are written out."""
    found = {str(number) for number in TABLES.get(game, [])}
    for tree in trees(game):
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found |= set(re.findall(rf"^{game}#(\w+)$", node.value))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MAKERS:
                for part in ast.walk(node.args[MAKERS[node.func.id]]):
                    if isinstance(part, ast.Constant) and isinstance(part.value, int):
                        found.add(str(part.value))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_that_is_named_is_told(game: str) -> None:
    named = numbers_named(game)
    assert len(named) >= 5, "the scan finds nothing"
    assert named - set(anchors(game)) == set()


@pytest.mark.parametrize("game", GAMES)
def test_an_address_leads_to_one_rule_which_has_its_number(game: str) -> None:
    found = anchors(game)
    assert len(set(found)) == len(found)
    page = (ROOT / "docs" / "games" / f"{game}.md").read_text(encoding="utf-8")
    for address, number in re.findall(r'<a id="(\d+)"></a>\*\*(\d+)\.', page):
        assert address == number
