"""Draws In the Year of the Dragon, from a view alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from rich.console import RenderableType
from rich.text import Text

from tianxia.games.year_of_the_dragon.terminal.board import MEDIUM, NARROW, WIDE, draw_board
from tianxia.games.year_of_the_dragon.terminal.hand import WIDTH as HAND_WIDTH
from tianxia.games.year_of_the_dragon.terminal.hand import full_hand, short_hand
from tianxia.games.year_of_the_dragon.terminal.lists import (
    draw_card_list,
    draw_courts,
    draw_events,
    draw_persons,
    draw_track,
    draw_wall,
)
from tianxia.games.year_of_the_dragon.terminal.symbols import Lines, dragon_table, kinds_of, spoken
from tianxia.play.view import View
from tianxia.terminal import palette
from tianxia.terminal.drawer import Column, Drawer, Shown
from tianxia.terminal.tables import note, wrap
from tianxia.words import text

SIZES: Final = ((WIDE, True), (MEDIUM, True), (MEDIUM, False), (NARROW, False))
"""Width, and whether courts are painted."""
LEGEND_WIDTH: Final = 74
LONGEST_NAME: Final = 24
DRAFT: Final = 0  # the month


class DragonDrawer:
    """The year, the action cards and the courts."""

    @property
    def lists(self) -> Mapping[str, Callable[[Shown], RenderableType]]:
        return {
            "courts": draw_courts,
            "persons": draw_persons,
            "events": draw_events,
            "cards": draw_card_list,
            "track": draw_track,
            "walls": draw_wall,
            "hand": draw_hand,
        }

    def progress(self, view: View) -> str:
        table = dragon_table(view)
        part = text(f"terminal.year-of-the-dragon.part.{table['part']}")
        if table["month"] == DRAFT:
            return part
        return text("terminal.year-of-the-dragon.month", month=table["month"], months=table["months"], part=part)

    def sizes(self, shown: Shown) -> Sequence[tuple[int, int]]:
        return [(width, len(draw_board(shown, painted, width))) for width, painted in SIZES]

    def board(self, shown: Shown, size: int, width: int) -> RenderableType:
        wanted, painted = SIZES[size]
        # the list uses all the room there is
        room = min(width, wanted) if painted else min(width, MEDIUM)
        return Lines(lambda width: draw_board(shown, painted, width), room)

    def hands(self, shown: Shown) -> Sequence[RenderableType | None]:
        seat = shown.view["seat"]
        if seat is None:
            return [None]
        return [
            Lines(lambda width: full_hand(shown, seat, width), HAND_WIDTH),
            Lines(lambda width: short_hand(shown, seat, width), HAND_WIDTH),
        ]

    def columns(self, view: View) -> list[Column]:
        courts = dragon_table(view)["courts"]
        spaces = {marker["seat"]: marker["space"] for marker in dragon_table(view)["track"]}
        persons = [sum(len(palace["persons"]) for palace in court["palaces"]) for court in courts]
        privileges = [f"{court['small_privileges']}/{court['large_privileges']}" for court in courts]
        track = [str(spaces[seat]) for seat in range(1, view["players"] + 1)]
        return [
            Column(text("terminal.year-of-the-dragon.points"), [str(points) for points in view["scores"]]),
            Column(text("terminal.year-of-the-dragon.yuan"), [str(court["yuan"]) for court in courts]),
            Column(text("terminal.year-of-the-dragon.rice"), [str(court["rice"]) for court in courts]),
            Column(text("terminal.year-of-the-dragon.fireworks"), [str(court["fireworks"]) for court in courts]),
            Column(text("terminal.year-of-the-dragon.people"), [str(count) for count in persons]),
            Column(text("terminal.year-of-the-dragon.palaces"), [str(len(court["palaces"])) for court in courts]),
            Column(text("terminal.year-of-the-dragon.privileges"), privileges),
            Column(text("terminal.year-of-the-dragon.spaces"), track),
        ]

    def legend(self, view: View) -> Text:
        return draw_legend(view)


def draw_hand(shown: Shown) -> RenderableType:
    """The seat's own court, cards and choices; empty for a spectator."""
    hand = DragonDrawer().hands(shown)[0]
    return note("terminal.year-of-the-dragon.no-hand") if hand is None else hand


def draw_legend(view: View) -> Text:
    """The legend: the persons, then the symbols."""
    table = dragon_table(view)
    kinds = []
    for kind, letters in kinds_of(table).items():
        name = Text(f"{spoken(kind)} ")
        name.truncate(LONGEST_NAME, overflow="ellipsis")
        kinds.append(Text.assemble((letters, palette.STRONG), " ", name))
    lines = wrap([*kinds, note("terminal.year-of-the-dragon.legend.old")], LEGEND_WIDTH)
    lines.append(note("terminal.year-of-the-dragon.legend.signs"))
    if any(palace["starved"] for court in table["courts"] for palace in court["palaces"]):
        lines.append(note("terminal.year-of-the-dragon.legend.starved"))
    if any(len(palace["persons"]) > palace["floors"] for court in table["courts"] for palace in court["palaces"]):
        lines.append(note("terminal.year-of-the-dragon.legend.crowded"))
    return Text("\n").join(lines)


DRAWER: Final[Drawer] = DragonDrawer()
