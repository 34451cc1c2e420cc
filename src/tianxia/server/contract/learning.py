"""Studies, tutorials and puzzles. The server keeps nothing of what people do in them."""

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
    view: View  # what it sees


# ---- tutorials


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
    """Whether the moves that were tried solve the step, and what follows."""

    verdict: Literal["done", "more", "wrong", "illegal"]  # more: it is right so far
    answer: Line | None  # none where more is to come
    kept: int  # so many of the moves need not be taken back
    replies: list[str]  # moves that follow by themselves, made by whoever is to move then


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

    move: str  # in notation
    parsed: Move  # the same move as structured data
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
