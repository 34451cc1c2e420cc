"""Lists of The Emperor of China: regions, alliances, roads and cards, as they stand and as they would score."""

from __future__ import annotations

from collections import Counter
from typing import Final, cast

from rich.console import Group, RenderableType
from rich.text import Text

from tianxia.games.emperor_of_china.interface.view import EmperorTable, RegionView
from tianxia.games.emperor_of_china.terminal.map_painter import state_mark
from tianxia.play.view import View
from tianxia.terminal import palette
from tianxia.terminal.drawer import Shown
from tianxia.terminal.speech import word
from tianxia.terminal.tables import by_seat, note, seat_label, seat_name, sheet
from tianxia.words import printable, text

NUMBERS: Final = ("free", "points", "in-all", "face-up", "discarded", "yours", "held")  # columns to the right


def emperor_table(view: View) -> EmperorTable:
    return cast(EmperorTable, view["table"])


# ---- words of a line


def colour_chip(table: EmperorTable, colour: str, may: bool = False) -> Text:
    """A colour of cards and lands, with its pattern."""
    return palette.chip(palette.grounds(table["colours"])[colour], word(colour), may)


def region_name(table: EmperorTable, region: RegionView) -> Text:
    """A region by its name, and by what one types for it where that is another word."""
    name, id = printable(region["name"]), printable(region["id"])
    placing = table["placing"] == region["id"]
    return Text.assemble(
        (f"{state_mark(table, region)}{name}", palette.CHOSEN if placing else palette.STRONG),
        ("" if id == name.lower() else f" ({id})", palette.SOFT),
    )


# ---- lists


def draw_regions(shown: Shown) -> RenderableType:
    """The regions with their pieces, and the points of their houses."""
    table = emperor_table(shown.view)
    rows = sheet(
        "emperor-of-china", "regions", ["colour", "region", "houses", "free", "emissaries", "score", "state"], NUMBERS
    )
    for region in table["regions"]:
        free = sum(space["house"] is None for space in region["spaces"])
        count = f"{sum(region['emissaries'])}/{region['limit']} "
        rows.add_row(
            colour_chip(table, region["colour"]),
            region_name(table, region),
            by_seat(region["houses"]),
            str(free),
            Text.assemble(count, by_seat(region["emissaries"])),
            by_seat(region["points"]),
            text("terminal.emperor-of-china.regions.scored") if region["scored"] else "",
        )
    return Group(rows, note("terminal.emperor-of-china.regions.meaning"))


def draw_alliances(shown: Shown) -> RenderableType:
    """The alliances, with the seats that would score them now and their points."""
    table = emperor_table(shown.view)
    names = {region["id"]: region for region in table["regions"]}
    rows = sheet("emperor-of-china", "alliances", ["number", "regions", "emissaries", "points", "seats"], NUMBERS)
    for alliance in table["alliances"]:
        regions = [names[id] for id in alliance["regions"]]
        seats = [palette.seat_chip(seat).append(f" {seat_name(shown.view, seat)}") for seat in alliance["seats"]]
        rows.add_row(
            f"#{alliance['number']}",
            " - ".join(printable(region["name"]) for region in regions),
            Text(" | ").join([by_seat(region["emissaries"]) or Text("-") for region in regions]),
            str(alliance["points"]),
            Text(" ").join(seats) or note("terminal.emperor-of-china.alliances.nobody"),
        )
    return Group(rows, note("terminal.emperor-of-china.alliances.meaning"))


def draw_rows(shown: Shown) -> RenderableType:
    """Houses in a row along roads, as they would score now."""
    table = emperor_table(shown.view)
    if not table["rows"]:
        return note("terminal.emperor-of-china.roads.none")
    rows = sheet("emperor-of-china", "roads", ["seat", "points", "spaces"], NUMBERS)
    for row in table["rows"]:
        spaces = Text(printable(" ".join(row["spaces"])))
        rows.add_row(seat_label(shown.view, row["seat"]), str(row["points"]), spaces)
    return Group(rows, note("terminal.emperor-of-china.roads.meaning"))


def draw_card_list(shown: Shown) -> RenderableType:
    """The numbers of visible cards by colour; then the publicly known cards of the hands."""
    table = emperor_table(shown.view)
    hand: list[str] = shown.view["own"].get("hand", [])
    rows = sheet("emperor-of-china", "card-list", ["colour", "in-all", "face-up", "discarded", "yours"], NUMBERS)
    face_up, discarded, yours = Counter(table["row"]), Counter(table["discards"]), Counter(hand)
    for colour, count in zip(table["colours"], table["deck"], strict=True):
        rows.add_row(colour_chip(table, colour), *map(str, (count, face_up[colour], discarded[colour], yours[colour])))
    hands = sheet("emperor-of-china", "card-list", ["player", "held", "known"], NUMBERS)
    for seat, (held, known) in enumerate(zip(table["hands"], table["known"], strict=True), 1):
        cards = Text(" ").join([colour_chip(table, colour) for colour in known])
        hands.add_row(seat_label(shown.view, seat), str(held), cards)
    return Group(rows, Text(), hands, note("terminal.emperor-of-china.card-list.meaning"))
