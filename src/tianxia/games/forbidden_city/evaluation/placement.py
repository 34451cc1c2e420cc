"""The gain of laying a tile, computed without laying it: the fast twin of a survey after the move.

It is exact, except for tiles with the same colour in both parts, which the standard edition does not have: if rooms
share such tiles, they are counted twice.
"""

from __future__ import annotations

from typing import Final

from tianxia.engine.bitsets import BIT
from tianxia.engine.native import append, i64, vec
from tianxia.games.forbidden_city.evaluation.survey import (
    MOST_PARTS,
    NOUGHTS,
    OPEN_SIDES,
    SET_SIZE,
    ZEROS,
    Survey,
    as_float,
    claim,
    turns_left,
)
from tianxia.games.forbidden_city.rules.position import BESIDE_BITS, BESIDE_MASK, ROW, CityPosition
from tianxia.games.forbidden_city.rules.scoring import SHARE_BITS, SHARE_MASK, own_value, paid, shares_of
from tianxia.games.forbidden_city.rules.tables import (
    ADVISOR_SHIFT,
    ARCHWAY,
    EAST,
    JOINED,
    NO_DIAGONAL,
    NORTH,
    OPEN,
    PASSAGE,
    SOCKET_BITS,
    SOUTH,
    WEST,
    meeting,
)

NOWHERE: Final = vec[i64]([-1 for _ in range(4 * MOST_PARTS)])  # to be copied, see ZEROS


