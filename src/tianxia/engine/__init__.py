"""What all games are built on: positions, chance, journals, playouts. Compiled if there is a C compiler."""

from __future__ import annotations

from typing import Final

from tianxia.engine import position

COMPILED: Final = not position.__file__.endswith(".py")
"""Whether the engine and the rules run as machine code."""
