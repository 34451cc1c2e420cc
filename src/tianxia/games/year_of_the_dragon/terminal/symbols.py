"""Words, symbols and colours of In the Year of the Dragon, and lines that fit themselves into a width.

Nothing is shown by colour alone: a person has two letters, an event its symbol, a seat its letter, and possible moves
are in parentheses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from types import MappingProxyType
from typing import Final, cast

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.style import Style
from rich.text import Text

from tianxia.games.year_of_the_dragon.interface.view import DragonTable, PersonView
from tianxia.play.view import View
from tianxia.terminal import palette
from tianxia.terminal.canvas import PLAIN
from tianxia.terminal.speech import word
from tianxia.words import printable, text

OLD: Final = "+"
SUPER: Final = "§"
TURN: Final = "▸"
FREE_FLOOR: Final = "·"
STARVED: Final = "x"
CROWDED: Final = "!"

PAPER: Final = Style.parse("#94866a on #f8f3e6")
CARD: Final = Style.parse(f"{palette.INK} on #ece3d0")
GHOSTLY: Final = Style.parse("bold #15694b on #dcebdc")
TIMBER: Final = Style.parse("bold #9c2f22 on #f8f3e6")
NOW: Final = palette.CHOSEN

KINDS: Final[Mapping[str, Style]] = MappingProxyType(
    {
        symbol: palette.PRINTED + Style.parse(f"on {ground}")
        for symbol, ground in {
            "hammer": "#d2b48c",
            "dragon": "#f3bcc8",
            "rocket": "#cfb8e6",
            "coin": "#efd277",
            "helmet": "#eba595",
            "buddha": "#f3b873",
            "mortar": "#b5dcd4",
            "rice": "#bcd89c",
            "book": "#aec8ec",
        }.items()
    }
)
"""The ground of a person, by the symbol it shows."""

EVENTS: Final[Mapping[str, tuple[str, Style]]] = MappingProxyType(
    {
        event: (symbol, palette.PRINTED + Style.parse(f"on {ground}"))
        for event, (symbol, ground) in {
            "peace": ("~", "#bfd9bd"),
            "tribute": ("$", "#ecd48a"),
            "drought": ("○", "#e9c39b"),
            "mongols": ("▲", "#e3a193"),
            "festival": ("*", "#d3bfe6"),
            "contagion": ("+", "#b9cfd6"),
        }.items()
    }
)
"""Event -> its symbol, and the style of its seal."""


def dragon_table(view: View) -> DragonTable:
    return cast(DragonTable, view["table"])


# ---- words


def spoken(id: str) -> str:
    """The word for a kind, an age, a symbol, a card or a wall tile, as it may be typed.

    >>> spoken("court-lady")
    'court lady'
    """
    return word(id).replace("-", " ")


def event_of(table: DragonTable, month: int) -> str:
    """The event of a month, as a short word that fits a seal."""
    return text(f"terminal.year-of-the-dragon.event.{table['events'][month - 1]}")


def super_event_of(table: DragonTable) -> str:
    return text(f"year-of-the-dragon.super.{table['super_event']}")


def person_name(person: PersonView) -> str:
    """The name of a person, as it may be typed: "old farmer"."""
    return f"{spoken(person['age'])} {spoken(person['kind'])}"


# ---- letters of persons, symbols of events


def kinds_of(table: DragonTable) -> dict[str, str]:
    """The kinds of persons, in the order of the edition, with their two letters."""
    found: dict[str, str] = {}
    for person in table["persons"]:
        if person["kind"] not in found:
            found[person["kind"]] = next(pair for pair in _letters(person["kind"]) if pair not in found.values())
    return found


def _letters(kind: str) -> Iterator[str]:
    """Two-letter abbreviations of a kind, the best first: its first letter with another one of it."""
    letters = [letter for letter in printable(kind) if letter.isalnum() and cell_len(letter) == 1]
    first = letters[0].upper() if letters and cell_len(letters[0].upper()) == 1 else "?"
    yield from (f"{first}{letter}" for letter in [*letters[1:], *"0123456789"])
    yield from ("".join(pair) for pair in product("0123456789", repeat=2))


def person_letters(letters: Mapping[str, str], person: PersonView) -> str:
    """The abbreviation of a person, with a mark for age: "Fa+" is an old farmer."""
    return f"{letters[person['kind']]}{OLD if person['age'] == 'old' else ''}"


def kind_style(person: PersonView) -> Style:
    return KINDS.get(person["symbol"], CARD)


def person_chip(letters: Mapping[str, str], person: PersonView) -> Text:
    return Text(f" {person_letters(letters, person)} ", kind_style(person))


def event_chip(table: DragonTable, month: int, over: bool) -> Text:
    """An event with its symbol; past ones are dim."""
    symbol, style = EVENTS[table["events"][month - 1]]
    return Text(f" {symbol} {event_of(table, month)} ", palette.SOFT if over else style)


def choice(label: str, may: bool, style: Style = CARD) -> Text:
    """A label, in parentheses if it may be chosen."""
    return Text(f"({label})", palette.MAY) if may else Text(f" {label} ", style)


# ---- lines


class Lines:
    """Lines that are made for the available width, up to the width that they need."""

    def __init__(self, make: Callable[[int], Sequence[Text]], wanted: int) -> None:
        self.make = make
        self.wanted = wanted

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = min(self.wanted, options.max_width)
        for line in self.make(width):
            if options.ascii_only:
                line.plain = line.plain.translate(PLAIN)
            line.overflow = "fold"  # a word that is wider than the screen
            yield line

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        widest = max((line.cell_len for line in self.make(self.wanted)), default=0)
        return Measurement(min(widest, options.max_width), min(widest, options.max_width))


def beside(blocks: Sequence[Sequence[Text]], gap: int) -> list[Text]:
    """Blocks side by side, aligned at the bottom."""
    height = max((len(block) for block in blocks), default=0)
    lines = [Text() for _ in range(height)]
    for number, block in enumerate(blocks):
        width = max((line.cell_len for line in block), default=0)
        for line, part in zip(lines, [Text()] * (height - len(block)) + list(block), strict=True):
            line.append(" " * gap if number else "").append_text(part).append(" " * (width - part.cell_len))
    return lines


def in_rows(blocks: Sequence[Sequence[Text]], width: int, gap: int) -> list[list[Sequence[Text]]]:
    """Blocks, row by row, as many side by side as fit."""
    rows: list[list[Sequence[Text]]] = []
    room = 0
    for block in blocks:
        needed = max((line.cell_len for line in block), default=0)
        if not rows or room < gap + needed:
            rows.append([])
            room = width + gap
        rows[-1].append(block)
        room -= gap + needed
    return rows
