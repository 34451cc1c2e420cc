"""A canvas of characters, each with its style."""

from __future__ import annotations

from itertools import groupby
from typing import Final

from rich.cells import get_character_cell_size
from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.segment import Segment
from rich.style import Style

PLAIN: Final = str.maketrans(
    "━┃┏┓┗┛┣┫┳┻╋╸╺╹╻╱╲∩●§♣◆◇○·▸▲▟▙█▀▄▌▐▛▜▗▖▝▘",
    "-|+++++++++--||/\\no$&@?o.>A/\\#-_||/\\/\\\\/",
)
"""Character -> its replacement on a terminal without Unicode."""
NO_STYLE: Final = Style.null()


class Canvas:
    """Rows of characters. Text that is put on top keeps the background below it."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._spots = [[(" ", NO_STYLE)] * width for _ in range(height)]  # y, x -> character and style

    def put(self, x: int, y: int, text: str, style: Style = NO_STYLE) -> None:
        """Write a text from left to right; characters beyond the edges are dropped."""
        if 0 <= y < self.height:
            row = self._spots[y]
            for place, character in enumerate(text, x):
                if 0 <= place < self.width:
                    row[place] = (character, row[place][1] + style)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for row in self._spots:
            for style, spots in groupby(row[: options.max_width], key=lambda spot: spot[1]):
                text = "".join(character for character, _ in spots)
                yield Segment(text.translate(PLAIN) if options.ascii_only else text, style)
            yield Segment.line()

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement(self.width, self.width)


def narrow(text: str) -> str:
    """A text in which each character takes one column, as a canvas needs it.

    >>> narrow("Yan 燕")
    'Yan ?'
    """
    return "".join(character if get_character_cell_size(character) == 1 else "?" for character in text)
