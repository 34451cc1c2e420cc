"""What draws the board of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol

from rich.console import RenderableType
from rich.text import Text

from tianxia.games.base import AnyPreview
from tianxia.play.view import View


class Shown(NamedTuple):
    """The input of a drawer, which knows no position and no rule."""

    view: View
    preview: AnyPreview | None = None  # of a move that is only thought of


class Column(NamedTuple):
    """Something beside the scores of the players."""

    heading: str
    values: list[str]  # by seat


class Drawer(Protocol):
    """Draws one game."""

    @property
    def looks(self) -> Mapping[str, Callable[[Shown], RenderableType]]:
        """More that can be looked at, by the word one types for it."""

    def progress(self, view: View) -> str:
        """How far the game is."""

    def sizes(self, shown: Shown) -> Sequence[tuple[int, int]]:
        """Width and height of the board in its sizes, the biggest first."""

    def board(self, shown: Shown, size: int, width: int) -> RenderableType:
        """The board in one of its sizes; where that is too wide, a part of it that says so."""

    def hands(self, shown: Shown) -> Sequence[RenderableType | None]:
        """What the seat holds (`None`: nothing), drawn in one way or several, the best first."""

    def columns(self, view: View) -> list[Column]:
        """What the players have; scores first."""

    def legend(self, view: View) -> Text:
        """The legend: what the characters mean."""
