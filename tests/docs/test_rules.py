"""Every rule that a program names is told on the page of its game, at the address that it gives."""

from __future__ import annotations

import ast
import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from tianxia.games import GAMES, Shelf, find_game
from tianxia.games.year_of_the_dragon.interface import reasons
from tianxia.play import read_record, verify
from tianxia.words import Message, catalogue
from tianxia.words.rules import read_rules

ROOT = Path(__file__).parent.parent.parent
GOLDEN = sorted((ROOT / "tests" / "golden").glob("*.json"))
ANY_QUESTION = {str(number) for _, number in reasons.QUESTIONS.values()}
"""What `QUESTIONS[position.phase][1]` may be."""


def calls(game: str) -> Iterator[ast.Call]:
    """All calls of functions in the modules of a game."""
    for file in sorted((ROOT / "src" / "tianxia" / "games" / game.replace("-", "_")).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                yield node


def texts(node: ast.AST) -> set[str]:
    """The texts that an expression may be: one, or several of a choice."""
    return {part.value for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str)}


def numbers(node: ast.AST) -> set[str]:
    """The numbers of rules that an expression may be."""
    if "QUESTIONS" in ast.unparse(node):
        return ANY_QUESTION
    return {
        str(part.value) for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, int)
    }


def reasons_given(game: str) -> dict[str, set[str]]:
    """Every reason that a game can give for refusing a move -> the addresses of the rules that it may name."""
    given: dict[str, set[str]] = defaultdict(set)
    for call in calls(game):
        assert isinstance(call.func, ast.Name)
        if call.func.id == "_reason":
            for key in texts(call.args[0]):
                given[f"{game}.reason.{key}"] |= {f"{game}#{number}" for number in numbers(call.args[1])}
        elif call.func.id == "Message":
            for key in texts(call.args[0]):
                if key.startswith(f"{game}.reason.") and key != f"{game}.reason.":
                    given[key] |= texts(call.args[2]) if len(call.args) > 2 else set()
    return given


@pytest.mark.parametrize("game", GAMES)
def test_every_reason_names_a_rule_that_is_told(game: str) -> None:
    given = reasons_given(game)
    assert set(given) == {key for key in catalogue("en") if key.startswith(f"{game}.reason.")}
    for key, rules in given.items():
        assert rules, f"{key} names no rule"
        assert rules <= set(read_rules(game, "en").addresses), key


@pytest.mark.parametrize("game", GAMES)
def test_every_source_of_points_names_a_rule_that_is_told(game: str) -> None:
    sources = find_game(game).sources
    assert {f"{game}.source.{source}" for source in sources} == {
        key for key in catalogue("en") if key.startswith(f"{game}.source.")
    }
    assert set(sources.values()) <= set(read_rules(game, "en").addresses)


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_every_line_of_the_log_and_every_question_names_a_rule_that_is_told(file: Path) -> None:
    match = verify(read_record(json.loads(file.read_text(encoding="utf-8"))), Shelf())
    lines: list[Message] = [line for entry in match.log for line in entry.lines]
    addresses = set(read_rules(match.game.id, "en").addresses)
    assert len(lines) > 20
    assert [line.key for line in lines if line.rule not in addresses] == []
