"""Forbidden City for learning programs, in a compact form: the table, its open rooms, each legal placement in numbers.

Where `observation` shows a window of cells, this shows the consequences of laying the tile in hand: which rooms join,
what they hold, whom a closed room pays. Index `i` is the `i`-th legal action in ascending order, so an index has a
meaning only together with the row that describes it. There are `CANDIDATES` indices; later actions cannot be chosen.
"""

from __future__ import annotations

from typing import Final

from tianxia.engine.chance import Stream
from tianxia.engine.native import i64, u8, vec
from tianxia.engine.observation import MOST, cut
from tianxia.engine.position import Position
from tianxia.games.forbidden_city.environment.observation import FIGURES, SEATS, CitySpace
from tianxia.games.forbidden_city.evaluation.placement import Placement
from tianxia.games.forbidden_city.evaluation.survey import ZEROS, Survey, turns_left
from tianxia.games.forbidden_city.rules.packing import advisors_in, dragons_in, open_ends_in, tiles_in
from tianxia.games.forbidden_city.rules.position import (
    BESIDE_BITS,
    BESIDE_MASK,
    SET_ASIDE,
    SOCKET_MASK,
    CityPosition,
)
from tianxia.games.forbidden_city.rules.scoring import SHARE_BITS, SHARE_MASK, paid, shares_of
from tianxia.games.forbidden_city.rules.tables import ADVISOR_SHIFT, NO_DIAGONAL, OPEN, SOCKET_BITS, LookupTables

CANDIDATES: Final = 192  # for which there is room; programs never had more than 180, random games up to 247
ROOMS: Final = 32  # likewise, of open rooms; programs never had more than 23
COLOURS: Final = 3  # the number of colours that are distinguished
GAIN_STEPS: Final = 16.0  # gains and promises are written in sixteenths of a coin
ONE: Final = 1
ADVISORS: Final = ((1 << 8 * SEATS) - 1) << ADVISOR_SHIFT  # of a tally

# the numbers that describe an open room
ROOM: Final = 16
ROOM_COLOUR: Final = 0
ROOM_TILES: Final = 3
ROOM_DRAGONS: Final = 4
ROOM_CELLS: Final = 5
ROOM_ENDS: Final = 6
ROOM_BEYOND: Final = 7
ROOM_ADVISORS: Final = 8
ROOM_SHARES: Final = 12

# the numbers that describe the room that a part of the tile would belong to
PART: Final = 30
PART_IS_THERE: Final = 0
PART_COLOUR: Final = 1
PART_JOINED: Final = 4  # rooms
PART_TILES: Final = 5
PART_DRAGONS: Final = 6
PART_CELLS: Final = 7  # free cells that keep it open
PART_CLOSED: Final = 8  # none, one, two of them
PART_BEYOND: Final = 11  # the value of its neighbours
PART_ADVISORS: Final = 12  # by seat
PART_SHARES: Final = 16
PART_COINS: Final = 20  # if it is closed
PART_NEAR: Final = 24  # other rooms of the colour that face the same free cells
PART_NEAR_TILES: Final = 25
PART_NEAR_OWN: Final = 26  # advisors there of the seat to move
PART_NEAR_OTHERS: Final = 27  # and of the others
PART_NARROW: Final = 28  # sides of its new free cells that are taken
PART_OWN: Final = 29  # its own value

# the numbers that describe a candidate
GAIN: Final = 0  # what the evaluation expects of it, where that is positive
LOSS: Final = 1  # and where it is negative
SETS_ASIDE: Final = 2
BESIDE_CLOSED: Final = 3  # rooms beside, that do not join: how many are closed, and what that pays each seat
BESIDE_COINS: Final = 4
BESIDE_BLUNTED: Final = 8  # how many lose a free cell and stay open, by whether the seat to move is paid most there
BESIDE_LEFT_ONE: Final = 10  # likewise: those with one free cell left
PARTS: Final = 12
CANDIDATE: Final = PARTS + 2 * PART


