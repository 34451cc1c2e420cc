"""What programs can teach: advice for a position, and what the moves of a record lost."""

from __future__ import annotations

from tianxia.learn.advice import Advice, JudgedMove, advise
from tianxia.learn.analysis import Analysis, JudgedDecision, analyse, count_decisions

__all__ = ["Advice", "Analysis", "JudgedDecision", "JudgedMove", "advise", "analyse", "count_decisions"]
