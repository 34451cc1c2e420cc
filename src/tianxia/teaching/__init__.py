"""For people who learn: advice for a position, analyses of records, and studies."""

from __future__ import annotations

from tianxia.teaching.advice import Advice, JudgedMove, advise
from tianxia.teaching.analysis import Analysis, JudgedDecision, Retrospect, analyse, count_decisions
from tianxia.teaching.depth import usual_depth

__all__ = [
    "Advice",
    "Analysis",
    "JudgedDecision",
    "JudgedMove",
    "Retrospect",
    "advise",
    "analyse",
    "count_decisions",
    "usual_depth",
]
