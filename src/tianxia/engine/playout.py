"""Uniformly random games, for benchmarks and for comparing builds."""

from __future__ import annotations

from tianxia.engine.chance import MASK32, Stream
from tianxia.engine.native import i64
from tianxia.engine.position import Position


def play_out(position: Position, stream: Stream) -> i64:
    """Play uniformly at random to the end; returns the number of decisions."""
    decisions: i64 = 0
    while not position.over:
        position.apply(position.random_action(stream))
        decisions += 1
    return decisions


def trace_playout(position: Position, stream: Stream) -> tuple[int, int]:
    """Play at random to the end; returns a checksum of the numbers of legal actions, the chosen actions and all scores.

    Two builds with the same checksum played the same game by the same rules.
    """
    decisions: i64 = 0
    trace: i64 = 0
    while not position.over:
        actions = position.legal_actions()
        action = actions[stream.below(len(actions))]
        position.apply(action)
        trace = _mix(_mix(trace, len(actions)), action)
        for score in position.scores():
            trace = _mix(trace, score)
        decisions += 1
    return decisions, trace


def _mix(trace: i64, value: i64) -> i64:
    return (trace * 31 + value + 1) & MASK32
