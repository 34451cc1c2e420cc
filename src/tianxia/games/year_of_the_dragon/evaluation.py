"""In the Year of the Dragon: how programs judge a position."""

from __future__ import annotations

from tianxia.engine.evaluation import Evaluation


class DragonEvaluation(Evaluation):
    """How good a position of In the Year of the Dragon is."""

    __slots__ = ()
