"""Lists of In the Year of the Dragon: courts, persons, events, cards, the track and the wall."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Final

from rich.console import Group, RenderableType
from rich.text import Text

from tianxia.games.year_of_the_dragon.interface.view import CourtView, DragonTable
from tianxia.games.year_of_the_dragon.terminal.choices import choices_for
from tianxia.games.year_of_the_dragon.terminal.court_painter import court_heading, goods_of, in_full, scene_of
from tianxia.games.year_of_the_dragon.terminal.hand import card_chips
from tianxia.games.year_of_the_dragon.terminal.symbols import (
    SUPER,
    TURN,
    Lines,
    dragon_table,
    event_chip,
    kinds_of,
    person_chip,
    person_name,
    spoken,
    super_event_of,
)
from tianxia.terminal import palette
from tianxia.terminal.drawer import Shown
from tianxia.terminal.tables import by_seat, note, seat_label, seat_name, sheet, wrap
from tianxia.words import text

NUMBERS: Final = ("value", "symbols", "left", "month", "place", "space")  # columns to the right
COURTS_WIDTH: Final = 110


def draw_courts(shown: Shown) -> RenderableType:
    """All courts with the names of their persons, goods, symbols and cards."""

    def lines(width: int) -> list[Text]:
        found: list[Text] = []
        for seat in range(1, shown.view["players"] + 1):
            scene = scene_of(shown, seat)
            cards = card_chips(scene.court, choices_for(shown.view, seat))
            found += [*in_full(scene, width), *wrap([court_heading(shown, seat)], width)]
            for sentence in (goods_of(scene.court), symbols_of(scene.court)):
                found += wrap([Text(part, palette.SOFT) for part in sentence.split()], width, indent=1)
            found += [*wrap(cards, width, indent=1), Text()]
        return found[:-1]

    return Lines(lines, COURTS_WIDTH)


def symbols_of(court: CourtView) -> str:
    """The numbers of symbols of all persons of a court."""
    shown = [f"{spoken(symbol)} {count}" for symbol, count in court["symbols"].items() if count]
    key = "terminal.year-of-the-dragon.symbols" if shown else "terminal.year-of-the-dragon.no-symbols"
    return text(key, symbols=shown)


def draw_persons(shown: Shown) -> RenderableType:
    """The person tiles on the board."""
    table = dragon_table(shown.view)
    letters = kinds_of(table)
    rows = sheet("year-of-the-dragon", "persons", ["sign", "person", "value", "symbol", "symbols", "left"], NUMBERS)
    for person in table["persons"]:
        rows.add_row(
            person_chip(letters, person),
            Text(person_name(person), "" if person["left"] else palette.SOFT),
            str(person["value"]),
            Text(spoken(person["symbol"])),
            str(person["symbols"]),
            str(person["left"]),
        )
    return Group(rows, note("terminal.year-of-the-dragon.persons.meaning"))


# ---- events


def draw_events(shown: Shown) -> RenderableType:
    """The year, and the effects that each event to come would have on everybody if it came now."""
    table = dragon_table(shown.view)
    rows = sheet("year-of-the-dragon", "events", ["month", "event"], NUMBERS)
    for seat in range(1, shown.view["players"] + 1):
        rows.add_column(palette.seat_chip(seat), no_wrap=True)
    for month in range(1, len(table["events"]) + 1):
        over = month <= table["events_over"]
        now = TURN if month == table["month"] else ""
        rows.add_row(
            f"{now}{month}", event_chip(table, month, over), *(forecast(court, month) for court in table["courts"])
        )
        if table["super_event"] is not None and month == table["super_month"]:
            rows.add_row("", Text(f"{SUPER} {super_event_of(table)}", palette.TITLE))
    notes = [note("terminal.year-of-the-dragon.events.meaning")]
    if table["great_wall"]:
        length = len(table["wall"])
        notes.append(Text(text("terminal.year-of-the-dragon.events.wall", length=length), palette.SOFT))
    if table["super_event"] is not None:
        sentence = text(super_rule(table["super_event"]), month=table["super_month"])
        notes.append(Text(f"{SUPER} {sentence}", palette.SOFT))
    return Group(rows, *notes)


def super_rule(super_event: str) -> str:
    """The key of the text about a super event."""
    return f"year-of-the-dragon.more.{super_event}"


def forecast(court: CourtView, month: int) -> Text:
    """The effects of a month on a court, one line each; nothing of a month that is over."""
    expected = next((forecast for forecast in court["to_come"] if forecast["month"] == month), None)
    if expected is None:
        return Text()
    lines = []
    if expected["paid"]:
        lines.append(Text(text(f"terminal.year-of-the-dragon.paid.{expected['event']}", amount=expected["paid"])))
    if expected["releases"]:
        lines.append(Text(text("terminal.year-of-the-dragon.leaving", persons=expected["releases"]), palette.REFUSED))
    if expected["points"]:
        lines.append(Text(f"+{expected['points']}", palette.LEGAL))
    return Text("\n").join(lines or [Text("-", palette.SOFT)])


# ---- cards, track, wall


def draw_card_list(shown: Shown) -> RenderableType:
    """The person cards that each seat still holds."""
    table = dragon_table(shown.view)
    hands = [Counter(court["cards"]) for court in table["courts"]]
    rows = sheet("year-of-the-dragon", "card-list", ["card", "held"])
    for card in [*kinds_of(table), *sorted({card for hand in hands for card in hand} - set(kinds_of(table)))]:
        held = by_seat([hand[card] for hand in hands])
        rows.add_row(Text(spoken(card)), held if held.plain else nobody())
    in_all = by_seat([hand.total() for hand in hands])
    rows.add_row(note("terminal.year-of-the-dragon.card-list.in-all"), in_all if in_all.plain else nobody())
    return rows


def nobody() -> Text:
    return note("terminal.year-of-the-dragon.card-list.nobody")


def draw_track(shown: Shown) -> RenderableType:
    """The markers from the first in order of play, with stacked ones."""
    track = dragon_table(shown.view)["track"]
    below = {
        upper["seat"]: lower["seat"] for upper, lower in pairwise(track) if upper["space"] == lower["space"]
    }  # seat -> on whose marker its own stands
    rows = sheet("year-of-the-dragon", "track", ["place", "player", "space", "state"], NUMBERS)
    for place, marker in enumerate(track, 1):
        seat = marker["seat"]
        state = ""
        if seat in below:
            state = text("terminal.year-of-the-dragon.track.on", name=seat_name(shown.view, below[seat]))
        rows.add_row(f"{place}.", seat_label(shown.view, seat), str(marker["space"]), Text(state, palette.SOFT))
    return Group(rows, note("terminal.year-of-the-dragon.track.meaning"))


def draw_wall(shown: Shown) -> RenderableType:
    """The Great Wall with its builders, and the wall tiles that everybody has left."""
    table = dragon_table(shown.view)
    if not table["great_wall"]:
        return note("terminal.year-of-the-dragon.walls.none")
    rows = sheet("year-of-the-dragon", "walls", ["player", "built", "tiles"], ("built",))
    for seat, court in enumerate(table["courts"], 1):
        tiles = ", ".join(spoken(tile) for tile in court["wall_tiles"])
        rows.add_row(seat_label(shown.view, seat), str(table["wall"].count(seat)), tiles or "-")
    return Group(wall_line(table), rows, note("terminal.year-of-the-dragon.walls.meaning"))


def wall_line(table: DragonTable) -> Text:
    line = Text(text("terminal.year-of-the-dragon.walls.length", built=len(table["wall"]), length=table["wall_length"]))
    for seat in table["wall"]:
        line.append(" ").append(palette.seat_letter(seat), palette.seat_style(seat))
    return line
