"""Tutorials: short steps on real positions, each with a task that the engine checks.

A tutorial is data, `teaching/tutorial.toml` in the folder of its game: `reading` reads it, `judging` judges tries.
Neither knows a rule of any game. The texts are in the catalogue, under keys like
`tutorial.forbidden-city.first.lay.text`.
"""

from __future__ import annotations

from tianxia.teaching.tutorials.judging import Judgement, Verdict, judge, judge_guess
from tianxia.teaching.tutorials.reading import TutorialError, find_tutorial, read_tutorial
from tianxia.teaching.tutorials.steps import Chapter, Goal, Guess, Mistake, Step, Tutorial

__all__ = [
    "Chapter",
    "Goal",
    "Guess",
    "Judgement",
    "Mistake",
    "Step",
    "Tutorial",
    "TutorialError",
    "Verdict",
    "find_tutorial",
    "judge",
    "judge_guess",
    "read_tutorial",
]
