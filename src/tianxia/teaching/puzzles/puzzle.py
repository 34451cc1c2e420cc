"""A puzzle: a position in which one move is much better than all others, as one document.

Its position is a determinization for the solver's seat: all that this seat cannot know was drawn afresh before it was
written, so the document reveals nothing about the game that it comes from.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from tianxia.errors import RecordError
from tianxia.games import STANDARD_EDITIONS
from tianxia.games.base import Document
from tianxia.play import Match, read_record, replay
from tianxia.play.files import print_json
from tianxia.words import Message, error

VERSION: Final = 1
ID_DIGITS: Final = 12
LEAST_GAIN: Final = 1.0  # points of one source that are worth a word
LEVELS: Final = {"easy": "puzzle.level.easy", "medium": "puzzle.level.medium", "hard": "puzzle.level.hard"}
"""The levels of difficulty, from the easiest."""
KEYS: Final = {
    "puzzle": int,
    "id": str,
    "start": dict,
    "seat": int,
    "theme": str,
    "level": str,
    "solutions": list,
    "judged": list,
    "brings": dict,
    "errors": float,
    "from": dict,
}


@dataclass(frozen=True)
class Verdict:
    """A judged move: the chance to win, and the expected final points of the solver."""

    move: str
    chance: float
    points: float

    def document(self) -> list[str | float]:
        return [self.move, round(self.chance, 3), round(self.points, 1)]


@dataclass(frozen=True)
class Puzzle:
    """One puzzle."""

    start: Document  # a record that begins with the position, without moves
    seat: int  # who is to move: the solver
    theme: str  # under `<game>.theme`
    level: str  # one of LEVELS
    solutions: tuple[str, ...]  # the right moves: more than one where they have the same effect
    judged: tuple[Verdict, ...]  # the moves that were tried, the best first
    brings: Mapping[str, float]  # source -> points more than with the best wrong move, to the end of the game
    errors: float  # standard errors by which the right move is better
    origin: Document  # which seed, which game, which move

    @property
    def game(self) -> str:
        return str(self.start["game"])

    @property
    def id(self) -> str:
        """A short id, made from the position: equal positions of a game have equal ids."""
        return hashlib.sha256(print_json({**self.start, "seats": None}).encode()).hexdigest()[:ID_DIGITS]

    @property
    def best(self) -> Verdict:
        return self.judged[0]

    @property
    def runner_up(self) -> Verdict:
        """The best of the wrong moves."""
        return next(verdict for verdict in self.judged if verdict.move not in self.solutions)

    def of(self, move: str) -> Verdict | None:
        """The verdict on a move; `None` if it was hardly tried, since it looked worse than others."""
        return next((verdict for verdict in self.judged if verdict.move == move), None)

    @property
    def hint(self) -> Message:
        """The hint: the theme of the right move, in words."""
        return Message(f"{self.game}.theme.{self.theme}")

    @property
    def is_plain(self) -> bool:
        """Whether the right move also brings the solver more points: it does not only take from others."""
        return self.best.points - self.runner_up.points >= LEAST_GAIN

    @property
    def gains(self) -> list[tuple[str, float]]:
        """The sources in which the right move gains most, largest first.

        Losses in other sources are included in the expected points of both moves.
        """
        more = [(source, points) for source, points in self.brings.items() if points >= LEAST_GAIN]
        return sorted(more, key=lambda gain: -gain[1])

    def match(self) -> Match:
        """The match at the position of the puzzle."""
        return replay(read_record(self.start), STANDARD_EDITIONS)

    def document(self) -> Document:
        return {
            "puzzle": VERSION,
            "id": self.id,
            "start": self.start,
            "seat": self.seat,
            "theme": self.theme,
            "level": self.level,
            "solutions": list(self.solutions),
            "judged": [verdict.document() for verdict in self.judged],
            "brings": {source: round(points, 1) for source, points in self.brings.items()},
            "errors": round(self.errors, 1),
            "from": self.origin,
        }


def read_puzzle(document: Any) -> Puzzle:
    """A puzzle from its document; raises `RecordError` if it is malformed. The position in it is not read yet."""
    if not isinstance(document, dict) or document.get("puzzle") != VERSION:
        raise error(RecordError, "puzzle.form")
    if any(not isinstance(document.get(key), kind) for key, kind in KEYS.items()) or document["level"] not in LEVELS:
        raise error(RecordError, "puzzle.form")
    try:
        puzzle = Puzzle(
            start=document["start"],
            seat=document["seat"],
            theme=document["theme"],
            level=document["level"],
            solutions=tuple(map(str, document["solutions"])),
            judged=tuple(
                Verdict(str(move), float(chance), float(points)) for move, chance, points in document["judged"]
            ),
            brings={str(source): float(points) for source, points in document["brings"].items()},
            errors=document["errors"],
            origin=document["from"],
        )
        known = puzzle.id
    except (TypeError, ValueError, KeyError):
        raise error(RecordError, "puzzle.form") from None
    if known != document["id"]:
        raise error(RecordError, "puzzle.id", id=document["id"][:60], known=known)
    return puzzle
