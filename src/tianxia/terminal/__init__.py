"""The same tables in a terminal."""

from __future__ import annotations

from tianxia.terminal.drawing import draw
from tianxia.terminal.play import play

__all__ = ["draw", "play"]
