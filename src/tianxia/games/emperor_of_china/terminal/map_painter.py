"""Paints the map of The Emperor of China on a canvas: lands, roads, spaces, and what stands at the dragons.

Nothing is shown by colour alone: a land has a pattern, a seat its letter, a fortification brackets, and possible moves
are in parentheses.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Literal, NamedTuple, TypedDict

from rich.console import Console, ConsoleOptions, RenderResult
from rich.segment import Segment
from rich.style import Style

from tianxia.games.emperor_of_china.interface.view import EmperorTable, RegionView, SpaceView
from tianxia.games.emperor_of_china.terminal.map_layout import DOTS, Layout, Plan, Size, Spot, lay_out
from tianxia.terminal import palette
from tianxia.terminal.canvas import Canvas, narrow
from tianxia.words import printable

SIZES: Final = (Size(118, 40, 5), Size(98, 34, 3), Size(72, 26, 3))
SPARSE: Final = 6  # columns from one character of a land's pattern to the next
BRAILLE: Final = 0x2800
SCORED: Final = "◆"
PLACING: Final = "▸"
LONGEST_NAME: Final = 12

ROAD: Final = Style.parse("#5b4636")
FREE: Final = Style.parse("#5b4636 on #ece3d0")
FORT: Final = Style.parse("bold #f3d283 on #551812")

Parts = list[tuple[str, Style]]
"""A text piece by piece, for a canvas or for a line."""


class Piece(TypedDict):
    """A piece of a preview."""

    kind: Literal["house", "emissary", "fortification"]
    seat: int
    at: str  # a space, or for an emissary a region


class Scene(NamedTuple):
    """The input of the painter: the table, the possible moves, and the pieces of a preview."""

    table: EmperorTable
    free_spaces: frozenset[str]  # where the seat to move may place a piece
    open_regions: frozenset[str]  # where it may place an emissary
    ghosts: Sequence[Piece]

    def ghost(self, kinds: Iterable[str], at: str) -> Piece | None:
        return next((piece for piece in self.ghosts if piece["kind"] in kinds and piece["at"] == at), None)


class MapCanvas(Canvas):
    """A canvas that can draw its roads with ASCII characters too."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for segment in super().__rich_console__(console, options):
            if isinstance(segment, Segment) and options.ascii_only:
                yield segment._replace(text=segment.text.translate(PLAIN_ROADS))
            else:
                yield segment


