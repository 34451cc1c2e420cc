"""Paints cells of Forbidden City on a canvas: floors, walls, archways, figures.

Neighbours share the line between them, and the line tells what came of the two sides that meet there: nothing where
rooms are joined, a wall, or a wall with an archway where there is a passage.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final, NamedTuple

from rich.style import Style

from tianxia.games.forbidden_city.view import CellView, PartView
from tianxia.terminal.canvas import Canvas
from tianxia.terminal import palette
from tianxia.terminal.palette import CHOSEN, GOLD, WALL, floor, seat_style, sign

Cell = tuple[int, int]
NORTH, EAST, SOUTH, WEST = range(4)
STEPS: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))
LINES: Final = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"  # by the walls that meet: north 1, east 2, south 4, west 8
ARCHWAY: Final = "∩"
DRAGON: Final = "§"
ADVISOR: Final = "●"
LAID_LAST: Final = "◆"
GHOST: Final = "◇"
GARDENS: Final = {3: (" ♣ ",), 5: ("♣   ♣", "  ♣  "), 7: (" ♣   ♣ ", "   ♣   ", " ♣   ♣ ")}
TEMPLES: Final = {3: ("▟█▙",), 5: ("▄▟█▙▄", " █∩█ "), 7: ("  ▟█▙  ", "▄▟███▙▄", " █▌∩▐█ ")}


class Size(NamedTuple):
    """The inside of a cell, in characters; the line to the next one comes on top."""

    width: int
    height: int


FULL, MIDDLE, SMALL = SIZES = (Size(7, 3), Size(5, 2), Size(3, 1))


class Frame(NamedTuple):
    """The cells that are drawn, corner to corner."""

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

    def holds(self, cell: Cell) -> bool:
        return self.west <= cell[0] <= self.east and self.north <= cell[1] <= self.south


class Painter:
    """Paints a part of the city; `left` and `top` leave room for what stands beside it."""

    def __init__(
        self,
        cells: Mapping[Cell, CellView],
        frame: Frame,
        size: Size,
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
        self.closed = closed  # rooms
        self.ghosts = ghosts  # cells that are only thought of
        self.left = left
        self.top = top
        self.canvas = Canvas(
            left + frame.columns * (size.width + 1) + 1, top + frame.rows * (size.height + 1) + 1 + bottom
        )

    def paint(self) -> Canvas:
        """All cells, then the lines between them."""
        for at, cell in self.cells.items():
            if self.frame.holds(at):
                self.floor(at, cell)
        for y in range(self.frame.north, self.frame.south + 2):
            for x in range(self.frame.west, self.frame.east + 2):
                self.line_above((x, y))
                self.line_left((x, y))
                self.corner((x, y))
        for at, cell in self.cells.items():
            if self.frame.holds(at):
                self.figures(at, cell)
        return self.canvas

    def origin(self, at: Cell) -> tuple[int, int]:
        """Where the inside of a cell begins on the canvas."""
        return (
            self.left + (at[0] - self.frame.west) * (self.size.width + 1) + 1,
            self.top + (at[1] - self.frame.north) * (self.size.height + 1) + 1,
        )

    # ---- floors

    def floor(self, at: Cell, cell: CellView) -> None:
        x0, y0 = self.origin(at)
        for row in range(self.size.height):
            for column in range(self.size.width):
                part = cell["parts"][part_at(cell, column, row, self.size)]
                self.ground(x0 + column, y0 + row, part)
        if cell["diagonal"] is not None:
            self.diagonal(x0, y0, cell)

    def ground(self, x: int, y: int, part: PartView) -> None:
        """One character of a floor; the pattern runs on from cell to cell."""
        if not part["colour"]:
            return
        look = floor(part["colour"])
        style = look.closed if part["room"] in self.closed else look.open
        dotted = (x - self.left + 2 * ((y - self.top) % 2)) % 4 == 2
        self.canvas.put(x, y, look.pattern if dotted else " ", style)

    def diagonal(self, x0: int, y0: int, cell: CellView) -> None:
        rising = is_rising(cell)
        for row in range(self.size.height):
            column = middle_of_diagonal(row, self.size, rising)
            self.canvas.put(x0 + column, y0 + row, "╱" if rising else "╲", palette.DIAGONAL)
        if cell["diagonal"] == "a":
            row = self.size.height // 2
            self.canvas.put(x0 + middle_of_diagonal(row, self.size, rising), y0 + row, ARCHWAY, GOLD)

    # ---- lines

    def side(self, at: Cell, direction: int) -> str:
        """What a side shows; nothing on a free cell."""
        cell = self.cells.get(at)
        return "" if cell is None else cell["sides"][direction]

    def between(self, at: Cell, direction: int) -> str:
        """What came of two sides that meet: "#" a wall, "a" an archway, "." open, "" nothing lies there."""
        step = STEPS[direction]
        other = (at[0] + step[0], at[1] + step[1])
        sides = self.side(at, direction) + self.side(other, direction ^ 2)
        if "#" in sides:
            return "#"
        return "a" if "a" in sides else sides[:1]

    def open_part(self, at: Cell, direction: int) -> PartView | None:
        """The part of a cell that flows over an open line, on either side of it."""
        step = STEPS[direction]
        for cell, way in ((at, direction), ((at[0] + step[0], at[1] + step[1]), direction ^ 2)):
            here = self.cells.get(cell)
            if here is not None:
                return here["parts"][here["touching"][way]]
        return None

    def line_style(self, at: Cell, direction: int) -> Style:
        step = STEPS[direction]
        thought = at in self.ghosts or (at[0] + step[0], at[1] + step[1]) in self.ghosts
        return CHOSEN if thought else WALL

    def line_above(self, at: Cell) -> None:
        x, y = self.origin(at)
        self.line(at, NORTH, [(x + column, y - 1) for column in range(self.size.width)], "━")

    def line_left(self, at: Cell) -> None:
        x, y = self.origin(at)
        self.line(at, WEST, [(x - 1, y + row) for row in range(self.size.height)], "┃")

    def line(self, at: Cell, direction: int, spots: list[tuple[int, int]], wall: str) -> None:
        kind = self.between(at, direction)
        if kind == "":
            return
        part = self.open_part(at, direction)
        for x, y in spots:
            if kind != ".":
                self.canvas.put(x, y, wall, self.line_style(at, direction))
            elif part is not None:
                self.ground(x, y, part)
        if kind == "a":
            x, y = spots[len(spots) // 2]
            self.canvas.put(x, y, ARCHWAY, GOLD)

    def corner(self, at: Cell) -> None:
        """The point north-west of a cell, where four lines meet."""
        x, y = at
        lines = (((x, y - 1), WEST), ((x, y), NORTH), ((x, y), WEST), ((x - 1, y), NORTH))  # north east south west
        kinds = [self.between(cell, direction) for cell, direction in lines]
        walls = sum(1 << bit for bit, kind in enumerate(kinds) if kind in ("#", "a"))
        place_x, place_y = self.origin(at)
        if walls:
            styles = [self.line_style(*lines[bit]) for bit in range(4) if walls >> bit & 1]
            self.canvas.put(place_x - 1, place_y - 1, LINES[walls], CHOSEN if CHOSEN in styles else WALL)
            return
        for (cell, direction), kind in zip(lines, kinds, strict=True):
            if kind == "." and (part := self.open_part(cell, direction)) is not None:
                self.ground(place_x - 1, place_y - 1, part)
                return

    # ---- figures

    def figures(self, at: Cell, cell: CellView) -> None:
        x0, y0 = self.origin(at)
        if cell["kind"] != "room":
            picture, style = (TEMPLES, palette.TEMPLE) if cell["kind"] == "temple" else (GARDENS, palette.GARDEN)
            for row, line in enumerate(picture[self.size.width]):
                self.canvas.put(x0, y0 + row, line, style)
        elif len(cell["parts"]) == 1:
            self.label(x0, y0 + self.size.height // 2, 0.5, cell, 0, self.size.width)
        else:
            upper = cell["touching"][NORTH]
            rising = is_rising(cell)
            room = (self.size.width - 1) // 2 if self.size.height == 1 else self.size.width - 2
            lower_x = x0 + self.size.width - room
            self.label(x0 if rising else lower_x, y0, 0.0 if rising else 1.0, cell, upper, room)
            self.label(
                lower_x if rising else x0, y0 + self.size.height - 1, 1.0 if rising else 0.0, cell, 1 - upper, room
            )

    def label(self, x: int, y: int, lean: float, cell: CellView, part: int, room: int) -> None:
        """The figures of one part, leaning to the left (0) or to the right (1) of the room there is."""
        shown = cell["parts"][part]
        if shown["dragons"]:
            text, style = (f" {DRAGON} " if room > 4 else DRAGON), palette.DRAGON
        elif shown["advisors"] and cell["seat"] is not None:
            text, style = advisors_text(cell["seat"], shown["advisors"], room), seat_style(cell["seat"])
        else:
            return
        self.canvas.put(x + round((room - len(text)) * lean), y, text, style)

    def mark(self, at: Cell, text: str, style: Style, *, centred: bool = False) -> None:
        """Write into a cell: in its first corner, or in the middle."""
        if not self.frame.holds(at):
            return
        x, y = self.origin(at)
        if centred:
            x += (self.size.width - len(text)) // 2
            y += self.size.height // 2
        self.canvas.put(x, y, text, style)


def advisors_text(seat: int, advisors: int, room: int) -> str:
    """The owner's letter, and as many advisors as there are; where there is no room, their number."""
    letter = sign(seat)
    for text in (letter + ADVISOR * advisors, f"{letter}{advisors}", letter if advisors == 1 else f"{advisors}"):
        if len(text) <= room:
            return text
    return letter


def is_rising(cell: CellView) -> bool:
    """Whether the diagonal wall runs from south-west to north-east."""
    return cell["touching"][NORTH] == cell["touching"][WEST]


def middle_of_diagonal(row: int, size: Size, rising: bool) -> int:
    column = int(size.width * (row + 0.5) / size.height)
    return size.width - 1 - column if rising else column


def part_at(cell: CellView, column: int, row: int, size: Size) -> int:
    """Which part of a cell a character belongs to."""
    if cell["diagonal"] is None:
        return 0
    rising = is_rising(cell)
    edge = middle_of_diagonal(row, size, rising)
    above = column < edge if rising else column > edge
    return cell["touching"][NORTH if above else SOUTH]
