"""For people who learn: advice, analyses of records, studies, puzzles, tutorials, and examples of the rules."""

from __future__ import annotations

from tianxia.teaching.advice import CONFIDENT, Advice, JudgedMove, advise, advise_with_reason
from tianxia.teaching.analysis import Analysis, JudgedDecision, Retrospect, analyse, count_decisions
from tianxia.teaching.depth import usual_depth
from tianxia.teaching.explain import Explanation, explain, explain_best, pairs_for
from tianxia.teaching.review import mean_accuracy, review

__all__ = [
    "CONFIDENT",
    "Advice",
    "Analysis",
    "Explanation",
    "JudgedDecision",
    "JudgedMove",
    "Retrospect",
    "advise",
    "advise_with_reason",
    "analyse",
    "count_decisions",
    "explain",
    "explain_best",
    "mean_accuracy",
    "pairs_for",
    "review",
    "usual_depth",
]
