"""The box: an edition file, checked against its grammar, and the tables made from it.

The grammar is described at the top of `standard.toml`. Files that do not fit it are refused, with file, entry and
reason.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import comb
from typing import Any, Final, TypeGuard

from tianxia.games.edition import FILE, EditionReader, at_id, in_table, is_whole, is_word, number_of, shown
from tianxia.games.emperor_of_china.rules.tables import (
    MAX_BUNDLES,
    MAX_COLOURS,
    MAX_REGIONS,
    MAX_SPACES,
    Box,
    CardMultisets,
    LookupTables,
)
from tianxia.words import Message

PLAYERS: Final = (3, 4, 5)
MIN_REGIONS: Final = 2
CANVAS: Final = (1000, 800)
MOST: Final = 60  # of anything that [cards] and [box] count
LEAST: Final = {"houses": 1, "emissaries": 0, "fortifications": 0, "hand": 1, "row": 0, "shortest_road": 1}
"""What [box] counts, and how many there must be."""

Place = tuple[int, int]
Link = tuple[int, int]


@dataclass(frozen=True)
class Region:
    """A region of the map."""

    id: str
    name: str
    colour: str
    dragon: Place  # where emissaries stand
    houses: tuple[Place, ...]


@dataclass(frozen=True)
class Side:
    """A side of the board."""

    id: str
    players: tuple[int, ...]  # the numbers of players that it serves
    roads: tuple[tuple[str, str], ...]  # ids of spaces
    tables: LookupTables


@dataclass(frozen=True)
class Edition:
    """A checked edition. Colours, regions, spaces and sides are in the order of the file."""

    name: str
    colours: tuple[str, ...]
    box: Box
    regions: tuple[Region, ...]
    spaces: tuple[str, ...]  # ids, through all regions
    places: tuple[Place, ...]  # of the spaces
    alliances: tuple[Link, ...]  # two regions each, as the engine counts; alliance 1 first
    sides: tuple[Side, ...]

    def sides_for(self, players: int) -> tuple[Side, ...]:
        """The sides of the board for a number of players: at least one."""
        return tuple(side for side in self.sides if players in side.players)

    def side(self, id: str) -> Side:
        """The side with an id, which must exist."""
        return next(side for side in self.sides if side.id == id)

    def colour_number(self, colour: str) -> int | None:
        """The engine's number for a colour of cards; `None` if it is unknown."""
        return number_of(self.colours, colour)

    def region_number(self, region: str) -> int | None:
        """The engine's number for the id of a region; `None` if it is unknown."""
        return number_of([known.id for known in self.regions], region)

    def space_number(self, space: str) -> int | None:
        """The engine's number for the id of a space; `None` if it is unknown."""
        return number_of(self.spaces, space)


def read_edition(document: dict[str, Any], file: str) -> Edition:
    """Check the content of an edition file (`file` is its name, for errors)."""
    return _Reader(file).edition(document)


