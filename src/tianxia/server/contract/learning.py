"""Studies, tutorials and puzzles, and what people have learned from them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from tianxia.play.view import View
from tianxia.server.contract.common import Line, MoveText, SeatNumber, Strict
from tianxia.server.contract.tables import Entry
from tianxia.server.contract.views import Move

MOST_PLAYED = 200  # moves in a study
MOST_TRIED = 20  # moves in a step of a tutorial: more than any needs

Level = Literal["easy", "medium", "hard"]
TutorialWord = Annotated[str, Meta(min_length=1, max_length=40)]


# ---- studies


class Study(Strict, frozen=True, kw_only=True):
    """A record or a position document, and moves tried from there. The server does not store it."""

    record: dict[str, Any]
    played: Annotated[list[MoveText], Meta(max_length=MOST_PLAYED)] = []  # after the record, each by the seat to move
    seat: SeatNumber | None = None  # whose viewpoint; without it: that of the seat to move


class StudiedMove(Study, frozen=True, kw_only=True):
    """A move to preview or explain in a study."""

    move: MoveText


class Studied(Struct, frozen=True):
    """The state of a study after its moves."""

    entries: list[Entry]  # the log of the moves after the record, forced moves included
    asks: Line | None  # the question that the seat has to answer
    view: View  # what the seat sees


# ---- tutorials


class StepShown(Struct, frozen=True):
    """A step of a tutorial: a position, and a task to do there."""

    id: str
    title: Line
    text: Line
    task: Line  # what the learner has to do
    seat: int  # the seat of the learner
    record: dict[str, Any]  # the position where the step begins: a position document, see docs/record.md
    amounts: list[int]  # where points are to be guessed: the answers to choose from
    solution: list[str]  # moves that lead to the goal; empty where points are to be guessed


class ChapterShown(Struct, frozen=True):
    """A chapter of a tutorial: the steps about the game itself, or about an expansion."""

    id: str
    title: Line
    about: Line
    steps: list[StepShown]


class TutorialShown(Struct, frozen=True):
    """The tutorial of a game: its chapters with their steps."""

    game: str
    chapters: list[ChapterShown]


class Try(Strict, frozen=True):
    """A try at a step of a tutorial: moves of the learner's seat, or a guessed amount."""

    game: TutorialWord
    chapter: TutorialWord
    step: TutorialWord
    moves: Annotated[list[MoveText], Meta(max_length=MOST_TRIED)] = []
    amount: Annotated[int, Meta(ge=0, le=1_000_000)] | None = None


class Judged(Struct, frozen=True):
    """Whether a try solves the step of a tutorial, and the moves that follow."""

    verdict: Literal["done", "more", "wrong", "illegal"]  # more: right so far, but not complete
    answer: Line | None  # the comment on the try; null for the verdict "more"
    kept: int  # how many of the moves, counted from the first, need not be taken back
    replies: list[str]  # moves that follow automatically, each by the seat then to move


# ---- puzzles


class PuzzleInShort(Struct, frozen=True):
    """One of the puzzles of a game."""

    id: str
    level: Level


class Puzzles(Struct, frozen=True):
    """All puzzles of a game, in the order of their file."""

    game: str
    day: str  # the present day in UTC: 2026-11-16
    today: str | None  # the id of the puzzle of that day, the same for everybody; null where there are no puzzles
    puzzles: list[PuzzleInShort]


class PuzzleShown(Struct, frozen=True):
    """A puzzle without its solution: a position in which one move is much better than all others."""

    id: str
    game: str
    level: Level
    seat: int  # the seat to move
    record: dict[str, Any]  # the position, which can be sent as a study; what the seat cannot know in it is made up
    hint: Line  # what the right move is good for


class PuzzleTry(Strict, frozen=True):
    """A move tried as the solution of a puzzle."""

    move: MoveText


class Figures(Struct, frozen=True):
    """A move of a puzzle, its chance to win and the expected points."""

    move: str  # in notation
    parsed: Move  # the same move as structured data
    chance: float  # the chance of the solver to win, 0 to 1
    points: float  # the expected final points of the solver


class Brought(Struct, frozen=True):
    """The additional points of one source that the right move brings by the end, compared with the best wrong move."""

    source: Line
    points: float


class PuzzleSolution(Struct, frozen=True):
    """The solution of a puzzle, and why it is right."""

    moves: list[str]  # all right moves, best first
    best: Figures  # of the best right move
    next: Figures  # of the best wrong move
    brings: list[Brought]
    lines: list[Line]  # the immediate consequences of the best move


class PuzzleAnswer(Struct, frozen=True):
    """Whether a move solves a puzzle."""

    right: bool
    figures: Figures | None  # of the move; null where it was hardly simulated, since it looked much worse
    solution: PuzzleSolution | None  # null unless the move is right


# ---- progress


class Learned(Strict, frozen=True):
    """Something that a person has done to learn."""

    game: Annotated[str, Meta(max_length=40, examples=["forbidden-city"])]
    kind: Annotated[
        Literal["step", "place", "puzzle", "daily", "mistake"],
        Meta(
            description="a step of the tutorial that is done; where the tutorial goes on; a puzzle whose answer is "
            "known; a day whose puzzle was solved on that day; an own move of a reviewed game that was tried again"
        ),
    ]
    item: Annotated[str, Meta(pattern="^[A-Za-z0-9_/:.-]{0,60}$")] = ""  # which one
    value: Annotated[str, Meta(pattern="^[A-Za-z0-9_/:.-]{0,60}$")] = ""  # "found" or "shown"; of a place, the step


class LearnedFacts(Strict, frozen=True):
    """What a device knows of a person's progress."""

    facts: Annotated[list[Learned], Meta(max_length=200)]


class Progress(Struct, frozen=True):
    """All that a person has learned, oldest first."""

    facts: list[Learned]
