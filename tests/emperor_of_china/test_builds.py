"""The compiled and the interpreted build play the same games by the same rules, and hide the same cards."""

from __future__ import annotations

from support.builds import trace_in_other_build
from support.emperor_games import CASES, trace_games
from support.luck import THOROUGH
from tianxia.engine import COMPILED

GAMES = 250  # of each of the eight settings: 2,000
FEW = 40  # where one build is compared with the other at once, and interpreted in the everyday run
TRACES = {
    GAMES: (
        "rules 02c68cf0de9eeeb7df4150d9c9dff3e9 "
        "dice db466b1e0db60760d86e0c80b1726c56 "
        "hidden aceb63df523d6b5bcc64684dfa78ddd7"
    ),
    FEW: (
        "rules 36f2cec70ff6629872d44acb84cd2b2e "
        "dice 5e1e7a0ae2b3fa172ba69d58497893dc "
        "hidden eb922188e7849782495d019bb7650717"
    ),
}
"""Of so many random games of each setting, see `trace_games`. This suite runs under both builds."""


def test_random_games_are_the_same_in_every_build() -> None:
    """A checksum over every decision of 2,000 seeded games, pinned: any change of a rule, an order or a draw shows.

    Where `rules` stays as it is, the same games were played.
    """
    assert GAMES * len(CASES) >= 2000
    games = GAMES if COMPILED or THOROUGH else FEW
    assert trace_games(games) == TRACES[games]


def test_the_other_build_plays_the_same_games() -> None:
    """Fewer of them, in a process of its own: the suite plays more of them under that build."""
    assert trace_in_other_build("support.emperor_games", FEW) == trace_games(FEW)
