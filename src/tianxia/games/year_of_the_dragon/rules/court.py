"""In the Year of the Dragon: the court of a seat, and how it grows and shrinks."""

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


def note(position: DragonState, kind: i64, seat: i64, one: i64 = 0, other: i64 = 0) -> None:
    """Write a note into the journal, if there is one."""
    if position.journal is not None:
        position.journal.note(kind, [seat, one, other])


def score(position: DragonState, seat: i64, amount: i64, source: i64, palace: i64 = 0) -> None:
    """Give points to a seat. `palace` is the number of the palace that they come from, if any."""
    if amount:
        position.points[seat] += amount
        if position.journal is not None:
            position.journal.pay(seat, amount, source, [palace] if palace else [], position.month)


def event(position: DragonState) -> i64:
    """The event of this month."""
    return position.event_row[position.month - 1]


def events_gone(position: DragonState) -> i64:
    """The number of past events, which is the place of the next one in the row."""
    if ACTIONS <= position.part < EVENT:
        return position.month - 1
    return position.month


def scorings_left(position: DragonState) -> i64:
    """The number of months that have still to be scored."""
    left = position.tables.box.months - position.month
    if ACTIONS <= position.part < END_OF_MONTH:
        left += 1
    return left


# ---- persons


def symbols(position: DragonState, seat: i64, kind: i64) -> i64:
    """The number of symbols of all persons of a kind at a court."""
    shown: i64 = 0
    for slot in range(position.first_slot[seat], position.first_slot[seat + 1]):
        shown += position.tables.symbols[position.rosters[slot] * KINDS + kind]
    return shown


def persons(position: DragonState, seat: i64) -> i64:
    """The number of persons at a court."""
    found: i64 = 0
    for slot in range(position.first_slot[seat], position.first_slot[seat + 1]):
        found += persons_in(position, slot)
    return found


def persons_in(position: DragonState, slot: i64) -> i64:
    return position.tables.rosters.sizes[position.rosters[slot]]


