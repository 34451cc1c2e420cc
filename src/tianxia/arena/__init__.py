"""Many games between programs, here or in many processes."""

from __future__ import annotations

from tianxia.arena.simulate import Plan, Played, Results, play_match, simulate

__all__ = ["Plan", "Played", "Results", "play_match", "simulate"]
