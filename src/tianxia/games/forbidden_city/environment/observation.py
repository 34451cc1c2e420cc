"""Forbidden City for learning programs: observations and actions as vectors of a fixed length.

The table has no edge, so both refer to a *window*: the `WINDOW` x `WINDOW` cells around the middle of the city, that is
of the smallest rectangle with all free cells beside laid ones. It moves as the city grows. `docs/research.md` has
figures on how seldom a city outgrows it.
"""

from __future__ import annotations

from typing import Final

from tianxia.engine.native import append, i64, u8, vec
from tianxia.engine.observation import MOST, Space, cut
from tianxia.engine.position import Position
from tianxia.games.forbidden_city.rules.packing import (
    dragons_in,
    first_part_of,
    open_ends_in,
    picture_of,
    spot_of,
    tiles_in,
)
from tianxia.games.forbidden_city.rules.position import LEFT_OVER, ROW, SET_ASIDE, SOCKET_MASK, CityPosition
from tianxia.games.forbidden_city.rules.tables import (
    ADVISOR_SHIFT,
    ARCHWAY,
    NO_DIAGONAL,
    OPEN,
    PAID_SHIFT,
    SOCKET_BITS,
    LookupTables,
)

WINDOW: Final = 23
HALF: Final = 11
TURNS: Final = 4
SEATS: Final = 4  # for which there is room
SIDES: Final = 4
ROOM: Final = 8  # the numbers of a room: tiles, dragons, open ends, whether it was paid, advisors of the seats
ROW_BITS: Final = 9
ADVISOR_MASKS: Final = vec[i64]([2 ** (8 * seats) - 1 for seats in range(SEATS + 1)])  # seats -> their bits
FIGURES: Final = 4  # the numbers of what is on a tile in hand
ONE: Final = 1


