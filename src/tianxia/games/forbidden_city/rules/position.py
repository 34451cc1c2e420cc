"""Forbidden City, by Reiner Knizia (Jumbo, 2018): the rules.

    a turn    lay the tile in hand on a free cell beside a laid one, turned any way; set it aside where it fits nowhere
    then      rooms that closed are paid; the next tile of the stack is drawn
    the end   two tiles of each seat are left: they are turned over and paid

Rooms are kept up to date by merging sets of parts; the free cells beside laid ones are kept sorted, each with what it
demands of a tile. So nothing is searched when a tile is laid. `words/en/rules/forbidden-city.md` has the rulings.
"""

from __future__ import annotations

from typing import Final

from tianxia.engine.chance import Stream, check_seed, shuffle, stream_of
from tianxia.engine.fingerprint import START, mix, mix_all
from tianxia.engine.native import append, i64, pop, vec
from tianxia.engine.position import Position
from tianxia.engine.vectors import first_not_below, insert_at, sort_between
from tianxia.games.forbidden_city.rules.packing import advisors_in, dragons_in, face_of, pack_cell, tiles_in
from tianxia.games.forbidden_city.rules.scoring import (
    SHARE_BITS,
    SHARE_MASK,
    last_coins,
    own_value,
    paid,
    shares_of,
)
from tianxia.games.forbidden_city.rules.tables import (
    ADVISOR_SHIFT,
    ARCHWAY,
    COUNTED,
    EAST,
    JOINED,
    NO_DIAGONAL,
    NORTH,
    OPEN,
    OPEN_END,
    OPEN_ENDS,
    PAID,
    PASSAGE,
    SOCKET_BITS,
    SOUTH,
    TILE,
    WEST,
    LookupTables,
    meeting,
)

# sources of coins, for the ledger
ROOM: Final = 0  # where: the spot laid
LAST_TILES: Final = 1  # where: the tile

# notes for the journal
LAID: Final = 0  # seat, tile, turn, spot
SET_ASIDE_HAPPENED: Final = 1  # seat, tile
CLOSED: Final = 2  # room, tiles, dragons, value, spot
NEIGHBOUR: Final = 3  # room, tiles, dragons: one for each room that was counted with the one just closed

# A spot is a cell of the table as one number: rows of 512 cells, the temple in the middle.
ROW: Final = 512
TEMPLE: Final = 256 * ROW + 256
STEP: Final = vec[i64]([-ROW, 1, ROW, -1])  # direction -> to the next spot
START_SPOTS: Final = vec[i64]([TEMPLE + y * ROW + x for y in range(-1, 2) for x in range(-1, 2)])

# An action is a spot and a turn, or:
SET_ASIDE: Final = 1 << 20

NOBODY: Final = 4  # the owner of the start tile's cells
LEFT_OVER: Final = 2  # tiles of a stack that are never drawn
SOCKET_MASK: Final = (1 << SOCKET_BITS) - 1
BESIDE_BITS: Final = 11
BESIDE_MASK: Final = (1 << BESIDE_BITS) - 1
TRIES: Final = 16