class _Reader(EditionReader):
    game = "emperor-of-china"

    def edition(self, document: dict[str, Any]) -> Edition:
        self.check_keys(FILE, document, {"edition", "cards", "box", "region", "alliances", "side"})
        name = self.name(document)
        cards = self.cards(self.table(document, "cards"))
        box = self.box(self.table(document, "box"), cards)
        colours = tuple(cards)
        regions = self.regions(self.entries(document, "region"), colours)
        spaces = self.spaces(regions)
        places = tuple(place for region in regions for place in region.houses)
        alliances = tuple(self.alliances(self.table(document, "alliances"), regions))
        bundles = CardMultisets(len(colours), max(box.hand, box.row))
        sizes = [(colours.index(region.colour), len(region.houses)) for region in regions]
        sides = []
        for id, players, roads in self.sides(self.entries(document, "side"), spaces):
            joined = tuple((spaces[one], spaces[other]) for one, other in roads)
            sides.append(Side(id, players, joined, LookupTables(box, bundles, sizes, roads, list(alliances))))
        return Edition(name, colours, box, regions, spaces, places, alliances, tuple(sides))

    # ---- cards and pieces

    def cards(self, table: dict[str, Any]) -> dict[str, int]:
        where = in_table("cards")
        if not 1 <= len(table) <= MAX_COLOURS:
            self.refuse(where, "colours", most=MAX_COLOURS, colours=len(table))
        for colour in table:
            if not is_word(colour):
                self.refuse(where, "colour-word", colour=shown(colour))
        return {colour: self.count(where, table, colour, 1, MOST) for colour in table}

    def box(self, table: dict[str, Any], cards: dict[str, int]) -> Box:
        where = in_table("box")
        self.check_keys(where, table, {*LEAST, "removed"})
        counts = {what: self.count(where, table, what, least, MOST) for what, least in LEAST.items()}
        removed = self.removed(where, table.get("removed"), cards)
        most = max(counts["hand"], counts["row"])
        bundles = comb(len(cards) + most, most)
        if bundles > MAX_BUNDLES:
            self.refuse(where, "bundles", colours=len(cards), cards=most, bundles=bundles, most=MAX_BUNDLES)
        for players in PLAYERS:
            left = sum(cards.values()) - len(cards) * removed[players]
            needed = players * counts["hand"] + counts["row"] + 1
            if left < needed:
                self.refuse(where, "few-cards", players=players, cards=left, needed=needed)
        return Box(list(cards.values()), removed, counts)

    def removed(self, where: Message, table: object, cards: dict[str, int]) -> dict[int, int]:
        if not isinstance(table, dict) or set(table) != {str(players) for players in PLAYERS}:
            self.refuse(where, "removed", players=list(PLAYERS))
        removed = {players: self.count(where, table, str(players), 0, MOST, prefix="removed.") for players in PLAYERS}
        fewest = min(cards, key=lambda colour: cards[colour])
        for players, count in removed.items():
            if count > cards[fewest]:
                self.refuse(where, "removed-most", players=players, count=count, cards=cards[fewest], colour=fewest)
        return removed

    # ---- the map

    def regions(self, entries: list[dict[str, Any]], colours: tuple[str, ...]) -> tuple[Region, ...]:
        if not MIN_REGIONS <= len(entries) <= MAX_REGIONS:
            self.refuse(FILE, "regions", regions=len(entries), least=MIN_REGIONS, most=MAX_REGIONS)
        ids = self.ids(entries, "region")
        return tuple(self.region(id, entry, colours) for id, entry in zip(ids, entries, strict=True))

    def region(self, id: str, entry: dict[str, Any], colours: tuple[str, ...]) -> Region:
        where = at_id("region", id)
        self.check_keys(where, entry, {"id", "name", "colour", "dragon", "houses"})
        name, colour, houses = self.text(where, entry, "name"), entry.get("colour"), entry.get("houses")
        if colour not in colours:
            self.refuse(where, "colour", known=list(colours), colour=shown(colour))
        dragon = self.place(where, "dragon", entry.get("dragon"))
        if not isinstance(houses, list) or not houses:
            self.refuse(where, "houses")
        places = tuple(self.place(where, f"{id}-{number}", place) for number, place in enumerate(houses, 1))
        return Region(id, name, str(colour), dragon, places)

    def place(self, where: Message, what: str, place: object) -> Place:
        width, height = CANVAS
        if (
            not isinstance(place, list)
            or len(place) != 2
            or not all(is_whole(number, 0) and number <= most for number, most in zip(place, CANVAS, strict=True))
        ):
            self.refuse(where, "place", what=what, width=width, height=height, place=shown(place))
        return (place[0], place[1])

    def spaces(self, regions: tuple[Region, ...]) -> tuple[str, ...]:
        spaces = tuple(f"{region.id}-{number}" for region in regions for number in range(1, len(region.houses) + 1))
        if len(spaces) > MAX_SPACES:
            self.refuse(FILE, "spaces", spaces=len(spaces), most=MAX_SPACES)
        for region in regions:  # two spaces cannot clash: what stands before the last hyphen is the id of the region
            if region.id in spaces:
                self.refuse(at_id("region", region.id), "clash")
        return spaces

    def alliances(self, table: dict[str, Any], regions: tuple[Region, ...]) -> list[Link]:
        numbers = [str(number) for number in range(1, len(table) + 1)]
        if set(table) != set(numbers):
            self.refuse(in_table("alliances"), "numbers")
        entries = [(self.entry("alliance", number=number), table[number]) for number in numbers]
        return self.links(entries, "region", [region.id for region in regions])

    # ---- the sides of the board

    def sides(
        self, entries: list[dict[str, Any]], spaces: tuple[str, ...]
    ) -> list[tuple[str, tuple[int, ...], list[Link]]]:
        """For each side of the board its id, its numbers of players, and its roads."""
        sides = []
        for id, entry in zip(self.ids(entries, "side"), entries, strict=True):
            where = at_id("side", id)
            self.check_keys(where, entry, {"id", "players", "roads"})
            sides.append((id, self.players(where, entry.get("players")), self.roads(where, entry.get("roads"), spaces)))
        for number in PLAYERS:
            if not any(number in players for _, players, _ in sides):
                self.refuse(FILE, "not-served", players=number)
        return sides

    def players(self, where: Message, players: object) -> tuple[int, ...]:
        if (
            not isinstance(players, list)
            or not players
            or not all(type(number) is int and number in PLAYERS for number in players)
            or len(set(players)) < len(players)
        ):
            self.refuse(where, "players", known=list(PLAYERS), players=shown(players))
        return tuple(players)

    def roads(self, where: Message, roads: object, spaces: tuple[str, ...]) -> list[Link]:
        if not isinstance(roads, list):
            self.refuse(where, "roads")
        entries = [(self.entry("road", side=where, number=number), road) for number, road in enumerate(roads, 1)]
        return self.links(entries, "space", list(spaces))

    def links(self, entries: Iterable[tuple[Message, object]], what: str, ids: list[str]) -> list[Link]:
        """Pairs of different ids, each pair once, as the engine's numbers."""
        links: dict[Link, None] = {}
        for where, entry in entries:
            if not _are_two_texts(entry):
                self.refuse(where, "link", link=shown(entry))
            for id in entry:
                if id not in ids:
                    self.refuse(where, "unknown", what=what, id=shown(id))
            one, other = (ids.index(id) for id in entry)
            if (one, other) in links or (other, one) in links:
                self.refuse(where, "link-twice", ids=entry)
            links[one, other] = None
        return list(links)


def _are_two_texts(value: object) -> TypeGuard[list[str]]:
    """Whether a value is a list of two different texts."""
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(isinstance(item, str) for item in value)
        and value[0] != value[1]
    )
