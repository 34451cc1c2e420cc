"""When a program answers: at a moment that follows from public things alone, its kind and when its turn began.

If it answered as soon as it could, a quick answer would tell that its hidden hand left it little choice. So every kind
of program has a time that it thinks for at most, and a later one at which it answers. Only where thoughts have to queue
up does an answer come later: by as long again, or several times that. How long a thought keeps others waiting follows
from its kind, too: otherwise whoever has a program at another table would learn from its answer how long this one took.
Times are in milliseconds.
"""

from __future__ import annotations

from math import ceil
from typing import Final

from tianxia.players import Effort
from tianxia.server.tables.events import Confirmed, Left, Moved, Started, Undone
from tianxia.server.tables.table import Table

ANSWER_DELAY: Final = 500
"""How long a quick program takes; what all others take is a multiple of it."""
ADEPT: Final = 500  # that it thinks for at most
MASTER: Final = 3000
LONGEST_THOUGHT: Final = 5000  # of any program: one that is to make many simulations makes as many as it can by then
A_SIMULATION: Final = 1  # that a search is given for each
AROUND_A_THOUGHT: Final = 50  # what it takes besides: to hand it over, to catch up with the game, to end a search


def thinking_time_of(spec: str) -> int:
    """How long a program may think about a move, by its kind alone; 0: it does not search.

    >>> [thinks_for(spec) for spec in ("level:novice", "level:adept", "level:master", "mcts:1.2s", "mcts:1000")]
    [0, 500, 3000, 1200, 1000]
    """
    if spec == "level:adept":
        return ADEPT
    if spec == "level:master":
        return MASTER
    name, _, argument = spec.partition(":")
    if name != "mcts":
        return 0
    effort = Effort.parse(argument)
    return ceil(effort.seconds * 1000) or min(LONGEST_THOUGHT, effort.simulations * A_SIMULATION)


def answer_delay_of(spec: str, answer_delay: int = ANSWER_DELAY) -> int:
    """The time that a program takes for a move: longer than it may think, by its kind alone.

    >>> [beat_of(spec) for spec in ("level:novice", "level:adept", "level:master", "mcts:1.2s", "mcts:1000")]
    [500, 1000, 3500, 2000, 1500]
    """
    return answer_delay * (ceil(thinking_time_of(spec) / answer_delay) + 1) if answer_delay else 0


def queue_slot_of(spec: str, answer_delay: int = ANSWER_DELAY) -> int:
    """How long a thought keeps its place in the queue, by its kind alone, however soon it is done.

    >>> [place_of(spec) for spec in ("level:novice", "level:adept", "level:master", "mcts:1.2s", "mcts:1000")]
    [50, 550, 3050, 1250, 1050]
    """
    return thinking_time_of(spec) + AROUND_A_THOUGHT if answer_delay else 0


def answer_moment(began: int, ready: int, answer_delay: int) -> int:
    """When a program answers whose turn began and who is ready then: after its time, or in overload after several.

    >>> [answer_moment(100, ready, 500) for ready in (100, 599, 600, 601)]
    [600, 600, 600, 1100]
    """
    if not answer_delay:
        return ready
    return began + answer_delay * max(1, ceil((ready - began) / answer_delay))


def turn_start(table: Table) -> int:
    """The moment since which whoever is to move has been."""
    for logged in reversed(table.log):
        event = logged.stored.event
        if isinstance(event, Moved | Confirmed | Undone | Started):
            return logged.stored.moment
        if isinstance(event, Left) and event.seat == table.to_move:
            return logged.stored.moment
    return table.created
