"""Reviews and analyses of games, and uploaded records."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from tianxia.play.view import View
from tianxia.server.contract.advice import Explanation, HintedMove
from tianxia.server.contract.common import Line, MoveNumber, MoveText, Options, SeatNumber, Strict
from tianxia.server.contract.tables import Entry, TableHere

# ---- records


class ReviewAsked(Strict, frozen=True):
    """A record to review."""

    record: dict[str, Any]
    move: MoveNumber | None = None  # the number of moves made; without it: all
    seat: SeatNumber | None = None  # whose viewpoint; without it: a spectator's


class Review(Struct, frozen=True):
    """The state of a game after a given number of its moves."""

    moves: int  # the number of moves in the record
    move: int  # the number of moves made in this state
    made: Entry | None  # the last move made; null before the first
    asks: Line | None  # the question that the seat had to answer
    view: View  # what the seat saw


class PastMove(Strict, frozen=True):
    """An alternative move at an earlier point of a game, to preview."""

    after: MoveNumber  # the number of moves of the record before it
    move: MoveText


class PastMoves(PastMove, frozen=True):
    """An alternative move at an earlier point of a game, to compare with another one."""

    other: MoveText


class Continued(Struct, frozen=True):
    """Where an alternative move may lead: likely moves of everybody, to be played in a study of the record."""

    record: dict[str, Any]  # the game up to the move
    moves: list[str]  # in notation: the move itself, and those after it


class NewRecord(Strict, frozen=True):
    """A record to store."""

    record: dict[str, Any]


class RecordKept(Struct, frozen=True):
    """An uploaded record, which everybody who knows its id may review."""

    id: str
    game: str
    edition: str
    players: int
    options: Options
    names: list[str]  # by seat; empty where the record has no name
    programs: list[bool]  # by seat: whether the name is that of a program; empty where the record has no names
    moves: int
    over: bool  # whether the game was played to its end
    hidden: bool  # whether the record was made for a seat or a spectator, and hides something


class Reviewed(Struct, frozen=True):
    """A game to review: of a table, or of an uploaded record. The other field is null."""

    table: TableHere | None
    record: RecordKept | None


# ---- analyses


class JudgedMove(HintedMove, frozen=True, kw_only=True):
    """A move, with everybody's chance to win and the expected scores."""

    chances: list[float]  # the chances to win, by seat
    errors: list[float]  # the standard errors of `chances`


class JudgedDecision(Struct, frozen=True):
    """The judgement of a move of a game. Errors are standard errors of the simulations."""

    number: int  # the number of the move, from 1
    seat: int
    simulations: int  # of all moves of this decision together
    chances: list[float]  # the chances to win if the best move is played, by seat
    errors: list[float]  # the standard errors of `chances`
    played: JudgedMove
    loss: float  # the chance to win that the move lost
    error: float  # the standard error of `loss`
    points_lost: float  # the expected final points that the move lost
    mistake: bool  # whether the move lost much, and beyond sampling error
    best: list[JudgedMove]  # the best moves, best first
    cost: float | None = None  # the points of the lead that the move cost, 0 within the noise; null: an older analysis
    cost_error: float | None = None  # the standard error of `cost`
    explanation: Explanation | None = None  # the move compared with a better one; null: the search finds none


class SeatReview(Struct, frozen=True):
    """The decisions of a seat together."""

    seat: int
    decisions: int
    mistakes: int  # moves that lost much chance to win, beyond sampling error
    loss: float  # the mean loss of chance to win per decision
    cost: float  # the mean cost in points per decision
    accuracy: float  # 0 to 100: the mean over decisions of 100 times e to the power of minus cost / scale
    costliest: list[int]  # the numbers of up to three moves, the costliest first


class TurningPoint(Struct, frozen=True):
    """A move after which somebody's chance to win is very different, beyond sampling error."""

    number: int  # the number of the move, from 1
    seat: int  # whose chance changed most
    before: float  # that chance at the decision
    after: float  # that chance at the next one, or the result


class Analysis(Struct, frozen=True):
    """The analysis of a finished game by a strong program, as far as it has been computed."""

    status: Literal["none", "going", "done", "failed"]  # none: it has not been requested yet
    done: int  # the number of decisions judged so far
    decisions: int  # the number of decisions of the game
    simulations: int  # for each decision
    judged: list[JudgedDecision]
    seats: list[SeatReview] = []  # by seat; empty until the analysis is done, and for analyses without costs
    turning_points: list[TurningPoint] = []  # up to three, the largest first; empty until the analysis is done
