"""Playthroughs: a game of every setting, told decision by decision; what plays otherwise shows where."""

from __future__ import annotations

import pytest

from contract.cases import Case
from support.golden import GOLDEN, GOLDEN_GAMES, GoldenGame, words_of
from support.make_golden import tell

SETTINGS = [(game, case) for game in GOLDEN_GAMES for case in game.cases]


@pytest.mark.parametrize(("game", "case"), SETTINGS, ids=[f"{game.id}-{words_of(case)}" for game, case in SETTINGS])
def test_a_game_goes_as_it_was_told(game: GoldenGame, case: Case) -> None:
    """Line by line, so that a difference names the decision."""
    told = game.playthrough_file(case).read_text(encoding="utf-8")
    assert tell(game, case).splitlines() == told.splitlines()


def test_every_playthrough_belongs_to_a_setting() -> None:
    expected = {game.playthrough_file(case).name for game, case in SETTINGS}
    assert {file.name for file in (GOLDEN / "playthroughs").iterdir()} == expected


@pytest.mark.parametrize("game", GOLDEN_GAMES, ids=[game.id for game in GOLDEN_GAMES])
def test_one_playthrough_of_a_game_leaves_nothing_out(game: GoldenGame) -> None:
    (case,) = (case for case in game.cases if words_of(case) == game.told_in_full)
    told = game.playthrough_file(case).read_text(encoding="utf-8")
    assert " to " not in "".join(line for line in told.splitlines() if line[:1].isdigit() and "seat" not in line)
