"""A survey of the palace: what open rooms promise, and what laying a tile would change, without laying it."""

from __future__ import annotations

from typing import Final

from tianxia.engine.native import append, i64, vec
from tianxia.engine.sets import BIT
from tianxia.games.forbidden_city.rules import BESIDE_BITS, BESIDE_MASK, LEFT_OVER, CityPosition
from tianxia.games.forbidden_city.scoring import (
    ALL,
    HALF,
    SHARE_BITS,
    SHARE_MASK,
    last_coins,
    own_value,
    paid,
    shares_of,
)
from tianxia.games.forbidden_city.tables import ADVISOR_SHIFT, ARCHWAY, JOINED, NO_DIAGONAL, OPEN, PASSAGE, meeting

MOST_CELLS: Final = 5  # rooms that more free cells keep open are judged like those
OPEN_SIDES: Final = sum(2 << (direction * BESIDE_BITS) for direction in range(4))
SET: Final = 62
MOST_COINS: Final = 1023
FLOATS: Final = vec[float]([float(coins) for coins in range(MOST_COINS + 1)])  # mypyc turns an i64 into a float slowly


class Survey:
    __slots__ = (
        "beyond",
        "cells",
        "city",
        "closing",
        "dials",
        "doors_near",
        "facing",
        "joins",
        "known",
        "near",
        "nudges",
        "own",
        "part_beyond",
        "part_cells",
        "part_own",
        "part_tally",
        "pulls",
        "standing",
        "weights",
    )

    city: CityPosition
    dials: vec[float]
    closing: vec[float]  # free cells that keep a room open -> how likely it closes before the end
    facing: vec[i64]  # room -> free cells that its open ends face
    beyond: vec[i64]  # room -> the value of the rooms that passages lead to
    known: vec[i64]  # room -> set of those, by their number modulo 62
    own: vec[i64]
    standing: vec[float]  # seat -> coins it can expect
    pulls: vec[float]  # seat -> what a coin of its is worth to the seat to move
    weights: vec[float]  # room -> what a coin more of its value is worth to the seat to move
    nudges: vec[float]  # room -> the same of the value that it lends to its neighbours
    near: vec[i64]  # direction -> room
    joins: vec[i64]  # direction -> part or -1
    doors_near: vec[i64]
    part_tally: vec[i64]
    part_cells: vec[i64]
    part_beyond: vec[i64]
    part_own: vec[i64]

    def __init__(self, city: CityPosition, dials: vec[float], left: i64) -> None:
        self.city = city
        self.dials = dials
        turns = FLOATS[left] * FLOATS[left]
        self.closing = vec[float]([1.0])
        for cells in range(1, MOST_CELLS + 1):
            self.closing = append(self.closing, turns / (turns + dials[cells] * dials[cells]))
        size = len(city.parents)
        self.facing = vec[i64]([0 for _ in range(size)])
        self.beyond = vec[i64]([0 for _ in range(size)])
        self.known = vec[i64]([0 for _ in range(size)])
        self.find_open_rooms()
        self.find_neighbours()
        self.standing = vec[float]([])
        for coins in city.coins:
            self.standing = append(self.standing, float(coins))
        self.pulls = vec[float]([])
        self.weights = vec[float]([])
        self.nudges = vec[float]([])
        self.near = vec[i64]([])
        self.joins = vec[i64]([])
        self.doors_near = vec[i64]([])
        self.part_tally = vec[i64]([])
        self.part_cells = vec[i64]([])
        self.part_beyond = vec[i64]([])
        self.part_own = vec[i64]([])
        self.add_promises()

    def find_open_rooms(self) -> None:
        city = self.city
        facing = self.facing
        for beside in city.beside:
            if not beside & OPEN_SIDES:
                continue
            a: i64 = -1
            b: i64 = -1
            c: i64 = -1
            for direction in range(4):
                other = beside >> (direction * BESIDE_BITS) & BESIDE_MASK
                if other & 3 == OPEN:
                    room = city.room_of((other >> 2) - 1)
                    if room != a and room != b and room != c:
                        facing[room] += 1
                        c = b
                        b = a
                        a = room

    def find_neighbours(self) -> None:
        city = self.city
        beyond = self.beyond
        known = self.known
        tallies = city.tallies
        for door in city.doors:
            one = city.room_of(door >> 9)
            two = city.room_of(door & 511)
            if one != two and not known[one] & BIT[two % SET]:
                known[one] |= BIT[two % SET]
                known[two] |= BIT[one % SET]
                beyond[one] += own_value(tallies[two])
                beyond[two] += own_value(tallies[one])

    def add_promises(self) -> None:
        facing = self.facing
        tallies = self.city.tallies
        standing = self.standing
        for room in range(len(facing)):
            if facing[room]:
                tally = tallies[room]
                value = coins_of(own_value(tally) + self.beyond[room]) * self.chance(facing[room])
                shares = shares_of(tally, self.city.players)
                for seat in range(len(standing)):
                    standing[seat] += value * self.claim(tally, shares, seat)

    def chance(self, cells: i64) -> float:
        if cells > MOST_CELLS:
            return self.closing[MOST_CELLS]
        return self.closing[cells]

    def claim(self, tally: i64, shares: i64, seat: i64) -> float:
        """What a seat can hope to get of a room."""
        share = shares >> (SHARE_BITS * seat) & SHARE_MASK
        if share == ALL:
            return self.dials[6]
        if share == HALF:
            return self.dials[7]
        if tally >> (ADVISOR_SHIFT + 8 * seat) & 255:
            return self.dials[8]
        return self.dials[9]

    def pull(self, tally: i64) -> float:
        shares = shares_of(tally, self.city.players)
        total = 0.0
        for seat in range(len(self.pulls)):
            total += self.pulls[seat] * self.claim(tally, shares, seat)
        return total

    def payment(self, tally: i64, value: i64) -> float:
        shares = shares_of(tally, self.city.players)
        total = 0.0
        for seat in range(len(self.pulls)):
            share = shares >> (SHARE_BITS * seat) & SHARE_MASK
            if share:
                total += self.pulls[seat] * coins_of(paid(value, share))
        return total

    # ---- laying a tile

    def prepare(self) -> None:
        city = self.city
        seat = city.seat
        best: i64 = 0 if seat else 1
        for other in range(city.players):
            if other != seat and self.standing[other] > self.standing[best]:
                best = other
        rivals = FLOATS[city.players - 1]
        for other in range(city.players):
            pull = 1.0
            if other != seat:
                pull = -0.5 / rivals
                if other == best:
                    pull -= 0.5
            self.pulls = append(self.pulls, pull)
        size = len(self.facing)
        facing = self.facing
        tallies = city.tallies
        self.weights = vec[float]([0.0 for _ in range(size)])
        self.nudges = vec[float]([0.0 for _ in range(size)])
        self.own = vec[i64]([0 for _ in range(size)])
        weights = self.weights
        own = self.own
        for room in range(size):
            own[room] = own_value(tallies[room])
            if facing[room]:
                weights[room] = self.chance(facing[room]) * self.pull(tallies[room])
        nudges = self.nudges
        for door in city.doors:
            one = city.room_of(door >> 9)
            two = city.room_of(door & 511)
            nudges[one] += weights[two]
            nudges[two] += weights[one]
        self.near = vec[i64]([0, 0, 0, 0])
        self.joins = vec[i64]([0, 0, 0, 0])
        self.doors_near = vec[i64]([0, 0, 0, 0])
        self.part_tally = vec[i64]([0, 0])
        self.part_cells = vec[i64]([0, 0])
        self.part_beyond = vec[i64]([0, 0])
        self.part_own = vec[i64]([0, 0])

    def gain(self, place: i64, picture: i64) -> float:
        """What laying a picture on a place of the frontier changes for the seat to move."""
        city = self.city
        piece = picture >> 2
        parts: i64 = 1
        if city.tables.diagonal[piece] != NO_DIAGONAL:
            parts = 2
        self.meet(city.beside[place], picture)
        total = 0.0
        for part in range(parts):
            total -= self.gather(piece, part)
        self.open_doors(parts, city.tables.diagonal[piece] == ARCHWAY)
        for part in range(parts):
            total += self.promise(
                self.part_tally[part], self.part_cells[part], self.part_own[part] + self.part_beyond[part]
            )
        return total + self.change_around(city.beside[place])

    def meet(self, beside: i64, picture: i64) -> None:
        """Who joins, and where passages appear."""
        tables = self.city.tables
        self.part_cells[0] = 0
        self.part_cells[1] = 0
        for direction in range(4):
            side = tables.sides[picture * 4 + direction]
            part = tables.parts[picture * 4 + direction]
            other = beside >> (direction * BESIDE_BITS) & BESIDE_MASK
            self.near[direction] = -1
            self.joins[direction] = -1
            self.doors_near[direction] = -1
            if other:
                self.near[direction] = self.city.room_of((other >> 2) - 1)
                met = meeting(side, other & 3)
                if met == JOINED:
                    self.joins[direction] = part
                elif met == PASSAGE:
                    self.doors_near[direction] = part
            elif side >= OPEN:
                self.part_cells[part] += 1

    def joined(self, room: i64, directions: i64) -> i64:
        """The part that joins a room, among the first directions, or -1."""
        for direction in range(directions):
            if self.near[direction] == room and self.joins[direction] >= 0:
                return self.joins[direction]
        return -1

    def gather(self, piece: i64, part: i64) -> float:
        """Merge what joins one part; what those rooms promised before."""
        city = self.city
        tables = city.tables
        tally = tables.tallies[piece * 2 + part]
        tally += tables.advisors[piece * 2 + part] << (ADVISOR_SHIFT + 8 * city.seat)
        cells = self.part_cells[part]
        beyond: i64 = 0
        before = 0.0
        for direction in range(4):
            room = self.near[direction]
            if self.joins[direction] == part and self.joined(room, direction) < 0:
                tally += city.tallies[room]
                cells += self.facing[room] - 1
                beyond += self.beyond[room]
                before += self.weights[room] * coins_of(self.own[room] + self.beyond[room])
        own = own_value(tally)
        for direction in range(4):
            room = self.near[direction]
            if self.joins[direction] == part and self.joined(room, direction) < 0:
                before -= self.nudges[room] * coins_of(own - self.own[room])
        self.part_tally[part] = tally
        self.part_cells[part] = cells
        self.part_beyond[part] = beyond
        self.part_own[part] = own
        return before

    def open_doors(self, parts: i64, diagonal: bool) -> None:
        if diagonal:
            self.part_beyond[0] += self.part_own[1]
            self.part_beyond[1] += self.part_own[0]
        for direction in range(4):
            part = self.doors_near[direction]
            if part < 0:
                continue
            room = self.near[direction]
            joined = self.joined(room, 4)
            if joined == part or self.is_known(part, room, direction):
                continue
            if joined < 0:
                self.part_beyond[part] += self.own[room]
            else:
                self.part_beyond[part] += self.part_own[joined]
                self.part_beyond[joined] += self.part_own[part]

    def is_known(self, part: i64, room: i64, directions: i64) -> bool:
        """Whether a passage leads from a part to a room already."""
        for direction in range(4):
            if self.joins[direction] == part and self.known[self.near[direction]] & BIT[room % SET]:
                return True
        for direction in range(directions):
            if self.doors_near[direction] == part and self.near[direction] == room:
                return True
        return False

    def promise(self, tally: i64, cells: i64, value: i64) -> float:
        if cells == 0:
            return self.payment(tally, value)
        return self.chance(cells) * self.pull(tally) * coins_of(value)

    def change_around(self, beside: i64) -> float:
        """What changes for rooms that do not join: an end may be closed, a passage appear."""
        total = 0.0
        for direction in range(4):
            room = self.near[direction]
            if room < 0 or not self.facing[room] or self.joined(room, 4) >= 0 or self.was_near(room, direction):
                continue
            ends = False
            more: i64 = 0
            for other in range(direction, 4):
                if self.near[other] == room:
                    if beside >> (other * BESIDE_BITS) & 3 == OPEN:
                        ends = True
                    part = self.doors_near[other]
                    if part >= 0 and not self.is_known(part, room, other):
                        more += self.part_own[part]
            value = self.own[room] + self.beyond[room]
            if ends:
                total += self.promise(self.city.tallies[room], self.facing[room] - 1, value + more)
                total -= self.weights[room] * coins_of(value)
            else:
                total += self.weights[room] * coins_of(more)
        return total

    def was_near(self, room: i64, directions: i64) -> bool:
        for direction in range(directions):
            if self.near[direction] == room:
                return True
        return False


def coins_of(coins: i64) -> float:
    if coins > MOST_COINS:
        return FLOATS[MOST_COINS]
    return FLOATS[coins]


def turns_left(city: CityPosition) -> i64:
    return (city.stack_size - LEFT_OVER - city.lap) * city.players - city.seat


def last_tiles(city: CityPosition, seat: i64) -> float:
    """What a seat can expect of the two tiles that are left in the end."""
    total: i64 = 0
    first = city.top(seat)
    for place in range(first, city.stack_size):
        total += last_coins(city.tables, city.stacks[seat * city.stack_size + place])
    return coins_of(total * LEFT_OVER) / coins_of(city.stack_size - first)
