"""Games to look back at, and what a strong program thinks of them."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from tianxia.play.view import View
from tianxia.server.contract.advice import HintedMove
from tianxia.server.contract.common import Line, MoveNumber, MoveText, Options, SeatNumber, Strict
from tianxia.server.contract.tables import Entry, TableHere

# ---- records


class ReviewAsked(Strict, frozen=True):
    """A record to look at."""

    record: dict[str, Any]
    move: MoveNumber | None = None  # after how many moves; without it: after the last
    seat: SeatNumber | None = None  # through whose eyes; without it: a spectator's


class Review(Struct, frozen=True):
    """A game as it was after so many moves."""

    moves: int  # of the record
    move: int  # after so many
    made: Entry | None  # the last of them
    asks: Line | None  # what the seat was asked then
    view: View  # what it saw then


class PastMove(Strict, frozen=True):
    """A move that could have been made."""

    after: MoveNumber  # how many moves of the record
    move: MoveText


class NewRecord(Strict, frozen=True):
    """A record to keep."""

    record: dict[str, Any]


class RecordKept(Struct, frozen=True):
    """A record that somebody uploaded: everybody who knows its id may look at it."""

    id: str
    game: str
    edition: str
    players: int
    options: Options
    names: list[str]  # by seat; empty where the record tells none
    moves: int
    over: bool  # whether the game was played to its end
    hidden: bool  # whether the record was made for a seat or a spectator, and does not tell everything


class Reviewed(Struct, frozen=True):
    """A game to look back at: that of a table, or of a record that somebody uploaded."""

    table: TableHere | None
    record: RecordKept | None


# ---- analyses


class JudgedMove(HintedMove, frozen=True):
    """A move, and what can be expected of it, for everybody."""

    chances: list[float]  # to win, by seat
    errors: list[float]  # the standard errors of those


class JudgedDecision(Struct, frozen=True):
    """What a move of a game was worth. Errors are those of the luck of the simulations alone."""

    number: int  # of the move, from 1
    seat: int
    simulations: int  # of all moves together
    chances: list[float]  # to win, by seat, if the best move was played
    errors: list[float]  # the standard errors of those
    played: JudgedMove
    loss: float  # what the move lost of the chance to win
    error: float  # the standard error of that
    points_lost: float  # the same of the final score
    mistake: bool  # whether it lost much, and more than luck explains
    best: list[JudgedMove]  # the best first


class Analysis(Struct, frozen=True):
    """What a strong program thinks of a game that is over, as far as it got."""

    status: Literal["none", "going", "done", "failed"]  # none: nobody asked for it yet
    done: int  # decisions that were judged
    decisions: int  # of the game
    simulations: int  # for each of them
    judged: list[JudgedDecision]
