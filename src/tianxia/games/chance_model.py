"""The base class of chance models: what chance brings about in a game, and which seats learn of it.

OpenSpiel asks for it: its chance nodes have numbers, names and bounds, its information states tell exactly what a seat
has learnt, and its search deals anew what a seat cannot know. An outcome has a *mark*, which says who learns of it, and
when. A model is for one game that is set up in one way.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

DECISION: Final = -2  # the mark of a decision, which is no outcome: decisions are open in all games
OPEN: Final = -1  # the mark of an outcome that all seats see at once


class ChanceModel:
    """Bounds on what chance and the seats decide in one game, and who learns what chance decided."""

    most_outcomes: int  # every outcome is below it
    most_events: int  # outcomes in one game
    most_decisions: int  # of all seats in one game

    def mark(self, position: Any) -> int:
        """The mark of the outcome that is awaited."""
        return OPEN

    def knows(self, position: Any, seat: int, mark: int) -> bool:
        """Whether a seat has learnt by now what an outcome was."""
        return True

    def rewrite_history(self, dealt: Any, seat: int, events: Sequence[int], marks: Sequence[int]) -> list[int]:
        """A history that looks like the given one to a seat, and leads to `dealt`, a determinized position."""
        return list(events)

    def name(self, position: Any, outcome: int) -> str:
        """The outcome that is awaited, in a word."""
        raise NotImplementedError
