"""The box: an edition file, checked against its grammar, and the tables made from it.

The grammar is described at the top of `standard.toml`. Files that do not fit it are refused, with file, entry and
reason.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal

from tianxia.games.edition import FILE, EditionReader, at_id, is_name, number_of, shown
from tianxia.games.forbidden_city.rules.tables import (
    ARCHWAY,
    DRAGON,
    MAX_ADVISORS,
    MAX_COLOURS,
    MAX_TILES,
    NO_DIAGONAL,
    OPEN,
    TILE,
    WALL,
    LookupTables,
)
from tianxia.words import Message

STARTS: Final = ("gardens", "halls")
START_CELLS: Final = tuple((x, y) for y in (-1, 0, 1) for x in (-1, 0, 1))
MIN_TILES: Final = 3  # two are left at the end, and somebody has to lay one
CLOSED_SIDES: Final = {"#": WALL, "a": ARCHWAY}


@dataclass(frozen=True)
class RoomPart:
    """The part of a piece that belongs to one room."""

    colour: str
    advisors: int = 0
    dragons: int = 0


Diagonal = Literal["#", "a"]


@dataclass(frozen=True)
class Piece:
    """A tile, or a cell of the start tile, before it is turned."""

    id: str  # of a start cell: empty
    kind: Literal["room", "garden", "temple"]
    sides: str
    rooms: tuple[RoomPart, ...]
    diagonal: Diagonal | None = None
    two: bool = False  # only in a 2-player game

    def picture(self, turn: int) -> tuple[object, ...]:
        """The look of the piece after some quarter turns: equal if and only if it looks the same."""
        sides = tuple(self.sides[(direction - turn) & 3] for direction in range(4))
        if len(self.rooms) == 1:
            return (sides, self.rooms)
        touching = tuple(self.rooms[1 if (direction - turn) & 3 in (1, 2) else 0] for direction in range(4))
        return (sides, touching, turn % 2)  # the diagonal is the same again after a half turn

    def smallest_turn(self, turn: int) -> int:
        """The smallest turn after which the piece looks the same as after this one."""
        return next(other for other in range(4) if self.picture(other) == self.picture(turn))

    def turns(self) -> int:
        """The number of turns that look different: 1, 2 or 4; the smallest ones represent them."""
        return len({self.smallest_turn(turn) for turn in range(4)})


@dataclass(frozen=True)
class Edition:
    """A checked edition."""

    name: str
    tiles: tuple[Piece, ...]
    starts: tuple[tuple[Piece, ...], ...]  # in the order of STARTS, cells row by row
    pieces: tuple[Piece, ...]  # all of them, in the order in which the tables number them
    colours: tuple[str, ...]
    tables: LookupTables

    def tile_number(self, tile: str) -> int | None:
        """The engine's number for the id of a tile; `None` if it is unknown."""
        return number_of((piece.id for piece in self.tiles), tile)


def read_edition(document: dict[str, Any], file: str) -> Edition:
    """Check the content of an edition file (`file` is its name, for errors)."""
    return _Reader(file).edition(document)


