"""Environments for learning programs: observations and actions of a fixed length, and many games at once.

`space_for` and what goes with it need nothing installed; `tianxia.environments.batch` needs NumPy.
"""

from __future__ import annotations

from tianxia.engine.observation import Part, Space
from tianxia.environments.spaces import describe, legal_mask, observe, space_for

__all__ = ["Part", "Space", "describe", "legal_mask", "observe", "space_for"]
