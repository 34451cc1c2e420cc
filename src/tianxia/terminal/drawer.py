"""The base class of drawers, which draw the board of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol

from rich.console import RenderableType
from rich.text import Text

from tianxia.games.base import AnyPreview
from tianxia.play.view import View


class Shown(NamedTuple):
    """The input of a drawer: a view and a preview, but no position."""

    view: View
    preview: AnyPreview | None = None  # of a move that has not been made


class Column(NamedTuple):
    """A column beside the scores in the table of players."""

    heading: str
    values: list[str]  # by seat


class Drawer(Protocol):
    """Draws one game."""

    @property
    def lists(self) -> Mapping[str, Callable[[Shown], RenderableType]]:
        """Typed word -> the list that it shows, such as "rooms"."""

    def progress(self, view: View) -> str:
        """The progress of the game, as a short text."""

    def sizes(self, shown: Shown) -> Sequence[tuple[int, int]]:
        """The widths and heights of the board in its sizes, the biggest first."""

    def board(self, shown: Shown, size: int, width: int) -> RenderableType:
        """The board in one of its sizes; if that is too wide, a cropped part of it with a remark."""

    def hands(self, shown: Shown) -> Sequence[RenderableType | None]:
        """The hand of the seat (`None`: nothing), in one or several forms, the best first."""

    def columns(self, view: View) -> list[Column]:
        """The columns of the table of players, scores first."""

    def legend(self, view: View) -> Text:
        """The legend: what the characters mean."""