class _Reader(EditionReader):
    game = "forbidden-city"

    def edition(self, document: dict[str, Any]) -> Edition:
        self.check_keys(FILE, document, {"edition", "tile", "start"})
        name = self.name(document)
        tiles = self.tiles(self.entries(document, "tile"))
        starts = self.starts(self.entries(document, "start"))
        pieces = (*tiles, *(cell for cells in starts for cell in cells))
        colours = tuple(sorted({room.colour for piece in pieces for room in piece.rooms if room.colour}))
        if len(colours) > MAX_COLOURS:
            self.refuse(FILE, "colours", most=MAX_COLOURS)
        for cells, start in zip(starts, STARTS, strict=True):
            self.check_inside(cells, start)
        return Edition(name, tiles, starts, pieces, colours, make_tables(tiles, starts, colours))

    # ---- tiles

    def tiles(self, entries: list[dict[str, Any]]) -> tuple[Piece, ...]:
        if len(entries) > MAX_TILES:
            self.refuse(FILE, "many-tiles", most=MAX_TILES, tiles=len(entries))
        tiles = tuple(self.tile(id, entry) for id, entry in zip(self.ids(entries, "tile"), entries, strict=True))
        if sum(not tile.two for tile in tiles) < MIN_TILES:
            self.refuse(FILE, "few-tiles", least=MIN_TILES)
        return tiles

    def tile(self, id: str, entry: dict[str, Any]) -> Piece:
        where = at_id("tile", id)
        self.check_keys(where, entry, {"id", "sides", "rooms", "diagonal", "two"})
        two = entry.get("two", False)
        if not isinstance(two, bool):
            self.refuse(where, "two")
        rooms, diagonal = self.rooms(where, entry)
        advisors = sum(room.advisors for room in rooms)
        dragons = sum(room.dragons for room in rooms)
        if advisors > MAX_ADVISORS or dragons > 1 or (advisors and dragons):
            self.refuse(where, "figures", most=MAX_ADVISORS)
        return Piece(id, "room", self.sides(where, entry), rooms, diagonal, two)

    def sides(self, where: Message, entry: dict[str, Any]) -> str:
        sides = entry.get("sides")
        if not isinstance(sides, str) or len(sides) != 4 or set(sides) - set(".#a"):
            self.refuse(where, "sides", sides=shown(sides))
        return sides

    def rooms(self, where: Message, entry: dict[str, Any]) -> tuple[tuple[RoomPart, ...], Diagonal | None]:
        rooms = entry.get("rooms")
        if not isinstance(rooms, list) or len(rooms) not in (1, 2):
            self.refuse(where, "rooms")
        diagonal = entry.get("diagonal")
        if len(rooms) == 2 and diagonal not in ("#", "a"):
            self.refuse(where, "diagonal")
        if len(rooms) == 1 and diagonal is not None:
            self.refuse(where, "no-diagonal")
        return tuple(self.room(where, room) for room in rooms), diagonal

    def room(self, where: Message, room: object) -> RoomPart:
        if not isinstance(room, dict):
            self.refuse(where, "rooms")
        self.check_keys(where, room, {"colour", "advisors", "dragons"})
        colour = self.colour(where, room)
        advisors, dragons = (self.count(where, room, what, 0, default=0) for what in ("advisors", "dragons"))
        return RoomPart(colour, advisors, dragons)

    def colour(self, where: Message, table: dict[str, Any]) -> str:
        colour = table.get("colour")
        if not is_name(colour):
            self.refuse(where, "colour")
        return colour

    # ---- the start tile

    def starts(self, entries: list[dict[str, Any]]) -> tuple[tuple[Piece, ...], ...]:
        found: dict[str, tuple[Piece, ...]] = {}
        for entry in entries:
            id = entry.get("id")
            if id not in STARTS or id in found:
                self.refuse(FILE, "start-id", known=list(STARTS), id=shown(id))
            where = at_id("start", id)
            self.check_keys(where, entry, {"id", "cells"})
            found[id] = self.start_cells(where, entry.get("cells"))
        for id in STARTS:
            if id not in found:
                self.refuse(FILE, "no-start", id=id)
        return tuple(found[id] for id in STARTS)

    def start_cells(self, where: Message, cells: object) -> tuple[Piece, ...]:
        if not isinstance(cells, list):
            self.refuse(where, "cells")
        found: dict[tuple[int, int], Piece] = {}
        for cell in cells:
            at = cell.get("at") if isinstance(cell, dict) else None
            if not isinstance(at, list) or not all(type(number) is int for number in at):
                self.refuse(where, "cells")
            if tuple(at) not in START_CELLS or tuple(at) in found:
                self.refuse(where, "cell-twice", at=shown(at))
            found[at[0], at[1]] = self.start_cell(self.entry("cell", start=where, x=at[0], y=at[1]), cell)
        if len(found) != len(START_CELLS):
            self.refuse(where, "cells")
        if [at for at, piece in found.items() if piece.kind == "temple"] != [(0, 0)]:
            self.refuse(where, "temple-place")
        return tuple(found[at] for at in START_CELLS)

    def start_cell(self, where: Message, cell: dict[str, Any]) -> Piece:
        self.check_keys(where, cell, {"at", "garden", "temple", "colour", "rooms", "diagonal", "sides"})
        kinds = [key for key in ("garden", "temple", "colour", "rooms") if key in cell]
        if len(kinds) != 1 or ("diagonal" in cell and kinds != ["rooms"]):
            self.refuse(where, "cell-kind")
        sides = self.sides(where, cell)
        kind = kinds[0]
        if kind == "garden":
            if cell["garden"] is not True or sides != "####":
                self.refuse(where, "garden")
            return Piece("", "garden", sides, (RoomPart(""),))
        if kind == "temple":
            if cell["temple"] is not True or "." in sides:
                self.refuse(where, "temple")
            return Piece("", "temple", sides, (RoomPart(""),))
        if kind == "colour":
            return Piece("", "room", sides, (RoomPart(self.colour(where, cell)),))
        rooms, diagonal = self.rooms(where, cell)
        if any(room.advisors for room in rooms) or sum(room.dragons for room in rooms) > 1:
            self.refuse(where, "start-figures")
        return Piece("", "room", sides, rooms, diagonal)

    def check_inside(self, cells: tuple[Piece, ...], start: str) -> None:
        """Check that open sides that meet inside the start tile have the same colour."""
        for (x, y), piece in zip(START_CELLS, cells, strict=True):
            for direction, (dx, dy) in ((1, (1, 0)), (2, (0, 1))):
                if (x + dx, y + dy) not in START_CELLS:
                    continue
                other = cells[START_CELLS.index((x + dx, y + dy))]
                colours = {_open_colour(piece, direction), _open_colour(other, direction ^ 2)} - {None}
                if len(colours) > 1:
                    where = self.entry("cell", start=at_id("start", start), x=x, y=y)
                    self.refuse(where, "inside", at=f"{x + dx},{y + dy}")


