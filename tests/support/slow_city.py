"""The slow twin of the rules of Forbidden City: written from the rulings, sharing nothing with the engine.

It fills rooms by flood, tries every cell and every turn, and reads the edition file by itself.
Slow and plain on purpose.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

Cell = tuple[int, int]
Document = dict[str, Any]

STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))  # north, east, south, west


@dataclass(frozen=True)
class SlowRoomPart:
    """What a piece shows of one room."""

    colour: str
    advisors: int
    dragons: int


@dataclass(frozen=True)
class SlowPiece:
    """A tile or a start cell as it lies."""

    sides: str  # north east south west
    parts: tuple[SlowRoomPart, ...]
    touching: tuple[int, int, int, int]  # north east south west -> which part touches that side
    diagonal: str  # "", "#" or "a"
    slope: str  # of the diagonal: "/" or "\\"; "" on a plain piece
    kind: str = "room"

    def turned(self) -> SlowPiece:
        """A quarter turn clockwise: what was in the west is in the north."""
        north, east, south, west = self.touching
        slope = {"": "", "/": "\\", "\\": "/"}[self.slope]
        sides = self.sides[3] + self.sides[:3]
        return SlowPiece(sides, self.parts, (west, north, east, south), self.diagonal, slope, self.kind)

    def looks(self) -> object:
        """All that the eye sees: each side, the room beside it, and how the diagonal runs."""
        return (tuple((self.sides[d], self.parts[self.touching[d]]) for d in range(4)), self.diagonal, self.slope)


def slow_tile(entry: Document) -> SlowPiece:
    """A tile of an edition file, before it is turned."""
    parts = tuple(SlowRoomPart(r["colour"], r.get("advisors", 0), r.get("dragons", 0)) for r in entry["rooms"])
    if len(parts) == 1:
        return SlowPiece(entry["sides"], parts, (0, 0, 0, 0), "", "")
    # the wall runs from the north-east to the south-west corner: first part north and west, second east and south
    return SlowPiece(entry["sides"], parts, (0, 1, 1, 0), entry["diagonal"], "/")


def slow_start_cell(entry: Document) -> SlowPiece:
    if "rooms" in entry:
        return slow_tile(entry)
    kind = next((kind for kind in ("garden", "temple") if kind in entry), "room")
    return SlowPiece(entry["sides"], (SlowRoomPart(entry.get("colour", ""), 0, 0),), (0, 0, 0, 0), "", "", kind)


def slow_turns(piece: SlowPiece) -> list[tuple[int, SlowPiece]]:
    """The turns that look different, each with the smallest number."""
    found: list[tuple[int, SlowPiece]] = []
    for turn in range(4):
        if all(piece.looks() != other.looks() for _, other in found):
            found.append((turn, piece))
        piece = piece.turned()
    return found


# ---- the city


class SlowPart(NamedTuple):
    """One part of one piece on the table."""

    x: int
    y: int
    part: int


class SlowRoom(NamedTuple):
    """A room, found by flood."""

    parts: frozenset[SlowPart]
    colour: str  # "" in the temple
    tiles: int
    dragons: int
    advisors: tuple[int, ...]  # by seat
    open_ends: int

    @property
    def worth(self) -> int:
        return self.tiles + 3 * self.dragons


class SlowCity:
    """The table of one game, and the coins paid for rooms."""

    def __init__(self, document: Document, players: int, start: str) -> None:
        self.players = players
        self.coins = [0] * players
        self.tiles = {entry["id"]: slow_tile(entry) for entry in document["tile"]}
        [side] = [side for side in document["start"] if side["id"] == start]
        self.board: dict[Cell, SlowPiece] = {
            (cell["at"][0], cell["at"][1]): slow_start_cell(cell) for cell in side["cells"]
        }
        self.owners: dict[Cell, int] = {}  # cell of a laid tile -> its seat
        # ruling 5: a room that is closed on the start tile is never paid
        self.closed = {room.parts for room in self.rooms() if room.open_ends == 0}

    # ---- laying (rulings 2 and 3)

    def legal(self, tile: str) -> list[tuple[int, int, int]]:
        """Where and how a tile may be laid: x, y, turn; every cell in and around the city is tried."""
        columns = [x for x, _ in self.board]
        rows = [y for _, y in self.board]
        found = []
        for turn, piece in slow_turns(self.tiles[tile]):
            for x in range(min(columns) - 2, max(columns) + 3):
                for y in range(min(rows) - 2, max(rows) + 3):
                    if self.may_lie(piece, (x, y)):
                        found.append((x, y, turn))
        return found

    def may_lie(self, piece: SlowPiece, cell: Cell) -> bool:
        if cell in self.board:
            return False
        touches = False
        for direction in range(4):
            other = self.board.get(_next(cell, direction))
            if other is not None:
                touches = True
                back = (direction + 2) % 4
                both_open = piece.sides[direction] == "." and other.sides[back] == "."
                colour = piece.parts[piece.touching[direction]].colour
                if both_open and colour != other.parts[other.touching[back]].colour:
                    return False
        return touches

    def put(self, seat: int, tile: str, cell: Cell, turn: int) -> None:
        """Put a tile on the table, and look no further."""
        piece = self.tiles[tile]
        for _ in range(turn):
            piece = piece.turned()
        self.board[cell] = piece
        self.owners[cell] = seat

    def lay(self, seat: int, tile: str, cell: Cell, turn: int) -> list[tuple[int, int]]:
        """Lay a tile and pay the rooms that close: seat and coins, sorted (rulings 5, 9 and 10)."""
        self.put(seat, tile, cell, turn)
        rooms = self.rooms()
        values = self.values(rooms)
        payments = []
        for room in rooms:
            if room.open_ends == 0 and room.parts not in self.closed:
                self.closed.add(room.parts)
                payments += slow_pay(values[room.parts], room.advisors)
        for payee, coins in payments:
            self.coins[payee] += coins
        return sorted(payments)

    # ---- rooms (rulings 4 to 8)

    def rooms(self) -> list[SlowRoom]:
        """All rooms, the temple among them; gardens are none."""
        left = {
            SlowPart(x, y, part)
            for (x, y), piece in self.board.items()
            if piece.kind != "garden"
            for part in range(len(piece.parts))
        }
        found = []
        while left:
            parts = self.flood(min(left))
            left -= parts
            found.append(self.room(parts))
        return found

    def flood(self, first: SlowPart) -> frozenset[SlowPart]:
        """All parts that open sides join to one."""
        reached = {first}
        fresh = [first]
        while fresh:
            part = fresh.pop()
            for direction in self.open_sides(part):
                there = _next((part.x, part.y), direction)
                other = self.board.get(there)
                back = (direction + 2) % 4
                if other is not None and other.sides[back] == ".":
                    joined = SlowPart(*there, other.touching[back])
                    if joined not in reached:
                        reached.add(joined)
                        fresh.append(joined)
        return frozenset(reached)

    def open_sides(self, part: SlowPart) -> list[int]:
        piece = self.board[part.x, part.y]
        return [d for d in range(4) if piece.sides[d] == "." and piece.touching[d] == part.part]

    def room(self, parts: frozenset[SlowPart]) -> SlowRoom:
        shown = {part: self.board[part.x, part.y].parts[part.part] for part in parts}
        advisors = [0] * self.players
        for part, seen in shown.items():
            if seen.advisors:
                advisors[self.owners[part.x, part.y]] += seen.advisors
        free = [
            1
            for part in parts
            for direction in self.open_sides(part)
            if _next((part.x, part.y), direction) not in self.board
        ]
        return SlowRoom(
            parts=parts,
            colour=shown[min(parts)].colour,
            tiles=len({(part.x, part.y) for part in parts}),  # ruling 6: a tile is a tile
            dragons=sum(seen.dragons for seen in shown.values()),
            advisors=tuple(advisors),
            open_ends=len(free),
        )

    def passages(self) -> list[tuple[SlowPart, SlowPart]]:
        """Ruling 4: every pair of parts that a passage links."""
        found = []
        for (x, y), piece in self.board.items():
            if piece.diagonal == "a":
                found.append((SlowPart(x, y, 0), SlowPart(x, y, 1)))
            for direction in (1, 2):  # each pair of sides once
                there = _next((x, y), direction)
                other = self.board.get(there)
                if other is None:
                    continue
                back = (direction + 2) % 4
                pair = piece.sides[direction] + other.sides[back]
                if "a" in pair and "#" not in pair:
                    found.append((SlowPart(x, y, piece.touching[direction]), SlowPart(*there, other.touching[back])))
        return found

    def neighbours(self, rooms: Sequence[SlowRoom]) -> dict[frozenset[SlowPart], set[SlowRoom]]:
        """Ruling 8: the different rooms that passages lead to, for each room, by its parts."""
        home = {part: room for room in rooms for part in room.parts}
        found: dict[frozenset[SlowPart], set[SlowRoom]] = {room.parts: set() for room in rooms}
        for a, b in self.passages():
            if home[a] != home[b]:
                found[home[a].parts].add(home[b])
                found[home[b].parts].add(home[a])
        return found

    def values(self, rooms: Sequence[SlowRoom]) -> dict[frozenset[SlowPart], int]:
        """Ruling 8: what each room is worth when it closes, its neighbours included."""
        neighbours = self.neighbours(rooms)
        return {room.parts: room.worth + sum(other.worth for other in neighbours[room.parts]) for room in rooms}


def _next(cell: Cell, direction: int) -> Cell:
    return cell[0] + STEPS[direction][0], cell[1] + STEPS[direction][1]


def slow_pay(value: int, advisors: Sequence[int]) -> list[tuple[int, int]]:
    """Ruling 10: who gets how much for a room, in words of the rules page."""
    counts = sorted({count for count in advisors if count > 0}, reverse=True)
    if not counts:
        return []
    first = [seat for seat, count in enumerate(advisors) if count == counts[0]]
    if len(first) > 1:
        return [(seat, value // 2) for seat in first if value // 2]
    payments = [(first[0], value)]
    if len(counts) > 1:
        second = [seat for seat, count in enumerate(advisors) if count == counts[1]]
        if len(second) == 1 and value // 2:
            payments.append((second[0], value // 2))
    return payments
