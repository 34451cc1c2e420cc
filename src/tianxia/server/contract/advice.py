"""Previews of moves, reasons why a move cannot be made, and hints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from tianxia.games.base import LedgerEntry
from tianxia.server.contract.common import Line, MoveText, SeatNumber, Strict
from tianxia.server.contract.views import Move, Piece


class MoveMeant(Strict, frozen=True):
    """A move to preview or explain."""

    seat: SeatNumber
    move: MoveText


class Previewed(Struct, frozen=True):
    """The consequences of a move, as far as public information shows them."""

    pieces: Sequence[Piece]  # the pieces that the move would place
    ledger: list[LedgerEntry]
    lines: list[Line]
    table: Mapping[str, Any]  # what would change in the game's table; may be empty
    reason: Line | None  # why the move cannot be made or read; null: it can be made


class Reason(Struct, frozen=True):
    """Why a move cannot be made."""

    reason: Line | None  # the rule that it breaks, or that it cannot be read; null: it can be made


class HintedMove(Struct, frozen=True):
    """A move, its chance to win and the expected scores."""

    move: str  # in notation
    parsed: Move  # the same move as structured data
    simulations: int  # the number of simulations that began with this move
    chance: float  # the chance of the seat to win, 0 to 1
    error: float  # the standard error of `chance`
    scores: list[float]  # expected final scores, by seat


class Hint(Struct, frozen=True):
    """The best moves of a seat, as the program level:master judges them."""

    seat: int
    sequence: int  # the sequence number of the position that was judged
    moves: list[HintedMove]  # best first
