"""The answer delay: a program answers at a moment that follows from its kind and the beginning of its turn alone.

If it answered as soon as it could, a quick answer would reveal that its hidden hand left it little choice: a timing
side channel. So every kind of program has a longest thinking time, and answers at a fixed time after that. Under
overload, when programs have to wait for a worker process, the answer comes after a multiple of that time. The time for
which a program occupies a worker follows from its kind as well: otherwise somebody with a program at another table
could learn from its answer how long this one thought. Times are in milliseconds.
"""

from __future__ import annotations

from math import ceil
from typing import Final

from tianxia.players import effort_of
from tianxia.server.tables.events import Confirmed, Left, Moved, Started, Undone
from tianxia.server.tables.table import Table

ANSWER_DELAY: Final = 500
"""The delay of a quick program; the delays of all others are multiples of it."""
ADEPT: Final = 500  # longest thinking time
MASTER: Final = 3000
LONGEST_THOUGHT: Final = 5000  # of any program: one with many simulations makes as many as it can by then
A_SIMULATION: Final = 1  # thinking time for each simulation of a search
AROUND_A_THOUGHT: Final = 50  # for handing over the call, rebuilding the match, and ending the search


def thinking_time_of(spec: str) -> int:
    """The longest thinking time of a program for a move, by its kind alone; 0: it does not search.

    >>> [thinking_time_of(spec) for spec in ("net", "level:adept", "level:master", "mcts:1.2s", "mcts:1000", "net:200")]
    [0, 500, 3000, 1200, 1000, 200]
    """
    if spec == "level:adept":
        return ADEPT
    if spec == "level:master":
        return MASTER
    effort = effort_of(spec)
    if effort is None:
        return 0
    return ceil(effort.seconds * 1000) or min(LONGEST_THOUGHT, effort.simulations * A_SIMULATION)


def answer_delay_of(spec: str, answer_delay: int = ANSWER_DELAY) -> int:
    """The delay after which a program answers, by its kind alone: longer than it may think.

    >>> [answer_delay_of(spec) for spec in ("level:novice", "level:adept", "level:master", "mcts:1.2s", "mcts:1000")]
    [500, 1000, 3500, 2000, 1500]
    """
    return answer_delay * (ceil(thinking_time_of(spec) / answer_delay) + 1) if answer_delay else 0


def queue_slot_of(spec: str, answer_delay: int = ANSWER_DELAY) -> int:
    """The time for which a program occupies its slot in the queue, by its kind alone, even if it is done sooner.

    >>> [queue_slot_of(spec) for spec in ("level:novice", "level:adept", "level:master", "mcts:1.2s", "mcts:1000")]
    [50, 550, 3050, 1250, 1050]
    """
    return thinking_time_of(spec) + AROUND_A_THOUGHT if answer_delay else 0


def answer_moment(began: int, ready: int, answer_delay: int) -> int:
    """The moment when a program answers: its delay after its turn began, or under overload several times that.

    >>> [answer_moment(100, ready, 500) for ready in (100, 599, 600, 601)]
    [600, 600, 600, 1100]
    """
    if not answer_delay:
        return ready
    return began + answer_delay * max(1, ceil((ready - began) / answer_delay))


def turn_start(table: Table) -> int:
    """The moment when the present turn began."""
    for logged in reversed(table.log):
        event = logged.stored.event
        if isinstance(event, Moved | Confirmed | Undone | Started):
            return logged.stored.moment
        if isinstance(event, Left) and event.seat == table.to_move:
            return logged.stored.moment
    return table.created
