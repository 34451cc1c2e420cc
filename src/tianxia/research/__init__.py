"""Environments for learning programs: observations and actions of a fixed length, and many games at once.

`space_for` and what goes with it need nothing installed; `tianxia.research.batch` needs NumPy.
"""

from __future__ import annotations

from tianxia.research.layout import describe, legal_mask, observe, space_for
from tianxia.research.space import Part, Space

__all__ = ["Part", "Space", "describe", "legal_mask", "observe", "space_for"]
