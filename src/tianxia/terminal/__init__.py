"""The same tables in a terminal."""

from __future__ import annotations

from tianxia.terminal.drawing import draw
from tianxia.terminal.play import play
from tianxia.terminal.speech import UNNAMED

__all__ = ["UNNAMED", "draw", "play"]
