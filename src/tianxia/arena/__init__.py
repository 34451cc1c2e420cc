"""Many games between programs: here, in many processes, or on many machines."""

from __future__ import annotations

from tianxia.arena.executors import Here, Place, Processes
from tianxia.arena.simulate import Plan, Played, Results, play_match, simulate

__all__ = ["Here", "Place", "Plan", "Played", "Processes", "Results", "play_match", "simulate"]