def _open_colour(piece: Piece, direction: int) -> str | None:
    """The colour of a side if it is open, else `None`."""
    if piece.sides[direction] != ".":
        return None
    part = 1 if len(piece.rooms) == 2 and direction in (1, 2) else 0
    return piece.rooms[part].colour


def make_tables(
    tiles: tuple[Piece, ...], starts: tuple[tuple[Piece, ...], ...], colours: tuple[str, ...]
) -> LookupTables:
    """The tables that the rules read. Tiles are numbered first, then the cells of the start sides."""
    tables = LookupTables(len(colours))
    for tile in tiles:
        number = _add_piece(tables, tile, colours)
        tables.add_tile(number, tile.turns(), tile.two)
    for cells in starts:
        for cell in cells:
            tables.add_start_cell(_add_piece(tables, cell, colours))
    return tables


def _add_piece(tables: LookupTables, piece: Piece, colours: tuple[str, ...]) -> int:
    sides = []
    for direction, side in enumerate(piece.sides):
        colour = _open_colour(piece, direction)
        sides.append(CLOSED_SIDES[side] if colour is None else OPEN + colours.index(colour))
    diagonal = NO_DIAGONAL if piece.diagonal is None else CLOSED_SIDES[piece.diagonal]
    tallies = [0 if piece.kind == "garden" else TILE + room.dragons * DRAGON for room in piece.rooms]
    twin = len({room.colour for room in piece.rooms}) < len(piece.rooms)
    return tables.add_piece(sides, diagonal, twin, [*tallies, 0][:2], [*(room.advisors for room in piece.rooms), 0][:2])
