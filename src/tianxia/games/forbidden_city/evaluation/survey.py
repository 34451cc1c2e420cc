"""A survey of the palace: the open rooms, and the coins that they promise to the seats.

An open room promises its present value to the seats that it would pay: less if more free cells keep it open, less if
fewer turns are left, and less than all even to the leader, since others may come in. The figures were fitted in
thousands of games between programs, to the coins that rooms paid in the end.
"""

from __future__ import annotations

from typing import Final

from tianxia.engine.bitsets import BIT
from tianxia.engine.native import append, i64, vec
from tianxia.games.forbidden_city.rules.packing import advisors_in
from tianxia.games.forbidden_city.rules.position import BESIDE_BITS, BESIDE_MASK, LEFT_OVER, CityPosition
from tianxia.games.forbidden_city.rules.scoring import (
    ALL,
    HALF,
    SHARE_BITS,
    SHARE_MASK,
    last_coins,
    own_value,
    shares_of,
)
from tianxia.games.forbidden_city.rules.tables import OPEN

# Number of free cells that keep a room open, from 1 -> the turns left at which half of such rooms get closed.
TURNS_TO_CLOSE: Final = vec[float]([1.0, 4.5, 13.0, 20.0, 30.0, 40.0])
MOST_CELLS: Final = 5  # rooms that more cells keep open are judged like those

# The part of a room's value that a seat can count on:
LEADS: Final = vec[float]([0.0, 0.67, 0.75, 0.88])  # for the leader, by how many advisors it is ahead
FAR_AHEAD: Final = 3
SHARES_HALF: Final = 0.44

OPEN_SIDES: Final = OPEN * (1 + (1 << BESIDE_BITS) + (1 << 2 * BESIDE_BITS) + (1 << 3 * BESIDE_BITS))  # around a cell
SET_SIZE: Final = 62
MOST_PARTS: Final = 1024  # more than the tiles of four seats can show
ZEROS: Final = vec[i64]([0 for _ in range(MOST_PARTS)])  # to be copied: mypyc fills a new vector slowly
NOUGHTS: Final = vec[float]([0.0 for _ in range(MOST_PARTS)])
MOST_COINS: Final = 1023
COINS: Final = vec[float]([float(coins) for coins in range(MOST_COINS + 1)])


