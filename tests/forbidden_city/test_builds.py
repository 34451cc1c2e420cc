"""The compiled and the interpreted build play the same games by the same rules."""

from __future__ import annotations

from support.builds import trace_in_other_build
from support.city import SETTINGS, trace_games
from support.luck import THOROUGH
from tianxia.engine import COMPILED

GAMES = 350  # of each of the six settings: 2,100
FEW = 50  # where one build is compared with the other at once, and interpreted in the everyday run
TRACES = {
    GAMES: "dea7bb07f61af0343119e017a1c3420bd18bc4b02214fe0c49b22074d119c288",
    FEW: "9204f7963445ceab631fc5e44c5d83b558e538246be389c955bfcf186dee7ae0",
}
"""Of legal actions, choices and scores in so many random games of each setting. This suite runs under both builds."""


def test_random_games_are_the_same_in_every_build() -> None:
    """A checksum over every decision of 2,100 seeded games, pinned: any change of a rule, an order or a draw shows."""
    assert GAMES * len(SETTINGS) >= 2000
    games = GAMES if COMPILED or THOROUGH else FEW
    assert trace_games(games) == TRACES[games]


def test_the_other_build_plays_the_same_games() -> None:
    """Fewer of them, in a process of its own: the suite plays more of them under that build."""
    assert trace_in_other_build("support.city", FEW) == trace_games(FEW)
