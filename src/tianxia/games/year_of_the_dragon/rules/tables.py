"""The typed tables that the rules read: one set for an edition, never changed.

A *kind* of person is numbered by the symbol that it shows; a *sort* is a kind of one age: kind * AGES + age. Persons
in a palace are a *roster*, a bundle of sorts.
"""

from __future__ import annotations

from typing import Final

from tianxia.engine.bitsets import BIT
from tianxia.engine.multisets import Multisets
from tianxia.engine.native import append, i64, vec
from tianxia.engine.vectors import numbers

# what persons show, and so the kinds of persons
HAMMERS: Final = 0
DRAGONS: Final = 1
ROCKETS: Final = 2
COINS: Final = 3
HELMETS: Final = 4
BUDDHAS: Final = 5
MORTARS: Final = 6
SACKS: Final = 7  # of rice
BOOKS: Final = 8
KINDS: Final = 9
WILD: Final = 9  # the card that stands for any kind
CARDS: Final = 10  # kinds of cards in a hand

YOUNG: Final = 0
OLD: Final = 1
AGES: Final = 2
SORTS: Final = 18

# action cards
TAXES: Final = 0
BUILD: Final = 1
HARVEST: Final = 2
FIREWORKS_DISPLAY: Final = 3
PARADE: Final = 4
RESEARCH: Final = 5
PRIVILEGE: Final = 6
WALL: Final = 7
ACTION_CARDS: Final = 8  # with the wall

# events
PEACE: Final = 0
TRIBUTE: Final = 1
DROUGHT: Final = 2
MONGOLS: Final = 3
FESTIVAL: Final = 4
CONTAGION: Final = 5
EVENTS: Final = 6

# goods
YUAN: Final = 0
RICE: Final = 1
FIREWORKS: Final = 2
GOODS: Final = 3

# what an action card, a wall tile or a charter gives: one of the goods above, or
FLOORS: Final = 3  # to be placed
SPACES: Final = 4  # on the person track
POINTS: Final = 5
MONK_POINTS: Final = 6  # what the monks at the court would score
NO_GIFT: Final = 7

# privileges
SMALL: Final = 0
LARGE: Final = 1
SIZES: Final = 2

# wall tiles
WALL_RICE: Final = 0
WALL_FIREWORKS: Final = 1
WALL_FLOOR: Final = 2
WALL_YUAN: Final = 3
WALL_TRACK: Final = 4
WALL_POINTS: Final = 5
WALL_TILES: Final = 6

# super events
LANTERNFEST: Final = 0
BUDDHA: Final = 1
EARTHQUAKE: Final = 2
FLOOD: Final = 3
ECLIPSE: Final = 4
ERUPTION: Final = 5
TORNADO: Final = 6
SUNRISE: Final = 7
ASSASSINATION: Final = 8
CHARTER: Final = 9
SUPER_EVENTS: Final = 10

GIFTS_OF_KINDS: Final = vec[i64]([FLOORS, POINTS, FIREWORKS, YUAN, SPACES, MONK_POINTS, NO_GIFT, RICE, POINTS])
"""Kind of persons -> what those give, by helping with an action card or by a charter."""
GIFTS_OF_TILES: Final = vec[i64]([RICE, FIREWORKS, FLOORS, YUAN, SPACES, POINTS])
"""Wall tile -> what it gives."""

MOST_FLOORS: Final = 3  # of a palace, and so the most persons in it
MOST_EVENTS: Final = 2  # of one name
MOST_SYMBOLS: Final = 9  # on one thing: so there is room for all palaces in the numbers of actions
MOST_PLAYERS: Final = 5


class Box:
    """The numbers and prices of an edition."""

    __slots__ = (
        "action_symbols",
        "contagion",
        "each_card",
        "events",
        "festival",
        "group_price",
        "months",
        "per_person",
        "privilege_dragons",
        "privilege_prices",
        "sale",
        "start_palaces",
        "start_yuan",
        "super_month",
        "tribute",
        "wall_amounts",
        "wall_length",
        "wild_cards",
        "yuan_per_point",
        "yuan_refill",
    )

    each_card: i64  # cards of each kind in a hand
    wild_cards: i64
    action_symbols: vec[i64]  # action card, the wall aside -> symbols printed on it
    privilege_prices: vec[i64]  # size -> yuan
    privilege_dragons: vec[i64]  # size -> dragons
    start_yuan: i64
    start_palaces: vec[i64]  # floors of each
    events: i64  # of each name: one or two
    months: i64
    tribute: i64  # yuan
    contagion: i64  # persons
    festival: vec[i64]  # points for most fireworks, and for next most
    group_price: i64  # yuan for a group of cards with a dragon on it
    yuan_refill: i64  # the total that `money` fills up to
    per_person: i64  # points at the end
    sale: i64  # yuan for a rice or fireworks tile
    yuan_per_point: i64
    wall_length: i64
    wall_amounts: vec[i64]  # wall tile -> how much it gives
    super_month: i64

    def __init__(self, counts: dict[str, int], lists: dict[str, list[int]]) -> None:
        """`counts` and `lists` have the names of the fields; the number of months follows."""
        self.each_card = counts["each_card"]
        self.wild_cards = counts["wild_cards"]
        self.action_symbols = numbers(lists["action_symbols"])
        self.privilege_prices = numbers(lists["privilege_prices"])
        self.privilege_dragons = numbers(lists["privilege_dragons"])
        self.start_yuan = counts["start_yuan"]
        self.start_palaces = numbers(lists["start_palaces"])
        self.events = counts["events"]
        self.months = self.events * EVENTS
        self.tribute = counts["tribute"]
        self.contagion = counts["contagion"]
        self.festival = numbers(lists["festival"])
        self.group_price = counts["group_price"]
        self.yuan_refill = counts["yuan_refill"]
        self.per_person = counts["per_person"]
        self.sale = counts["sale"]
        self.yuan_per_point = counts["yuan_per_point"]
        self.wall_length = counts["wall_length"]
        self.wall_amounts = numbers(lists["wall_amounts"])
        self.super_month = counts["super_month"]


