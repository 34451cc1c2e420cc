"""Draws The Emperor of China, from a view alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, cast

from rich.console import Group, RenderableType
from rich.style import Style
from rich.text import Text

from tianxia.games.emperor_of_china.interface.view import EmperorTable, RegionView
from tianxia.games.emperor_of_china.terminal.lists import (
    colour_chip,
    draw_alliances,
    draw_card_list,
    draw_regions,
    draw_rows,
    emperor_table,
    region_name,
)
from tianxia.games.emperor_of_china.terminal.map_layout import Spot
from tianxia.games.emperor_of_china.terminal.map_painter import (
    MapPainter,
    Piece,
    Scene,
    emissary_parts,
    layouts_of,
    name_parts,
    space_parts,
)
from tianxia.play.view import View
from tianxia.terminal import palette
from tianxia.terminal.canvas import Canvas, narrow
from tianxia.terminal.drawer import Column, Drawer, Shown
from tianxia.terminal.speech import word
from tianxia.terminal.tables import wrap
from tianxia.words import text

LIST_WIDTH: Final = 40  # columns that the map as a list wants
CARD: Final = (8, 3)  # columns and rows of a card
CARDS_ABREAST: Final = 4
LONGEST_COLOUR: Final = 14
PIECES: Final = ("house", "fortification")  # that stand on spaces


class EmperorDrawer:
    """The map with its roads, the cards, and lists of what would score."""

    @property
    def lists(self) -> Mapping[str, Callable[[Shown], RenderableType]]:
        return {
            "regions": draw_regions,
            "alliances": draw_alliances,
            "roads": draw_rows,
            "cards": draw_card_list,
            "hand": draw_cards,
        }

    def progress(self, view: View) -> str:
        table = emperor_table(view)
        if table["last_round"]:
            return text("terminal.emperor-of-china.last-round", round=table["round"])
        if table["times_run_out"]:
            return text("terminal.emperor-of-china.second-pile", round=table["round"])
        return text("terminal.emperor-of-china.round", round=table["round"])

    def sizes(self, shown: Shown) -> Sequence[tuple[int, int]]:
        layouts = layouts_of(emperor_table(shown.view))
        if layouts:
            return [(layout.size.width, layout.size.height) for layout in layouts]
        return [(LIST_WIDTH, len(list_map(scene_of(shown), LIST_WIDTH)))]

    def board(self, shown: Shown, size: int, width: int) -> RenderableType:
        scene = scene_of(shown)
        layouts = layouts_of(scene.table)
        if layouts and layouts[size].size.width <= width:
            return MapPainter(scene, layouts[size]).paint()
        return Group(*list_map(scene, width))

    def hands(self, shown: Shown) -> Sequence[RenderableType | None]:
        return [draw_cards(shown), draw_card_lines(shown)]

    def columns(self, view: View) -> list[Column]:
        table = emperor_table(view)
        columns = [
            Column(text("terminal.emperor-of-china.points"), [str(points) for points in view["scores"]]),
            Column(text("terminal.emperor-of-china.houses"), [str(left["houses"]) for left in table["supply"]]),
            Column(text("terminal.emperor-of-china.emissaries"), [str(left["emissaries"]) for left in table["supply"]]),
            Column(text("terminal.emperor-of-china.cards"), [str(cards) for cards in table["hands"]]),
        ]
        if table["fortifications"]:
            left = [str(left["fortifications"]) for left in table["supply"]]
            columns.insert(3, Column(text("terminal.emperor-of-china.fortifications"), left))
        return columns

    def legend(self, view: View) -> Text:
        return draw_legend(emperor_table(view))


def scene_of(shown: Shown) -> Scene:
    """The scene to paint, with the pieces of a preview and the places of legal moves, read from their notation."""
    moves = [move.split() for move in shown.view["legal"]]
    places = [(words[0], words[1]) for words in moves if len(words) > 1]
    return Scene(
        emperor_table(shown.view),
        frozenset(place for kind, place in places if kind in PIECES),
        frozenset(place for kind, place in places if kind == "emissary"),
        [cast(Piece, piece) for piece in shown.preview.pieces] if shown.preview else [],
    )


# ---- the map as a list, for narrow screens and crowded maps


def list_map(scene: Scene, width: int) -> list[Text]:
    """Region by region: emissaries, spaces in their order, and the roads from them."""
    lines = []
    for region in scene.table["regions"]:
        spaces = [Text.assemble(*space_parts(scene, space, number)) for number, space in enumerate(region["spaces"], 1)]
        roads = [Text(road, palette.SOFT) for road in roads_from(scene.table, region)]
        heading = Text(text("terminal.emperor-of-china.list.roads"), palette.SOFT)
        name = Text(" ").join([colour_chip(scene.table, region["colour"]), region_name(scene.table, region)])
        lines += wrap([name, *emissaries_of(scene, region, width)], width)
        lines += wrap(spaces, width, indent=2)
        lines += wrap([heading, *roads], width, indent=2) if roads else []
    meaning = text("terminal.emperor-of-china.list.meaning").split()
    return [*lines, *wrap([Text(word, palette.SOFT) for word in meaning], width)]


def emissaries_of(scene: Scene, region: RegionView, width: int) -> list[Text]:
    parts = [part for part in emissary_parts(scene, region, width) if part[0].strip()]
    *_, count = name_parts(scene, region)
    return [Text(*part) for part in (*parts, count)]


def roads_from(table: EmperorTable, region: RegionView) -> list[str]:
    """The roads of a region, with the numbers of its own spaces: "1-2", and "4-zhao-4" to another region."""
    numbers = {space["id"]: str(number) for number, space in enumerate(region["spaces"], 1)}
    found = []
    for one, other in table["roads"]:
        if one in numbers or other in numbers:
            near, far = (one, other) if one in numbers else (other, one)
            found.append(f"{numbers[near]}-{numbers.get(far, far)}")
    return sorted(found, key=lambda road: (int(road.split("-")[0]), len(road), road))


# ---- cards


def draw_cards(shown: Shown) -> RenderableType:
    """The seat's own cards and the cards of the row, as small coloured cards."""
    table = emperor_table(shown.view)
    parts: list[RenderableType] = []
    hand = own_cards(shown.view)
    if hand is not None:
        parts += [Text(text("terminal.emperor-of-china.hand"), palette.STRONG), paint_cards(table, hand)]
    parts += [Text(text("terminal.emperor-of-china.row"), palette.STRONG)]
    parts += [paint_cards(table, table["row"], takeable(shown.view)), pile_line(table)]
    return Group(*parts)


