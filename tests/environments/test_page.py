"""The page tells what the code does: its tables are the code's."""

from __future__ import annotations

from pathlib import Path

import pytest

from tianxia.environments import space_for
from tianxia.environments.spaces import table_of, table_of_actions
from tianxia.games import GAMES, find_game

PAGE = (Path(__file__).parents[2] / "docs" / "research.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_tables_of_the_page_are_those_of_the_code(game: str) -> None:
    kind = find_game(game)
    space = space_for(kind, kind.setting(kind.player_counts[0]))
    assert "\n".join(table_of(space.parts)) in PAGE
    assert "\n".join(table_of_actions(space.groups)) in PAGE
    assert f"{space.features} numbers, {space.actions} indices." in PAGE
