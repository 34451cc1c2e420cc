"""The base class of chance models: what chance decides in a game, and which seats learn it.

OpenSpiel needs it: its chance nodes have numbers, names and bounds, its information states contain exactly what a seat
has learnt, and its search deals afresh what a seat cannot know. An outcome has a *mark*, which says who learns of it,
and when. A model is for one setting of a game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

DECISION: Final = -2  # the mark of a decision, which is no outcome: decisions are open in all games
OPEN: Final = -1  # the mark of an outcome that all seats see at once


class ChanceModel:
    """The chance model of one game: bounds on outcomes and decisions, and which seats learn an outcome."""

    most_outcomes: int  # every outcome is below it
    most_events: int  # outcomes in one game
    most_decisions: int  # of all seats in one game

    def mark(self, position: Any) -> int:
        """The mark of the awaited outcome."""
        return OPEN

    def knows(self, position: Any, seat: int, mark: int) -> bool:
        """Whether a seat has learnt the outcome with this mark by now."""
        return True

    def rewrite_history(self, dealt: Any, seat: int, events: Sequence[int], marks: Sequence[int]) -> list[int]:
        """A history that is the same as `events` for a seat, but leads to `dealt`, a determinized position."""
        return list(events)

    def name(self, position: Any, outcome: int) -> str:
        """The name of an outcome of the awaited event."""
        raise NotImplementedError
