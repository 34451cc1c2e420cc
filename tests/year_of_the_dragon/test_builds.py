"""The compiled and the interpreted build play the same games by the same rules."""

from __future__ import annotations

from support.builds import trace_in_other_build
from support.dragon_games import CASES, trace_games
from support.luck import THOROUGH
from tianxia.engine import COMPILED

GAMES = 6  # of each of the 192 settings: 1,152
FEW = 1  # where one build is compared with the other at once, and interpreted in the everyday run
TRACES = {
    GAMES: (
        "rules 29f383af81210f894684ace282637bfd "
        "dice e2fbadfeb67ef2cea500e29725cfa4ea "
        "hidden 91baebbe1f27c7a3900dca0151fa03da"
    ),
    FEW: (
        "rules 4988ef4951438b63240b53652d72ad32 "
        "dice 9f02bf7b1ac5921188208f81f1297c7f "
        "hidden fc6458bd9eb9a0aa815c5b2e298049b1"
    ),
}
"""Of so many random games of each setting, see `trace_games`. This suite runs under both builds."""


def test_random_games_are_the_same_in_every_build() -> None:
    """A checksum over every decision of 1,152 seeded games, pinned: any change of a rule, an order or a draw shows.

    Where `rules` stays as it is, the same games were played.
    """
    assert GAMES * len(CASES) >= 1000
    games = GAMES if COMPILED or THOROUGH else FEW
    assert trace_games(games) == TRACES[games]


def test_the_other_build_plays_the_same_games() -> None:
    """Fewer of them, in a process of its own: the suite plays more of them under that build."""
    assert trace_in_other_build("support.dragon_games", FEW) == trace_games(FEW)
