"""What goes over the wire: the bodies of requests and answers. The OpenAPI document is made from it.

Times are milliseconds; moments are milliseconds since 1970, UTC. Seats count from 1.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from tianxia.server.happenings import Kind
from tianxia.server.identifiers import ID_PATTERN
from tianxia.server.pace import Leisurely, Pace
from tianxia.server.table import Status

MOST_SEATS = 5
MOST_PLAYED = 200  # moves in a study
MOST_TRIED = 20  # moves in a step of a tutorial: more than any needs
SECRET = {"secret": True}  # what is never told again, not even to whoever sent it

Id = Annotated[str, Meta(pattern=f"^{ID_PATTERN}$", examples=["q83vEjRWeJCrze8SNFZ4kA"])]
SeatNumber = Annotated[int, Meta(ge=1, le=MOST_SEATS)]
Sequence = Annotated[int, Meta(ge=0, le=1_000_000, description="how many entries the log had when you looked")]
Number = Annotated[int, Meta(ge=0, le=1_000_000, description="of the last happening that you have seen")]
Name = Annotated[str, Meta(min_length=1, max_length=40)]
Rule = Annotated[
    str, Meta(description="game#number: forbidden-city#8 is rule 8 of the game's page", examples=["forbidden-city#8"])
]
Level = Literal["easy", "medium", "hard"]
MoveText = Annotated[str, Meta(min_length=1, max_length=200, description="a move in notation")]


class Strict(Struct, frozen=True, forbid_unknown_fields=True):
    """The base of what people send: an unknown key is a mistake."""


# ---- words


class Line(Struct, frozen=True, omit_defaults=True):
    """Something said: the sentence, and for those who have words of their own its key and values."""

    text: str
    key: str
    values: dict[str, Any]
    rule: Rule | None = None  # the address of the rule behind it


class Problem(Struct, frozen=True, omit_defaults=True):
    """Why something was not done."""

    status: int
    text: str
    key: str
    values: dict[str, Any]
    rule: Rule | None = None
    state: TableState | UnsetType = UNSET  # with 409 at a table: how it is now, to your own eyes


# ---- tables


class NewSeat(Strict, frozen=True):
    """Whom a seat is for."""

    who: Literal["me", "friend", "anybody", "program"]
    program: Annotated[str, Meta(max_length=40, examples=["level:adept"])] | None = None  # of a program


class Beginning(Strict, frozen=True):
    """Where a game begins that does not begin at the beginning: in a record, after so many moves."""

    record: dict[str, Any]
    move: Annotated[int, Meta(ge=0, le=100_000)] | None = None  # without it: after the last


class NewTable(Strict, frozen=True):
    """What is wanted of a new table."""

    game: Annotated[str, Meta(max_length=40, examples=["emperor-of-china"])]
    seats: Annotated[list[NewSeat], Meta(min_length=2, max_length=MOST_SEATS)]
    options: dict[str, str | bool | int] = {}
    pace: Pace = Leisurely()
    listed: bool = False  # whether everybody finds it among the open tables
    shuffled: bool = False  # whether seats are drawn when the game starts
    begin: Beginning | None = None


class SeatState(Struct, frozen=True):
    """A place at a table, as everybody sees it."""

    seat: int
    who: Literal["person", "friend", "anybody", "program"]  # who sits there, or whom a free seat is for
    person: str | None  # their id
    expects: str | None  # in a rematch: the id of whom a free seat is kept for, who needs no invite
    name: str
    program: str | None  # who makes its moves, if a program does
    away: bool  # the person left, and a program plays on
    time_left: int | None  # in a live game: what the clock showed when it was set last
    hints: int  # how many it took
    hint_costs: bool  # whether one more would change what the game counts for: the first of a rated game does
    helped: Line | None  # why the game can only lower this person's rating, and is not in their statistics


class TableState(Struct, frozen=True):
    """A table as one pair of eyes sees it."""

    id: str
    number: int  # of the last happening
    status: Status
    game: str
    edition: str
    players: int
    options: dict[str, str | bool | int]
    pace: Pace
    listed: bool
    shuffled: bool
    host: str  # a person's id
    seats: list[SeatState]
    sequence: int  # of the game: to be sent with a move
    to_move: int | None
    since: int | None  # when the time of the seat to move began to run
    deadline: int | None  # when it will have none left
    moment: int  # when this was told
    begins_after: int | None  # it goes on from a record, after so many of its moves; null: from the beginning
    unrated: Line | None  # why the game is rated for nobody; null: it is
    seed_hash: str | None  # since the game started: SHA-256 of the 32 hex digits of the seed
    seed: str | None  # when it is over
    eyes: int | None  # through the eyes of which seat; null: those of a spectator
    asks: Line | None  # what the seat is asked
    view: dict[str, Any] | None  # what it sees of the game, see docs/views.md; null before the game


class TableHere(Struct, frozen=True):
    """A table, and what it is to you."""

    state: TableState
    you: list[int]  # your seats
    invite: str | None  # for the host: lets a friend take a seat that is kept; another when somebody is sent away


class Entry(Struct, frozen=True, omit_defaults=True):
    """An entry of the log of the game."""

    sequence: int
    kind: Literal["move", "confirm", "undo"]
    seat: int
    move: str | None
    lines: list[Line]
    pending: bool = False
    forced: bool = False


class Happening(Struct, frozen=True, omit_defaults=True):
    """Something that happened at a table, as one pair of eyes sees it."""

    number: int
    moment: int
    kind: Kind
    seat: int | None = None
    name: str | None = None  # who did it
    person: str | None = None
    text: str | None = None  # what was said
    program: str | None = None
    late: bool = False
    table: str | None = None  # of a rematch
    entries: list[Entry] = []


class Update(Struct, frozen=True):
    """What the live stream carries: all that happened since the last one, and the table as it is now."""

    number: int  # to be sent as `since` when the stream was cut
    happenings: list[Happening]
    state: TableState


# ---- lists


class Tables(Struct, frozen=True):
    """Tables in short."""

    tables: list[TableInShort]
    next: str | None  # to be sent as `before` for those that come after; null: there are none


class TableInShort(Struct, frozen=True):
    """A table, as a list shows it."""

    id: str
    status: Status
    game: str
    players: int
    names: list[str]  # by seat; empty: nobody sits there
    free: int  # seats
    yours: list[int]  # your seats
    your_turn: bool
    pace: Pace
    begins_after: int | None  # it goes on from a record, after so many of its moves; null: from the beginning
    deadline: int | None
    changed: int


# ---- sitting down and talking


class SitDown(Strict, frozen=True):
    """How somebody sits down."""

    invite: Annotated[str, Meta(max_length=40, extra=SECRET)] | None = None


class Words(Strict, frozen=True):
    """Something to say."""

    text: Annotated[str, Meta(min_length=1, max_length=500)]


# ---- moves


class MoveSent(Strict, frozen=True):
    """A move."""

    seat: SeatNumber
    move: MoveText
    sequence: Sequence
    confirm: bool = True  # if false, a move that could not be taken back waits until it is confirmed


class SeatAt(Strict, frozen=True):
    """A seat, and the sequence number at which it wants something."""

    seat: SeatNumber
    sequence: Sequence


# ---- advice


class MoveMeant(Strict, frozen=True):
    """A move that somebody thinks of."""

    seat: SeatNumber
    move: MoveText


class Previewed(Struct, frozen=True):
    """What would follow from a move, by public things alone."""

    pieces: list[dict[str, Any]]  # as the view of the game shows them
    ledger: list[dict[str, Any]]
    lines: list[Line]
    table: dict[str, Any]  # what of the game's table would be otherwise, see docs/views.md
    reason: Line | None  # why nothing would: it cannot be made, or not be read; null: it can


class Reason(Struct, frozen=True):
    """Why a move cannot be made."""

    reason: Line | None  # a rule, or that it cannot be read; null: it can


class HintedMove(Struct, frozen=True):
    """A move, and what can be expected of it."""

    move: str
    simulations: int  # that began with it
    chance: float  # to win
    error: float  # the standard error of that
    scores: list[float]  # final ones, by seat


class Hint(Struct, frozen=True):
    """The best moves of a seat, as a master sees them."""

    seat: int
    sequence: int  # what it was thought about
    moves: list[HintedMove]  # the best first


# ---- records


class ReviewAsked(Strict, frozen=True):
    """A record to look at."""

    record: dict[str, Any]
    move: Annotated[int, Meta(ge=0, le=100_000)] | None = None  # after how many moves; without it: after the last
    seat: SeatNumber | None = None  # through whose eyes; without it: a spectator's


class Review(Struct, frozen=True):
    """A game as it was after so many moves."""

    moves: int  # of the record
    move: int  # after so many
    made: Entry | None  # the last of them
    asks: Line | None  # what the seat was asked then
    view: dict[str, Any]  # what it saw then, see docs/views.md


class PastMove(Strict, frozen=True):
    """A move that could have been made."""

    after: Annotated[int, Meta(ge=0, le=100_000)]  # how many moves of the record
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
    options: dict[str, str | bool | int]
    names: list[str]  # by seat; empty where the record tells none
    moves: int
    over: bool  # whether the game was played to its end
    hidden: bool  # whether the record was made for a seat or a spectator, and does not tell everything


class Reviewed(Struct, frozen=True):
    """A game to look back at: that of a table, or of a record that somebody uploaded."""

    table: TableHere | None
    record: RecordKept | None


# ---- studies


class Study(Strict, frozen=True, kw_only=True):
    """A record or a position document, and what somebody tried from there. Nobody keeps it."""

    record: dict[str, Any]
    played: Annotated[list[MoveText], Meta(max_length=MOST_PLAYED)] = []  # after the record, by whoever is to move
    seat: SeatNumber | None = None  # through whose eyes; without it: those of whoever is to move


class StudiedMove(Study, frozen=True, kw_only=True):
    """A move that somebody thinks of in a study."""

    move: MoveText


class Studied(Struct, frozen=True):
    """A study as it is after what was played in it."""

    entries: list[Entry]  # of all that was played after the record, forced moves included
    asks: Line | None  # what the seat is asked
    view: dict[str, Any]  # what it sees, see docs/views.md


# ---- tutorials

TutorialWord = Annotated[str, Meta(min_length=1, max_length=40)]


class StepShown(Struct, frozen=True):
    """Something to learn: a position, and what to do there."""

    id: str
    title: Line
    text: Line
    task: Line  # what to do
    seat: int  # who learns
    record: dict[str, Any]  # where it begins: a position document, see docs/record.md
    amounts: list[int]  # where points are to be guessed: the answers to choose from
    solution: list[str]  # moves that lead to the goal; none where something is to be guessed


class ChapterShown(Struct, frozen=True):
    """Steps that belong together: the game itself, or an expansion."""

    id: str
    title: Line
    about: Line
    steps: list[StepShown]


class TutorialShown(Struct, frozen=True):
    """All that can be learned of a game step by step."""

    game: str
    chapters: list[ChapterShown]


class Try(Strict, frozen=True):
    """What somebody did in a step of a tutorial: moves of the seat that learns, or an amount that was guessed."""

    game: TutorialWord
    chapter: TutorialWord
    step: TutorialWord
    moves: Annotated[list[MoveText], Meta(max_length=MOST_TRIED)] = []
    amount: Annotated[int, Meta(ge=0, le=1_000_000)] | None = None


class Judged(Struct, frozen=True):
    """What a try comes to."""

    verdict: Literal["done", "more", "wrong", "illegal"]  # more: it is right so far
    answer: Line | None  # none where more is to come
    kept: int  # so many of the moves need not be taken back
    replies: list[str]  # moves that follow by themselves, made by whoever is to move then


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


# ---- puzzles


class PuzzleInShort(Struct, frozen=True):
    """One of the puzzles of a game."""

    id: str
    level: Level


class Puzzles(Struct, frozen=True):
    """All puzzles of a game, in the order in which they are kept."""

    game: str
    day: str  # which day it is here, in UTC: 2026-11-16
    today: str | None  # the id of the puzzle of that day, the same for everybody; none where there are no puzzles
    puzzles: list[PuzzleInShort]


class PuzzleShown(Struct, frozen=True):
    """A puzzle as it is asked: one move is much better than all others."""

    id: str
    game: str
    level: Level
    seat: int  # who is to move
    record: dict[str, Any]  # the position, to be sent on as a study: what the seat cannot know in it is made up
    hint: Line  # what the right move is good for


class PuzzleTry(Strict, frozen=True):
    """A move that somebody thinks is right."""

    move: MoveText


class Figures(Struct, frozen=True):
    """What can be expected of a move."""

    move: str
    chance: float  # to win
    points: float  # of the solver, in the end


class Brought(Struct, frozen=True):
    """Points that the right move brings more than the best wrong one, to the end of the game."""

    source: Line
    points: float


class PuzzleSolution(Struct, frozen=True):
    """The answer of a puzzle, and why it is right."""

    moves: list[str]  # all that are right, the best first
    best: Figures
    next: Figures  # the best of the wrong ones
    brings: list[Brought]
    lines: list[Line]  # what follows from the best move at once


class PuzzleAnswer(Struct, frozen=True):
    """Whether a move was right."""

    right: bool
    figures: Figures | None  # of the move; none where it was hardly tried, since it looked so much worse
    solution: PuzzleSolution | None  # for who has found it


# ---- people

Login = Annotated[str, Meta(min_length=3, max_length=60, examples=["ada"])]
NewPassword = Annotated[str, Meta(min_length=8, max_length=200, extra=SECRET)]
Password = Annotated[str, Meta(max_length=200, extra=SECRET)]
Code = Annotated[str, Meta(min_length=1, max_length=40, extra=SECRET)]


class NewPerson(Strict, frozen=True):
    """Somebody who begins."""

    name: Name


class Myself(Struct, frozen=True):
    """What somebody told about themselves; nobody else sees it."""

    id: str
    name: str
    login: str | None  # of an account
    email: str | None  # where to write when it is their turn
    email_verified: bool  # whether the code that was sent there came back: before, nothing else is written there
    webhook: str | None  # what to call then


class VisitorShown(Struct, frozen=True):
    """Whoever asks."""

    me: Myself | None  # null: a stranger
    sends_email: bool  # whether this server can: else nobody can leave an address


class AboutMe(Strict, frozen=True):
    """What somebody changes about themselves; what is left out stays."""

    name: Name | UnsetType = UNSET
    email: Annotated[str, Meta(max_length=254)] | UnsetType | None = UNSET
    webhook: Annotated[str, Meta(max_length=500)] | UnsetType | None = UNSET


class EmailCode(Strict, frozen=True):
    """What was sent to an e-mail address."""

    code: Code


class Handover(Struct, frozen=True):
    """What to type on another device to be known there, too."""

    code: str
    expires: int


class HandoverTyped(Strict, frozen=True):
    """What was typed."""

    code: Code


class NewAccount(Strict, frozen=True):
    """What somebody wants to be known by everywhere."""

    login: Login
    password: NewPassword


class LoggingIn(Strict, frozen=True):
    """What somebody is known by."""

    login: Annotated[str, Meta(max_length=60)]
    password: Password


class PasswordChange(Strict, frozen=True):
    """Another password."""

    password: Password  # as it is
    new: NewPassword


class GamesPlayed(Struct, frozen=True):
    """How somebody did in one game with so many players. Games in which they had help are only counted."""

    game: str
    players: int
    games: int
    wins: float  # shared ones in part
    mean_score: float | None  # null: none of the games was their own
    helped: int  # games besides: they took hints, left, or a program made most of their moves


class RatingShown(Struct, frozen=True):
    """How well somebody plays a game.

    Everybody begins with a rating of 0 and an uncertainty of 8.3; a rating is provisional while its uncertainty is
    above 5. Between two who have both played much, a difference of 4 means that the better one finishes before the
    other in two of three games.
    """

    game: str
    rating: Annotated[
        int, Meta(description="they almost certainly play at least so well: estimated skill less 3 times uncertainty")
    ]
    uncertainty: Annotated[float, Meta(description="one standard deviation of the estimated skill")]


class Statistics(Struct, frozen=True):
    """How somebody did."""

    person: str
    name: str
    games: list[GamesPlayed]
    ratings: list[RatingShown]


# ---- games


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
