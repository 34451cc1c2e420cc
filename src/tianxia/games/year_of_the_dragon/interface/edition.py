"""The box: an edition file, checked against its grammar, and the tables made from it.

The grammar is described at the top of `standard.toml`. Files that do not fit it are refused, with file, entry and
reason.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeGuard, get_args

from tianxia.games.edition import FILE, EditionReader, at_id, in_table, is_whole, number_of, shown
from tianxia.games.year_of_the_dragon.rules.tables import (
    EVENTS,
    KINDS,
    LARGE,
    MOST_EVENTS,
    MOST_FLOORS,
    MOST_SYMBOLS,
    WALL,
    Box,
    LookupTables,
)
from tianxia.words import Message

# ---- fixed names, in the order in which the tables number them

SYMBOLS: Final = ("hammer", "dragon", "rocket", "coin", "helmet", "buddha", "mortar", "rice", "book")
Age = Literal["young", "old"]
AGE_NAMES: Final[tuple[Age, ...]] = get_args(Age)
ACTION_CARDS: Final = ("taxes", "build", "harvest", "fireworks", "parade", "research", "privilege", "wall")
Good = Literal["yuan", "rice", "fireworks"]
GOODS_NAMES: Final[tuple[Good, ...]] = get_args(Good)
PrivilegeSize = Literal["small", "large"]
PRIVILEGE_NAMES: Final[tuple[PrivilegeSize, ...]] = get_args(PrivilegeSize)
EVENT_NAMES: Final = ("peace", "tribute", "drought", "mongols", "festival", "contagion")
WALL_TILE_NAMES: Final = ("rice", "fireworks", "floor", "yuan", "track", "points")
SUPER_NAMES: Final = (
    "lanternfest",
    "buddha",
    "earthquake",
    "flood",
    "eclipse",
    "eruption",
    "tornado",
    "sunrise",
    "assassination",
    "charter",
)
MOVE_WORDS: Final = frozenset(
    {*AGE_NAMES, *ACTION_CARDS, *PRIVILEGE_NAMES, *WALL_TILE_NAMES, "card", "charter", "discard", "dismiss", "draft"}
    | {"lose", "money", "new", "palace", "release", "replace", "return", "starve", "sunrise", "take", "wild"}
)
"""The words of moves, which no id may be: a move could then be read in two ways."""

# ---- limits

PLAYERS: Final = (2, 3, 4, 5)
MOST: Final = 60  # of anything
MOST_CARDS: Final = EVENTS * MOST_EVENTS  # of one kind in a hand: nobody plays more of them in a year
MOST_PALACES: Final = 6  # at the start
LEAST_ROOM: Final = 2  # at the start: for the persons of the draft

KEYS: Final = {
    "hand": ("each", "wild"),
    "actions": ACTION_CARDS[:WALL],
    "groups": ("base", "wall"),
    "privileges": PRIVILEGE_NAMES,
    "start": ("yuan", "palaces"),
    "events": ("count", "names", "tribute", "contagion", "festival"),
    "prices": ("group", "money"),
    "end": ("person", "sale", "yuan_per_point"),
    "wall": ("length", "tiles"),
    "super": ("month", "names"),
}
"""The tables of a file, and what they hold."""

COUNTS: Final = {
    "each_card": ("hand", "each", 0, MOST_CARDS),
    "wild_cards": ("hand", "wild", 0, MOST_CARDS),
    "start_yuan": ("start", "yuan", 0, MOST),
    "events": ("events", "count", 1, MOST_EVENTS),
    "tribute": ("events", "tribute", 0, MOST),
    "contagion": ("events", "contagion", 0, MOST),
    "group_price": ("prices", "group", 0, MOST),
    "yuan_refill": ("prices", "money", 0, MOST),
    "per_person": ("end", "person", 0, MOST),
    "sale": ("end", "sale", 0, MOST),
    "yuan_per_point": ("end", "yuan_per_point", 1, MOST),
    "wall_length": ("wall", "length", 1, MOST),
}
"""Fields of `Box`: table and key of each, its least and its most."""

Person = tuple[int, int, int, int]  # value and symbols of the young, then of the old
NO_OLD: Final = (-1, 0)


@dataclass(frozen=True)
class Edition:
    """A checked edition."""

    name: str
    kinds: tuple[str, ...]  # ids of the persons, in the order of SYMBOLS
    tables: LookupTables

    @property
    def large_price(self) -> int:
        """The price of a large privilege in this edition; an option of the game may set another."""
        return int(self.tables.box.privilege_prices[LARGE])

    def kind_number(self, kind: str) -> int | None:
        """The engine's number for a kind of persons; `None` if it is unknown."""
        return number_of(self.kinds, kind)


def read_edition(document: dict[str, Any], file: str) -> Edition:
    """Check the content of an edition file (`file` is its name, for errors)."""
    return _Reader(file).edition(document)


