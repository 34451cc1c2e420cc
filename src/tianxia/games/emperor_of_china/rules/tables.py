"""The typed tables that the rules read: one set for each side of an edition's board, never changed.

Colours, regions and spaces are numbered as the file has them; spaces run through all regions. A *bundle* is some cards,
in no order: a hand, or the row.
"""

from __future__ import annotations

from typing import Final

from tianxia.engine.bitsets import BIT, first_of, size_of
from tianxia.engine.multisets import Multisets
from tianxia.engine.native import append, i64, vec

# what the numbering of actions and the sets leave room for
MAX_COLOURS = 16
MAX_REGIONS = 16
MAX_SPACES = 60
MAX_BUNDLES = 6000

MOST_PIECES: Final = 2  # that a seat may place in a turn
MOST_CARDS: Final = 3  # that it may pay in a turn
PRICE: Final = 1  # of a piece, in cards of the region's own colour
PRICE_ELSEWHERE: Final = 2  # in cards of any other


class Box:
    """The numbers of cards and pieces of an edition, as numbers only."""

    __slots__ = ("cards", "emissaries", "fortifications", "hand", "houses", "removed", "row", "shortest_road")

    cards: vec[i64]  # colour -> cards of that colour
    removed: vec[i64]  # number of players -> cards of each colour taken out
    houses: i64  # of a player
    emissaries: i64  # of a player, to place
    fortifications: i64  # of a player, where they are played with
    hand: i64
    row: i64
    shortest_road: i64  # houses that a row must have to score

    def deck(self, players: i64) -> vec[i64]:
        """Colour -> the number of its cards in a game for a number of players."""
        found = vec[i64]([])
        for count in self.cards:
            found = append(found, count - self.removed[players])
        return found

    def __init__(self, cards: list[int], removed: dict[int, int], counts: dict[str, int]) -> None:
        self.cards = vec[i64]([])
        for count in cards:
            self.cards = append(self.cards, count)
        self.removed = vec[i64]([])
        for players in range(max(removed) + 1):
            self.removed = append(self.removed, removed.get(players, 0))
        self.houses = counts["houses"]
        self.emissaries = counts["emissaries"]
        self.fortifications = counts["fortifications"]
        self.hand = counts["hand"]
        self.row = counts["row"]
        self.shortest_road = counts["shortest_road"]


class CardMultisets(Multisets):
    """All bundles of cards up to a greatest size; the kinds are colours."""

    __slots__ = ("payments", "pieces", "ways")

    payments: vec[i64]  # bundle * colours + colour of a region -> set of colours that pay for a piece there (ruling 3)
    ways: vec[i64]  # bundle * colours + colour of a region -> how many those are
    pieces: vec[i64]  # bundle * colours + colour of a region -> how many pieces it pays there in one turn

    def __init__(self, colours: int, most: int) -> None:
        super().__init__(colours, most)
        self.payments = vec[i64]([])
        self.ways = vec[i64]([])
        for bundle in range(len(self.sizes)):
            pairs: i64 = 0
            for colour in range(colours):
                if self.counts[bundle * self.kinds + colour] >= 2:
                    pairs |= BIT[colour]
            for colour in range(colours):
                own = BIT[colour]
                payments = self.members[bundle] & own | pairs & ~own
                self.payments = append(self.payments, payments)
                self.ways = append(self.ways, size_of(payments))
        self.pieces = vec[i64]([])
        for bundle in range(len(self.sizes)):
            for colour in range(colours):
                self.pieces = append(self.pieces, self.count_pieces(bundle, colour))

    def payments_after(self, paid: i64, bundle: i64, colour: i64) -> i64:
        """Ruling 1: the set of colours with which a bundle can pay for a piece, after `paid` cards in the turn."""
        found = self.payments[bundle * self.kinds + colour]
        if paid + PRICE_ELSEWHERE > MOST_CARDS:
            return found & BIT[colour]
        return found

    def count_pieces(self, bundle: i64, colour: i64) -> i64:
        found: i64 = 0
        payments = self.payments_after(0, bundle, colour)
        while payments:
            first = first_of(payments)
            cards = price_of(colour, first)
            if self.payments_after(cards, self.without(bundle, first, cards), colour):
                return MOST_PIECES
            found = 1
            payments &= payments - 1
        return found

    def without(self, bundle: i64, colour: i64, cards: i64) -> i64:
        """The bundle that is left after paying `cards` cards of a colour."""
        for _ in range(cards):
            bundle = self.without_one[bundle * self.kinds + colour]
        return bundle


class LookupTables:
    """A box and one side of its board, as numbers."""

    __slots__ = (
        "alliances",
        "box",
        "bundles",
        "colour_of",
        "colours",
        "near",
        "region_of",
        "regions",
        "regions_of_colour",
        "spaces",
        "spaces_of",
        "spaces_of_colour",
    )

    box: Box
    bundles: CardMultisets
    colours: i64  # how many there are
    regions: i64
    spaces: i64
    colour_of: vec[i64]  # region -> colour
    region_of: vec[i64]  # space -> region
    spaces_of: vec[i64]  # region -> set of spaces
    spaces_of_colour: vec[i64]  # colour -> set of spaces
    regions_of_colour: vec[i64]  # colour -> set of regions
    near: vec[i64]  # space -> set of spaces that a road leads to
    alliances: vec[i64]  # two regions for each alliance, in the order of their numbers

    def __init__(
        self,
        box: Box,
        bundles: CardMultisets,
        regions: list[tuple[int, int]],
        roads: list[tuple[int, int]],
        alliances: list[tuple[int, int]],
    ) -> None:
        """`regions` are their colours and how many spaces they have; `roads` join spaces, `alliances` regions."""
        self.box = box
        self.bundles = bundles
        self.colours = bundles.kinds
        self.regions = len(regions)
        self.spaces = 0
        self.colour_of = vec[i64]([])
        self.region_of = vec[i64]([])
        self.spaces_of = vec[i64]([])
        self.spaces_of_colour = vec[i64]([0 for _ in range(bundles.kinds)])
        self.regions_of_colour = vec[i64]([0 for _ in range(bundles.kinds)])
        self.near = vec[i64]([])
        for colour, spaces in regions:
            self.add_region(colour, spaces)
        for one, other in roads:
            self.near[one] |= BIT[other]
            self.near[other] |= BIT[one]
        self.alliances = vec[i64]([])
        for first, second in alliances:
            self.alliances = append(append(self.alliances, first), second)

    def price(self, region: i64, colour: i64) -> i64:
        """The number of cards of a colour that pay for a piece in a region."""
        return price_of(self.colour_of[region], colour)

    def add_region(self, colour: i64, spaces: i64) -> None:
        region = len(self.colour_of)
        inside: i64 = 0
        for _ in range(spaces):
            inside |= BIT[self.spaces]
            self.region_of = append(self.region_of, region)
            self.near = append(self.near, 0)
            self.spaces += 1
        self.colour_of = append(self.colour_of, colour)
        self.spaces_of = append(self.spaces_of, inside)
        self.spaces_of_colour[colour] |= inside
        self.regions_of_colour[colour] |= BIT[region]


def price_of(colour: i64, paid: i64) -> i64:
    """Ruling 3: how many cards of the colour `paid` pay for a piece in a region of a colour: one if they are equal."""
    if paid == colour:
        return PRICE
    return PRICE_ELSEWHERE