def draw_card_lines(shown: Shown) -> RenderableType:
    """The hand and the cards face up, as lines with a word for each card."""
    table = emperor_table(shown.view)
    hand = own_cards(shown.view)
    lines = [] if hand is None else [Text(text("terminal.emperor-of-china.hand"), palette.STRONG), chips(table, hand)]
    row = chips(table, table["row"], takeable(shown.view))
    return Group(*lines, Text(text("terminal.emperor-of-china.row"), palette.STRONG), row, pile_line(table))


def own_cards(view: View) -> list[str] | None:
    """The seat's own cards; `None` for a spectator, and where a record hides them."""
    return cast("list[str] | None", view["own"].get("hand"))


def takeable(view: View) -> frozenset[str]:
    """The colours that may be taken from those face up."""
    moves = [move.split() for move in view["legal"]]
    return frozenset(words[1] for words in moves if len(words) == 2 and words[0] == "take")


def chips(table: EmperorTable, cards: Sequence[str], may: frozenset[str] = frozenset()) -> Text:
    if not cards:
        return Text(text("terminal.emperor-of-china.no-cards"), palette.SOFT)
    return Text(" ").join([colour_chip(table, colour, colour in may) for colour in cards])


def paint_cards(table: EmperorTable, cards: Sequence[str], may: frozenset[str] = frozenset()) -> RenderableType:
    """Cards side by side, with the pattern of their colour's lands; what one may take is in parentheses."""
    if not cards:
        return chips(table, cards)
    names = [narrow(word(colour))[:LONGEST_COLOUR] for colour in cards]
    labels = [f"({name})" if colour in may else f" {name} " for colour, name in zip(cards, names, strict=True)]
    width, height = max(CARD[0], *map(len, labels)), CARD[1]
    rows = -(-len(cards) // CARDS_ABREAST)
    grounds = palette.grounds(table["colours"])
    canvas = Canvas(min(len(cards), CARDS_ABREAST) * (width + 1) - 1, rows * (height + 1) - 1)
    for number, (colour, label) in enumerate(zip(cards, labels, strict=True)):
        y, x = divmod(number, CARDS_ABREAST)
        spot = x * (width + 1), y * (height + 1)
        style = palette.MAY if colour in may else palette.PRINTED
        paint_card(canvas, spot, width, grounds[colour], (label, style))
    return canvas


def paint_card(canvas: Canvas, spot: Spot, width: int, ground: palette.Ground, label: tuple[str, Style]) -> None:
    x, y = spot
    for row in range(CARD[1]):
        edge = row in (0, CARD[1] - 1)
        canvas.put(x, y + row, (ground.pattern if edge else " ") * width, ground.open)
    canvas.put(x + (width - len(label[0])) // 2, y + CARD[1] // 2, *label)


def pile_line(table: EmperorTable) -> Text:
    pile, discards = table["pile"], len(table["discards"])
    return Text(text("terminal.emperor-of-china.pile", pile=pile, discards=discards), palette.SOFT)


# ---- the legend


def draw_legend(table: EmperorTable) -> Text:
    """The legend: the colours, then the characters."""
    colours = [colour_chip(table, colour) for colour in table["colours"]]
    lines = wrap(colours, LIST_WIDTH)
    keys = ["terminal.emperor-of-china.legend.spaces", "terminal.emperor-of-china.legend.regions"]
    if table["fortifications"]:
        keys.insert(1, "terminal.emperor-of-china.legend.fortifications")
    return Text("\n").join([*lines, *(Text(text(key), palette.SOFT) for key in keys)])


DRAWER: Final[Drawer] = EmperorDrawer()