class CandidateSpace(CitySpace):
    """Observations and actions of Forbidden City: candidates instead of a window."""

    __slots__ = ("at_candidates", "at_promises", "at_rooms")

    at_promises: i64
    at_rooms: i64
    at_candidates: i64

    def __init__(self, tables: LookupTables) -> None:
        super().__init__(tables)

    def declare(self) -> None:
        tiles = int(self.tiles)
        self.kept = 0
        self.at_hand = self.flags("hand", [tiles], "the tile in hand")
        self.at_sides = self.flags("hand sides", [int(self.looks)], "how the tile in hand looks unturned")
        self.at_figures = self.part(
            "hand figures", [FIGURES], 3, 3, "advisors in its first room and its second; dragons in both"
        )
        self.at_unseen = self.flags(
            "unseen", [SEATS, tiles], "the seat has the tile in its stack, or in its hand if that is hidden"
        )
        self.at_to_lay = self.part("to lay", [SEATS], MOST, 28, "tiles that the seat has still to lay")
        self.at_coins = self.part("coins", [SEATS], MOST, 50, "coins of the seat")
        self.at_to_move = self.flags("to move", [SEATS], "whether the seat is to move")
        self.at_seat = self.flags("seat", [SEATS], "which seat observes, as the game counts")
        self.at_players = self.flags("players", [SEATS], "whether the seat is played")
        self.at_promises = self.part("promises", [SEATS], MOST, 30, "coins that open rooms promise the seat")
        self.at_rooms = self.part("rooms", [ROOMS, ROOM], MOST, 8, "open rooms, in any order")
        self.at_candidates = self.part(
            "candidates", [CANDIDATES, CANDIDATE], MOST, 8, "what each legal action of the seat to move would change"
        )
        self.group("candidate", [CANDIDATES], "the legal action of that number, as they ascend")
        self.end_of_actions()

    # ---- actions

    def frame(self, position: Position) -> i64:
        return 0

    def index_among(self, position: Position, action: i64, frame: i64) -> i64:
        actions = position.legal_actions()
        for index in range(len(actions)):
            if actions[index] == action and index < CANDIDATES:
                return index
        return -1

    def indices_of(self, position: Position, actions: vec[i64]) -> vec[i64]:
        return vec[i64]([index if index < CANDIDATES else -1 for index in range(len(actions))])

    def index_inside(self, action: i64, frame: i64) -> i64:
        raise NotImplementedError

    def action_inside(self, index: i64, frame: i64) -> i64:
        raise NotImplementedError

    def legal_action_at(self, position: Position, index: i64, frame: i64) -> i64:
        assert isinstance(position, CityPosition)
        fits = self.tables.fits
        row = position.hand(position.seat) * self.tables.sockets
        left = index
        for entry in position.frontier:
            turns = fits[row + (entry & SOCKET_MASK)]
            for turn in range(4):
                if turns >> turn & 1:
                    if left == 0:
                        return (entry >> SOCKET_BITS << 2) + turn
                    left -= 1
        return SET_ASIDE if left == index == 0 else -1

    def action_at(self, position: Position, index: i64) -> i64:
        if index < 0 or index >= CANDIDATES or position.over or position.awaits_chance:
            return -1
        return self.legal_action_at(position, index, 0)

    def first_outside(self, position: Position) -> i64:
        return -1

    def write_inside(self, position: Position, frame: i64, into: vec[u8], at: i64) -> i64:
        """Set a 1 for each candidate; returns their number. The fast twin of going through `legal_actions`."""
        assert isinstance(position, CityPosition)
        if position.over or position.awaits_chance:
            return 0
        fits = self.tables.fits
        row = position.hand(position.seat) * self.tables.sockets
        count: i64 = 0
        for entry in position.frontier:
            turns = fits[row + (entry & SOCKET_MASK)]
            count += (turns & 1) + (turns >> 1 & 1) + (turns >> 2 & 1) + (turns >> 3)
        if count == 0:
            count = 1
        if count > CANDIDATES:
            count = CANDIDATES
        for index in range(count):
            into[at + index] = ONE
        return count

    def random_index(self, position: Position, frame: i64, found: i64, stream: Stream) -> i64:
        return stream.below(found)

    # ---- what a seat sees

    def write_frame(self, position: Position, seat: i64, frame: i64, shown: i64, into: vec[u8], at: i64) -> i64:
        assert isinstance(position, CityPosition)
        self.write_tiles(position, seat, into, at)
        if position.over or position.awaits_chance:
            return 0
        if seat == position.seat:
            placement = Placement(position)
            self.write_open_rooms(placement.survey, seat, into, at)
            self.write_candidates(placement, into, at + self.at_candidates)
        else:
            self.write_open_rooms(Survey(position, turns_left(position) - 1), seat, into, at)
        return 0

    def write_open_rooms(self, survey: Survey, seat: i64, into: vec[u8], at: i64) -> None:
        city = survey.city
        promises = survey.promises()
        colours = colours_of_rooms(city)
        owner = seat
        for number in range(city.players):
            into[at + self.at_promises + number] = cut(i64(promises[owner]))
            owner += 1
            if owner == city.players:
                owner = 0
        place = at + self.at_rooms
        count: i64 = 0
        for room in range(len(survey.facing)):
            if survey.facing[room] and count < ROOMS:
                tally = city.tallies[room]
                write_colour(colours[room], into, place + ROOM_COLOUR)
                into[place + ROOM_TILES] = cut(tiles_in(tally))
                into[place + ROOM_DRAGONS] = cut(dragons_in(tally))
                into[place + ROOM_CELLS] = cut(survey.facing[room])
                into[place + ROOM_ENDS] = cut(open_ends_in(tally))
                into[place + ROOM_BEYOND] = cut(survey.beyond[room])
                write_claims(tally, seat, city.players, into, place + ROOM_ADVISORS)
                place += ROOM
                count += 1

    # ---- candidates

    def write_candidates(self, placement: Placement, into: vec[u8], at: i64) -> None:
        city = placement.city
        fits = self.tables.fits
        tile = city.hand(city.seat)
        row = tile * self.tables.sockets
        end = at + CANDIDATES * CANDIDATE
        first = at
        for place in range(len(city.frontier)):
            turns = fits[row + (city.frontier[place] & SOCKET_MASK)]
            if turns:
                for turn in range(4):
                    if turns >> turn & 1 and at < end:
                        self.write_candidate(placement, place, tile * 4 + turn, into, at)
                        at += CANDIDATE
        if at == first:
            into[at + SETS_ASIDE] = ONE

    def write_candidate(self, placement: Placement, place: i64, picture: i64, into: vec[u8], at: i64) -> None:
        gain = placement.gain(place, picture) * GAIN_STEPS
        if gain >= 0.0:
            into[at + GAIN] = cut(i64(gain))
        else:
            into[at + LOSS] = cut(i64(-gain))
        self.write_part(placement, 0, into, at + PARTS)
        if self.tables.diagonal[picture >> 2] != NO_DIAGONAL:
            self.write_part(placement, 1, into, at + PARTS + PART)
        rooms = placement.rooms
        joins = placement.joins
        facing = placement.survey.facing
        for direction in range(4):
            room = rooms[direction]
            if room >= 0 and joins[direction] < 0 and facing[room] and placement.stays_apart(direction):
                self.write_beside(placement, direction, room, into, at)

    def write_part(self, placement: Placement, part: i64, into: vec[u8], at: i64) -> None:
        """Write the numbers of the room that a part of the tile would belong to."""
        city = placement.city
        tally = placement.tallies[part]
        cells = placement.cells[part]
        value = placement.own[part] + placement.neighbours[part]
        joined: i64 = 0
        joins = placement.joins
        for direction in range(4):
            if joins[direction] == part and placement.is_first(direction):
                joined += 1
        into[at + PART_IS_THERE] = ONE
        into[at + PART_JOINED] = cut(joined)
        into[at + PART_TILES] = cut(tiles_in(tally))
        into[at + PART_DRAGONS] = cut(dragons_in(tally))
        into[at + PART_CELLS] = cut(cells)
        if cells < 3:
            into[at + PART_CLOSED + cells] = ONE
        into[at + PART_BEYOND] = cut(placement.neighbours[part])
        into[at + PART_OWN] = cut(placement.own[part])
        write_claims(tally, city.seat, city.players, into, at + PART_ADVISORS)
        if cells == 0:
            add_coins(tally, value, city.seat, city.players, into, at + PART_COINS)
        self.write_reach(placement, part, into, at)

    def write_reach(self, placement: Placement, part: i64, into: vec[u8], at: i64) -> None:
        """Write the free cells that the part faces, and the rooms that could join there."""
        city = placement.city
        sides = self.tables.sides
        parts = self.tables.parts
        free_cells = placement.free_cells
        first_end = placement.picture * 4
        first_cell = placement.place * 4
        around = placement.beside
        colour: i64 = -1
        for direction in range(4):
            side = sides[first_end + direction]
            if side < OPEN or parts[first_end + direction] != part:
                continue
            colour = side - OPEN
            if around >> (direction * BESIDE_BITS) & BESIDE_MASK:
                continue
            there = free_cells[first_cell + direction]
            if there < 0:
                continue
            beside = city.beside[there]
            socket = city.frontier[there] & SOCKET_MASK
            for other_direction in range(4):
                other = beside >> (other_direction * BESIDE_BITS) & BESIDE_MASK
                if other:
                    into[at + PART_NARROW] += ONE
                if other & 3 == OPEN and self.tables.demand(socket, other_direction) == colour + 1:
                    room = city.room_of((other >> 2) - 1)
                    if placement.part_joined(room) != part:
                        self.write_near(city, room, into, at)
        write_colour(colour, into, at + PART_COLOUR)

    def write_near(self, city: CityPosition, room: i64, into: vec[u8], at: i64) -> None:
        tally = city.tallies[room]
        others: i64 = 0
        for seat in range(city.players):
            if seat != city.seat:
                others += advisors_in(tally, seat)
        into[at + PART_NEAR] += ONE
        add(tiles_in(tally), into, at + PART_NEAR_TILES)
        add(advisors_in(tally, city.seat), into, at + PART_NEAR_OWN)
        add(others, into, at + PART_NEAR_OTHERS)

    def write_beside(self, placement: Placement, first: i64, room: i64, into: vec[u8], at: i64) -> None:
        """Write the change of an open room that does not join, but loses a free cell: the twin of `change_beside`."""
        city = placement.city
        is_closer = False
        more: i64 = 0
        if placement.is_tangled:
            more = placement.more[first]
        for direction in range(first, 4):
            if placement.rooms[direction] == room:
                if placement.beside >> (direction * BESIDE_BITS) & 3 == OPEN:
                    is_closer = True
                if placement.passages[direction] >= 0 and placement.is_new_passage(direction):
                    more += placement.own[placement.passages[direction]]
        if not is_closer:
            return
        survey = placement.survey
        tally = city.tallies[room]
        cells = survey.facing[room] - 1
        if cells == 0:
            value = survey.own[room] + survey.beyond[room] + more
            into[at + BESIDE_CLOSED] += ONE
            add_coins(tally, value, city.seat, city.players, into, at + BESIDE_COINS)
            return
        shares = shares_of(tally, city.players)
        other: i64 = 1
        if shares >> (SHARE_BITS * city.seat) & SHARE_MASK > 1:
            other = 0
        into[at + BESIDE_BLUNTED + other] += ONE
        if cells == 1:
            into[at + BESIDE_LEFT_ONE + other] += ONE


