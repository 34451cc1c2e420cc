"""The drawing of a view: the board with the players, the question and, at the end, the result."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Final

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from tianxia.errors import SettingError
from tianxia.games import GAMES, data_of, package_of
from tianxia.games.base import AnyPreview
from tianxia.play.view import View
from tianxia.terminal import palette, tables
from tianxia.terminal.drawer import Drawer, Shown
from tianxia.terminal.speech import read_message, seat_names, sentence
from tianxia.words import Message, error, text

WIDE: Final = 1000
GAP: Final = 3  # columns between the board and what stands beside it
MARGIN: Final = 3  # lines that are left for typing and above


def draw(view: View, *, preview: AnyPreview | None = None) -> RenderableType:
    """A view for `Console.print`, adapted to the width and height of the console.

    The board shows the pieces of `preview`, if given, and its consequences are listed below.
    """
    return _Picture(Shown(view, preview))


def lists(game: str) -> Mapping[str, Callable[[Shown], RenderableType]]:
    """Typed word -> the list that it shows in a game, such as "rooms"."""
    return find_drawer(game).lists


@cache
def find_drawer(game: str) -> Drawer:
    """The drawer of a game: `DRAWER` in `terminal/drawer.py` of its folder."""
    if game not in GAMES or not data_of(game, "terminal", "drawer.py").is_file():
        raise error(SettingError, "terminal.drawer", game=game)
    drawer: Drawer = import_module(f"{package_of(game)}.terminal.drawer").DRAWER
    return drawer


class _Picture:
    """A drawing that is as large as the console allows."""

    def __init__(self, shown: Shown) -> None:
        self.shown = shown
        self.view = shown.view
        self.drawer = find_drawer(shown.view["game"])

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        height = console.height if console.is_terminal else None
        yield self.heading()
        below = self.below()
        if height is not None:
            height -= 1 + MARGIN + len(console.render_lines(below, options, pad=False))
        yield self.body(console, options, height)
        yield below

    def heading(self) -> Text:
        title = Text(text(f"{self.view['game']}.title"), palette.TITLE)
        return Text("  ").join([title, Text(self.drawer.progress(self.view), palette.SOFT)])

    def body(self, console: Console, options: ConsoleOptions, height: int | None) -> RenderableType:
        """The biggest board that fits, with players and hand beside or below it; the legend is dropped first."""
        for has_legend in (True, False):
            found = self.fitting(console, options, height, has_legend)
            if found is not None:
                return found
        columns, rows = self.parts(console, options, False)
        return self.smallest(options.max_width, columns, rows)

    def parts(self, console: Console, options: ConsoleOptions, has_legend: bool) -> tuple[list[_Part], list[_Part]]:
        """The forms of players and hand beside the board, and those below it."""
        hands = self.drawer.hands(self.shown)
        columns = [self.column(hand, has_legend) for hand in hands]
        rows = [self.row(console, hand, options.max_width, has_legend) for hand in hands]
        return [_Part(console, options, part) for part in columns], [_Part(console, options, part) for part in rows]

    def fitting(
        self, console: Console, options: ConsoleOptions, height: int | None, has_legend: bool
    ) -> RenderableType | None:
        width = options.max_width
        sizes = self.drawer.sizes(self.shown)
        columns, rows = self.parts(console, options, has_legend)
        for number, (board_width, board_height) in enumerate(sizes):
            for column in columns:
                if board_width + GAP + column.width <= width and _fits(max(board_height, column.height), height):
                    return _side_by_side(self.drawer.board(self.shown, number, board_width), column.content)
            for row in rows:
                if max(board_width, row.width) <= width and _fits(board_height + 1 + row.height, height):
                    return Group(self.drawer.board(self.shown, number, width), Text(), row.content)
        return None

    def smallest(self, width: int, columns: list[_Part], rows: list[_Part]) -> RenderableType:
        """The smallest drawing, if nothing fits: the screen scrolls, or the board is cropped."""
        sizes = self.drawer.sizes(self.shown)
        number, board_width = len(sizes) - 1, sizes[-1][0]
        column = _lowest(columns, width - GAP - board_width)
        if column is not None:
            return _side_by_side(self.drawer.board(self.shown, number, board_width), column.content)
        row = _lowest(rows, width) or rows[-1]
        return Group(self.drawer.board(self.shown, number, width), Text(), row.content)

    def column(self, hand: RenderableType | None, has_legend: bool) -> RenderableType:
        """Players, legend and hand, one below the other."""
        players = self.players(has_legend)
        return players if hand is None else Group(players, Text(), hand)

    def row(self, console: Console, hand: RenderableType | None, width: int, has_legend: bool) -> RenderableType:
        """Players, legend and hand side by side, if there is room."""
        players = self.players(has_legend)
        if hand is not None and _width_of(console, players) + GAP + _width_of(console, hand) <= width:
            return _side_by_side(players, hand)
        return self.column(hand, has_legend)

    def players(self, has_legend: bool) -> RenderableType:
        """The table of players, with the legend if there is room (it is in the help, too)."""
        players = tables.players(self.view, self.drawer.columns(self.view))
        return Group(players, Text(), self.drawer.legend(self.view)) if has_legend else players

    def below(self) -> RenderableType:
        """The text below the board: the question, the consequences of a preview, or the result."""
        lines: list[RenderableType] = [Text()]
        names = seat_names(self.view["names"])
        if self.shown.preview is not None:
            lines.append(tables.preview_lines(self.shown.preview, names))
        if self.view["over"]:
            lines.append(tables.result(self.view))
        elif self.view["question"] is None:
            lines.append(Text(sentence(Message("terminal.turn", {"seat": self.view["to_move"]}), names), palette.SOFT))
        elif self.view["pending"] is None:
            lines.append(Text(sentence(read_message(self.view["question"]), names), palette.STRONG))
        return Group(*lines)


class _Part:
    """A part of a drawing, with its width and height."""

    def __init__(self, console: Console, options: ConsoleOptions, content: RenderableType) -> None:
        self.content = content
        self.width = _width_of(console, content)
        self.height = len(console.render_lines(content, options, pad=False))


def _lowest(parts: list[_Part], width: int) -> _Part | None:
    """The part with the fewest lines among those that are not too wide."""
    return min((part for part in parts if part.width <= width), key=lambda part: part.height, default=None)


def _width_of(console: Console, content: RenderableType) -> int:
    """The width of a content on a screen of unlimited width."""
    return console.measure(content, options=console.options.update(width=WIDE)).maximum


def _side_by_side(left: RenderableType, right: RenderableType) -> Table:
    grid = Table.grid(padding=(0, GAP, 0, 0))
    grid.add_row(left, right)
    return grid


def _fits(needed: int, height: int | None) -> bool:
    return height is None or needed <= height
