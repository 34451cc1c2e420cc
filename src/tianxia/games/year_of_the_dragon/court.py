"""In the Year of the Dragon: what a seat has at its court, and how that grows and shrinks. The rules tell when."""

from __future__ import annotations

from typing import Final

from tianxia.engine.native import append, i64, vec
from tianxia.engine.sets import BIT
from tianxia.engine.vectors import insert_at
from tianxia.games.year_of_the_dragon.state import DragonState
from tianxia.games.year_of_the_dragon.tables import (
    AGES,
    BUDDHAS,
    CARDS,
    DRAGONS,
    FIREWORKS,
    GOODS,
    KINDS,
    LARGE,
    OLD,
    RICE,
    SIZES,
    SMALL,
    SORTS,
    YOUNG,
    YUAN,
)

# sources of points, for the ledger
FOR_RESEARCH: Final = 0
FOR_WALL_TILE: Final = 1
FOR_FESTIVAL: Final = 2
FOR_MONGOLS: Final = 3
FOR_WALL: Final = 4
FOR_LANTERNFEST: Final = 5
FOR_BUDDHA: Final = 6  # where: the number of the palace
FOR_CHARTER: Final = 7  # where: the number of the palace, if monks were named
FOR_PALACES: Final = 8
FOR_COURT_LADIES: Final = 9
FOR_PRIVILEGES: Final = 10
FOR_PERSONS: Final = 11
FOR_MONKS: Final = 12  # where: the number of the palace
FOR_MONEY: Final = 13

# happenings, for the journal: a seat (or 0), and up to two more numbers
MOVED_IN: Final = 0  # seat, sort, palace
REPLACED: Final = 1  # seat, sort that leaves, palace
DISMISSED: Final = 2  # seat, sort
MARKER_MOVED: Final = 3  # seat, spaces, space where it is now
MONTH_BEGAN: Final = 4  # 0, month, event
PAID_GROUP: Final = 5  # seat, yuan
ACTED: Final = 6  # seat, action card, how much was gained
FILLED_UP: Final = 7  # seat, yuan taken
BOUGHT: Final = 8  # seat, size of the privilege, yuan
WALL_BUILT: Final = 9  # seat, wall tile, length of the wall
FLOOR_BUILT: Final = 10  # seat, palace, its floors now
CARD_PLAYED: Final = 11  # seat, card
TILE_MISSING: Final = 12  # seat, card
PERSON_TAKEN: Final = 13  # seat, sort
EVENT_CAME: Final = 14  # 0, event, 1 if it is the second time in this month
TRIBUTE_PAID: Final = 15  # seat, yuan, yuan short
RICE_EATEN: Final = 16  # seat, rice, palaces not fed
FIREWORKS_LIT: Final = 17  # seat, fireworks returned
CONTAGION_CAME: Final = 18  # seat, mortars, persons to release
FEWEST_HELMETS: Final = 19  # seat, helmets
RELEASED: Final = 20  # seat, sort, palace
WALL_HELD: Final = 21  # 0, length, length asked
WALL_TOO_SHORT: Final = 22  # 0, length, length asked
FEWEST_WALL_TILES: Final = 23  # seat, wall tiles
SUPER_EVENT_CAME: Final = 24  # 0, super event
FLOOR_LOST: Final = 25  # seat, palace, its floors now
FLOOD_CAME: Final = 26  # seat, goods, goods to return
GOOD_RETURNED: Final = 27  # seat, good
MARKERS_BACK: Final = 28  # 0
CARD_DISCARDED: Final = 29  # seat, card
PRIVILEGES_LOST: Final = 30  # seat, dragons
KIND_NAMED: Final = 31  # seat, kind, how much was gained
PALACE_DECAYED: Final = 32  # seat, palace, its floors now
YEAR_ENDED: Final = 33  # 0


