"""Colours and signs. Colour never stands alone: a seat has a letter, a floor has a pattern."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from rich.style import Style

from tianxia.words import catalogue

INK: Final = Style.parse("#2a1d15")
SOFT: Final = Style.parse("dim")
GOLD: Final = Style.parse("bold #f0b93a")  # passage and worth
LEGAL: Final = Style.parse("#3fb089")  # you may
CHOSEN: Final = Style.parse("bold #f3d283")
WALL: Final = Style.parse("#d8705f on #551812")
DIAGONAL: Final = Style.parse("bold #9c2f22")  # a wall on a floor
DRAGON: Final = Style.parse("bold #f3d283 on #7f2115")
TEMPLE: Final = Style.parse("#efc35c on #7f2115")
GARDEN: Final = Style.parse("#8fc06c on #2f4a2b")
REFUSED: Final = Style.parse("#e06a55")
TITLE: Final = Style.parse("bold #d9a02c")
QUESTION: Final = Style.parse("bold")

SEATS: Final = (
    Style.parse("bold #fffaf0 on #7d50a6"),
    Style.parse("bold #1d130d on #f3c63f"),
    Style.parse("bold #fffaf0 on #b8291d"),
    Style.parse("bold #fffaf0 on #2457ad"),
    Style.parse("bold #1d130d on #4bab80"),
)
"""By seat, from 0."""


class Floor(NamedTuple):
    """How the floor of a room looks."""

    pattern: str  # a character that stands here and there
    open: Style
    closed: Style


FLOORS: Final[Mapping[str, Floor]] = MappingProxyType(
    {
        "green": Floor('"', Style.parse("#6f9a63 on #b4d3a2"), Style.parse("#6d8a66 on #93a98a")),
        "pink": Floor("*", Style.parse("#cf7f86 on #f5c6c8"), Style.parse("#a87379 on #c4a0a2")),
        "white": Floor(".", Style.parse("#a39578 on #f8f3e6"), Style.parse("#958b78 on #c6c0b2")),
    }
)
"""The floors of the standard edition; another edition may have other colours."""
OTHER_FLOOR: Final = (Style.parse("#6b6258 on #d8cfc0"), Style.parse("#6b6258 on #aaa294"))


def floor(colour: str) -> Floor:
    """The floor of a room colour; one that we have no pattern for is told by its first letter."""
    known = FLOORS.get(colour)
    if known is not None:
        return known
    return Floor(colour[:1].lower(), *OTHER_FLOOR)


def sign(seat: int) -> str:
    """The letter of a seat (from 1): the first of its colour's name."""
    return catalogue("en")[f"seat.{seat}"][:1]


def seat_style(seat: int) -> Style:
    return SEATS[(seat - 1) % len(SEATS)]
