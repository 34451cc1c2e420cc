"""What laying a tile would change, found without laying it: the quick twin of a survey after the move.

It is exact but for rare things: two rooms that join and had a neighbour or a free cell in common.
"""

from __future__ import annotations

from tianxia.engine.native import append, i64, vec
from tianxia.engine.sets import BIT
from tianxia.games.forbidden_city.rules import BESIDE_BITS, BESIDE_MASK, CityPosition
from tianxia.games.forbidden_city.scoring import SHARE_BITS, SHARE_MASK, own_value, paid, shares_of
from tianxia.games.forbidden_city.survey import NOUGHTS, SET_SIZE, ZEROS, Survey, as_float, claim, turns_left
from tianxia.games.forbidden_city.tables import ADVISOR_SHIFT, ARCHWAY, JOINED, NO_DIAGONAL, OPEN, PASSAGE, meeting


class Placement:
    """Weighs where to lay a tile, for the seat to move: its own coins count fully, those of others against it."""

    __slots__ = (
        "beside",
        "cells",
        "city",
        "joins",
        "neighbours",
        "nudges",
        "own",
        "passages",
        "rooms",
        "stakes",
        "survey",
        "tallies",
        "weights",
    )

    city: CityPosition
    survey: Survey  # as if the tile had taken up its turn already
    stakes: vec[float]  # seat -> what a coin that it gets is worth to the seat to move
    weights: vec[float]  # room -> what it would be worth to the seat to move if its value were one coin higher
    nudges: vec[float]  # room -> the same for a coin that it lends to its neighbours

    # while one placement is looked at
    beside: i64  # what lies around the cell, see CityPosition
    rooms: vec[i64]  # direction -> the room there, or -1
    joins: vec[i64]  # direction -> the part of the tile that the room there joins, or -1
    passages: vec[i64]  # direction -> the part of the tile from which a passage leads there, or -1
    tallies: vec[i64]  # part of the tile -> the tally of the room that it would belong to
    cells: vec[i64]  # part -> free cells that would keep that room open
    own: vec[i64]  # part -> the value of that room's own tiles and dragons
    neighbours: vec[i64]  # part -> the value of its neighbours

    def __init__(self, city: CityPosition) -> None:
        self.city = city
        self.survey = Survey(city, turns_left(city) - 1)
        self.stakes = vec[float]([])
        for seat in range(city.players):
            self.stakes = append(self.stakes, 1.0 if seat == city.seat else -1.0 / as_float(city.players - 1))
        size = len(city.parents)
        self.weights = NOUGHTS[:size]
        self.nudges = NOUGHTS[:size]
        self.weigh_rooms()
        self.beside = 0
        self.rooms = ZEROS[:4]
        self.joins = ZEROS[:4]
        self.passages = ZEROS[:4]
        self.tallies = ZEROS[:2]
        self.cells = ZEROS[:2]
        self.own = ZEROS[:2]
        self.neighbours = ZEROS[:2]

    def weigh_rooms(self) -> None:
        city = self.city
        facing = self.survey.facing
        weights = self.weights
        nudges = self.nudges
        for room in range(len(facing)):
            if facing[room]:
                weights[room] = self.survey.chance_to_close(facing[room]) * self.claims(city.tallies[room])
        for door in city.doors:
            one = city.room_of(door >> 9)
            two = city.room_of(door & 511)
            nudges[one] += weights[two]
            nudges[two] += weights[one]

    # ---- what a room is worth to the seat to move

    def claims(self, tally: i64) -> float:
        """What a coin of a room's value would be worth, if the room were sure to be closed."""
        players = self.city.players
        stakes = self.stakes
        shares = shares_of(tally, players)
        total = 0.0
        for seat in range(players):
            if shares >> (SHARE_BITS * seat) & SHARE_MASK:
                total += stakes[seat] * claim(tally, shares, seat, players)
        return total

    def payments(self, tally: i64, value: i64) -> float:
        shares = shares_of(tally, self.city.players)
        total = 0.0
        for seat in range(self.city.players):
            share = shares >> (SHARE_BITS * seat) & SHARE_MASK
            if share:
                total += self.stakes[seat] * as_float(paid(value, share))
        return total

    def outlook(self, tally: i64, cells: i64, value: i64) -> float:
        """What a room pays, or promises."""
        if cells == 0:
            return self.payments(tally, value)
        return self.survey.chance_to_close(cells) * self.claims(tally) * as_float(value)

    def promise(self, room: i64) -> float:
        """What a room promises before the tile is laid."""
        return self.weights[room] * as_float(self.survey.own[room] + self.survey.beyond[room])

    # ---- a placement

    def gain(self, place: i64, picture: i64) -> float:
        """What it changes to lay a picture on a cell of the frontier."""
        tables = self.city.tables
        piece = picture >> 2
        parts: i64 = 1
        if tables.diagonal[piece] != NO_DIAGONAL:
            parts = 2
        self.beside = self.city.beside[place]
        self.meet(picture)
        total = 0.0
        for part in range(parts):
            total += self.join(piece, part)
        if tables.diagonal[piece] == ARCHWAY:
            self.neighbours[0] += self.own[1]
            self.neighbours[1] += self.own[0]
        for direction in range(4):
            if self.passages[direction] >= 0:
                self.open_passage(direction)
        for part in range(parts):
            total += self.outlook(self.tallies[part], self.cells[part], self.own[part] + self.neighbours[part])
        facing = self.survey.facing
        for direction in range(4):
            room = self.rooms[direction]
            if room >= 0 and facing[room] and self.part_joined(room) < 0 and self.is_first(direction):
                total += self.change_beside(direction, room)
        return total

    def meet(self, picture: i64) -> None:
        """Look around: which rooms join, where passages appear, which sides stay open."""
        sides = self.city.tables.sides
        parts = self.city.tables.parts
        rooms = self.rooms
        joins = self.joins
        passages = self.passages
        cells = self.cells
        beside = self.beside
        cells[0] = 0
        cells[1] = 0
        for direction in range(4):
            side = sides[picture * 4 + direction]
            other = beside & BESIDE_MASK
            beside >>= BESIDE_BITS
            rooms[direction] = -1
            joins[direction] = -1
            passages[direction] = -1
            if other:
                rooms[direction] = self.city.room_of((other >> 2) - 1)
                met = meeting(side, other & 3)
                if met == JOINED:
                    joins[direction] = parts[picture * 4 + direction]
                elif met == PASSAGE:
                    passages[direction] = parts[picture * 4 + direction]
            elif side >= OPEN:
                cells[parts[picture * 4 + direction]] += 1

    def join(self, piece: i64, part: i64) -> float:
        """Sum up the room that a part of the tile would belong to; what changes by the rooms that are no more."""
        city = self.city
        survey = self.survey
        rooms = self.rooms
        joins = self.joins
        tally = city.tables.tallies[piece * 2 + part]
        tally += city.tables.advisors[piece * 2 + part] << (ADVISOR_SHIFT + 8 * city.seat)
        cells = self.cells[part]
        neighbours: i64 = 0
        change = 0.0
        for direction in range(4):
            if joins[direction] == part and self.is_first(direction):
                room = rooms[direction]
                tally += city.tallies[room]
                cells += survey.facing[room] - 1
                neighbours += survey.beyond[room]
                change -= self.promise(room)
        own = own_value(tally)
        for direction in range(4):
            if joins[direction] == part and self.is_first(direction):
                room = rooms[direction]
                change += self.nudges[room] * as_float(own - survey.own[room])
        self.tallies[part] = tally
        self.cells[part] = cells
        self.own[part] = own
        self.neighbours[part] = neighbours
        return change

    def open_passage(self, direction: i64) -> None:
        """Let a part of the tile count a new neighbour, and be counted if that is the room of its other part."""
        part = self.passages[direction]
        room = self.rooms[direction]
        joined = self.part_joined(room)
        if joined == part or not self.is_new_passage(direction):
            return
        if joined < 0:
            self.neighbours[part] += self.survey.own[room]
        else:
            self.neighbours[part] += self.own[joined]
            self.neighbours[joined] += self.own[part]

    def change_beside(self, first: i64, room: i64) -> float:
        """What changes for an open room that does not join: ends may be closed, and passages appear."""
        is_closer = False
        more: i64 = 0
        for direction in range(first, 4):
            if self.rooms[direction] == room:
                if self.beside >> (direction * BESIDE_BITS) & 3 == OPEN:
                    is_closer = True
                if self.passages[direction] >= 0 and self.is_new_passage(direction):
                    more += self.own[self.passages[direction]]
        if not is_closer:
            return self.weights[room] * as_float(more)
        value = self.survey.own[room] + self.survey.beyond[room] + more
        return self.outlook(self.city.tallies[room], self.survey.facing[room] - 1, value) - self.promise(room)

    def is_first(self, direction: i64) -> bool:
        """Whether no direction before this one has the same room (and, if this one joins, joins it)."""
        rooms = self.rooms
        joins = self.joins
        room = rooms[direction]
        is_joining = joins[direction] >= 0
        for before in range(direction):
            if rooms[before] == room and (joins[before] >= 0 or not is_joining):
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
        """Whether a passage of the tile leads to a room that was no neighbour yet, of any room that joins."""
        part = self.passages[direction]
        room = self.rooms[direction]
        for other in range(4):
            if self.joins[other] == part and self.survey.known[self.rooms[other]] & BIT[room % SET_SIZE]:
                return False
            if other < direction and self.passages[other] == part and self.rooms[other] == room:
                return False
        return True
