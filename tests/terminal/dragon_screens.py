"""In the Year of the Dragon on a screen without colours, for tests: its board, hands and lists as text."""

from __future__ import annotations

from terminal.screens import printed
from tianxia.games.base import AnyPreview
from tianxia.games.year_of_the_dragon.terminal.drawer import DragonDrawer
from tianxia.play.view import View
from tianxia.terminal.drawer import Shown

DRAWER = DragonDrawer()
WIDE, MEDIUM, LIST, NARROW = range(4)
ACTIONS = ["taxes", "build", "parade", "research", "privilege small", "money"]


def board(view: View, size: int, preview: AnyPreview | None = None, width: int | None = None) -> str:
    shown = Shown(view, preview)
    width = width or DRAWER.sizes(shown)[size][0]
    return printed(DRAWER.board(shown, size, width), width)


def hand(view: View, number: int = 0, width: int = 80) -> str:
    drawn = DRAWER.hands(Shown(view))[number]
    assert drawn is not None
    return printed(drawn, width)


def look(word: str, view: View, width: int = 80) -> str:
    return printed(DRAWER.lists[word](Shown(view)), width)