class DragonCourt(DragonState):
    """A position with what its parts can do."""

    __slots__ = ()

    def note(self, kind: i64, seat: i64, one: i64 = 0, other: i64 = 0) -> None:
        """Tell whoever watches what happened."""
        if self.journal is not None:
            self.journal.note(kind, [seat, one, other])

    def score(self, seat: i64, amount: i64, source: i64, palace: i64 = 0) -> None:
        """Give points. `palace` is the number of the palace where they come from, if they come from one."""
        if amount:
            self.points[seat] += amount
            if self.journal is not None:
                self.journal.pay(seat, amount, source, [palace] if palace else [], self.month)

    def ask(self, seat: i64, what: i64, times: i64) -> None:
        """Have a seat decide something in this part of the year, so many times; all seats are asked the same."""
        self.asked = what
        self.dues[seat] = times

    def event(self) -> i64:
        """The event of this month."""
        return self.event_row[self.month - 1]

    # ---- persons

    def symbols(self, seat: i64, kind: i64) -> i64:
        """What all persons of a kind at a court show."""
        shown: i64 = 0
        for slot in range(self.first_slot[seat], self.first_slot[seat + 1]):
            shown += self.tables.symbols[self.rosters[slot] * KINDS + kind]
        return shown

    def persons(self, seat: i64) -> i64:
        """How many persons are at a court."""
        found: i64 = 0
        for slot in range(self.first_slot[seat], self.first_slot[seat + 1]):
            found += self.persons_in(slot)
        return found

    def persons_in(self, slot: i64) -> i64:
        return self.tables.rosters.sizes[self.rosters[slot]]

    def kinds_at(self, seat: i64) -> i64:
        """The set of kinds of persons at a court."""
        sorts: i64 = 0
        for slot in range(self.first_slot[seat], self.first_slot[seat + 1]):
            sorts |= self.tables.rosters.members[self.rosters[slot]]
        kinds: i64 = 0
        for sort in range(SORTS):
            if sorts & BIT[sort]:
                kinds |= BIT[sort // AGES]
        return kinds

    def has_room(self, seat: i64) -> bool:
        """Whether a palace has fewer persons than floors."""
        for slot in range(self.first_slot[seat], self.first_slot[seat + 1]):
            if self.persons_in(slot) < self.floors[slot]:
                return True
        return False

    def take_tile(self, sort: i64) -> None:
        """The seat to move takes a person from the board, to be placed."""
        self.tiles[sort] -= 1
        self.held = sort
        self.note(PERSON_TAKEN, self.seat, sort)

    def add_person(self, slot: i64, sort: i64) -> None:
        self.rosters[slot] = self.tables.rosters.with_one[self.rosters[slot] * SORTS + sort]

    def remove_person(self, slot: i64, sort: i64) -> None:
        self.rosters[slot] = self.tables.rosters.without_one[self.rosters[slot] * SORTS + sort]

    def sorts_left(self, card: i64) -> i64:
        """The set of sorts that a card may take from the board: those of its kind, or any for a wild one."""
        found: i64 = 0
        first = card * AGES
        last = first + OLD
        if card == KINDS:
            first = 0
            last = SORTS - 1
        for sort in range(first, last + 1):
            if self.tiles[sort]:
                found |= BIT[sort]
        return found

    def young_left(self) -> i64:
        """The set of kinds of which a young person lies on the board."""
        found: i64 = 0
        for kind in range(KINDS):
            if self.tiles[kind * AGES + YOUNG]:
                found |= BIT[kind]
        return found

    def score_monks(self, seat: i64, source: i64) -> None:
        """Ruling 12: each monk the buddhas that it shows, times the floors of its palace."""
        tables = self.tables
        for slot in range(self.first_slot[seat], self.first_slot[seat + 1]):
            for age in range(AGES):
                monk = BUDDHAS * AGES + age
                for _ in range(tables.rosters.counts[self.rosters[slot] * SORTS + monk]):
                    self.score(seat, tables.sort_symbols[monk] * self.floors[slot], source, self.numbers[slot])

    # ---- palaces

    def palaces(self, seat: i64) -> i64:
        return self.first_slot[seat + 1] - self.first_slot[seat]

    def add_palace(self, seat: i64) -> i64:
        """A new palace without floors; its slot."""
        slot = self.first_slot[seat + 1]
        self.built = self.built[:]
        self.built[seat] += 1
        self.numbers = insert_at(self.numbers, slot, self.built[seat])
        self.floors = insert_at(self.floors, slot, 0)
        self.rosters = insert_at(self.rosters, slot, 0)
        for later in range(seat + 1, self.players + 1):
            self.first_slot[later] += 1
        return slot

    def clear_ruins(self, seat: i64) -> None:
        """Palaces with neither floors nor persons are gone."""
        slot = self.first_slot[seat + 1] - 1
        while slot >= self.first_slot[seat]:
            if self.floors[slot] == 0 and self.rosters[slot] == 0:
                self.remove_palace(slot)
                for later in range(seat + 1, self.players + 1):
                    self.first_slot[later] -= 1
            slot -= 1

    def remove_palace(self, slot: i64) -> None:
        self.numbers = without(self.numbers, slot)
        self.floors = without(self.floors, slot)
        self.rosters = without(self.rosters, slot)

    # ---- the person track

    def move_marker(self, seat: i64, spaces: i64) -> None:
        """Ruling 4: a marker that reaches an occupied space goes on top, and so before those that stand there."""
        if spaces == 0:
            return
        space = self.track[seat] + spaces
        self.track[seat] = space
        ranking = self.ranking
        place: i64 = 0
        while ranking[place] != seat:
            place += 1
        while place > 0 and self.track[ranking[place - 1]] <= space:
            ranking[place] = ranking[place - 1]
            place -= 1
        ranking[place] = seat
        self.note(MARKER_MOVED, seat, spaces, space)

    # ---- goods, privileges and cards

    def gain(self, seat: i64, good: i64, amount: i64) -> None:
        self.goods[seat * GOODS + good] += amount

    def goods_of(self, seat: i64, good: i64) -> i64:
        return self.goods[seat * GOODS + good]

    def privilege_price(self, size: i64) -> i64:
        if size == LARGE:
            return self.large_price
        return self.tables.box.privilege_prices[size]

    def change_privileges(self, seat: i64, size: i64, amount: i64) -> None:
        self.privileges = self.privileges[:]
        self.privileges[seat * SIZES + size] += amount

    def privilege_dragons(self, seat: i64) -> i64:
        dragons = self.tables.box.privilege_dragons
        small = self.privileges[seat * SIZES + SMALL] * dragons[SMALL]
        return small + self.privileges[seat * SIZES + LARGE] * dragons[LARGE]

    def cards_to_play(self, seat: i64) -> i64:
        """The set of cards that a seat holds."""
        found: i64 = 0
        for card in range(CARDS):
            if self.hands[seat * CARDS + card]:
                found |= BIT[card]
        return found

    def cards_in_hand(self, seat: i64) -> i64:
        """How many cards a seat holds."""
        found: i64 = 0
        for card in range(CARDS):
            found += self.hands[seat * CARDS + card]
        return found

    # ---- the end of a month, and of the year

    def decay(self) -> None:
        """Ruling 10: each palace without persons loses a floor."""
        for seat in range(self.players):
            is_ruined = False
            for slot in range(self.first_slot[seat], self.first_slot[seat + 1]):
                if self.rosters[slot] == 0:
                    self.floors[slot] -= 1
                    self.note(PALACE_DECAYED, seat, self.numbers[slot], self.floors[slot])
                    if self.floors[slot] == 0:
                        is_ruined = True
            if is_ruined:
                self.clear_ruins(seat)

    def month_points(self, seat: i64) -> i64:
        """What a seat would score at the end of this month, as things are now."""
        return self.palaces(seat) + self.symbols(seat, DRAGONS) + self.privilege_dragons(seat)

    def score_month(self) -> None:
        """Ruling 11."""
        for seat in range(self.players):
            self.score(seat, self.palaces(seat), FOR_PALACES)
            self.score(seat, self.symbols(seat, DRAGONS), FOR_COURT_LADIES)
            self.score(seat, self.privilege_dragons(seat), FOR_PRIVILEGES)

    def score_year(self) -> None:
        """Ruling 12."""
        box = self.tables.box
        for seat in range(self.players):
            self.score(seat, self.persons(seat) * box.per_person, FOR_PERSONS)
            self.score_monks(seat, FOR_MONKS)
            sold = self.goods_of(seat, RICE) + self.goods_of(seat, FIREWORKS)
            self.score(seat, (self.goods_of(seat, YUAN) + sold * box.sale) // box.yuan_per_point, FOR_MONEY)


def without(items: vec[i64], index: i64) -> vec[i64]:
    """A vector without the item at `index`."""
    found = items[:index]
    for place in range(index + 1, len(items)):
        found = append(found, items[place])
    return found
