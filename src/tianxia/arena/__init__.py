"""Many games between programs: simulations, contests and ratings; in this process, in several, or on many machines."""

from __future__ import annotations

from tianxia.arena.executors import Executor, ProcessExecutor, SerialExecutor, executor_for
from tianxia.arena.simulate import Plan, Played, Results, play_match, simulate

__all__ = [
    "Executor",
    "Plan",
    "Played",
    "ProcessExecutor",
    "Results",
    "SerialExecutor",
    "executor_for",
    "play_match",
    "simulate",
]