class LookupTables:
    """A box, its persons and its groups of action cards, as numbers."""

    __slots__ = ("box", "event_rows", "group_at", "has_old", "rosters", "sort_symbols", "symbols", "values")

    box: Box
    rosters: Multisets  # of sorts
    values: vec[i64]  # sort -> spaces on the person track
    sort_symbols: vec[i64]  # sort -> symbols on the tile
    has_old: i64  # set of kinds of two ages
    symbols: vec[i64]  # roster * KINDS + kind -> symbols of that kind
    group_at: vec[i64]  # `first_place` + place in the order of dealing -> the group of that place
    event_rows: vec[i64]  # see `rows_left`

    def __init__(
        self,
        box: Box,
        persons: list[tuple[int, int, int, int]],
        groups: dict[tuple[bool, int], list[int]],
    ) -> None:
        """`persons` are by kind: value and symbols of the young, then of the old (-1, 0 where there are none).

        `groups` are the sizes of the groups of action cards, with and without the wall, by number of players.
        """
        self.box = box
        self.rosters = Multisets(SORTS, MOST_FLOORS)
        self.values = vec[i64]([])
        self.sort_symbols = vec[i64]([])
        self.has_old = 0
        for kind in range(KINDS):
            young_value, young_symbols, old_value, old_symbols = persons[kind]
            self.values = append(append(self.values, young_value), old_value)
            self.sort_symbols = append(append(self.sort_symbols, young_symbols), old_symbols)
            if old_value >= 0:
                self.has_old |= BIT[kind]
        self.count_symbols()
        self.group_at = vec[i64]([0 for _ in range(2 * (MOST_PLAYERS + 1) * ACTION_CARDS)])
        for (wall, players), sizes in groups.items():
            place = self.first_place(wall, players)
            for group in range(len(sizes)):
                for _ in range(sizes[group]):
                    self.group_at[place] = group
                    place += 1
        self.count_event_rows()

    def count_symbols(self) -> None:
        self.symbols = vec[i64]([])
        for roster in range(len(self.rosters.sizes)):
            for kind in range(KINDS):
                shown: i64 = 0
                for age in range(AGES):
                    sort = kind * AGES + age
                    shown += self.rosters.counts[roster * SORTS + sort] * self.sort_symbols[sort]
                self.symbols = append(self.symbols, shown)

    def first_place(self, wall: bool, players: i64) -> i64:
        """The first index in `group_at` of the groups of a game."""
        if wall:
            return (MOST_PLAYERS + 1 + players) * ACTION_CARDS
        return players * ACTION_CARDS

    def has_sort(self, sort: i64) -> bool:
        """Whether a sort of persons exists: all kinds have young ones, some have old ones."""
        return sort % AGES == YOUNG or (self.has_old & BIT[sort // AGES]) != 0

    def tiles(self, sort: i64, players: i64) -> i64:
        """The number of tiles of a sort in a game of `players` players."""
        if self.has_old & BIT[sort // AGES]:
            if sort % AGES == YOUNG:
                return players + 1
            return players - 1
        if sort % AGES == YOUNG:
            return 2 * players
        return 0

    # ---- ruling 2: rows of events with no two alike side by side

    def count_event_rows(self) -> None:
        self.event_rows = vec[i64]([0 for _ in range(EVENTS * EVENTS * 2)])
        for tiles in range(MOST_EVENTS * (EVENTS - 1) + 1):
            for twos in range(tiles // 2 + 1):
                ones = tiles - 2 * twos
                if ones + twos < EVENTS:
                    for last in range(2):
                        self.event_rows[(ones * EVENTS + twos) * 2 + last] = self.sum_event_rows(ones, twos, last)

    def sum_event_rows(self, ones: i64, twos: i64, last: i64) -> i64:
        if ones + twos == 0:
            return 1
        found: i64 = 0
        if ones > last:
            found += (ones - last) * self.rows_left(ones - 1, twos, 0)
        if twos > 0:
            found += twos * self.rows_left(ones + 1, twos - 1, 1)
        return found

    def rows_left(self, ones: i64, twos: i64, last: i64) -> i64:
        """The number of ways to finish a row of events.

        There are `ones` names of which one tile is left and `twos` of which two are; `last` is 1 if the row ends with
        one of the former.
        """
        return self.event_rows[(ones * EVENTS + twos) * 2 + last]