def colours_of_rooms(city: CityPosition) -> vec[i64]:
    """Room -> its colour; 0 for rooms that are closed."""
    found = ZEROS[: len(city.parents)]
    tables = city.tables
    for place in range(len(city.beside)):
        beside = city.beside[place]
        socket = city.frontier[place] & SOCKET_MASK
        for direction in range(4):
            other = beside >> (direction * BESIDE_BITS) & BESIDE_MASK
            if other & 3 == OPEN:
                found[city.room_of((other >> 2) - 1)] = tables.demand(socket, direction) - 1
    return found


def write_colour(colour: i64, into: vec[u8], at: i64) -> None:
    if colour >= 0 and colour < COLOURS:
        into[at + colour] = ONE


def write_claims(tally: i64, seat: i64, players: i64, into: vec[u8], at: i64) -> None:
    """Write the advisors of each seat in a room, then the seat's share of its value: all (2), half (1) or nothing."""
    if not tally & ADVISORS:
        return
    shares = shares_of(tally, players)
    owner = seat
    for number in range(players):
        into[at + number] = cut(advisors_in(tally, owner))
        into[at + SEATS + number] = cut(shares >> (SHARE_BITS * owner) & SHARE_MASK)
        owner += 1
        if owner == players:
            owner = 0


def add_coins(tally: i64, value: i64, seat: i64, players: i64, into: vec[u8], at: i64) -> None:
    """Write the coins that a closed room pays each seat."""
    if not tally & ADVISORS:
        return
    shares = shares_of(tally, players)
    owner = seat
    for number in range(players):
        add(paid(value, shares >> (SHARE_BITS * owner) & SHARE_MASK), into, at + number)
        owner += 1
        if owner == players:
            owner = 0


def add(number: i64, into: vec[u8], at: i64) -> None:
    into[at] = cut(i64(into[at]) + number)
