"""Forbidden City: how programs judge a position."""

from __future__ import annotations

from tianxia.engine.evaluation import Evaluation


class CityEvaluation(Evaluation):
    """How good a position of Forbidden City is."""

    __slots__ = ()
