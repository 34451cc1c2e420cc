"""Paints cells of Forbidden City on a canvas: floors, walls, archways, figures.

Neighbours share the line between them. The line shows how their two sides meet: nothing where rooms are joined, a wall,
or a wall with an archway where there is a passage.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final, NamedTuple

from rich.style import Style

from tianxia.games.forbidden_city.interface.view import CellView, PartView
from tianxia.terminal import palette
from tianxia.terminal.canvas import Canvas

Cell = tuple[int, int]
NORTH, EAST, SOUTH, WEST = range(4)
STEPS: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))
LINES: Final = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"  # by the walls that meet: north 1, east 2, south 4, west 8
ARCHWAY: Final = "∩"
DRAGON: Final = "§"
ADVISOR: Final = "●"
OPEN: Final = "·"
GARDENS: Final = {3: (" ♣ ",), 5: ("♣   ♣", "  ♣  "), 7: (" ♣   ♣ ", "   ♣   ", " ♣   ♣ ")}
TEMPLES: Final = {3: (" ▲ ",), 5: ("▄▟█▙▄", " █∩█ "), 7: ("  ▟█▙  ", "▄▟███▙▄", " █▌∩▐█ ")}


class Size(NamedTuple):
    """The inside of a cell, in characters, without the line to the next cell."""

    width: int
    height: int


FULL, MIDDLE, SMALL = SIZES = (Size(7, 3), Size(5, 2), Size(3, 1))


class Frame(NamedTuple):
    """The cells that are drawn, from corner to corner."""

    west: int
    north: int
    east: int
    south: int

    @property
    def columns(self) -> int:
        return self.east - self.west + 1

    @property
    def rows(self) -> int:
        return self.south - self.north + 1

    def holds(self, at: Cell) -> bool:
        return self.west <= at[0] <= self.east and self.north <= at[1] <= self.south


class Painter:
    """Paints a part of the city; `left`, `top` and `bottom` are margins for coordinates."""

    def __init__(
        self,
        cells: Mapping[Cell, CellView],
        frame: Frame,
        size: Size,
        floors: Mapping[str, palette.Ground],
        *,
        closed: Collection[int] = (),
        ghosts: Collection[Cell] = (),
        left: int = 0,
        top: int = 0,
        bottom: int = 0,
    ) -> None:
        self.cells = cells
        self.frame = frame
        self.size = size
        self.floors = floors  # by colour
        self.closed = closed  # rooms
        self.ghosts = ghosts  # cells with the tiles of a preview
        self.left = left
        self.top = top
        width, height = board_size(frame, size)
        self.canvas = Canvas(left + width, top + height + bottom)

    def paint(self) -> Canvas:
        """Floors, then the lines between them, then what stands on them."""
        shown = [(at, cell) for at, cell in self.cells.items() if self.frame.holds(at)]
        for at, cell in shown:
            self.paint_floor(at, cell)
        for y in range(self.frame.north, self.frame.south + 2):
            for x in range(self.frame.west, self.frame.east + 2):
                self.paint_lines((x, y))
        for at, cell in shown:
            self.paint_figures(at, cell)
        return self.canvas

    def origin(self, at: Cell) -> tuple[int, int]:
        """The coordinates on the canvas of the inside of a cell."""
        return (
            self.left + (at[0] - self.frame.west) * (self.size.width + 1) + 1,
            self.top + (at[1] - self.frame.north) * (self.size.height + 1) + 1,
        )

    def mark(self, at: Cell, text: str, style: Style) -> None:
        """Write into the middle of a cell."""
        x, y = self.origin(at)
        self.canvas.put(x + (self.size.width - len(text)) // 2, y + self.size.height // 2, text, style)

    def mark_corner(self, at: Cell, text: str, style: Style) -> None:
        """Write into a corner of a cell where no figure stands; there is none in a small split cell."""
        x, y = self.origin(at)
        cell = self.cells[at]
        split = cell["diagonal"] is not None
        if self.size == SMALL or (split and is_rising(cell)):
            x += self.size.width - 1
        if not (split and self.size == SMALL):
            self.canvas.put(x, y, text, style)

    # ---- floors

    def paint_floor(self, at: Cell, cell: CellView) -> None:
        x0, y0 = self.origin(at)
        for row in range(self.size.height):
            for column in range(self.size.width):
                self.ground(x0 + column, y0 + row, cell["parts"][part_at(cell, column, row, self.size)])
        if cell["diagonal"] is not None:
            self.paint_diagonal(x0, y0, cell)

    def ground(self, x: int, y: int, part: PartView) -> None:
        """Paint one character of a floor; the pattern runs on from cell to cell."""
        if part["colour"]:
            floor = self.floors[part["colour"]]
            # in small cells the pattern is dense, so that some of it is left beside the figures
            if self.size == FULL:
                dotted = (x - self.left + 2 * ((y - self.top) % 2)) % 4 == 2
            else:
                dotted = (x - self.left + y - self.top) % 2 == 0
            style = floor.closed if part["room"] in self.closed else floor.open
            self.canvas.put(x, y, floor.pattern if dotted else " ", style)

    def paint_diagonal(self, x0: int, y0: int, cell: CellView) -> None:
        rising = is_rising(cell)
        for row in range(self.size.height):
            column = diagonal_column(row, self.size, rising)
            self.canvas.put(x0 + column, y0 + row, "╱" if rising else "╲", palette.DIAGONAL)
        if cell["diagonal"] == "a":
            row = self.size.height // 2
            self.canvas.put(x0 + diagonal_column(row, self.size, rising), y0 + row, ARCHWAY, palette.ARCHWAY)

    # ---- lines

    def between(self, at: Cell, direction: int) -> str:
        """How two sides meet: "#" a wall, "a" an archway, "." open; "" if nothing lies there."""
        here, there = self.cells.get(at), self.cells.get(beside(at, direction))
        sides = (here["sides"][direction] if here else "") + (there["sides"][direction ^ 2] if there else "")
        if "#" in sides:
            return "#"
        return "a" if "a" in sides else sides[:1]

    def paint_lines(self, at: Cell) -> None:
        """Paint the line north of a cell, the line west of it, and the corner where they meet."""
        x, y = self.origin(at)
        self.paint_line(at, NORTH, [(x + column, y - 1) for column in range(self.size.width)], "━")
        self.paint_line(at, WEST, [(x - 1, y + row) for row in range(self.size.height)], "┃")
        self.paint_corner(at)

    def paint_line(self, at: Cell, direction: int, places: list[Cell], wall: str) -> None:
        kind = self.between(at, direction)
        style = self.line_style(at, direction)
        for x, y in places:
            if kind == ".":
                self.ground(x, y, self.flowing(at, direction))
                if style == palette.CHOSEN:  # a ring around the tile of a preview
                    self.canvas.put(x, y, OPEN, style)
            elif kind:
                self.canvas.put(x, y, wall, style)
        if kind == "a":
            x, y = places[len(places) // 2]
            self.canvas.put(x, y, ARCHWAY, palette.ARCHWAY)

    def paint_corner(self, at: Cell) -> None:
        """Paint the north-west corner of a cell."""
        west, north = beside(at, WEST), beside(at, NORTH)
        lines = ((north, WEST), (at, NORTH), (at, WEST), (west, NORTH))  # to the north, east, south and west
        kinds = [self.between(*line) for line in lines]
        walls = [bit for bit, kind in enumerate(kinds) if kind in ("#", "a")]
        x, y = self.origin(at)
        chosen = any(kind and self.line_style(*line) == palette.CHOSEN for line, kind in zip(lines, kinds, strict=True))
        if walls:
            style = palette.CHOSEN if chosen else palette.WALL
            self.canvas.put(x - 1, y - 1, LINES[sum(1 << bit for bit in walls)], style)
        elif "." in kinds:
            self.ground(x - 1, y - 1, self.flowing(*lines[kinds.index(".")]))
            if chosen:
                self.canvas.put(x - 1, y - 1, OPEN, palette.CHOSEN)

    def line_style(self, at: Cell, direction: int) -> Style:
        thought = at in self.ghosts or beside(at, direction) in self.ghosts
        return palette.CHOSEN if thought else palette.WALL

    def flowing(self, at: Cell, direction: int) -> PartView:
        """The part that flows over an open line, from either side of it."""
        here = self.cells.get(at)
        if here is None:
            return self.flowing(beside(at, direction), direction ^ 2)
        return here["parts"][here["touching"][direction]]

    # ---- figures

    def paint_figures(self, at: Cell, cell: CellView) -> None:
        x, y = self.origin(at)
        width, height = self.size
        if cell["kind"] != "room":
            temple = cell["kind"] == "temple"
            for row, line in enumerate((TEMPLES if temple else GARDENS)[width]):
                self.canvas.put(x, y + row, line, palette.TEMPLE if temple else palette.GARDEN)
        elif len(cell["parts"]) == 1:
            text, style = self.label(cell, 0, width - (self.size == SMALL))
            self.canvas.put(x + (width - len(text)) // 2, y + height // 2, text, style)
        else:
            upper, rising = cell["touching"][NORTH], is_rising(cell)
            for part, row, left in ((upper, 0, rising), (1 - upper, height - 1, not rising)):
                text, style = self.label(cell, part, diagonal_column(0, self.size, rising=True))
                self.canvas.put(x if left else x + width - len(text), y + row, text, style)

    def label(self, cell: CellView, part: int, room: int) -> tuple[str, Style]:
        """The figures of one part, in `room` columns."""
        shown = cell["parts"][part]
        if shown["dragons"]:
            return (f" {DRAGON} " if room > 4 else DRAGON), palette.DRAGON
        if shown["advisors"] and cell["seat"] is not None:
            return advisors_text(cell["seat"], shown["advisors"], room), palette.seat_style(cell["seat"])
        return "", palette.STRONG


def advisors_text(seat: int, advisors: int, room: int = 9) -> str:
    """The owner's letter and the advisors, in `room` columns; in little room, their number.

    >>> [advisors_text(2, 3, room) for room in (5, 2, 1)]
    ['Y●●●', 'Y3', '3']
    """
    letter = palette.seat_letter(seat)
    if room <= 2:
        return f"{letter}{advisors}" if room == 2 else letter if advisors == 1 else str(advisors)
    return letter + ADVISOR * advisors if advisors < room else f"{letter}{advisors}"


def board_size(frame: Frame, size: Size) -> tuple[int, int]:
    """Width and height of what is painted, in characters."""
    return frame.columns * (size.width + 1) + 1, frame.rows * (size.height + 1) + 1


def beside(at: Cell, direction: int) -> Cell:
    return at[0] + STEPS[direction][0], at[1] + STEPS[direction][1]


def is_rising(cell: CellView) -> bool:
    """Whether the diagonal wall runs from the south-west to the north-east."""
    return cell["touching"][NORTH] == cell["touching"][WEST]


def diagonal_column(row: int, size: Size, rising: bool) -> int:
    column = int(size.width * (row + 0.5) / size.height)
    return size.width - 1 - column if rising else column


def part_at(cell: CellView, column: int, row: int, size: Size) -> int:
    """Which part of a cell a character belongs to."""
    if cell["diagonal"] is None:
        return 0
    rising = is_rising(cell)
    edge = diagonal_column(row, size, rising)
    above = column < edge if rising else column > edge
    return cell["touching"][NORTH if above else SOUTH]
