"""The Emperor of China on a screen for tests, from views made by hand."""

from __future__ import annotations

from typing import Any

from rich.style import Style
from rich.text import Text

from support.emperor_views import make_preview, make_view
from terminal.screens import Screen, printed
from tianxia.games.emperor_of_china.interface.view import EmperorTable
from tianxia.games.emperor_of_china.terminal.drawer import EmperorDrawer
from tianxia.games.emperor_of_china.terminal.lists import emperor_table
from tianxia.games.emperor_of_china.terminal.map_layout import Layout
from tianxia.games.emperor_of_china.terminal.map_painter import layouts_of
from tianxia.play.view import View
from tianxia.terminal.drawer import Shown
from tianxia.terminal.drawing import lists

DRAWER = EmperorDrawer()
GREEN_MOVES = [
    *(f"house {space} green" for space in ("han-3", "han-4", "han-5", "shu-2", "shu-3", "shu-4")),
    "fortification han-3 green",
    "emissary han green",
    "exchange green",
]


def picture(text: str) -> str:
    """A picture as it stands here, without the eight blanks before each line."""
    return "\n".join(line[8:] for line in text.splitlines()[1:-1])


def board(view: View, size: int, *pieces: tuple[str, int, str]) -> str:
    """The map in one of its sizes, with pieces that are only thought of."""
    shown = Shown(view, make_preview(*pieces) if pieces else None)
    width = DRAWER.sizes(shown)[size][0]
    return printed(DRAWER.board(shown, size, width), width)


def look(word: str, view: View, width: int = 80) -> str:
    return printed(lists("emperor-of-china")[word](Shown(view)), width)


def lines_of(table: EmperorTable, size: int, *pieces: tuple[str, int, str], **view: Any) -> list[str]:
    """A drawn board as lines of full width, so that a spot can be looked up."""
    width = layouts_of(table)[size].size.width
    return [line.ljust(width) for line in board(make_view(table, **view), size, *pieces).split("\n")]


def cell_of(table: EmperorTable, lines: list[str], layout: Layout, space: str) -> str:
    """What a picture shows in a space."""
    ids = [shown["id"] for region in table["regions"] for shown in region["spaces"]]
    spots = layout.cell(layout.spaces[ids.index(space)])
    return "".join(lines[y][x] for x, y in spots)


def widest(text: str) -> int:
    return max(Text(line).cell_len for line in text.splitlines())


def styles_of(view: View, size: int) -> list[list[Style | None]]:
    """The style of each character of the map, row by row."""
    width = layouts_of(emperor_table(view))[size].size.width
    rows = Screen(width, colours=True).console.render_lines(DRAWER.board(Shown(view), size, width))
    return [[part.style for part in row for _ in part.text] for row in rows]
