"""The typed tables that the rules read: one set for each edition, shared by all its positions, never changed.

A *piece* is a tile of the edition, or one cell of a start tile; a *picture* is a piece as it lies (`piece * 4 + turn`).
Directions are north, east, south, west: 0 to 3. A piece shows one part of a room, or two parted by a diagonal wall.
"""

from __future__ import annotations

from typing import Final

from tianxia.engine.native import append, i64, vec

# what a side is; an open side of colour c is OPEN + c
WALL: Final = 0
ARCHWAY: Final = 1
OPEN: Final = 2

# what becomes of two sides that meet
PARTED: Final = 0
PASSAGE: Final = 1
JOINED: Final = 2

NORTH: Final = 0
EAST: Final = 1
SOUTH: Final = 2
WEST: Final = 3

NO_DIAGONAL: Final = -1  # else WALL or ARCHWAY

# A tally is the sum of what the parts of a room hold, packed into one number: two rooms merge by adding.
TILE: Final = 1  # bits 0 to 7
DRAGON: Final = 1 << 8  # bits 8 to 15
OPEN_END: Final = 1 << 16  # bits 16 to 25: open sides that face a free cell
ADVISOR_SHIFT: Final = 26  # bits 26 to 57: the advisors of four seats, 8 bits each
PAID_SHIFT: Final = 58
PAID: Final = 1 << PAID_SHIFT  # the room was closed, and paid
COUNTED: Final = 1 << 59  # set only while one value is summed up
OPEN_ENDS: Final = 1023 * OPEN_END

# what the packing leaves room for
MAX_TILES: Final = 62  # of one seat
MAX_ADVISORS: Final = 3  # on one tile
MAX_COLOURS: Final = 7
SOCKET_BITS: Final = 12


def may_meet(demand: i64, side: i64) -> bool:
    """Ruling 3: whether a side may be laid against a demand (0: none, else 1 + the colour of an open side)."""
    return demand == 0 or side < OPEN or side - OPEN == demand - 1


def meeting(side: i64, other: i64) -> i64:
    """Rulings 3 and 4: the result of two sides that meet legally; only whether they are open counts, not the colour."""
    if side == WALL or other == WALL:
        return PARTED
    if side >= OPEN and other >= OPEN:
        return JOINED
    return PASSAGE


def demand_of(side: i64) -> i64:
    """The demand of a laid side on the side laid against it."""
    return side - OPEN + 1 if side >= OPEN else 0


class LookupTables:
    """An edition, as numbers."""

    __slots__ = (
        "advisors",
        "box",
        "colours",
        "demands",
        "diagonal",
        "fits",
        "has_twins",
        "parts",
        "sides",
        "small_box",
        "socket_digit",
        "sockets",
        "starts",
        "tallies",
        "turns",
        "twin",
    )

    box: vec[i64]  # the tiles of a seat in a 2-player game, in the order of the file
    small_box: vec[i64]  # the tiles of a seat in games of 3 or 4
    colours: i64
    sides: vec[i64]  # picture * 4 + direction -> WALL, ARCHWAY or OPEN + colour
    parts: vec[i64]  # picture * 4 + direction -> which part touches that side, 0 or 1
    demands: vec[i64]  # picture * 4 + direction -> what it adds to the socket of the cell in that direction
    diagonal: vec[i64]  # piece -> NO_DIAGONAL, WALL or ARCHWAY
    twin: vec[i64]  # piece -> 1 if its two parts have one colour, and so could end up in one room
    has_twins: bool  # does any piece?
    tallies: vec[i64]  # piece * 2 + part -> its tally, without advisors and open ends
    advisors: vec[i64]  # piece * 2 + part -> advisors
    turns: vec[i64]  # tile -> how many turns look different, 1, 2 or 4: they are the smallest ones
    socket_digit: vec[i64]  # direction -> what a demand of 1 there adds to a socket
    sockets: i64  # how many sockets there are: (colours + 1) ** 4
    fits: vec[i64]  # tile * sockets + socket -> set of turns that fit, alike ones only once
    starts: vec[i64]  # start side * 9 + cell, row by row -> piece

    def __init__(self, colours: int) -> None:
        self.box = vec[i64]([])
        self.small_box = vec[i64]([])
        self.colours = colours
        self.sides = vec[i64]([])
        self.parts = vec[i64]([])
        self.demands = vec[i64]([])
        self.diagonal = vec[i64]([])
        self.twin = vec[i64]([])
        self.has_twins = False
        self.tallies = vec[i64]([])
        self.advisors = vec[i64]([])
        self.turns = vec[i64]([])
        digits = colours + 1
        self.socket_digit = vec[i64]([1, digits, digits * digits, digits * digits * digits])
        self.sockets = digits * digits * digits * digits
        self.fits = vec[i64]([])
        self.starts = vec[i64]([])

    def add_piece(self, sides: list[int], diagonal: int, twin: bool, tallies: list[int], advisors: list[int]) -> int:
        """Add a piece in its unturned position; returns its number."""
        piece = len(self.diagonal)
        for turn in range(4):
            for direction in range(4):
                side = (direction - turn) & 3  # a quarter turn brings north to the east
                self.sides = append(self.sides, sides[side])
                demand = demand_of(sides[side]) * self.socket_digit[direction ^ 2]
                self.demands = append(self.demands, demand)
                self.parts = append(self.parts, 1 if diagonal != NO_DIAGONAL and side in (EAST, SOUTH) else 0)
        self.diagonal = append(self.diagonal, diagonal)
        self.twin = append(self.twin, 1 if twin else 0)
        if twin:
            self.has_twins = True
        for part in range(2):
            self.tallies = append(self.tallies, tallies[part])
            self.advisors = append(self.advisors, advisors[part])
        return piece

    def add_tile(self, piece: int, turns: int, two: bool) -> None:
        """Make a piece a tile of every seat; `turns` of its turns look different."""
        self.turns = append(self.turns, turns)
        self.box = append(self.box, piece)
        if not two:
            self.small_box = append(self.small_box, piece)
        for socket in range(self.sockets):
            self.fits = append(self.fits, self._turns_that_fit(piece, turns, socket))

    def add_start_cell(self, piece: int) -> None:
        self.starts = append(self.starts, piece)

    def _turns_that_fit(self, piece: int, turns: int, socket: i64) -> i64:
        found: i64 = 0
        for turn in range(turns):
            if self.conflict(piece * 4 + turn, socket) < 0:
                one: i64 = 1
                found |= one << turn
        return found

    def conflict(self, picture: i64, socket: i64) -> i64:
        """The first direction in which a picture may not meet what surrounds a cell, or -1 (ruling 3)."""
        for direction in range(4):
            if not may_meet(self.demand(socket, direction), self.sides[picture * 4 + direction]):
                return direction
        return -1

    def demand(self, socket: i64, direction: i64) -> i64:
        """The demand of a socket on the side laid in a direction."""
        return socket // self.socket_digit[direction] % (self.colours + 1)
