"""The games in a terminal: draws views, and plays matches."""

from __future__ import annotations

from tianxia.terminal.advice import draw_advice, draw_analysis
from tianxia.terminal.drawing import draw
from tianxia.terminal.play import play
from tianxia.terminal.puzzle import solve
from tianxia.terminal.speech import UNNAMED, seat_names

__all__ = ["UNNAMED", "draw", "draw_advice", "draw_analysis", "play", "seat_names", "solve"]
