"""Draws Forbidden City, from a view alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, cast

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tianxia.games.forbidden_city.interface.view import CellView, CityTable, RoomView
from tianxia.games.forbidden_city.terminal.painter import (
    FULL,
    MIDDLE,
    SIZES,
    SMALL,
    Cell,
    Frame,
    Painter,
    Size,
    board_size,
)
from tianxia.play.view import View
from tianxia.terminal import palette
from tianxia.terminal.drawer import Column, Drawer, Shown
from tianxia.terminal.speech import word
from tianxia.terminal.tables import note, sheet
from tianxia.words import printable, text

LABELS: Final = 4  # columns for the y of a row
LAID_LAST: Final = "◆"
FREE: Final = "○"
NUMBERS: Final = ("dragons", "open-ends", "worth", "value")  # columns of the list of rooms
PATTERNS: Final[Mapping[str, str]] = MappingProxyType({"green": '"', "pink": "*", "white": "."})
"""The floors of the standard edition; other colours have a letter of their name."""


class CityDrawer:
    """The city with coordinates, the tile in hand in its turns, the rooms as a list."""

    @property
    def lists(self) -> Mapping[str, Callable[[Shown], RenderableType]]:
        return {"rooms": draw_rooms, "tile": draw_hand, "hand": draw_hand}

    def progress(self, view: View) -> str:
        table = city_table(view)
        return text("terminal.forbidden-city.round", round=table["round"], rounds=table["rounds"])

    def sizes(self, shown: Shown) -> Sequence[tuple[int, int]]:
        frame = city_frame(shown)
        return [(width + LABELS, height + 2) for width, height in (board_size(frame, size) for size in SIZES)]

    def board(self, shown: Shown, size: int, width: int) -> RenderableType:
        return draw_city(shown, SIZES[size], width)

    def hands(self, shown: Shown) -> Sequence[RenderableType | None]:
        if shown.view["own"].get("hand") is None:
            return [None]
        return [draw_hand(shown, FULL, 4), draw_hand(shown, FULL, 2), draw_hand(shown, MIDDLE, 4)]

    def columns(self, view: View) -> list[Column]:
        return [
            Column(text("terminal.forbidden-city.coins"), [str(coins) for coins in view["scores"]]),
            Column(text("terminal.forbidden-city.stack"), [str(tiles) for tiles in city_table(view)["stacks"]]),
        ]

    def legend(self, view: View) -> Text:
        return draw_legend(view)


def city_table(view: View) -> CityTable:
    return cast(CityTable, view["table"])


def ghosts_of(shown: Shown) -> list[CellView]:
    return [cast(CellView, piece) for piece in shown.preview.pieces] if shown.preview is not None else []


def place_of(cell: CellView) -> Cell:
    return cell["at"][0], cell["at"][1]


def free_cells(view: View) -> dict[Cell, list[str]]:
    """Free cell -> the moves that lay the tile there."""
    found: dict[Cell, list[str]] = {}
    for move in view["legal"]:
        place, comma, _ = move.partition(" r")
        if comma:
            x, y = place.split(",")
            found.setdefault((int(x), int(y)), []).append(move)
    return found


def floors_of(cells: Iterable[CellView]) -> dict[str, palette.Ground]:
    """Colour -> the look of its floors. A colour without a pattern gets the first letter that is still free."""
    found: dict[str, palette.Ground] = {}
    taken = set(PATTERNS.values())
    for colour in sorted({part["colour"] for cell in cells for part in cell["parts"] if part["colour"]}):
        letters = [letter for letter in colour.lower() if letter.isalnum() and letter not in taken]
        pattern = PATTERNS.get(colour) or next(iter(letters), "?")
        taken.add(pattern)
        found[colour] = palette.ground(colour, pattern)
    return found


# ---- the city


def city_frame(shown: Shown) -> Frame:
    """The frame around all laid cells, the tile of a preview, and the cells where the tile may be laid."""
    places = [
        *(place_of(cell) for cell in city_table(shown.view)["cells"]),
        *(place_of(ghost) for ghost in ghosts_of(shown)),
        *free_cells(shown.view),
    ]
    columns, rows = [x for x, _ in places], [y for _, y in places]
    return Frame(min(columns), min(rows), max(columns), max(rows))


def draw_city(shown: Shown, size: Size, width: int) -> RenderableType:
    table = city_table(shown.view)
    ghosts = ghosts_of(shown)
    last = next((place_of(cell) for cell in reversed(table["cells"]) if cell["seat"] is not None), None)
    whole = city_frame(shown)
    frame = crop(whole, place_of(ghosts[0]) if ghosts else last or (0, 0), (width - LABELS - 1) // (size.width + 1))
    cells = {place_of(cell): cell for cell in [*table["cells"], *ghosts]}
    painter = Painter(
        cells,
        frame,
        size,
        floors_of(cells.values()),
        closed={room["room"] for room in table["rooms"] if room["open_ends"] == 0},
        ghosts=[place_of(ghost) for ghost in ghosts],
        left=LABELS,
        top=1,
        bottom=1,
    )
    canvas = painter.paint()
    write_coordinates(painter, last)
    for at in free_cells(shown.view):
        if frame.holds(at) and at not in cells:
            name = f"{at[0]},{at[1]}"
            painter.mark(at, name if size != SMALL and len(name) <= size.width else FREE, palette.LEGAL)
    for at, mark in [*((place_of(ghost), palette.GHOST) for ghost in ghosts), *([(last, LAID_LAST)] if last else [])]:
        if frame.holds(at):
            painter.mark_corner(at, mark, palette.CHOSEN)
    if frame == whole:
        return canvas
    values = {"west": frame.west, "east": frame.east, "least": whole.west, "most": whole.east}
    return Group(canvas, Text(text("terminal.forbidden-city.cropped", **values), palette.SOFT))


def crop(frame: Frame, focus: Cell, columns: int) -> Frame:
    """The part of a frame with `columns` columns around a cell.

    >>> crop(Frame(-5, 0, 5, 0), (4, 0), 5)
    Frame(west=1, north=0, east=5, south=0)
    """
    columns = max(columns, 1)
    if columns >= frame.columns:
        return frame
    west = min(max(focus[0] - columns // 2, frame.west), frame.east - columns + 1)
    return frame._replace(west=west, east=west + columns - 1)


def write_coordinates(painter: Painter, last: Cell | None) -> None:
    """Write x above and below the board and y at its left; the coordinates of the tile laid last stand out."""
    frame, size, canvas = painter.frame, painter.size, painter.canvas
    for x in range(frame.west, frame.east + 1):
        style = palette.TITLE if last and last[0] == x else palette.SOFT
        left = painter.origin((x, frame.north))[0]
        for y in (0, canvas.height - 1):
            canvas.put(left + (size.width - len(str(x))) // 2, y, str(x), style)
    for y in range(frame.north, frame.south + 1):
        style = palette.TITLE if last and last[1] == y else palette.SOFT
        canvas.put(0, painter.origin((frame.west, y))[1] + size.height // 2, f"{y:>{LABELS - 1}}", style)


# ---- the tile in hand


def draw_hand(shown: Shown, size: Size = FULL, columns: int = 2) -> RenderableType:
    """The tile in hand; for the seat to move, in the turns that are legal somewhere."""
    hand = shown.view["own"].get("hand")
    if hand is None:
        return Text(text("terminal.forbidden-city.no-hand"), palette.SOFT)
    heading = Text(text("terminal.forbidden-city.hand", tile=printable(hand)), palette.STRONG)
    faces = [draw_face(cell, size) for cell in faces_of(shown)]
    if not faces:
        return heading
    grid = Table.grid(padding=(0, 2, 0, 0))
    for first in range(0, len(faces), columns):
        grid.add_row(*faces[first : first + columns])
    return Group(heading, grid)


def faces_of(shown: Shown) -> list[CellView]:
    """The looks of the tile, by turn."""
    if shown.preview is not None:
        return ghosts_of(shown)
    turns: list[CellView] = shown.view["own"].get("turns", [])
    legal = {move.rpartition(" ")[2] for moves in free_cells(shown.view).values() for move in moves}
    return [cell for cell in turns if not legal or f"r{cell['turn']}" in legal]


def draw_face(cell: CellView, size: Size) -> RenderableType:
    at = place_of(cell)
    painter = Painter({at: cell}, Frame(*at, *at), size, floors_of([cell]), top=1)
    canvas = painter.paint()
    canvas.put(size.width // 2, 0, f"r{cell['turn']}", palette.LEGAL)
    return canvas


# ---- rooms


def draw_legend(view: View) -> Text:
    floors = floors_of(city_table(view)["cells"])
    return Text("  ").join([name_of_floor(colour, floors) for colour in floors])


def draw_rooms(shown: Shown) -> RenderableType:
    """The rooms as a list: advisors, value, and number of open ends."""
    table = city_table(shown.view)
    rooms = sorted(table["rooms"], key=lambda room: (room["open_ends"] == 0, -room["value"], room["room"]))
    numbers = {room["room"]: number for number, room in enumerate(rooms, 1)}
    floors = floors_of(table["cells"])
    rows = sheet(
        "forbidden-city",
        "rooms",
        ["number", "room", "cells", "advisors", "dragons", "open-ends", "worth", "value", "linked"],
        NUMBERS,
    )
    for room in rooms:
        rows.add_row(
            str(numbers[room["room"]]),
            name_of_floor(room["colour"], floors),
            " ".join(f"{x},{y}" for x, y in room["cells"]),
            advisors_of(room),
            str(room["dragons"] or ""),
            str(room["open_ends"] or text("terminal.forbidden-city.rooms.closed")),
            str(room["worth"]),
            Text(str(room["value"]) if room["open_ends"] else "", palette.STRONG),
            " ".join(str(number) for number in sorted(numbers[other] for other in room["neighbours"])),
        )
    return Group(rows, note("terminal.forbidden-city.rooms.meaning"))


def name_of_floor(colour: str, floors: Mapping[str, palette.Ground]) -> Text:
    if not colour:
        return Text.assemble((" ▟▙", palette.TEMPLE), f" {text('terminal.forbidden-city.temple')}")
    floor = floors[colour]
    return Text.assemble((f" {floor.pattern} ", floor.open), f" {word(colour)}")


def advisors_of(room: RoomView) -> Text:
    """The advisors in a room, of every seat that has some there, most first."""
    seats = [(count, seat) for seat, count in enumerate(room["advisors"], 1) if count]
    chips = [
        Text(f" {palette.seat_letter(seat)}{count} ", palette.seat_style(seat))
        for count, seat in sorted(seats, key=lambda pair: (-pair[0], pair[1]))
    ]
    return Text(" ").join(chips)


DRAWER: Final[Drawer] = CityDrawer()
