"""Time controls: how fast a game is played. Stored in this form, too."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct


class Leisurely(Struct, frozen=True, tag_field="kind", tag="leisurely"):
    """No time limit."""


class Live(Struct, frozen=True, tag_field="kind", tag="live"):
    """Each player has a clock, which gains some seconds with each turn (Fischer time)."""

    minutes: Annotated[int, Meta(ge=1, le=240)] = 20
    seconds_a_turn: Annotated[int, Meta(ge=0, le=300)] = 10


class Days(Struct, frozen=True, tag_field="kind", tag="days"):
    """Each player has a number of days for each turn."""

    days: Annotated[int, Meta(ge=1, le=30)] = 2


TimeControl = Leisurely | Live | Days
