"""Previews of moves, reasons why a move cannot be made, and hints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

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


class Claim(Struct, frozen=True):
    """A figure of a sentence, as data: how something differs between continuations after a move and after another."""

    measure: Literal["points", "share", "worth"]  # mean sum; share of continuations with it; mean of one where it is
    what: str  # a source of points, or an event of the game
    seat: int | None  # whose; null: nobody's, as that a room closes
    where: list[str] | None  # at any of these places of the game; null: anywhere
    until: int | None  # up to this round; null: to the end
    this: float  # after the move
    other: float  # after the other move
    error: float  # the standard error of their difference


class Finding(Struct, frozen=True):
    """A part of the difference between two moves, in a sentence. Its claims hold in the continuations."""

    line: Line
    places: list[str]  # to show on the board: cells ("2,-1"), regions ("wei"), months ("month 7"); may be empty
    points: float  # how much it adds to the lead; negative: it takes from it; 0: an event without points of its own
    claims: list[Claim]
    contrary: bool  # whether it goes the other way: what the worse of the two moves has for itself


class Explanation(Struct, frozen=True):
    """A move compared with another one, over pairs of continuations with the same luck, by what the seat knew.

    The lead is that over the best other seat. Errors are standard errors; judgement errors of the quick moves that the
    continuations are played with are not included.
    """

    move: str  # in notation
    other: str  # the move that it is compared with
    other_parsed: Move  # the same as structured data
    pairs: int  # of continuations
    points: float  # by how much the move leads to a larger lead than the other; negative: the other is better
    error: float  # the standard error of `points`
    close: bool  # whether the difference is within the noise: then the moves are about as good
    scores: list[float]  # expected final scores after the move, by seat
    other_scores: list[float]  # expected final scores after the other move, by seat
    theme: Line | None  # an obvious purpose of the better of the two
    findings: list[Finding]  # what makes the difference, largest first; then what goes the other way; may be empty


class HintedMove(Struct, frozen=True):
    """A move, its chance to win and the expected scores."""

    move: str  # in notation
    parsed: Move  # the same move as structured data
    simulations: int  # the number of simulations that began with this move
    chance: float  # the chance of the seat to win, 0 to 1
    error: float  # the standard error of `chance`
    scores: list[float]  # expected final scores, by seat
    sure: bool = True  # whether `chance` is larger than its 95 % margin; if not, show at most "below" a figure


class Hint(Struct, frozen=True):
    """The best moves of a seat, as the program level:master judges them."""

    seat: int
    sequence: int  # the sequence number of the position that was judged
    moves: list[HintedMove]  # best first
    close: bool = False  # whether the first two moves are about as good
    explanation: Explanation | None = None  # the first move compared with another one; null: no reason is known
