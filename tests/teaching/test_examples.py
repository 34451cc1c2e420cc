"""The examples of the rules: each plays, and scores what it says."""

from __future__ import annotations

import re

import pytest

from tianxia.games import GAMES
from tianxia.teaching.examples import read_examples
from tianxia.teaching.study import play_study
from tianxia.words.rules import plain, read_rules

EXAMPLES = [(game, name) for game in GAMES for name in read_examples(game)]
OPTIONS = {
    "emperor-of-china": {"fortifications"},
    "year-of-the-dragon": {"great_wall", "super_event"},
}
"""Expansions that must be shown."""


@pytest.mark.parametrize(("game", "name"), EXAMPLES)
def test_an_example_plays_and_scores_what_it_says(game: str, name: str) -> None:
    example = read_examples(game)[name]
    assert example.record["game"] == game
    match, before = play_study(example.record, example.show)
    assert before == 0
    assert match.ledger[len(example.record["position"].get("ledger", [])) :] == example.ledger
    assert [entry.move for entry in match.log if not entry.forced] == example.show  # in exact notation
    assert match.log[0].move == example.show[0]


@pytest.mark.parametrize(("game", "name"), EXAMPLES)
def test_the_sums_in_what_is_said_of_it_are_right(game: str, name: str) -> None:
    (caption,) = [
        plain(block.lines[0])
        for passage in read_rules(game, "en").passages
        for block in passage.blocks
        if block.example == name
    ]
    for terms, total in re.findall(r"((?:\d+ \+ )+\d+) = (\d+)", caption):
        assert sum(map(int, terms.split(" + "))) == int(total), caption


@pytest.mark.parametrize("game", GAMES)
def test_every_page_has_its_examples(game: str) -> None:
    examples = read_examples(game)
    assert read_rules(game, "en").examples == list(examples)
    assert len(examples) >= 5
    shown = {
        option
        for example in examples.values()
        for option, value in example.record["options"].items()
        if value not in (False, "none")
    }
    assert OPTIONS.get(game, set()) <= shown