class _Reader(EditionReader):
    game = "year-of-the-dragon"

    def edition(self, document: dict[str, Any]) -> Edition:
        self.check_keys(FILE, document, {"edition", "person", *KEYS})
        name = self.name(document)
        persons = self.persons(self.entries(document, "person"))
        tables = {key: self.table(document, key) for key in KEYS}
        for key, table in tables.items():
            self.check_keys(in_table(key), table, set(KEYS[key]))
        box, groups = self.box(tables), self.groups(tables["groups"])
        kinds, values = zip(*(persons[symbol] for symbol in SYMBOLS), strict=True)
        return Edition(name, kinds, LookupTables(box, list(values), groups))

    # ---- persons

    def persons(self, entries: list[dict[str, Any]]) -> dict[str, tuple[str, Person]]:
        """For each symbol the id of its kind of persons, and the values on their tiles."""
        if len(entries) != KINDS:
            self.refuse(FILE, "persons", kinds=KINDS, persons=len(entries))
        found: dict[str, tuple[str, Person]] = {}
        for id, entry in zip(self.ids(entries, "person"), entries, strict=True):
            where = at_id("person", id)
            self.check_keys(where, entry, {"id", "symbol", *AGE_NAMES})
            if id in MOVE_WORDS or id.isdecimal():
                self.refuse(where, "move-word")
            symbol = entry.get("symbol")
            if symbol not in SYMBOLS:
                self.refuse(where, "symbol", known=list(SYMBOLS), symbol=shown(symbol))
            if symbol in found:
                self.refuse(where, "symbol-twice", symbol=symbol, other=found[symbol][0])
            young = self.age(where, entry, "young")
            old = self.age(where, entry, "old") if "old" in entry else NO_OLD
            found[symbol] = id, (*young, *old)
        return found

    def age(self, where: Message, entry: dict[str, Any], age: str) -> tuple[int, int]:
        """The value and the number of symbols of the persons of one age."""
        inside, table = self.part(where, entry, age, ("value", "symbols"))
        return self.count(inside, table, "value", 0, MOST), self.count(inside, table, "symbols", 0, MOST_SYMBOLS)

    # ---- everything else

    def box(self, tables: dict[str, dict[str, Any]]) -> Box:
        counts = {
            field: self.count(in_table(table), tables[table], key, least, most)
            for field, (table, key, least, most) in COUNTS.items()
        }
        if counts["each_card"] + counts["wild_cards"] == 0:
            self.refuse(in_table("hand"), "no-card")
        counts["super_month"] = self.count(in_table("super"), tables["super"], "month", 1, counts["events"] * EVENTS)
        self.check_names("events", tables["events"], EVENT_NAMES)
        self.check_names("super", tables["super"], SUPER_NAMES)
        actions, where = tables["actions"], in_table("actions")
        prices, dragons = self.privileges(tables["privileges"])
        lists = {
            "action_symbols": [self.count(where, actions, card, 0, MOST_SYMBOLS) for card in KEYS["actions"]],
            "privilege_prices": prices,
            "privilege_dragons": dragons,
            "start_palaces": self.palaces(tables["start"]),
            "festival": self.festival(tables["events"]),
            "wall_amounts": self.wall_tiles(tables["wall"]),
        }
        return Box(counts, lists)

    def check_names(self, key: str, table: dict[str, Any], known: tuple[str, ...]) -> None:
        names = table.get("names")
        if not isinstance(names, list) or len(names) != len(known) or not all(name in names for name in known):
            self.refuse(in_table(key), "names", known=list(known), names=shown(names))

    def privileges(self, table: dict[str, Any]) -> tuple[list[int], list[int]]:
        """The prices and dragons of privileges, by size."""
        prices, dragons = [], []
        for size in PRIVILEGE_NAMES:
            where, privilege = self.part(in_table("privileges"), table, size, ("price", "dragons"))
            prices.append(self.count(where, privilege, "price", 0, MOST))
            dragons.append(self.count(where, privilege, "dragons", 0, MOST_SYMBOLS))
        return prices, dragons

    def palaces(self, table: dict[str, Any]) -> list[int]:
        palaces = table.get("palaces")
        if not _are_counts(palaces, range(1, MOST_FLOORS + 1)) or not (
            len(palaces) <= MOST_PALACES and sum(palaces) >= LEAST_ROOM
        ):
            limits = {"most": MOST_PALACES, "floors": MOST_FLOORS, "least": LEAST_ROOM}
            self.refuse(in_table("start"), "palaces", **limits, palaces=shown(palaces))
        return palaces

    def festival(self, table: dict[str, Any]) -> list[int]:
        festival = table.get("festival")
        if not _are_counts(festival, range(1, MOST + 1)) or len(festival) != 2:
            self.refuse(in_table("events"), "festival", most=MOST, festival=shown(festival))
        return festival

    def wall_tiles(self, table: dict[str, Any]) -> list[int]:
        where, tiles = self.part(in_table("wall"), table, "tiles", WALL_TILE_NAMES)
        return [
            self.count(where, tiles, tile, 0, MOST_SYMBOLS if tile == "floor" else MOST) for tile in WALL_TILE_NAMES
        ]

    def groups(self, table: dict[str, Any]) -> dict[tuple[bool, int], list[int]]:
        """The sizes of the groups of action cards, with and without the wall, by number of players."""
        groups = {}
        for key, cards in (("base", WALL), ("wall", WALL + 1)):
            where, found = self.part(in_table("groups"), table, key, [str(players) for players in PLAYERS])
            for players in PLAYERS:
                sizes = found.get(str(players))
                if not _are_counts(sizes, range(1, cards + 1)) or sum(sizes) != cards:
                    self.refuse(where, "groups", players=players, cards=cards, sizes=shown(sizes))
                groups[key == "wall", players] = sizes
        return groups

    def part(
        self, where: Message, table: dict[str, Any], key: str, known: Iterable[str]
    ) -> tuple[Message, dict[str, Any]]:
        """A table inside of another, and its name for errors."""
        found = table.get(key)
        if not isinstance(found, dict):
            self.refuse(where, "part", key=key, known=list(known))
        inside = self.entry("part", whole=where, part=key)
        self.check_keys(inside, found, set(known))
        return inside, found


def _are_counts(value: object, allowed: range) -> TypeGuard[list[int]]:
    """Whether a value is a list of allowed whole numbers."""
    return isinstance(value, list) and all(is_whole(item, allowed.start) and item in allowed for item in value)
