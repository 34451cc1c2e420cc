"""The view: what one seat, or a spectator, may see of a game, and what it may do. All that faces people reads it."""

from __future__ import annotations

from typing import Any, Final, TypedDict

from tianxia.games.base import LedgerEntry, OptionValue

VERSION: Final = 1


class View(TypedDict):
    """A document of plain data. Seats count from 1."""

    view: int  # VERSION
    game: str
    edition: str
    players: int
    options: dict[str, OptionValue]
    names: list[str]  # by seat; empty where there is none
    seat: int | None  # whose view; null: a spectator's
    sequence: int  # how many entries the log has
    to_move: int | None
    question: dict[str, Any] | None  # a message, for the seat to move
    legal: list[str]  # in notation, for the seat to move
    pending: str | None  # the move that waits to be confirmed, or replaced: its seat alone sees it
    may_undo: bool
    over: bool
    scores: list[int]
    winners: list[int]
    ledger: list[LedgerEntry]
    table: dict[str, Any]  # the game's part: what everybody sees
    own: dict[str, Any]  # the game's part: what only this seat sees; empty for a spectator, and where a record hides it
