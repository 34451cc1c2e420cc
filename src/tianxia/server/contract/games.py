"""The games that can be played here."""

from __future__ import annotations

from msgspec import Struct

from tianxia.server.contract.common import Rule


class OptionShown(Struct, frozen=True):
    """Something that is agreed before a game."""

    name: str
    about: str
    values: list[str | bool | int]
    default: str | bool | int


class OptionsFor(Struct, frozen=True):
    """The options for so many players."""

    players: int
    options: list[OptionShown]


class GameShown(Struct, frozen=True):
    """A game that can be played here."""

    id: str
    title: str
    about: str
    credit: str
    players: list[int]  # how many can play
    options: list[OptionsFor]
    levels: list[str]  # programs to play against, from the weakest on
    sources: dict[str, Rule]  # what points come from, as the ledger names it -> its rule


class Games(Struct, frozen=True):
    """All of them."""

    games: list[GameShown]