class CityPosition(Position):
    """One position of Forbidden City."""

    __slots__ = (
        "aside",
        "beside",
        "cells",
        "coins",
        "dealt",
        "doors",
        "first_round",
        "frontier",
        "generator",
        "lap",
        "parents",
        "seed",
        "stack_size",
        "stacks",
        "start",
        "tables",
        "tallies",
        "twins",
    )

    tables: LookupTables
    start: i64  # which side of the start tile
    stacks: vec[i64]  # seat * stack_size + place, top first -> tile; never changed in place once dealt
    stack_size: i64
    dealt: i64  # how many tiles chance has put in their places
    seed: bytes  # until all is dealt
    generator: Stream | None  # while a stack is dealt tile by tile
    lap: i64  # the place in the stack of the tile that the seat to move holds
    first_round: i64  # the round in which lap was 0
    coins: vec[i64]  # seat -> coins
    aside: vec[i64]  # tiles set aside, in order: seat * 256 + tile
    cells: vec[i64]  # cells laid, in order: packed, see pack_cell
    frontier: vec[i64]  # free cells beside laid ones, ascending: spot << SOCKET_BITS | socket
    beside: vec[i64]  # same order -> for each direction 11 bits: 0, or (part + 1) << 2 | WALL, ARCHWAY or OPEN
    parents: vec[i64]  # part -> an older part of its room, or itself: then it stands for the room
    tallies: vec[i64]  # room -> its tally (of other parts: what it was when they joined)
    doors: vec[i64]  # passages, in order: part << 9 | part
    twins: vec[i64]  # first parts of laid tiles whose two parts have one colour

    def __init__(self, tables: LookupTables, players: int, start: int, like: CityPosition | None = None) -> None:
        self.journal = None
        if like is not None:
            self.copy_from(like)
            return
        self.tables = tables
        self.players = players
        self.seat = 0
        self.over = False
        self.awaits_chance = True
        self.start = start
        box = tables.box if players == 2 else tables.small_box
        self.stacks = vec[i64]([])
        for _ in range(players):
            for tile in box:
                self.stacks = append(self.stacks, tile)
        self.stack_size = len(box)
        self.dealt = 0
        self.seed = b""
        self.generator = None
        self.lap = 0
        self.first_round = 1
        self.coins = vec[i64]([0 for _ in range(players)])
        self.aside = vec[i64]([])
        self.cells = vec[i64]([])
        self.frontier = vec[i64]([START_SPOTS[0] << SOCKET_BITS])
        self.beside = vec[i64]([0])
        self.parents = vec[i64]([])
        self.tallies = vec[i64]([])
        self.doors = vec[i64]([])
        self.twins = vec[i64]([])
        for cell in range(9):
            self.lay(START_SPOTS[cell], tables.starts[start * 9 + cell] * 4, NOBODY, False)

    def copy_from(self, like: CityPosition) -> None:
        self.tables = like.tables
        self.players = like.players
        self.seat = like.seat
        self.over = like.over
        self.awaits_chance = like.awaits_chance
        self.start = like.start
        self.stacks = like.stacks if not like.awaits_chance else like.stacks[:]
        self.stack_size = like.stack_size
        self.dealt = like.dealt
        self.seed = like.seed
        self.generator = None if like.generator is None else like.generator.copy()
        self.lap = like.lap
        self.first_round = like.first_round
        self.coins = like.coins[:]
        self.aside = like.aside[:]
        self.cells = like.cells[:]
        self.frontier = like.frontier[:]
        self.beside = like.beside[:]
        self.parents = like.parents[:]
        self.tallies = like.tallies[:]
        self.doors = like.doors[:]
        self.twins = like.twins[:]

    def clone(self) -> CityPosition:
        return CityPosition(self.tables, self.players, self.start, self)

    # ---- preparations: every seat shuffles its tiles

    def deal(self, seed: bytes) -> None:
        check_seed(seed)
        for seat in range(self.players):
            shuffle(self.stacks, seat * self.stack_size, (seat + 1) * self.stack_size, stream_of(seed, seat))
        self.begin()

    def outcomes(self) -> vec[i64]:
        found = vec[i64]([])
        if self.awaits_chance:
            for place in range(self.dealt, (self.dealt // self.stack_size + 1) * self.stack_size):
                tile = self.stacks[place]
                found = insert_at(found, first_not_below(found, tile, 0), tile)
        return found

    def weights(self) -> vec[i64]:
        return vec[i64]([1 for _ in self.outcomes()])

    def take_seed(self, seed: bytes) -> None:
        self.seed = check_seed(seed)

    def draw(self) -> i64:
        # one stream for each stack, as in `deal`, which is its fast twin
        left = self.stack_size - self.dealt % self.stack_size
        if self.generator is None or left == self.stack_size:
            self.generator = stream_of(self.seed, self.dealt // self.stack_size)
        return self.stacks[self.dealt + (self.generator.below(left) if left > 1 else 0)]

    def settle(self, outcome: i64) -> None:
        place = self.dealt
        while self.stacks[place] != outcome:
            place += 1
        self.stacks[place] = self.stacks[self.dealt]
        self.stacks[self.dealt] = outcome
        self.dealt += 1
        if self.dealt == len(self.stacks):
            self.begin()

    def begin(self) -> None:
        self.dealt = len(self.stacks)
        self.awaits_chance = False
        self.generator = None  # nothing more is left to chance
        self.seed = b""

    # ---- a turn: the legal moves

    def hand(self, seat: i64) -> i64:
        """The tile that a seat holds, or -1."""
        place = self.top(seat)
        if place >= self.stack_size - LEFT_OVER:
            return -1
        return self.stacks[seat * self.stack_size + place]

    def top(self, seat: i64) -> i64:
        """The place in its stack of the tile that a seat holds; at the end, of the first tile left over."""
        return self.lap + 1 if seat < self.seat and not self.over else self.lap

    def legal_actions(self) -> vec[i64]:
        found = vec[i64]([])
        if self.over or self.awaits_chance:
            return found
        # `turns_that_fit`, written out: a call for every free cell would make the list a fifth slower
        fits = self.tables.fits
        row = self.hand(self.seat) * self.tables.sockets
        for entry in self.frontier:
            turns = fits[row + (entry & SOCKET_MASK)]
            if turns:
                first = entry >> SOCKET_BITS << 2
                for turn in range(4):
                    if turns >> turn & 1:
                        found = append(found, first + turn)
        if len(found) == 0:
            found = append(found, SET_ASIDE)
        return found

    def turns_that_fit(self, entry: i64, tile: i64) -> i64:
        """The set of turns in which a tile can be laid on a free cell, an entry of the frontier; of equal looks one."""
        tables = self.tables
        return tables.fits[tile * tables.sockets + (entry & SOCKET_MASK)]

    def random_action(self, stream: Stream) -> i64:
        # Any turn on any free cell, drawn until it is legal: each legal move is as likely. Its slow twin is the list.
        frontier = self.frontier
        tables = self.tables
        tile = self.hand(self.seat)
        row = tile * tables.sockets
        turns = tables.turns[tile]
        for _ in range(TRIES):
            pick = stream.below(len(frontier) * turns)
            turn = pick & (turns - 1)
            entry = frontier[pick >> (turns >> 1)]  # 1, 2 or 4 turns: 0, 1 or 2 bits
            if tables.fits[row + (entry & SOCKET_MASK)] >> turn & 1:
                return (entry >> SOCKET_BITS << 2) + turn
        actions = self.legal_actions()
        return actions[stream.below(len(actions))]

    def is_legal(self, action: i64) -> bool:
        if self.over or self.awaits_chance:
            return False
        if action == SET_ASIDE:
            return not self.fits_somewhere()
        place = self.free_place(action >> 2)
        if place < 0:
            return False
        return (self.turns_that_fit(self.frontier[place], self.hand(self.seat)) >> (action & 3) & 1) == 1

    def fits_somewhere(self) -> bool:
        """Whether the tile in hand can be laid at all (ruling 11)."""
        tile = self.hand(self.seat)
        for entry in self.frontier:
            if self.turns_that_fit(entry, tile):
                return True
        return False

    def free_place(self, spot: i64) -> i64:
        """Where a free cell beside a laid one stands in the frontier, or -1."""
        place = first_not_below(self.frontier, spot << SOCKET_BITS, 0)
        if place < len(self.frontier) and self.frontier[place] >> SOCKET_BITS == spot:
            return place
        return -1

    # ---- a turn: lay the tile, draw the next

    def apply(self, action: i64) -> None:
        self.apply_until_chance(action)

    def apply_until_chance(self, action: i64) -> None:
        self.play_tile(action)
        self.end_turn()

    def play_tile(self, action: i64) -> None:
        """The public part of a turn, which depends on nothing hidden but the tile itself."""
        tile = self.hand(self.seat)
        if action == SET_ASIDE:
            self.aside = append(self.aside, self.seat * 256 + tile)
            if self.journal is not None:
                self.journal.note(SET_ASIDE_HAPPENED, [self.seat, tile])
            return
        if self.journal is not None:
            self.journal.note(LAID, [self.seat, tile, action & 3, action >> 2])
        self.lay(action >> 2, tile * 4 + (action & 3), self.seat, True)

    def end_turn(self) -> None:
        self.seat += 1
        if self.seat == self.players:
            self.seat = 0
            self.lap += 1
            if self.lap == self.stack_size - LEFT_OVER:
                self.finish()

    def lay(self, spot: i64, picture: i64, seat: i64, pays: bool) -> None:
        """Lay a piece on a cell of the frontier. It pays the rooms that it closes if `pays`, else only marks them."""
        tables = self.tables
        piece = picture >> 2
        place = self.free_place(spot)
        beside = self.beside[place]
        self.leave_frontier(place)
        first = len(self.parents)
        self.cells = append(self.cells, pack_cell(spot, picture, seat, first))
        self.add_part(piece * 2, seat)
        if tables.diagonal[piece] != NO_DIAGONAL:
            self.add_part(piece * 2 + 1, seat)
            if tables.diagonal[piece] == ARCHWAY:
                self.add_door(first, first + 1)
            if tables.twin[piece]:
                self.twins = append(self.twins, first)
        self.reach_around(place, spot, picture, first, beside)
        for direction in range(4):
            side = tables.sides[picture * 4 + direction]
            part = first + tables.parts[picture * 4 + direction]
            other = beside >> (direction * BESIDE_BITS) & BESIDE_MASK
            if other:
                self.join_sides(part, side, (other >> 2) - 1, other & 3)
        self.close_room(first, spot, pays)
        if tables.diagonal[piece] != NO_DIAGONAL:
            self.close_room(first + 1, spot, pays)
        for direction in range(4):
            other = beside >> (direction * BESIDE_BITS) & BESIDE_MASK
            if other & 3 == OPEN:
                self.close_room((other >> 2) - 1, spot, pays)

    def add_part(self, piece_part: i64, seat: i64) -> None:
        tally = self.tables.tallies[piece_part]
        if seat != NOBODY:
            tally += self.tables.advisors[piece_part] << (ADVISOR_SHIFT + 8 * seat)
        self.parents = append(self.parents, len(self.parents))
        self.tallies = append(self.tallies, tally)

    def join_sides(self, part: i64, side: i64, other: i64, other_side: i64) -> None:
        """Handle two sides that meet (rulings 3 and 4): rooms are joined, a passage appears, or a wall parts them."""
        if other_side == OPEN:
            self.tallies[self.room_of(other)] -= OPEN_END
        met = meeting(side, other_side)
        if met == JOINED:
            self.merge(part, other)
        elif met == PASSAGE:
            self.add_door(part, other)

    def add_door(self, part: i64, other: i64) -> None:
        self.doors = append(self.doors, part << 9 | other)

    # ---- the free cells beside laid ones

    def leave_frontier(self, place: i64) -> None:
        self.frontier, _ = pop(self.frontier, place)
        self.beside, _ = pop(self.beside, place)

    def reach_around(self, place: i64, spot: i64, picture: i64, first: i64, beside: i64) -> None:
        """Update the frontier around a piece just laid.

        The frontier ascends by rows, so `place`, where the piece's own cell stood, is where its eastern neighbour
        stands or belongs, and its western one just before it. Going from the last to the first keeps `place` right.
        """
        if not beside >> (SOUTH * BESIDE_BITS) & BESIDE_MASK:
            south = first_not_below(self.frontier, (spot + ROW) << SOCKET_BITS, place)
            self.reach(south, spot + ROW, NORTH, picture * 4 + SOUTH, first)
        if not beside >> (EAST * BESIDE_BITS) & BESIDE_MASK:
            self.reach(place, spot + 1, WEST, picture * 4 + EAST, first)
        if not beside >> (WEST * BESIDE_BITS) & BESIDE_MASK:
            before = place - 1 if place and self.frontier[place - 1] >> SOCKET_BITS == spot - 1 else place
            self.reach(before, spot - 1, EAST, picture * 4 + WEST, first)
        if not beside & BESIDE_MASK:
            north = first_not_below(self.frontier, (spot - ROW) << SOCKET_BITS, 0)
            self.reach(north, spot - ROW, SOUTH, picture * 4 + NORTH, first)

    def reach(self, place: i64, spot: i64, direction: i64, picture_side: i64, first: i64) -> None:
        """Update the free cell at a spot, which has or gets the given place in the frontier, with its new neighbour."""
        side = self.tables.sides[picture_side]
        part = first + self.tables.parts[picture_side]
        if side >= OPEN:
            side = OPEN
            self.tallies[part] += OPEN_END
        demand = self.tables.demands[picture_side]
        here = ((part + 1) << 2 | side) << (direction * BESIDE_BITS)
        if place < len(self.frontier) and self.frontier[place] >> SOCKET_BITS == spot:
            self.frontier[place] += demand
            self.beside[place] |= here
        else:
            self.frontier = insert_at(self.frontier, place, (spot << SOCKET_BITS) + demand)
            self.beside = insert_at(self.beside, place, here)

    # ---- rooms: a union-find (disjoint sets) of parts of tiles; the oldest part of a room is its root

    def room_of(self, part: i64) -> i64:
        """The room that a part belongs to: the find of union-find, with the number of the oldest part as root."""
        parents = self.parents
        parent = parents[part]
        while parent != part:
            parents[part] = parents[parent]  # path halving
            part = parent
            parent = parents[part]
        return part

    def merge(self, part: i64, other: i64) -> None:
        """Make the rooms of two parts one: the union of union-find."""
        a = self.room_of(part)
        b = self.room_of(other)
        if a == b:
            return
        if a > b:
            a, b = b, a
        tally = self.tallies[a] + self.tallies[b]
        if self.tables.has_twins:
            tally -= self.shared_tiles(a, b) * TILE
        self.parents[b] = a
        self.tallies[a] = tally

    def shared_tiles(self, a: i64, b: i64) -> i64:
        """Ruling 6: how many tiles have one part in each of two rooms: those count once when the rooms become one."""
        shared: i64 = 0
        for first in self.twins:
            one = self.room_of(first)
            two = self.room_of(first + 1)
            if (one == a and two == b) or (one == b and two == a):
                shared += 1
        return shared

    # ---- closing off rooms, and what they pay

    def close_room(self, part: i64, spot: i64, pays: bool) -> None:
        """Ruling 5: if the room of a part has just been closed, pay it, once."""
        room = self.room_of(part)
        tally = self.tallies[room]
        if tally & (OPEN_ENDS | PAID):
            return
        self.tallies[room] = tally | PAID
        if pays:
            self.pay_room(room, spot)

    def pay_room(self, room: i64, spot: i64) -> None:
        """Pay the value of a room to the seats with most advisors in it."""
        value = self.room_value(room)
        if self.journal is not None:
            self.journal_room(room, value, spot)
        shares = shares_of(self.tallies[room], self.players)
        for seat in range(self.players):
            self.pay(seat, paid(value, shares >> (SHARE_BITS * seat) & SHARE_MASK), ROOM, spot)

    def advisors(self, room: i64, seat: i64) -> i64:
        return advisors_in(self.tallies[room], seat)

    def room_value(self, room: i64) -> i64:
        """Ruling 8: its own tiles and dragons, and those of every different room that a passage leads to."""
        value = own_value(self.tallies[room])
        found = False
        for door in self.doors:
            other = self.behind(door, room)
            if other >= 0 and not self.tallies[other] & COUNTED:
                value += own_value(self.tallies[other])
                self.tallies[other] |= COUNTED
                found = True
        if found:
            for door in self.doors:
                other = self.behind(door, room)
                if other >= 0:
                    self.tallies[other] &= ~COUNTED
        return value

    def behind(self, door: i64, room: i64) -> i64:
        """The other room that a passage leads to from a room, or -1. A room is never its own neighbour."""
        a = self.room_of(door >> 9)
        b = self.room_of(door & 511)
        if a == room and b != room:
            return b
        if b == room and a != room:
            return a
        return -1

    def neighbours(self, room: i64) -> list[int]:
        """The rooms that passages lead to, each once, ascending: the slow twin of the sum in `room_value`."""
        found = {self.behind(door, room) for door in self.doors}
        return sorted(int(other) for other in found if other >= 0)

    def journal_room(self, room: i64, value: i64, spot: i64) -> None:
        assert self.journal is not None
        tally = self.tallies[room]
        self.journal.note(CLOSED, [room, tiles_in(tally), dragons_in(tally), value, spot])
        for other in self.neighbours(room):
            tally = self.tallies[other]
            self.journal.note(NEIGHBOUR, [other, tiles_in(tally), dragons_in(tally)])

    def pay(self, seat: i64, amount: i64, source: i64, where: i64) -> None:
        if amount == 0:
            return
        self.coins[seat] += amount
        if self.journal is not None:
            self.journal.pay(seat, amount, source, [where], self.round)

    @property
    def round(self) -> i64:
        """The round of turns, from 1; final scoring belongs to the last one."""
        last = self.stack_size - LEFT_OVER - 1
        return self.first_round + (self.lap if self.lap < last else last)

    # ---- the end

    def finish(self) -> None:
        """Ruling 12: two tiles of each seat are left; they are turned over and paid."""
        self.over = True
        self.seat = self.players - 1
        for seat in range(self.players):
            for place in range(self.stack_size - LEFT_OVER, self.stack_size):
                tile = self.stacks[seat * self.stack_size + place]
                self.pay(seat, last_coins(self.tables, tile), LAST_TILES, tile)

    def scores(self) -> vec[i64]:
        return self.coins[:]

    # ---- what a seat cannot know: the order of all stacks, and the tiles that the others hold

    def determinize(self, seat: i64, stream: Stream) -> None:
        if self.over or self.awaits_chance:
            return
        self.stacks = self.stacks[:]
        for other in range(self.players):
            first = self.first_hidden(other, seat)
            sort_between(self.stacks, first, (other + 1) * self.stack_size)
            shuffle(self.stacks, first, (other + 1) * self.stack_size, stream)

    def information_set_key(self, seat: i64) -> i64:
        # in whatever order the tiles were laid; rooms, passages and the sets of tiles not yet seen follow from them
        laid: i64 = 0
        for cell in self.cells:
            laid ^= mix(START, face_of(cell))
        mixed = mix(mix(mix(START, self.lap), self.seat), laid)
        mixed = mix_all(mix_all(mixed, self.coins), self.aside)
        return mix(mixed, self.hand(seat) if seat >= 0 else -1)

    def first_hidden(self, owner: i64, seat: i64) -> i64:
        """The index in `stacks` of the first tile of an owner that a seat has not seen."""
        place = self.top(owner)
        if owner == seat and place < self.stack_size - LEFT_OVER:
            place += 1
        return owner * self.stack_size + place
