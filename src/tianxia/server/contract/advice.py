"""What would follow from a move, why one cannot be made, and which are the best."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from tianxia.games.base import LedgerEntry
from tianxia.server.contract.common import Line, MoveText, SeatNumber, Strict
from tianxia.server.contract.views import Move, Piece


class MoveMeant(Strict, frozen=True):
    """A move that somebody thinks of."""

    seat: SeatNumber
    move: MoveText


class Previewed(Struct, frozen=True):
    """What would follow from a move, by public things alone."""

    pieces: Sequence[Piece]  # that it would place
    ledger: list[LedgerEntry]
    lines: list[Line]
    table: Mapping[str, Any]  # what would change in the game's table; may be empty
    reason: Line | None  # why nothing would: it cannot be made, or not be read; null: it can


class Reason(Struct, frozen=True):
    """Why a move cannot be made."""

    reason: Line | None  # a rule, or that it cannot be read; null: it can


class HintedMove(Struct, frozen=True):
    """A move, and what can be expected of it."""

    move: str  # in notation
    parsed: Move  # the same move as structured data
    simulations: int  # that began with it
    chance: float  # to win
    error: float  # the standard error of that
    scores: list[float]  # final ones, by seat


class Hint(Struct, frozen=True):
    """The best moves of a seat, as a master sees them."""

    seat: int
    sequence: int  # what it was thought about
    moves: list[HintedMove]  # the best first