class Placement:
    """Computes the gains of laying a tile. Coins of the seat to move count fully, those of others against it."""

    __slots__ = (
        "around",
        "beside",
        "cells",
        "city",
        "claims",
        "free_cells",
        "has_passages",
        "is_linked",
        "is_manifold",
        "is_tangled",
        "joins",
        "judged",
        "more",
        "neighbours",
        "nudges",
        "own",
        "part_claims",
        "passages",
        "picture",
        "place",
        "rooms",
        "stakes",
        "survey",
        "tallies",
        "weights",
    )

    city: CityPosition
    survey: Survey  # as if the tile had taken up its turn already
    stakes: vec[float]  # seat -> what a coin that it gets is worth to the seat to move
    claims: vec[
        float
    ]  # room -> what a coin of its value would be worth to the seat to move, if it were sure to be closed
    weights: vec[float]  # room -> what it would be worth to the seat to move if its value were one coin higher
    nudges: vec[float]  # room -> the same for a coin that it lends to its neighbours
    free_cells: vec[i64]  # place in the frontier * 4 + direction -> the place of the free cell there, or -1

    # while one cell is looked at
    place: i64  # where it stands in the frontier, or -1
    beside: i64  # what lies around it, see CityPosition
    rooms: vec[i64]  # direction -> the room there, or -1
    around: i64  # set of these rooms, by their numbers modulo 62
    is_manifold: bool  # may one of them lie in several directions?

    # while one placement is looked at
    picture: i64
    joins: vec[i64]  # direction -> the part of the tile that the room there joins, or -1
    passages: vec[i64]  # direction -> the part of the tile from which a passage leads there, or -1
    has_passages: bool  # are there any?
    tallies: vec[i64]  # part of the tile -> the tally of the room that it would belong to
    cells: vec[i64]  # part -> free cells that would keep that room open
    own: vec[i64]  # part -> the value of that room's own tiles and dragons
    neighbours: vec[i64]  # part -> the value of its neighbours
    judged: vec[i64]  # part -> the tally that was judged last: other turns often make the same room
    part_claims: vec[float]  # part -> what came of it, see `claims_on`
    is_linked: bool  # do the rooms of both parts count each other already?
    is_tangled: bool  # may rooms around the cell be neighbours of each other, or those that join have one in common?
    more: vec[i64]  # direction -> if so, what rooms that join will lend more to the room there (where it comes first)

    def __init__(self, city: CityPosition) -> None:
        self.city = city
        self.survey = Survey(city, turns_left(city) - 1)
        self.stakes = vec[float]([])
        for seat in range(city.players):
            self.stakes = append(self.stakes, 1.0 if seat == city.seat else -1.0 / as_float(city.players - 1))
        size = len(city.parents)
        self.claims = NOUGHTS[:size]
        self.weights = NOUGHTS[:size]
        self.nudges = NOUGHTS[:size]
        self.weigh_rooms()
        self.free_cells = free_cells_around(city.frontier)
        self.place = -1
        self.beside = 0
        self.around = 0
        self.is_manifold = False
        self.is_tangled = False
        self.is_linked = False
        self.more = ZEROS[:4]
        self.picture = 0
        self.rooms = ZEROS[:4]
        self.joins = ZEROS[:4]
        self.passages = ZEROS[:4]
        self.has_passages = False
        self.tallies = ZEROS[:2]
        self.cells = ZEROS[:2]
        self.own = ZEROS[:2]
        self.neighbours = ZEROS[:2]
        self.judged = ZEROS[:2]  # no tally is 0: every room has a tile
        self.part_claims = NOUGHTS[:2]

    def weigh_rooms(self) -> None:
        city = self.city
        facing = self.survey.facing
        claims = self.claims
        weights = self.weights
        nudges = self.nudges
        for room in range(len(facing)):
            if facing[room]:
                claims[room] = self.claims_on(city.tallies[room])
                weights[room] = self.survey.chance_to_close(facing[room]) * claims[room]
        for door in self.survey.doors:
            one = door >> 9
            two = door & 511
            nudges[one] += weights[two]
            nudges[two] += weights[one]

    # ---- what a room is worth to the seat to move

    def claims_on(self, tally: i64) -> float:
        """The worth of a coin of a room's value to the seat to move, if the room were certain to be closed."""
        players = self.city.players
        stakes = self.stakes
        shares = shares_of(tally, players)
        total = 0.0
        for seat in range(players):
            share = shares >> (SHARE_BITS * seat) & SHARE_MASK
            if share:
                total += stakes[seat] * claim(tally, share, seat, players)
        return total

    def payments(self, tally: i64, value: i64) -> float:
        shares = shares_of(tally, self.city.players)
        total = 0.0
        for seat in range(self.city.players):
            share = shares >> (SHARE_BITS * seat) & SHARE_MASK
            if share:
                total += self.stakes[seat] * as_float(paid(value, share))
        return total

    def outlook(self, tally: i64, claims: float, cells: i64, value: i64) -> float:
        """The worth of a room: what it pays if it is closed, else what it promises."""
        if cells == 0:
            return self.payments(tally, value)
        return self.survey.chance_to_close(cells) * claims * as_float(value)

    def outlook_of_part(self, part: i64) -> float:
        """The worth of the room that a part of the tile would belong to."""
        tally = self.tallies[part]
        if self.judged[part] != tally:
            self.judged[part] = tally
            self.part_claims[part] = self.claims_on(tally)
        value = self.own[part] + self.neighbours[part]
        return self.outlook(tally, self.part_claims[part], self.cells[part], value)

    def promise(self, room: i64) -> float:
        """The worth of an open room before the tile is laid."""
        return self.weights[room] * as_float(self.survey.own[room] + self.survey.beyond[room])

    # ---- a placement

    def gain(self, place: i64, picture: i64) -> float:
        """The gain of laying a picture on a cell of the frontier; fastest if all turns of a tile are asked in a row."""
        tables = self.city.tables
        piece = picture >> 2
        parts: i64 = 1
        if tables.diagonal[piece] != NO_DIAGONAL:
            parts = 2
        if place != self.place:
            self.look_around(place)
        self.meet(picture)
        total = 0.0
        for part in range(parts):
            total -= self.join(piece, part)
        total += self.spread()
        if tables.diagonal[piece] == ARCHWAY:
            self.link_parts()
        if self.has_passages:
            for direction in range(4):
                if self.passages[direction] >= 0:
                    self.open_passage(direction)
        for part in range(parts):
            total += self.outlook_of_part(part)
        rooms = self.rooms
        joins = self.joins
        facing = self.survey.facing
        for direction in range(4):
            room = rooms[direction]
            if room >= 0 and joins[direction] < 0 and facing[room] and self.stays_apart(direction):
                total += self.change_beside(direction, room)
        return total

    def look_around(self, place: i64) -> None:
        """Find what is the same for every turn of the tile: the rooms around a cell."""
        city = self.city
        rooms = self.rooms
        beside = city.beside[place]
        around: i64 = 0
        is_manifold = False
        self.place = place
        self.beside = beside
        for direction in range(4):
            other = beside >> (direction * BESIDE_BITS) & BESIDE_MASK
            rooms[direction] = -1
            if other:
                room = city.room_of((other >> 2) - 1)
                rooms[direction] = room
                if around & BIT[room % SET_SIZE]:
                    is_manifold = True
                around |= BIT[room % SET_SIZE]
        self.around = around
        self.is_manifold = is_manifold

    def meet(self, picture: i64) -> None:
        """Find which rooms join, where passages appear, and which sides stay open."""
        sides = self.city.tables.sides
        parts = self.city.tables.parts
        joins = self.joins
        passages = self.passages
        cells = self.cells
        beside = self.beside
        has_passages = False
        cells[0] = 0
        cells[1] = 0
        for direction in range(4):
            side = sides[picture * 4 + direction]
            part = parts[picture * 4 + direction]
            other = beside & BESIDE_MASK
            beside >>= BESIDE_BITS
            joins[direction] = -1
            passages[direction] = -1
            if other:
                met = meeting(side, other & 3)
                if met == JOINED:
                    joins[direction] = part
                elif met == PASSAGE:
                    passages[direction] = part
                    has_passages = True
            elif side >= OPEN:
                cells[part] += 1
        self.picture = picture
        self.has_passages = has_passages
        self.is_tangled = False
        self.is_linked = False

    def join(self, piece: i64, part: i64) -> float:
        """Sum up the room that a part of the tile would belong to; returns the worth of the rooms that it replaces."""
        city = self.city
        survey = self.survey
        rooms = self.rooms
        joins = self.joins
        tally = city.tables.tallies[piece * 2 + part]
        tally += city.tables.advisors[piece * 2 + part] << (ADVISOR_SHIFT + 8 * city.seat)
        cells: i64 = 0
        joined: i64 = 0
        known: i64 = 0
        promised = 0.0
        for direction in range(4):
            if joins[direction] == part and self.is_first(direction):
                room = rooms[direction]
                tally += city.tallies[room]
                cells += survey.facing[room] - 1
                promised += self.promise(room)
                joined += 1
                if survey.known[room] & (known | self.around):
                    self.is_tangled = True
                known |= survey.known[room]
        if cells:
            if self.cells[part]:
                cells -= self.ends_faced_already(part)
            if joined > 1:
                cells -= self.cells_in_common(part)
        self.tallies[part] = tally
        self.cells[part] += cells
        self.own[part] = own_value(tally)
        self.neighbours[part] = 0
        return promised

    # ---- free cells

    def ends_faced_already(self, part: i64) -> i64:
        """The number of free cells that a part of the tile faces, and that rooms which join it face already."""
        sides = self.city.tables.sides
        parts = self.city.tables.parts
        count: i64 = 0
        for direction in range(4):
            there = self.free_cells[self.place * 4 + direction]
            end = self.picture * 4 + direction
            if there >= 0 and sides[end] >= OPEN and parts[end] == part and self.joined_rooms_facing(there, part):
                count += 1
        return count

    def cells_in_common(self, part: i64) -> i64:
        """How often free cells are counted repeatedly, because several rooms that join a part of the tile face them."""
        again: i64 = 0
        for place in self.survey.contested:
            if place != self.place:
                rooms = self.joined_rooms_facing(place, part)
                if rooms > 1:
                    again += rooms - 1
        return again

    def joined_rooms_facing(self, place: i64, part: i64) -> i64:
        """The number of rooms joining a part of the tile that face a cell of the frontier."""
        beside = self.city.beside[place]
        count: i64 = 0
        if beside & OPEN_SIDES:
            for direction in range(4):
                if self.joins[direction] == part and self.is_first(direction):
                    count += self.faces(self.rooms[direction], beside)
        return count

    def faces(self, room: i64, beside: i64) -> i64:
        """1 if a room has an open end to a free cell with the surroundings `beside`, else 0."""
        for direction in range(4):
            other = beside >> (direction * BESIDE_BITS) & BESIDE_MASK
            if other & 3 == OPEN and self.city.room_of((other >> 2) - 1) == room:
                return 1
        return 0

    # ---- neighbours

    def spread(self) -> float:
        """Make the neighbours of rooms that join neighbours of the tile; returns the change of their worth."""
        if self.is_tangled:
            return self.spread_exactly()
        survey = self.survey
        joins = self.joins
        change = 0.0
        for direction in range(4):
            part = joins[direction]
            if part >= 0 and self.is_first(direction):
                room = self.rooms[direction]
                self.neighbours[part] += survey.beyond[room]
                change += self.nudges[room] * as_float(self.own[part] - survey.own[room])
        return change

    def spread_exactly(self) -> float:
        """The exact form of `spread`: for rooms around the cell that are neighbours or have a common neighbour."""
        doors = self.survey.doors
        self.more = ZEROS[:4]
        change = 0.0
        for number in range(len(doors)):
            one = doors[number] >> 9
            two = doors[number] & 511
            if not self.around & (BIT[one % SET_SIZE] | BIT[two % SET_SIZE]):
                continue
            part = self.part_joined(one)
            other_part = self.part_joined(two)
            if part >= 0 and other_part >= 0:
                if part != other_part:
                    self.link_parts()
            elif part >= 0:
                change += self.keep_neighbour(number, part, one, two)
            elif other_part >= 0:
                change += self.keep_neighbour(number, other_part, two, one)
        return change

    def keep_neighbour(self, number: i64, part: i64, room: i64, other: i64) -> float:
        """Make a part of the tile replace a room that joins it, as the neighbour of another room that does not."""
        gained: i64 = 0
        if self.is_first_door(number, part, other):
            gained = self.own[part]
            self.neighbours[part] += self.survey.own[other]
        for direction in range(4):
            if self.rooms[direction] == other:
                self.more[direction] += gained - self.survey.own[room]
                return 0.0
        return self.weights[other] * (as_float(gained) - as_float(self.survey.own[room]))

    def is_first_door(self, number: i64, part: i64, other: i64) -> bool:
        """Whether no pair of neighbours before this one has a room and another that joins a part of the tile."""
        for before in range(number):
            door = self.survey.doors[before]
            if door >> 9 == other and self.part_joined(door & 511) == part:
                return False
            if door & 511 == other and self.part_joined(door >> 9) == part:
                return False
        return True

    def link_parts(self) -> None:
        """Make the rooms of both parts of the tile neighbours, if they are not yet."""
        if not self.is_linked:
            self.is_linked = True
            self.neighbours[0] += self.own[1]
            self.neighbours[1] += self.own[0]

    def open_passage(self, direction: i64) -> None:
        """Count a new neighbour for a part of the tile; for both parts, if it is the room of the other part."""
        part = self.passages[direction]
        room = self.rooms[direction]
        joined = self.part_joined(room)
        if joined < 0:
            if self.is_new_passage(direction):
                self.neighbours[part] += self.survey.own[room]
        elif joined != part:
            self.link_parts()

    def change_beside(self, first: i64, room: i64) -> float:
        """The change of worth of an open room that does not join: ends may be closed, and passages appear."""
        is_closer = False
        more: i64 = 0
        if self.is_tangled:
            more = self.more[first]
        for direction in range(first, 4):
            if self.rooms[direction] == room:
                if self.beside >> (direction * BESIDE_BITS) & 3 == OPEN:
                    is_closer = True
                if self.passages[direction] >= 0 and self.is_new_passage(direction):
                    more += self.own[self.passages[direction]]
        if not is_closer:
            return self.weights[room] * as_float(more)
        value = self.survey.own[room] + self.survey.beyond[room] + more
        cells = self.survey.facing[room] - 1
        return self.outlook(self.city.tallies[room], self.claims[room], cells, value) - self.promise(room)

    def is_first(self, direction: i64) -> bool:
        """Whether the joining room in a direction is in no earlier direction."""
        if self.is_manifold:
            for before in range(direction):
                if self.rooms[before] == self.rooms[direction] and self.joins[before] >= 0:
                    return False
        return True

    def stays_apart(self, direction: i64) -> bool:
        """Whether the room in a direction joins in none, and is in no earlier direction."""
        if self.is_manifold:
            for other in range(4):
                if self.rooms[other] == self.rooms[direction] and (other < direction or self.joins[other] >= 0):
                    return False
        return True

    def part_joined(self, room: i64) -> i64:
        """The part of the tile that a room joins, or -1."""
        rooms = self.rooms
        joins = self.joins
        for direction in range(4):
            if rooms[direction] == room and joins[direction] >= 0:
                return joins[direction]
        return -1

    def is_new_passage(self, direction: i64) -> bool:
        """Whether a passage of the tile leads to a room that was not yet a neighbour of any room that joins."""
        part = self.passages[direction]
        room = self.rooms[direction]
        for other in range(4):
            if self.joins[other] == part and self.survey.are_neighbours(self.rooms[other], room):
                return False
            if other < direction and self.passages[other] == part and self.rooms[other] == room:
                return False
        return True


def free_cells_around(frontier: vec[i64]) -> vec[i64]:
    """Place in the frontier * 4 + direction -> the place of the free cell there, or -1."""
    found = NOWHERE[: 4 * len(frontier)]
    north: i64 = 0
    for place in range(len(frontier)):
        spot = frontier[place] >> SOCKET_BITS
        if place and frontier[place - 1] >> SOCKET_BITS == spot - 1:
            found[place * 4 + WEST] = place - 1
            found[place * 4 - 4 + EAST] = place
        while frontier[north] >> SOCKET_BITS < spot - ROW:
            north += 1
        if frontier[north] >> SOCKET_BITS == spot - ROW:
            found[place * 4 + NORTH] = north
            found[north * 4 + SOUTH] = place
    return found
