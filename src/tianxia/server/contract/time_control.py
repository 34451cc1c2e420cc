"""Time controls: how fast a game is played. Stored in this form, too."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct


class Leisurely(Struct, frozen=True, tag_field="kind", tag="leisurely"):
    """Nobody is in a hurry."""


class Live(Struct, frozen=True, tag_field="kind", tag="live"):
    """Everybody has a clock, which gains a little with each turn."""

    minutes: Annotated[int, Meta(ge=1, le=240)] = 20
    seconds_a_turn: Annotated[int, Meta(ge=0, le=300)] = 10


class Days(Struct, frozen=True, tag_field="kind", tag="days"):
    """Everybody has so many days for a turn."""

    days: Annotated[int, Meta(ge=1, le=30)] = 2


TimeControl = Leisurely | Live | Days