class Survey:
    """The open rooms of a position, with their free cells and neighbours."""

    __slots__ = ("beyond", "city", "closing", "contested", "doors", "facing", "known", "own")

    city: CityPosition
    closing: vec[float]  # free cells that keep a room open -> how likely it is to be closed in time
    facing: vec[i64]  # room -> free cells that its open ends face; 0 where it is closed, and for parts that are no room
    own: vec[i64]  # room -> the value of its own tiles and dragons
    beyond: vec[i64]  # room -> the value of the rooms that passages lead to
    known: vec[i64]  # room -> set of those rooms, by their numbers modulo 62: quick to ask, see `are_neighbours`
    doors: vec[i64]  # pairs of neighbours, each once: room << 9 | room
    contested: vec[i64]  # places in the frontier of the cells that several rooms face, ascending

    def __init__(self, city: CityPosition, turns: i64) -> None:
        self.city = city
        self.closing = chances_to_close(turns)
        size = len(city.parents)
        self.facing = ZEROS[:size]
        self.own = ZEROS[:size]
        self.beyond = ZEROS[:size]
        self.known = ZEROS[:size]
        self.doors = vec[i64]([])
        self.contested = vec[i64]([])
        own = self.own
        tallies = city.tallies
        for room in range(size):
            own[room] = own_value(tallies[room])
        self.find_open_rooms()
        self.find_neighbours()

    def find_open_rooms(self) -> None:
        """Count the free cells of every room; a cell counts once, however many open ends face it."""
        city = self.city
        facing = self.facing
        contested = vec[i64]([])
        around = city.beside
        for place in range(len(around)):
            beside = around[place]
            if not beside & OPEN_SIDES:
                continue
            first: i64 = -1
            second: i64 = -1
            third: i64 = -1
            for direction in range(4):
                other = beside >> (direction * BESIDE_BITS) & BESIDE_MASK
                if other & 3 == OPEN:
                    room = city.room_of((other >> 2) - 1)
                    if room != first and room != second and room != third:
                        facing[room] += 1
                        third = second
                        second = first
                        first = room
            if second >= 0:
                contested = append(contested, place)
        self.contested = contested

    def find_neighbours(self) -> None:
        """Sum up the neighbours of each room, all at once: the fast twin of `CityPosition.room_value`."""
        city = self.city
        own = self.own
        beyond = self.beyond
        known = self.known
        doors = vec[i64]([])
        for door in city.doors:
            one = city.room_of(door >> 9)
            two = city.room_of(door & 511)
            if one != two and not (known[one] & BIT[two % SET_SIZE] and has_pair(doors, one, two)):
                doors = append(doors, one << 9 | two)
                known[one] |= BIT[two % SET_SIZE]
                known[two] |= BIT[one % SET_SIZE]
                beyond[one] += own[two]
                beyond[two] += own[one]
        self.doors = doors

    def are_neighbours(self, one: i64, two: i64) -> bool:
        """Whether a passage leads from one room to another."""
        return (self.known[one] & BIT[two % SET_SIZE]) != 0 and has_pair(self.doors, one, two)

    def chance_to_close(self, cells: i64) -> float:
        if cells > MOST_CELLS:
            return self.closing[MOST_CELLS]
        return self.closing[cells]

    def promises(self) -> vec[float]:
        """Seat -> the coins that it can expect from all open rooms."""
        city = self.city
        facing = self.facing
        found = NOUGHTS[: city.players]
        for room in range(len(facing)):
            if facing[room]:
                tally = city.tallies[room]
                value = as_float(self.own[room] + self.beyond[room]) * self.chance_to_close(facing[room])
                shares = shares_of(tally, city.players)
                for seat in range(city.players):
                    share = shares >> (SHARE_BITS * seat) & SHARE_MASK
                    found[seat] += value * claim(tally, share, seat, city.players)
        return found


def has_pair(doors: vec[i64], one: i64, two: i64) -> bool:
    """Whether two rooms are among pairs of neighbours."""
    for door in doors:
        if door == one << 9 | two or door == two << 9 | one:
            return True
    return False


def claim(tally: i64, share: i64, seat: i64, players: i64) -> float:
    """The part of a room's value that a seat can count on, if it would be paid this share."""
    if share == ALL:
        return LEADS[lead_of(tally, seat, players)]
    if share == HALF:
        return SHARES_HALF
    return 0.0


def lead_of(tally: i64, seat: i64, players: i64) -> i64:
    """The lead in advisors of the leader of a room over the next seat, at most 3."""
    lead: i64 = FAR_AHEAD
    mine = advisors_in(tally, seat)
    for other in range(players):
        ahead = mine - advisors_in(tally, other)
        if other != seat and ahead < lead:
            lead = ahead
    return lead


def chances_to_close(turns: i64) -> vec[float]:
    """Number of free cells that keep a room open -> the chance that it will be closed in the `turns` left."""
    found = vec[float]([])
    square = as_float(turns) * as_float(turns)
    for turns_to_close in TURNS_TO_CLOSE:
        found = append(found, square / (square + turns_to_close * turns_to_close))
    return found


def turns_left(city: CityPosition) -> i64:
    """The number of tiles still to be laid by all seats together."""
    return (city.stack_size - LEFT_OVER - city.lap) * city.players - city.seat


def last_tiles(city: CityPosition, seat: i64) -> float:
    """The expected coins of a seat for the two tiles left at the end: the average over the tiles it has not drawn."""
    coins: i64 = 0
    first = city.top(seat)
    for place in range(first, city.stack_size):
        coins += last_coins(city.tables, city.stacks[seat * city.stack_size + place])
    return as_float(coins * LEFT_OVER) / as_float(city.stack_size - first)


def as_float(coins: i64) -> float:
    """A small number as a float, from a table: mypyc makes an object on the way from one to the other."""
    if coins > MOST_COINS:
        return COINS[MOST_COINS]
    return COINS[coins]