class CitySpace(Space):
    """Observations and actions of Forbidden City."""

    __slots__ = (
        "at_coins",
        "at_figures",
        "at_hand",
        "at_players",
        "at_seat",
        "at_sides",
        "at_to_lay",
        "at_to_move",
        "at_unseen",
        "channels",
        "faces",
        "first_faces",
        "looks",
        "set_aside",
        "tables",
        "tiles",
    )

    tables: LookupTables
    tiles: i64  # how many different tiles a seat can have
    looks: i64  # how many numbers describe the look of a piece
    channels: i64  # how many numbers describe a cell: the same, and both its rooms
    faces: vec[i64]  # what of these is 1 for the pictures, one picture after the other
    first_faces: vec[i64]  # picture -> where it begins there; and one more for the end
    set_aside: i64  # its index

    # where each part of an observation begins; cells begin at 0
    at_hand: i64
    at_sides: i64
    at_figures: i64
    at_unseen: i64
    at_to_lay: i64
    at_coins: i64
    at_to_move: i64
    at_seat: i64
    at_players: i64

    def __init__(self, tables: LookupTables) -> None:
        super().__init__()
        assert 1 << ROW_BITS == ROW
        self.tables = tables
        self.tiles = len(tables.turns)
        self.faces = vec[i64]([])
        self.first_faces = vec[i64]([0])
        for picture in range(len(tables.diagonal) * TURNS):
            self.add_face(picture)
        self.looks = 1 + SIDES * (tables.colours + 2)
        self.channels = self.looks + 2 * ROOM
        self.declare()

    def add_face(self, picture: i64) -> None:
        """Add the numbers of a cell that are 1 if a picture lies there: that it is laid, its sides, and their rooms."""
        colours = self.tables.colours
        self.faces = append(self.faces, 0)
        for side in range(SIDES):
            shown = self.tables.sides[picture * SIDES + side]
            if shown >= OPEN:
                self.faces = append(self.faces, 1 + side * colours + shown - OPEN)
            elif shown == ARCHWAY:
                self.faces = append(self.faces, 1 + SIDES * colours + side)
            if self.tables.parts[picture * SIDES + side]:
                self.faces = append(self.faces, 1 + SIDES * (colours + 1) + side)
        self.first_faces = append(self.first_faces, len(self.faces))

    def declare(self) -> None:
        colours = int(self.tables.colours)
        tiles = int(self.tiles)
        self.part(
            "cells",
            [WINDOW, WINDOW, int(self.channels)],
            MOST,
            4,
            "the window, row by row from the north: what lies on each cell, see the channels",
        )
        self.kept = self.features
        self.at_hand = self.flags("hand", [tiles], "the tile in hand")
        self.at_sides = self.flags(
            "hand sides",
            [int(self.looks)],
            "how the tile in hand looks unturned: the first channels of a cell",
        )
        self.at_figures = self.part(
            "hand figures",
            [FIGURES],
            3,
            3,
            "advisors in its first room and its second; dragons in its first and its second",
        )
        self.at_unseen = self.flags(
            "unseen", [SEATS, tiles], "the seat has the tile in its stack, or in its hand if that is hidden"
        )
        self.at_to_lay = self.part("to lay", [SEATS], MOST, 28, "tiles that the seat has still to lay")
        self.at_coins = self.part("coins", [SEATS], MOST, 50, "coins of the seat")
        self.at_to_move = self.flags("to move", [SEATS], "whether the seat is to move")
        self.at_seat = self.flags("seat", [SEATS], "which seat observes, as the game counts")
        self.at_players = self.flags("players", [SEATS], "whether the seat is played")
        self.group("lay", [WINDOW, WINDOW, TURNS], "lay the tile on the cell of the window, turned so often")
        self.set_aside = self.group("set aside", [1], "set the tile aside")
        self.end_of_actions()
        assert colours * SIDES + 2 * SIDES + 1 == self.looks

    # ---- the window

    def frame(self, position: Position) -> i64:
        """The spot of the north-west corner of the window."""
        assert isinstance(position, CityPosition)
        frontier = position.frontier
        west: i64 = ROW
        east: i64 = 0
        for entry in frontier:
            x = entry >> SOCKET_BITS & ROW - 1
            if x < west:
                west = x
            if x > east:
                east = x
        north = (frontier[0] >> SOCKET_BITS) // ROW
        south = (frontier[len(frontier) - 1] >> SOCKET_BITS) // ROW
        return ((north + south) // 2 - HALF) * ROW + (west + east) // 2 - HALF

    # ---- actions

    def index_inside(self, action: i64, frame: i64) -> i64:
        if action == SET_ASIDE:
            return self.set_aside
        cell = cell_at(action >> 2, frame)
        if cell < 0:
            return -1
        return cell * TURNS + (action & 3)

    def action_inside(self, index: i64, frame: i64) -> i64:
        if index == self.set_aside:
            return SET_ASIDE
        cell = index // TURNS
        return (frame + cell // WINDOW * ROW + cell % WINDOW) * TURNS + index % TURNS

    def write_inside(self, position: Position, frame: i64, into: vec[u8], at: i64) -> i64:
        """Set `into[at + index]` to 1 for all legal actions in the window: the fast twin of using `legal_actions`."""
        assert isinstance(position, CityPosition)
        if position.over or position.awaits_chance:
            return 0
        fits = self.tables.fits
        row = position.hand(position.seat) * self.tables.sockets
        inside: i64 = 0
        outside: i64 = 0
        for entry in position.frontier:
            # all turns are written, fit or not: four writes are quicker than a branch that nobody can foretell
            turns = fits[row + (entry & SOCKET_MASK)]
            cell = cell_at(entry >> SOCKET_BITS, frame)
            if cell >= 0:
                place = at + cell * TURNS
                into[place] = u8(turns & 1)
                into[place + 1] = u8(turns >> 1 & 1)
                into[place + 2] = u8(turns >> 2 & 1)
                into[place + 3] = u8(turns >> 3)
                inside |= turns
            else:
                outside |= turns
        if not inside and not outside:
            into[at + self.set_aside] = ONE
            return 1
        return inside

    # ---- what a seat sees

    def write_frame(self, position: Position, seat: i64, frame: i64, shown: i64, into: vec[u8], at: i64) -> i64:
        """Write the observation of a seat. Cells are kept: of those laid before, only the numbers of rooms change."""
        assert isinstance(position, CityPosition)
        self.write_looks(position, frame, shown, into, at)
        self.write_rooms(position, seat, frame, into, at)
        self.write_tiles(position, seat, into, at)
        return len(position.cells)

    def write_looks(self, city: CityPosition, frame: i64, shown: i64, into: vec[u8], at: i64) -> None:
        faces = self.faces
        first_faces = self.first_faces
        for number in range(shown, len(city.cells)):
            packed = city.cells[number]
            cell = cell_at(spot_of(packed), frame)
            if cell >= 0:
                place = at + cell * self.channels
                picture = picture_of(packed)
                for face in range(first_faces[picture], first_faces[picture + 1]):
                    into[place + faces[face]] = ONE

    def write_rooms(self, city: CityPosition, seat: i64, frame: i64, into: vec[u8], at: i64) -> None:
        diagonal = self.tables.diagonal
        channels = self.channels
        parents = city.parents
        tallies = city.tallies
        advisors = ADVISOR_MASKS[city.players]
        before = 8 * seat  # bits of the seats that come last
        after = 8 * (city.players - seat)
        at += self.looks
        for packed in city.cells:
            cell = cell_at(spot_of(packed), frame)
            if cell >= 0:
                place = at + cell * channels
                part = first_part_of(packed)
                last = part
                if diagonal[picture_of(packed) >> 2] != NO_DIAGONAL:
                    last += 1
                while part <= last:
                    room = parents[part]
                    if parents[room] != room:
                        room = city.room_of(room)
                    tally = tallies[room]
                    own = tally >> ADVISOR_SHIFT & advisors
                    write_room(tally, own >> before | own << after & advisors, into, place)
                    part += 1
                    place += ROOM

    def write_tiles(self, city: CityPosition, seat: i64, into: vec[u8], at: i64) -> None:
        size = city.stack_size
        owner = seat
        for number in range(city.players):
            place = at + self.at_unseen + number * self.tiles
            for index in range(city.first_hidden(owner, seat), (owner + 1) * size):
                into[place + city.stacks[index]] = ONE
            into[at + self.at_to_lay + number] = cut(size - LEFT_OVER - city.top(owner))
            into[at + self.at_coins + number] = cut(city.coins[owner])
            into[at + self.at_players + number] = ONE
            if owner == city.seat and not city.over:
                into[at + self.at_to_move + number] = ONE
            owner += 1
            if owner == city.players:
                owner = 0
        into[at + self.at_seat + seat] = ONE
        if city.hand(seat) >= 0 and not city.awaits_chance:
            self.write_hand(city.hand(seat), into, at)

    def write_hand(self, tile: i64, into: vec[u8], at: i64) -> None:
        into[at + self.at_hand + tile] = ONE
        picture = tile * TURNS
        for number in range(self.first_faces[picture], self.first_faces[picture + 1]):
            into[at + self.at_sides + self.faces[number]] = ONE
        place = at + self.at_figures
        for part in range(2):
            into[place + part] = u8(self.tables.advisors[tile * 2 + part])
            into[place + 2 + part] = u8(dragons_in(self.tables.tallies[tile * 2 + part]))


def cell_at(spot: i64, corner: i64) -> i64:
    """The number of a cell in the window with that corner; -1 outside."""
    steps = spot - corner
    x = steps & ROW - 1  # far in the east where it is west of the corner
    y = steps >> ROW_BITS
    if x >= WINDOW or y < 0 or y >= WINDOW:
        return -1
    return y * WINDOW + x


def write_room(tally: i64, advisors: i64, into: vec[u8], place: i64) -> None:
    """Write all numbers of a room, over earlier ones. `advisors` has 8 bits for each seat."""
    into[place] = u8(tiles_in(tally))
    into[place + 1] = u8(dragons_in(tally))
    into[place + 2] = cut(open_ends_in(tally))
    into[place + 3] = u8(tally >> PAID_SHIFT & 1)
    into[place + 4] = u8(advisors)
    into[place + 5] = u8(advisors >> 8)
    into[place + 6] = u8(advisors >> 16)
    into[place + 7] = u8(advisors >> 24)
