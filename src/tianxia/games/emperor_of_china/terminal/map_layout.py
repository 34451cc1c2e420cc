"""Lays a map out on a grid of characters: where spaces, roads, lands, labels and marks stand.

Coordinates come from an edition and may be anything, so they are scaled by their bounding box, and what would collide
is moved a little. A map that is too crowded for a size has no layout in it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import product
from math import hypot
from statistics import median
from typing import Final, NamedTuple

Point = tuple[int, int]  # of the edition
Spot = tuple[int, int]  # column and row
SEA: Final = -1
TALL: Final = 2  # the height of a character is about this many times its width
MARGIN: Final = (4, 1)  # columns and rows around the spaces, so that they stand inside their lands
LABEL_ROWS: Final = 2
DOTS: Final = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))  # of a Braille character: row, column -> bit
TEETH: Final = (4, 1)  # columns and rows: what sticks out of a land no wider than this is smoothed away
LEAST_REACH: Final = 8.0  # how far a land reaches beyond its spaces at least, in columns

# how much farther from its dragon a label may go, rather than have one character more on a road or outside its land
ON_ROAD: Final = 20
ABROAD: Final = 5


class Size(NamedTuple):
    """The size of a map in characters, and the width of a space in it."""

    width: int
    height: int
    cell: int


class Plan(NamedTuple):
    """The input of a layout: numbered lands and spaces, roads and marks."""

    dragons: tuple[Point, ...]  # by land
    labels: tuple[int, ...]  # by land: how wide what stands at its dragon is
    spaces: tuple[tuple[int, Point], ...]  # by space: its land, and where it is
    roads: tuple[tuple[int, int], ...]  # two spaces each
    alliances: tuple[tuple[int, int], ...]  # two lands each
    marks: tuple[int, ...]  # by alliance: how wide its mark is


class Layout:
    """The places of spaces, lands, labels and marks on the grid."""

    def __init__(self, plan: Plan, size: Size) -> None:
        self.plan = plan
        self.size = size
        self.spaces: list[Spot] = []  # the middle of each
        self.roads: dict[Spot, int] = {}  # the dots of a Braille character
        self.lands: dict[Spot, int] = {}  # what is not here is sea
        self.labels: list[Spot] = []  # by land: the left end of the upper line
        self.marks: list[Spot | None] = []  # by alliance: the left end; `None` where there was no room
        self.taken: set[Spot] = set()  # by spaces, labels and marks
        self.crowded = False  # there was no room for a space or a label
        scale = Scale([*plan.dragons, *(at for _, at in plan.spaces)], size)
        self.dragons = [scale.spot(at) for at in plan.dragons]
        self.place_spaces(scale)
        if not self.crowded:
            self.roads = trace_roads((self.spaces[one], self.spaces[other]) for one, other in plan.roads)
            self.spread_lands()
            self.place_labels()
            self.place_marks()

    # ---- spaces

    def place_spaces(self, scale: Scale) -> None:
        """Place each space at its scaled point, or beside it if it would touch another."""
        for _, at in self.plan.spaces:
            near = around(scale.spot(at), self.size.cell + 2, 2)
            spot = next((spot for spot in near if self.has_room(spot)), None)
            self.crowded = self.crowded or spot is None
            self.spaces.append(spot or near[0])
            self.taken.update(self.cell(self.spaces[-1]))

    def cell(self, spot: Spot, gap: int = 0) -> list[Spot]:
        return block((spot[0] - self.size.cell // 2 - gap, spot[1]), self.size.cell + 2 * gap)

    def has_room(self, spot: Spot) -> bool:
        return self.holds(self.cell(spot)) and self.taken.isdisjoint(self.cell(spot, gap=1))

    def holds(self, spots: Iterable[Spot]) -> bool:
        return all(0 <= x < self.size.width and 0 <= y < self.size.height for x, y in spots)

    def is_open(self, spots: list[Spot]) -> bool:
        return self.holds((spots[0], spots[-1])) and self.taken.isdisjoint(spots)

    # ---- lands

    def spread_lands(self) -> None:
        """Assign each character to the land with the strongest influence there, or to the sea."""
        reach = reach_of(self.spaces)
        felt_there = self.feel(reach)
        rough = {spot: strongest(lands, felt(reach)) for spot, lands in felt_there.items() if self.holds([spot])}
        smooth = {spot: self.smooth(rough, spot) for spot in rough}
        self.lands = {spot: land for spot, land in smooth.items() if land != SEA}

    def feel(self, reach: float) -> Mapping[Spot, Mapping[int, float]]:
        """The influence of each land at each spot, within twice the reach of the land."""
        lands = [*(land for land, _ in self.plan.spaces), *range(len(self.dragons))]
        found: defaultdict[Spot, defaultdict[int, float]] = defaultdict(lambda: defaultdict(float))
        for land, point in zip(lands, [*self.spaces, *self.dragons], strict=True):
            for spot in around(point, int(2 * reach), int(2 * reach / TALL)):
                found[spot][land] += felt(distance(spot, point))
        return found

    def smooth(self, rough: Mapping[Spot, int], spot: Spot) -> int:
        """The land of most characters around a spot, so that borders are smooth; but a space stays in its land."""
        if spot in self.taken:
            return rough[spot]
        counts = Counter(rough.get(near, SEA) for near in around(spot, *TEETH))
        return max(counts, key=lambda land: (counts[land], land == rough[spot]))

    def land_at(self, spot: Spot) -> int:
        return self.lands.get(spot, SEA)

    # ---- labels

    def place_labels(self) -> None:
        """Place each label at its dragon or near it: never on a space, preferably in its own land and off the roads."""
        for land, (dragon, width) in enumerate(zip(self.dragons, self.plan.labels, strict=True)):
            start = (dragon[0] - width // 2, dragon[1])
            near = around(start, width, 6)
            blocks = [block(spot, width, LABEL_ROWS) for spot in near if self.is_open(gapped(spot, width))]
            costs = [self.label_cost(spots, start, land) for spots in blocks]
            self.crowded = self.crowded or not blocks
            best = blocks[costs.index(min(costs))] if blocks else [start]
            self.labels.append(best[0])
            self.taken.update(best)

    def label_cost(self, spots: list[Spot], start: Spot, land: int) -> float:
        on_road = sum(spot in self.roads for spot in spots)
        abroad = sum(self.land_at(spot) != land for spot in spots)
        return distance(spots[0], start) + ON_ROAD * on_road + ABROAD * abroad

    # ---- marks

    def place_marks(self) -> None:
        """Place each mark on the border of its two lands, near the middle between their dragons."""
        borders = {width: self.borders(width) for width in set(self.plan.marks)}
        for (one, other), width in zip(self.plan.alliances, self.plan.marks, strict=True):
            middle = halfway(self.dragons[one], self.dragons[other])
            spots = [*filter(self.is_bare, borders[width][frozenset((one, other))])]
            if not spots:
                middle = self.nearest(one, other)
                spots = [*filter(self.is_bare, (block((x - width // 2, y), width) for x, y in around(middle, 6, 2)))]
            nearest = sorted(spots, key=lambda part: distance(part[len(part) // 2], middle))
            self.marks.append(nearest[0][0] if nearest else None)
            self.taken.update(*nearest[:1])

    def borders(self, width: int) -> Mapping[frozenset[int], list[list[Spot]]]:
        """Two lands -> the spots where a mark of this width would lie on their border."""
        found: defaultdict[frozenset[int], list[list[Spot]]] = defaultdict(list)
        for spot in self.lands:
            spots = block(spot, width)
            x, y = spots[width // 2]
            for one, other in ((spots[0], spots[-1]), ((x, y - 1), (x, y + 1))):
                found[frozenset((self.land_at(one), self.land_at(other)))].append(spots)
        return found

    def is_bare(self, spots: list[Spot]) -> bool:
        return self.is_open(spots) and self.roads.keys().isdisjoint(spots)

    def nearest(self, one: int, other: int) -> Spot:
        """The middle of the two spaces that are nearest to each other."""
        ours, theirs = (
            [spot for spot, (at, _) in zip(self.spaces, self.plan.spaces, strict=True) if at == land]
            for land in (one, other)
        )
        return halfway(*min(product(ours, theirs), key=lambda pair: distance(*pair)))


@lru_cache(maxsize=32)
def lay_out(plan: Plan, size: Size) -> Layout:
    """The layout of a map in a size; cached, since a map is drawn again with every move."""
    return Layout(plan, size)


class Scale:
    """Maps points of the edition to the grid.

    >>> Scale([(-50, 7), (950, 7)], Size(109, 21, 3)).spot((450, 7))
    (54, 10)
    """

    def __init__(self, points: Sequence[Point], size: Size) -> None:
        self.axes = [
            (min(values), max(values) - min(values), margin, length - 1 - 2 * margin)
            for values, margin, length in zip(zip(*points, strict=True), MARGIN, size, strict=False)
        ]

    def spot(self, point: Point) -> Spot:
        x, y = (
            margin + round((value - least) * length / extent if extent else length / 2)
            for value, (least, extent, margin, length) in zip(point, self.axes, strict=True)
        )
        return x, y


def distance(one: Spot, other: Spot) -> float:
    return hypot(one[0] - other[0], TALL * (one[1] - other[1]))


def halfway(one: Spot, other: Spot) -> Spot:
    return (one[0] + other[0]) // 2, (one[1] + other[1]) // 2


def felt(distance: float) -> float:
    """The influence of a space at a distance, on the ground around it.

    It fades fast, so that a space is never in a foreign land, and smoothly, so that lands are round.
    """
    return 1 / (distance * distance + 1) ** 3


def strongest(lands: Mapping[int, float], least: float) -> int:
    """The land with the greatest influence, the first of equals; the sea if none reaches `least`."""
    best = max(lands, key=lambda land: (lands[land], -land))
    return best if lands[best] >= least else SEA


def reach_of(spaces: Sequence[Spot]) -> float:
    """The reach of a land: about the usual distance of spaces to their nearest neighbours."""
    nearest = [min((distance(one, other) for other in spaces if other != one), default=0.0) for one in spaces]
    return max(LEAST_REACH, median(nearest))


def block(spot: Spot, width: int, rows: int = 1) -> list[Spot]:
    return [(spot[0] + x, spot[1] + y) for y in range(rows) for x in range(width)]


def gapped(spot: Spot, width: int) -> list[Spot]:
    """A label with a blank on either side."""
    return block((spot[0] - 1, spot[1]), width + 2, LABEL_ROWS)


def around(spot: Spot, columns: int, rows: int) -> list[Spot]:
    """A spot and those near it, the nearest first."""
    return [(spot[0] + x, spot[1] + y) for x, y in _steps(columns, rows)]


@cache
def _steps(columns: int, rows: int) -> list[Spot]:
    near = [(x, y) for y in range(-rows, rows + 1) for x in range(-columns, columns + 1)]
    return sorted(near, key=lambda step: distance(step, (0, 0)))


def trace_roads(roads: Iterable[tuple[Spot, Spot]]) -> dict[Spot, int]:
    """The Braille dots of straight lines, by spot.

    >>> {spot: chr(0x2800 + dots) for spot, dots in trace_roads([((0, 0), (2, 1))]).items()}
    {(0, 0): '⠠', (1, 0): '⡀', (1, 1): '⠈', (2, 1): '⠢'}
    """
    found: defaultdict[Spot, int] = defaultdict(int)
    for (x, y), (to_x, to_y) in roads:
        steps = max(2 * abs(to_x - x), 4 * abs(to_y - y), 1)  # a character has two by four dots
        for step in range(steps + 1):
            across, down = x + 0.5 + (to_x - x) * step / steps, y + 0.5 + (to_y - y) * step / steps
            column, row = int(across), int(down)
            found[column, row] |= DOTS[int((down - row) * 4)][int((across - column) * 2)]
    return dict(found)
