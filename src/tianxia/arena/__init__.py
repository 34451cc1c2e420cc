"""Many games between programs: here, in many processes, or on many machines."""

from __future__ import annotations

from tianxia.arena.simulate import Plan, Played, Results, play_match, simulate
from tianxia.arena.where import Here, Place, Processes

__all__ = ["Here", "Place", "Plan", "Played", "Processes", "Results", "play_match", "simulate"]
