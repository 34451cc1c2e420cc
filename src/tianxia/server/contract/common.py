"""Types that several bodies of the contract share."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from tianxia.server.identifiers import ID_PATTERN

MOST_SEATS = 5
SECRET = {"secret": True}  # marks values that no answer repeats, not even to the person who sent them

Id = Annotated[str, Meta(pattern=f"^{ID_PATTERN}$", examples=["q83vEjRWeJCrze8SNFZ4kA"])]
SeatNumber = Annotated[int, Meta(ge=1, le=MOST_SEATS)]
Sequence = Annotated[int, Meta(ge=0, le=1_000_000, description="how many entries the log had when you looked")]
Number = Annotated[int, Meta(ge=0, le=1_000_000, description="the number of the last happening that you have seen")]
MoveNumber = Annotated[int, Meta(ge=0, le=100_000)]
Rule = Annotated[
    str, Meta(description="game#number: forbidden-city#8 is rule 8 of the game's page", examples=["forbidden-city#8"])
]
MoveText = Annotated[str, Meta(min_length=1, max_length=200, description="a move in notation")]
Options = dict[str, str | bool | int]


class Strict(Struct, frozen=True, forbid_unknown_fields=True):
    """The base of the bodies of requests: an unknown key is an error."""


class Line(Struct, frozen=True, omit_defaults=True):
    """A sentence, with its key and values for clients that translate it."""

    text: str
    key: str
    values: dict[str, Any]
    rule: Rule | None = None  # the address of the rule behind it
