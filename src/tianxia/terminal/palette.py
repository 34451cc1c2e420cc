"""Colours and patterns. Nothing is shown by colour alone: a seat has a letter, a ground has a pattern."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from rich.style import Style
from rich.text import Text

from tianxia.words import catalogue

INK: Final = "#2a1d15"
SOFT: Final = Style.parse("dim")
STRONG: Final = Style.parse("bold")
TITLE: Final = Style.parse("bold #c8962f")
LEGAL: Final = Style.parse("bold #2f9f78")  # you may
REFUSED: Final = Style.parse("bold #d05a46")
PRINTED: Final = Style.parse(f"bold {INK}")  # on a ground, which is bright in every terminal
MAY: Final = LEGAL + Style.parse("#15694b on #fffaf0")  # you may, on such a ground
GHOST: Final = "◇"  # only thought of

WALL: Final = Style.parse("#d8705f on #551812")
DIAGONAL: Final = Style.parse("bold #9c2f22")  # a wall that stands on a floor
ARCHWAY: Final = Style.parse(f"bold {INK} on #edc866")
DRAGON: Final = Style.parse("bold #f3d283 on #7f2115")
TEMPLE: Final = Style.parse("#efc35c on #7f2115")
GARDEN: Final = Style.parse("#8fc06c on #2f4a2b")
CHOSEN: Final = Style.parse(f"bold {INK} on #edc866")  # also what was laid last

SEATS: Final = (
    Style.parse("bold #fffaf0 on #7d50a6"),
    Style.parse("bold #1d130d on #f3c63f"),
    Style.parse("bold #fffaf0 on #b8291d"),
    Style.parse("bold #fffaf0 on #2457ad"),
    Style.parse("bold #1d130d on #4bab80"),
)
"""Purple, yellow, red, blue, green: by seat."""


class Ground(NamedTuple):
    """The look of floors, lands or cards of a colour."""

    pattern: str  # a character that stands here and there
    open: Style
    closed: Style


PATTERNS: Final[Mapping[str, str]] = MappingProxyType(
    {"red": "^", "green": '"', "yellow": ".", "orange": "~", "purple": ":", "blue": "=", "pink": "*", "white": "'"}
)
"""Colour -> its pattern; other colours get the remaining ones."""
OTHER_PATTERNS: Final = "+,;-_`|!%&$?"
WASHES: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "green": ("#5f8a54 on #b4d3a2", "#64815c on #93a98a"),
        "pink": ("#c06c74 on #f5c6c8", "#97656b on #c4a0a2"),
        "white": ("#94866a on #f8f3e6", "#857b68 on #c6c0b2"),
        "yellow": ("#94792a on #f3e3a3", "#857a52 on #c4b98d"),
        "blue": ("#51719f on #bcd2ea", "#5d7187 on #97a9bd"),
        "red": ("#a4503f on #eab4a6", "#8c5f54 on #bd958b"),
        "purple": ("#7f5d98 on #d8c4e6", "#766584 on #ab9cb8"),
        "orange": ("#a8662a on #f4cb9c", "#8b6b4b on #c3a586"),
    }
)
"""The lines and the shading of a ground: of an open room, and of a closed one."""
OTHER_WASH: Final = ("#6b6258 on #d8cfc0", "#6b6258 on #aaa294")


def ground(colour: str, pattern: str) -> Ground:
    lit, dim = WASHES.get(colour, OTHER_WASH)
    return Ground(pattern, Style.parse(lit), Style.parse(dim))


def grounds(colours: Iterable[str]) -> dict[str, Ground]:
    """The looks of colours side by side: each has a pattern of its own, as long as there are enough."""
    colours = list(colours)
    patterns = [*OTHER_PATTERNS, *(pattern for colour, pattern in PATTERNS.items() if colour not in colours)]
    found: dict[str, Ground] = {}
    for colour in colours:
        found[colour] = ground(colour, PATTERNS.get(colour) or (patterns.pop(0) if patterns else "?"))
    return found


def chip(ground: Ground, name: str, may: bool = False) -> Text:
    """The name of a coloured thing, with the pattern of its colour; in parentheses if it may be chosen."""
    label = (f"({name})", MAY) if may else (f" {name} ", ground.open + PRINTED)
    return Text.assemble((f" {ground.pattern}", ground.open + PRINTED), label)


def seat_letter(seat: int) -> str:
    """The letter of a seat (from 1): the first of its colour's name."""
    return catalogue("en")[f"seat.{seat}"][:1]


def seat_style(seat: int) -> Style:
    return SEATS[(seat - 1) % len(SEATS)]


def seat_chip(seat: int) -> Text:
    """A seat's letter in its colour."""
    return Text(f" {seat_letter(seat)} ", seat_style(seat))
