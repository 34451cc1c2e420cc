"""For people who learn: advice, analyses of records, studies, puzzles, tutorials, and examples of the rules."""

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
