"""Lists of The Emperor of China: regions, alliances, roads and cards, as they stand and as they would score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, Literal, cast

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tianxia.games.emperor_of_china.view import EmperorTable, RegionView
from tianxia.play.view import View
from tianxia.terminal import palette
from tianxia.terminal.drawer import Shown
from tianxia.terminal.emperor_of_china.map_painter import INK, MAY, grounds, state_mark
from tianxia.terminal.speech import sentence
from tianxia.terminal.tables import seat_name
from tianxia.words import Message, printable, text

NUMBERS: Final = ("free", "points", "in-all", "face-up", "discarded", "yours", "held")  # columns to the right


def emperor_table(view: View) -> EmperorTable:
    return cast(EmperorTable, view["table"])


# ---- words of a line


def colour_name(colour: str) -> str:
    return sentence(Message("terminal.word", {"word": colour}), ())


def chip(table: EmperorTable, colour: str, may: bool = False) -> Text:
    """A colour of cards and lands, with its pattern."""
    ground = grounds(table["colours"])[colour]
    name = (f"({colour_name(colour)})", MAY) if may else (f" {colour_name(colour)} ", ground.open + INK)
    return Text.assemble((f" {ground.pattern}", ground.open + INK), name)


def region_name(table: EmperorTable, region: RegionView) -> Text:
    """A region by its name, and by what one types for it where that is another word."""
    name, word = printable(region["name"]), printable(region["id"])
    placing = table["placing"] == region["id"]
    return Text.assemble(
        (f"{state_mark(table, region)}{name}", palette.CHOSEN if placing else palette.STRONG),
        ("" if word == name.lower() else f" ({word})", palette.SOFT),
    )


def by_seat(counts: Sequence[int]) -> Text:
    """The seats that have some, with how many."""
    seats = [(seat, count) for seat, count in enumerate(counts, 1) if count]
    return Text(" ").join([Text(f"{palette.sign(seat)}{count}", palette.seat_style(seat)) for seat, count in seats])


def sheet(look: str, *headings: str) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style=palette.SOFT)
    for heading in headings:
        justify: Literal["left", "right"] = "right" if heading in NUMBERS else "left"
        table.add_column(text(f"terminal.emperor-of-china.{look}.{heading}"), justify=justify)
    return table


def note(key: str) -> Text:
    return Text(text(key), palette.SOFT)


# ---- looks


def draw_regions(shown: Shown) -> RenderableType:
    """What stands in the regions, and what their houses score."""
    table = emperor_table(shown.view)
    rows = sheet("regions", "colour", "region", "houses", "free", "emissaries", "score", "state")
    for region in table["regions"]:
        free = sum(space["house"] is None for space in region["spaces"])
        count = f"{sum(region['emissaries'])}/{region['limit']} "
        rows.add_row(
            chip(table, region["colour"]),
            region_name(table, region),
            by_seat(region["houses"]),
            str(free),
            Text.assemble(count, by_seat(region["emissaries"])),
            by_seat(region["points"]),
            text("terminal.emperor-of-china.regions.scored") if region["scored"] else "",
        )
    return Group(rows, note("terminal.emperor-of-china.regions.meaning"))


def draw_alliances(shown: Shown) -> RenderableType:
    """Who would score them now, and what."""
    table = emperor_table(shown.view)
    names = {region["id"]: region for region in table["regions"]}
    rows = sheet("alliances", "number", "regions", "emissaries", "points", "seats")
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
    rows = sheet("roads", "seat", "points", "spaces")
    for row in table["rows"]:
        name = Text.assemble(palette.seat_chip(row["seat"]), f" {seat_name(shown.view, row['seat'])}")
        rows.add_row(name, str(row["points"]), Text(printable(" ".join(row["spaces"]))))
    return Group(rows, note("terminal.emperor-of-china.roads.meaning"))


def draw_card_list(shown: Shown) -> RenderableType:
    """How many cards of each colour are where everybody sees them; then what everybody knows of the hands."""
    table = emperor_table(shown.view)
    hand = shown.view["own"].get("hand", [])
    rows = sheet("card-list", "colour", "in-all", "face-up", "discarded", "yours")
    face_up, discarded, yours = Counter(table["row"]), Counter(table["discards"]), Counter(hand)
    for colour, count in zip(table["colours"], table["deck"], strict=True):
        rows.add_row(chip(table, colour), *map(str, (count, face_up[colour], discarded[colour], yours[colour])))
    hands = sheet("card-list", "player", "held", "known")
    for seat, (held, known) in enumerate(zip(table["hands"], table["known"], strict=True), 1):
        name = Text.assemble(palette.seat_chip(seat), f" {seat_name(shown.view, seat)}")
        hands.add_row(name, str(held), Text(" ").join([chip(table, colour) for colour in known]))
    return Group(rows, Text(), hands, note("terminal.emperor-of-china.card-list.meaning"))
