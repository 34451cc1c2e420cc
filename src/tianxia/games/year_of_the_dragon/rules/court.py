"""In the Year of the Dragon: what a seat has at its court, and how that grows and shrinks. The rules tell when."""

from __future__ import annotations

from tianxia.engine.bitsets import BIT
from tianxia.engine.native import i64
from tianxia.engine.vectors import insert_at, remove_at
from tianxia.games.year_of_the_dragon.rules.journal_notes import (
    FOR_COURT_LADIES,
    FOR_MONEY,
    FOR_MONKS,
    FOR_PALACES,
    FOR_PERSONS,
    FOR_PRIVILEGES,
    MARKER_MOVED,
    PALACE_DECAYED,
    PERSON_TAKEN,
)
from tianxia.games.year_of_the_dragon.rules.state import ACTIONS, END_OF_MONTH, EVENT, DragonState
from tianxia.games.year_of_the_dragon.rules.tables import (
    AGES,
    BUDDHAS,
    CARDS,
    DRAGONS,
    FIREWORKS,
    FLOORS,
    GOODS,
    KINDS,
    LARGE,
    MONK_POINTS,
    POINTS,
    RICE,
    SIZES,
    SMALL,
    SORTS,
    SPACES,
    WILD,
    YOUNG,
    YUAN,
)


class DragonCourt(DragonState):
    """A position that can change what a seat has: persons, palaces, its place on the track, goods and cards."""

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

    def event(self) -> i64:
        """The event of this month."""
        return self.event_row[self.month - 1]

    def events_gone(self) -> i64:
        """How many events have come, and so the place in the row of the next."""
        if ACTIONS <= self.part < EVENT:
            return self.month - 1
        return self.month

    def scorings_left(self) -> i64:
        """How many months have still to be scored."""
        left = self.tables.box.months - self.month
        if ACTIONS <= self.part < END_OF_MONTH:
            left += 1
        return left

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
        return any(self.room_in(slot) > 0 for slot in range(self.first_slot[seat], self.first_slot[seat + 1]))

    def room_in(self, slot: i64) -> i64:
        """For how many more persons a palace has floors; less than 0 where some have lost theirs."""
        return self.floors[slot] - self.persons_in(slot)

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
        """The set of sorts that a card may take from the board."""
        found: i64 = 0
        for sort in range(SORTS):
            if self.tiles[sort] and takes(card, sort):
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
        tables = self.tables
        for slot in range(self.first_slot[seat], self.first_slot[seat + 1]):
            for age in range(AGES):
                monk = BUDDHAS * AGES + age
                for _ in range(tables.rosters.counts[self.rosters[slot] * SORTS + monk]):
                    points = monk_points(tables.sort_symbols[monk], self.floors[slot])
                    self.score(seat, points, source, self.numbers[slot])

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
        self.numbers = remove_at(self.numbers, slot)
        self.floors = remove_at(self.floors, slot)
        self.rosters = remove_at(self.rosters, slot)

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

    def give(self, seat: i64, gift: i64, amount: i64, source: i64) -> None:
        """Give what an action card, a wall tile or a charter does; `source` is for points."""
        if gift < GOODS:
            self.gain(seat, gift, amount)
        elif gift == FLOORS:
            self.to_build = amount
        elif gift == SPACES:
            self.move_marker(seat, amount)
        elif gift == POINTS:
            self.score(seat, amount, source)
        elif gift == MONK_POINTS:
            self.score_monks(seat, source)

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

    def lasting_palaces(self, seat: i64) -> i64:
        """The palaces that will be left after the decay of this month, as things are now."""
        found: i64 = 0
        for slot in range(self.first_slot[seat], self.first_slot[seat + 1]):
            if self.rosters[slot] or not self.falls_when_empty(slot):
                found += 1
        return found

    def falls_when_empty(self, slot: i64) -> bool:
        """Whether a palace would be gone after the decay of this month if nobody lived in it."""
        return self.floors[slot] == 1

    def month_points(self, seat: i64) -> i64:
        """What a seat would score at the end of this month, as things are now."""
        return self.lasting_palaces(seat) + self.symbols(seat, DRAGONS) + self.privilege_dragons(seat)

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


def takes(card: i64, sort: i64) -> bool:
    """Whether a card is good for such a person: one of its kind, or any for a wild one."""
    return card in (WILD, sort // AGES)


def monk_points(buddhas: i64, floors: i64) -> i64:
    """Ruling 12: what monks score who show so many buddhas, in a palace with so many floors."""
    return buddhas * floors