def kinds_at(position: DragonState, seat: i64) -> i64:
    """The set of kinds of persons at a court."""
    sorts: i64 = 0
    for slot in range(position.first_slot[seat], position.first_slot[seat + 1]):
        sorts |= position.tables.rosters.members[position.rosters[slot]]
    kinds: i64 = 0
    for sort in range(SORTS):
        if sorts & BIT[sort]:
            kinds |= BIT[sort // AGES]
    return kinds


def has_room(position: DragonState, seat: i64) -> bool:
    """Whether a palace has fewer persons than floors."""
    return any(room_in(position, slot) > 0 for slot in range(position.first_slot[seat], position.first_slot[seat + 1]))


def room_in(position: DragonState, slot: i64) -> i64:
    """The number of free floors of a palace; negative if some persons have lost theirs."""
    return position.floors[slot] - persons_in(position, slot)


def take_tile(position: DragonState, sort: i64) -> None:
    """Let the seat to move take a person from the board, to be placed."""
    position.tiles[sort] -= 1
    position.held = sort
    note(position, PERSON_TAKEN, position.seat, sort)


def add_person(position: DragonState, slot: i64, sort: i64) -> None:
    position.rosters[slot] = position.tables.rosters.with_one[position.rosters[slot] * SORTS + sort]


def remove_person(position: DragonState, slot: i64, sort: i64) -> None:
    position.rosters[slot] = position.tables.rosters.without_one[position.rosters[slot] * SORTS + sort]


def sorts_left(position: DragonState, card: i64) -> i64:
    """The set of sorts that a card may take from the board."""
    found: i64 = 0
    for sort in range(SORTS):
        if position.tiles[sort] and takes(card, sort):
            found |= BIT[sort]
    return found


def young_left(position: DragonState) -> i64:
    """The set of kinds of which a young person lies on the board."""
    found: i64 = 0
    for kind in range(KINDS):
        if position.tiles[kind * AGES + YOUNG]:
            found |= BIT[kind]
    return found


def score_monks(position: DragonState, seat: i64, source: i64) -> None:
    tables = position.tables
    for slot in range(position.first_slot[seat], position.first_slot[seat + 1]):
        for age in range(AGES):
            monk = BUDDHAS * AGES + age
            for _ in range(tables.rosters.counts[position.rosters[slot] * SORTS + monk]):
                points = monk_points(tables.sort_symbols[monk], position.floors[slot])
                score(position, seat, points, source, position.numbers[slot])


# ---- palaces


def palaces(position: DragonState, seat: i64) -> i64:
    return position.first_slot[seat + 1] - position.first_slot[seat]


def add_palace(position: DragonState, seat: i64) -> i64:
    """Add a palace without floors; returns its slot."""
    slot = position.first_slot[seat + 1]
    position.built = position.built[:]
    position.built[seat] += 1
    position.numbers = insert_at(position.numbers, slot, position.built[seat])
    position.floors = insert_at(position.floors, slot, 0)
    position.rosters = insert_at(position.rosters, slot, 0)
    for later in range(seat + 1, position.players + 1):
        position.first_slot[later] += 1
    return slot


def clear_ruins(position: DragonState, seat: i64) -> None:
    """Remove the palaces of a seat that have neither floors nor persons."""
    slot = position.first_slot[seat + 1] - 1
    while slot >= position.first_slot[seat]:
        if position.floors[slot] == 0 and position.rosters[slot] == 0:
            remove_palace(position, slot)
            for later in range(seat + 1, position.players + 1):
                position.first_slot[later] -= 1
        slot -= 1


def remove_palace(position: DragonState, slot: i64) -> None:
    position.numbers = remove_at(position.numbers, slot)
    position.floors = remove_at(position.floors, slot)
    position.rosters = remove_at(position.rosters, slot)


# ---- the person track


def move_marker(position: DragonState, seat: i64, spaces: i64) -> None:
    """Ruling 4: move the marker of a seat. On an occupied space it goes on top, and so before the others there."""
    if spaces == 0:
        return
    space = position.track[seat] + spaces
    position.track[seat] = space
    ranking = position.ranking
    place: i64 = 0
    while ranking[place] != seat:
        place += 1
    while place > 0 and position.track[ranking[place - 1]] <= space:
        ranking[place] = ranking[place - 1]
        place -= 1
    ranking[place] = seat
    note(position, MARKER_MOVED, seat, spaces, space)


# ---- goods, privileges and cards


def gain(position: DragonState, seat: i64, good: i64, amount: i64) -> None:
    position.goods[seat * GOODS + good] += amount


def goods_of(position: DragonState, seat: i64, good: i64) -> i64:
    return position.goods[seat * GOODS + good]


def give(position: DragonState, seat: i64, gift: i64, amount: i64, source: i64) -> None:
    """Give a seat the gift of an action card, a wall tile or a charter; `source` is the source of points."""
    if gift < GOODS:
        gain(position, seat, gift, amount)
    elif gift == FLOORS:
        position.to_build = amount
    elif gift == SPACES:
        move_marker(position, seat, amount)
    elif gift == POINTS:
        score(position, seat, amount, source)
    elif gift == MONK_POINTS:
        score_monks(position, seat, source)


def privilege_price(position: DragonState, size: i64) -> i64:
    if size == LARGE:
        return position.large_price
    return position.tables.box.privilege_prices[size]


def change_privileges(position: DragonState, seat: i64, size: i64, amount: i64) -> None:
    position.privileges = position.privileges[:]
    position.privileges[seat * SIZES + size] += amount


def privilege_dragons(position: DragonState, seat: i64) -> i64:
    dragons = position.tables.box.privilege_dragons
    small = position.privileges[seat * SIZES + SMALL] * dragons[SMALL]
    return small + position.privileges[seat * SIZES + LARGE] * dragons[LARGE]


def cards_to_play(position: DragonState, seat: i64) -> i64:
    """The set of cards that a seat holds."""
    found: i64 = 0
    for card in range(CARDS):
        if position.hands[seat * CARDS + card]:
            found |= BIT[card]
    return found


def cards_in_hand(position: DragonState, seat: i64) -> i64:
    """The number of cards that a seat holds."""
    found: i64 = 0
    for card in range(CARDS):
        found += position.hands[seat * CARDS + card]
    return found


# ---- the end of a month, and of the year


def decay(position: DragonState) -> None:
    """Ruling 10: each palace without persons loses a floor."""
    for seat in range(position.players):
        is_ruined = False
        for slot in range(position.first_slot[seat], position.first_slot[seat + 1]):
            if position.rosters[slot] == 0:
                position.floors[slot] -= 1
                note(position, PALACE_DECAYED, seat, position.numbers[slot], position.floors[slot])
                if position.floors[slot] == 0:
                    is_ruined = True
        if is_ruined:
            clear_ruins(position, seat)


def lasting_palaces(position: DragonState, seat: i64) -> i64:
    """The number of palaces that will be left after the decay of this month, if nothing else changes."""
    found: i64 = 0
    for slot in range(position.first_slot[seat], position.first_slot[seat + 1]):
        if position.rosters[slot] or not falls_when_empty(position, slot):
            found += 1
    return found


def falls_when_empty(position: DragonState, slot: i64) -> bool:
    """Whether a palace would fall in the decay of this month if it were empty."""
    return position.floors[slot] == 1


def month_points(position: DragonState, seat: i64) -> i64:
    """The points of a seat at the end of this month, if nothing else changes."""
    return lasting_palaces(position, seat) + symbols(position, seat, DRAGONS) + privilege_dragons(position, seat)


def score_month(position: DragonState) -> None:
    """Ruling 11: score the month."""
    for seat in range(position.players):
        score(position, seat, palaces(position, seat), FOR_PALACES)
        score(position, seat, symbols(position, seat, DRAGONS), FOR_COURT_LADIES)
        score(position, seat, privilege_dragons(position, seat), FOR_PRIVILEGES)


def score_year(position: DragonState) -> None:
    """Ruling 12: score the year."""
    box = position.tables.box
    for seat in range(position.players):
        score(position, seat, persons(position, seat) * box.per_person, FOR_PERSONS)
        score_monks(position, seat, FOR_MONKS)
        sold = goods_of(position, seat, RICE) + goods_of(position, seat, FIREWORKS)
        score(position, seat, (goods_of(position, seat, YUAN) + sold * box.sale) // box.yuan_per_point, FOR_MONEY)


def takes(card: i64, sort: i64) -> bool:
    """Whether a card may take a sort of person: its own kind, or any with a wild card."""
    return card in (WILD, sort // AGES)


def monk_points(buddhas: i64, floors: i64) -> i64:
    """Ruling 12: the points of monks with `buddhas` symbols in a palace with `floors` floors."""
    return buddhas * floors