class MapPainter:
    """Paints a map with its layout."""

    def __init__(self, scene: Scene, layout: Layout) -> None:
        self.scene = scene
        self.table = scene.table
        self.layout = layout
        self.grounds = palette.grounds(self.table["colours"])
        self.canvas = MapCanvas(layout.size.width, layout.size.height)

    def paint(self) -> Canvas:
        """Paint the map from the ground up."""
        for spot, land in self.layout.lands.items():
            self.paint_ground(spot, land)
        for spot, dots in self.layout.roads.items():
            on_land = spot in self.layout.lands and not self.is_gap(spot, self.layout.lands[spot])
            self.put(spot, [(chr(BRAILLE + dots), ROAD if on_land else palette.SOFT)])
        self.paint_alliances()
        self.paint_spaces()
        for region, spot in zip(self.table["regions"], self.layout.labels, strict=True):
            self.paint_label(region, spot)
        return self.canvas

    # ---- ground

    def paint_ground(self, spot: Spot, land: int) -> None:
        """Paint one character of a land; along borders the pattern is left out, so that they can be seen."""
        region = self.table["regions"][land]
        dotted = not self.others(spot, land) and (spot[0] + SPARSE // 2 * (spot[1] % 2)) % SPARSE == 0
        if not self.is_gap(spot, land):
            pattern = self.grounds[region["colour"]].pattern
            self.put(spot, [(pattern if dotted else " ", self.ground_style(region))])

    def is_gap(self, spot: Spot, land: int) -> bool:
        """Whether a character is left out because a land that looks the same begins beside it."""
        others = [self.table["regions"][other] for other in self.others(spot, land) if other > land]
        return self.ground_style(self.table["regions"][land]) in map(self.ground_style, others)

    def others(self, spot: Spot, land: int) -> set[int]:
        """The lands, or the sea, that a character of this land touches."""
        x, y = spot
        return {self.layout.land_at(near) for near in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))} - {land}

    def ground_style(self, region: RegionView) -> Style:
        ground = self.grounds[region["colour"]]
        return ground.closed if region["scored"] else ground.open

    # ---- what stands on it

    def paint_alliances(self) -> None:
        for alliance, spot in zip(self.table["alliances"], self.layout.marks, strict=True):
            if spot is not None:
                self.put(spot, [(mark_of(alliance["number"]), palette.DRAGON)])

    def paint_spaces(self) -> None:
        spots = iter(self.layout.spaces)
        for region in self.table["regions"]:
            for number, space in enumerate(region["spaces"], 1):
                x, y = next(spots)
                parts = space_parts(self.scene, space, number, self.layout.size.cell)
                self.put((x - self.layout.size.cell // 2, y), parts)

    def paint_label(self, region: RegionView, spot: Spot) -> None:
        """Paint the name of a region with the numbers of its emissaries and of those it admits; below, their owners."""
        width = label_width(region)
        ground = self.ground_style(region)
        for row, parts in enumerate((name_parts(self.scene, region), emissary_parts(self.scene, region, width))):
            length = sum(len(text) for text, _ in parts)
            left = spot[0] + max(0, width - length) // 2
            self.put((left, spot[1] + row), [(text, ground + style) for text, style in parts])

    def put(self, spot: Spot, parts: Parts) -> None:
        x, y = spot
        for text, style in parts:
            self.canvas.put(x, y, text, style)
            x += len(text)


# ---- pieces


def space_parts(scene: Scene, space: SpaceView, number: int, width: int = 3) -> Parts:
    """The text of a space: the owner of its house, or its number; brackets show fortifications and moves."""
    ghost = scene.ghost(("house", "fortification"), space["id"])
    house = ghost["seat"] if ghost and ghost["kind"] == "house" else space["house"]
    fortified = space["fortification"] or bool(ghost and ghost["kind"] == "fortification")
    may = space["id"] in scene.free_spaces and not ghost
    left, right = ("<>" if may else "[]") if fortified else "()" if may else "  "
    if ghost:
        left, style = palette.GHOST, palette.CHOSEN
    else:
        style = palette.seat_style(house) if house else palette.MAY if may else FREE
    inner = (palette.seat_letter(house) if house else str(number)).center(width - 2)
    bracket = FORT if fortified else style
    return [(left, palette.CHOSEN if ghost else bracket), (inner, style), (right, bracket)]


def name_parts(scene: Scene, region: RegionView) -> Parts:
    """The name and emissaries of a region, with a mark if the turn places pieces there or its houses were scored."""
    placing = scene.table["placing"] == region["id"]
    count = f"{sum(region['emissaries'])}/{region['limit']}"
    return [
        (f"{state_mark(scene.table, region)}{short_name(region)}", palette.CHOSEN if placing else palette.PRINTED),
        (" ", palette.PRINTED),
        (f"({count})", palette.MAY) if region["id"] in scene.open_regions else (count, palette.PRINTED),
    ]


def state_mark(table: EmperorTable, region: RegionView) -> str:
    return PLACING if table["placing"] == region["id"] else SCORED if region["scored"] else ""


def emissary_parts(scene: Scene, region: RegionView, width: int) -> Parts:
    """The emissaries by seat, in `width` columns; the one of a preview is counted, and marked."""
    ghost = scene.ghost(("emissary",), region["id"])
    chips: Parts = []
    for seat, count in enumerate(region["emissaries"], 1):
        if ghost is not None and ghost["seat"] == seat:
            chips.append((f"{palette.GHOST}{palette.seat_letter(seat)}{count + 1}", palette.CHOSEN))
        elif count:
            chips.append((f"{palette.seat_letter(seat)}{count}", palette.seat_style(seat)))
    if sum(len(text) + 1 for text, _ in chips) - 1 > width:
        return chips
    return [part for chip in chips for part in ((" ", palette.PRINTED), chip)][1:]


def mark_of(alliance: int) -> str:
    return f"#{alliance}"


def short_name(region: RegionView) -> str:
    """The name of a region, or its id if a canvas cannot hold the name."""
    name = printable(region["name"])
    if narrow(name) != name:
        name = narrow(printable(region["id"]))
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}-"


def label_width(region: RegionView) -> int:
    """The width to keep free for the label of a region, so that it does not move when an emissary comes."""
    name = len(f"{SCORED}{short_name(region)} (0/0)")
    return max(name, 2 * min(len(region["emissaries"]), len(region["spaces"])))


# ---- the layout of a table


def plan_of(table: EmperorTable) -> Plan:
    lands = {region["id"]: land for land, region in enumerate(table["regions"])}
    spaces = [(space, lands[region["id"]]) for region in table["regions"] for space in region["spaces"]]
    numbers = {space["id"]: number for number, (space, _) in enumerate(spaces)}
    return Plan(
        dragons=tuple((region["dragon"][0], region["dragon"][1]) for region in table["regions"]),
        labels=tuple(label_width(region) for region in table["regions"]),
        spaces=tuple((land, (space["at"][0], space["at"][1])) for space, land in spaces),
        roads=tuple((numbers[one], numbers[other]) for one, other in table["roads"]),
        alliances=tuple(
            (lands[alliance["regions"][0]], lands[alliance["regions"][1]]) for alliance in table["alliances"]
        ),
        marks=tuple(len(mark_of(alliance["number"])) for alliance in table["alliances"]),
    )


def layouts_of(table: EmperorTable) -> list[Layout]:
    """The layouts in which the map is not too crowded, the biggest first."""
    plan = plan_of(table)
    found = [lay_out(plan, size) for size in sizes_for(table)]
    return [layout for layout in found if not layout.crowded]


def sizes_for(table: EmperorTable) -> list[Size]:
    """The sizes to try for a map: small maps need little, regions of ten spaces or more need wider spaces."""
    counts = [len(region["spaces"]) for region in table["regions"]]
    room = sum(counts) + len(counts)
    cell = 2 + len(str(max(counts)))
    sizes = [
        Size(min(size.width, 16 + 8 * room), min(size.height, 8 + 2 * room), max(size.cell, cell)) for size in SIZES
    ]
    return list(dict.fromkeys(sizes))


# ---- a terminal without Unicode


def plain_road(dots: int) -> str:
    """The ASCII character nearest to a Braille character.

    >>> "".join(plain_road(ord(character) - 0x2800) for character in "⠤⡇⠑⡠⠁")
    '-|\\\\/.'
    """
    left, right = ([row for row in range(4) if dots & DOTS[row][column]] for column in (0, 1))
    if not left or not right:
        return "|" if len(left or right) > 1 else "."
    slope = sum(right) / len(right) - sum(left) / len(left)
    return "-" if abs(slope) < 1 else "\\" if slope > 0 else "/"


PLAIN_ROADS: Final = {BRAILLE + dots: plain_road(dots) for dots in range(256)}
