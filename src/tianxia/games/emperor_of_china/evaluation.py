"""The Emperor of China: how programs judge a position."""

from __future__ import annotations

from tianxia.engine.evaluation import Evaluation


class EmperorEvaluation(Evaluation):
    """How good a position of The Emperor of China is."""

    __slots__ = ()
