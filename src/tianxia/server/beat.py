"""When a program answers: on a beat. If it answered as soon as it could, a quick answer would tell that its hidden hand
left it no choice. Times are in milliseconds."""

from __future__ import annotations

from math import ceil
from typing import Final

from tianxia.players import Effort
from tianxia.server.happenings import Confirmed, Left, Moved, Started, Undone
from tianxia.server.table import Table

BEAT: Final = 500
"""How long a quick program takes."""
BEATS_OF_A_MASTER: Final = 4
SIMULATIONS_A_MS: Final = 4  # that a search can be relied on to make


def beat_of(spec: str, beat: int = BEAT) -> int:
    """The time that a program takes for a move, by its kind alone.

    >>> [beat_of(spec) for spec in ("level:adept", "level:master", "mcts:1.2s", "mcts:1000")]
    [500, 2000, 2000, 1000]
    """
    name, _, argument = spec.partition(":")
    if spec == "level:master":
        return beat * BEATS_OF_A_MASTER
    if name != "mcts" or not beat:
        return beat
    effort = Effort.parse(argument)
    thinks = effort.seconds * 1000 or effort.simulations / SIMULATIONS_A_MS
    return beat * (ceil(thinks / beat) + 1)


def answer_moment(began: int, ready: int, beat: int) -> int:
    """When a program answers whose turn began and who is ready then: after a beat, or after several.

    >>> [answer_moment(100, ready, 500) for ready in (100, 599, 600, 601)]
    [600, 600, 600, 1100]
    """
    if not beat:
        return ready
    return began + beat * max(1, ceil((ready - began) / beat))


def turn_began(table: Table) -> int:
    """The moment since which whoever is to move has been."""
    for told in reversed(table.log):
        happening = told.stored.happening
        if isinstance(happening, Moved | Confirmed | Undone | Started):
            return told.stored.moment
        if isinstance(happening, Left) and happening.seat == table.to_move:
            return told.stored.moment
    return table.created
