"""Explains moves: two are compared over many continuations, and what differs is told in sentences."""

from __future__ import annotations

from tianxia.teaching.explain.comparing import compare, pairs_for
from tianxia.teaching.explain.explanation import Explanation, explain, explain_best, explain_played

__all__ = ["Explanation", "compare", "explain", "explain_best", "explain_played", "pairs_for"]
