"""The compiled and the interpreted build play the same games by the same rules."""

from __future__ import annotations

from support.builds import trace_in_other_build
from support.city import SETTINGS, trace_games

GAMES = 350  # of each of the six settings: 2,100
TRACE = "dea7bb07f61af0343119e017a1c3420bd18bc4b02214fe0c49b22074d119c288"
"""Of legal actions, choices and scores in 2,100 random games. This suite runs under both builds."""


def test_random_games_are_the_same_in_every_build() -> None:
    """A checksum over every decision of 2,100 seeded games, pinned: any change of a rule, an order or a draw shows."""
    assert GAMES * len(SETTINGS) >= 2000
    assert trace_games(GAMES) == TRACE


def test_the_other_build_plays_the_same_games() -> None:
    """The same computation in a process of its own, in the build that is not under test."""
    assert trace_in_other_build("support.city", GAMES) == TRACE
