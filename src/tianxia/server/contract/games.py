"""Games and their options."""

from __future__ import annotations

from msgspec import Struct

from tianxia.server.contract.common import Rule


class OptionShown(Struct, frozen=True):
    """An option of a game, which is agreed before the game begins."""

    name: str
    about: str
    values: list[str | bool | int]
    default: str | bool | int


class OptionsFor(Struct, frozen=True):
    """The options of a game for one number of players."""

    players: int  # the number of players
    options: list[OptionShown]


class GameShown(Struct, frozen=True):
    """A game that this server offers."""

    id: str
    title: str
    about: str
    credit: str
    players: list[int]  # the possible numbers of players
    options: list[OptionsFor]
    levels: list[str]  # programs to play against, weakest first
    sources: dict[str, Rule]  # source of points, as in the ledger -> the address of its rule


class Games(Struct, frozen=True):
    """The games on this server."""

    games: list[GameShown]


class OpponentsIn(Struct, frozen=True):
    """The programs that suit a person in one game."""

    game: str
    program: str  # the level of the last games; for somebody who is new to the game, the weakest
    stronger: str | None  # the next level, to propose after some wins


class Opponents(Struct, frozen=True):
    """The programs that suit a person, by game."""

    opponents: list[OpponentsIn]
