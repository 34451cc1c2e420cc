"""The parts of a tutorial: chapters, steps, goals, mistakes and guesses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase

from tianxia.games import AnyGame
from tianxia.games.base import Document, LedgerEntry
from tianxia.play import LogEntry, Match
from tianxia.play.match import PlayedMove
from tianxia.teaching.study import play_study
from tianxia.words import Message


@dataclass(frozen=True)
class Goal:
    """Conditions on the result of the learner's moves, all of which must hold. Any turn fulfils an empty goal."""

    moves: tuple[str, ...] = ()  # a pattern for each move, in order: "house wei-* red|house wei-* green green"
    scores: int = 0  # the learner gets at least so much
    source: str | None = None  # from there; None: from anything
    others: int | None = None  # all others together get no more than this; None: whatever
    tells: str | None = None  # a line of the log with this key is there
    times: int = 1  # so often

    def fits(self, moves: Sequence[str]) -> bool:
        """Whether moves fit the patterns, as far as they go."""
        return all(fits_pattern(pattern, move) for pattern, move in zip(self.moves, moves, strict=False))

    def holds(self, seat: int, moves: Sequence[str], ledger: Sequence[LedgerEntry], log: Sequence[LogEntry]) -> bool:
        """Whether the goal is reached. Ledger and log are those of the try."""
        if len(moves) < len(self.moves) or not self.fits(moves):
            return False
        counted = [entry for entry in ledger if self.source in (None, entry["source"])]
        own = sum(entry["amount"] for entry in counted if entry["seat"] == seat)
        others = sum(entry["amount"] for entry in counted if entry["seat"] != seat)
        logged = [line.key for entry in log for line in entry.lines]
        return (
            own >= self.scores
            and (self.others is None or others <= self.others)
            and (self.tells is None or logged.count(self.tells) >= self.times)
        )

    @property
    def needs(self) -> bool:
        """Whether the goal has conditions besides the patterns of moves."""
        return bool(self.scores or self.tells or self.others is not None)


def fits_pattern(pattern: str, move: str) -> bool:
    """Whether a move fits one of the alternatives of a pattern, separated by bars; a star stands for anything.

    >>> fits_pattern("house wei-* red|emissary *", "house wei-2 red"), fits_pattern("house *", "done")
    (True, False)
    """
    return any(fnmatchcase(move, one) for one in pattern.split("|"))


@dataclass(frozen=True)
class Mistake:
    """A common kind of legal but wrong tries, with an answer of its own."""

    id: str
    when: Goal
    example: tuple[str, ...]  # one of them


@dataclass(frozen=True)
class Guess:
    """A question about points: how many would a seat get from these moves?"""

    seat: int
    moves: tuple[PlayedMove, ...]
    amounts: tuple[int, ...]  # to choose from
    source: str | None = None  # points from there alone; None: from anything


@dataclass(frozen=True)
class Step:
    """A step of a tutorial: one task on one position."""

    game: str
    chapter: str
    id: str
    seat: int  # who learns
    document: Document  # the position, as a record without moves
    goal: Goal
    solution: tuple[str, ...]  # moves of the learner that reach it; none where something is to be guessed
    guess: Guess | None = None
    replies: tuple[PlayedMove, ...] = ()  # of the others, once the goal is reached
    mistakes: tuple[Mistake, ...] = ()
    rule: str | None = None  # the address of the rule that explains it
    rules: Mapping[str, str] = field(default_factory=dict)  # part of the texts -> another rule for it

    @property
    def key(self) -> str:
        return f"tutorial.{self.game}.{self.chapter}.{self.id}"

    @property
    def is_free(self) -> bool:
        """Whether any turn fulfils the step."""
        return self.guess is None and self.goal == Goal()

    def say(self, part: str) -> Message:
        """The text of one part of the step."""
        return Message(f"{self.key}.{part}", {}, self.rules.get(part, self.rule))

    def parts(self) -> Iterator[str]:
        """The last parts of the keys of the texts of the step."""
        yield from ("title", "text", "task", "done")
        if not self.is_free:
            yield "wrong"
        yield from (f"wrong-{mistake.id}" for mistake in self.mistakes)

    def begin(self) -> Match:
        """The match at the beginning of the step: with the same random numbers for everybody, forced moves made."""
        return play_study(self.document, ())[0]


@dataclass(frozen=True)
class Chapter:
    """A chapter: the steps about the game itself, or about an expansion."""

    game: str
    id: str
    steps: tuple[Step, ...]

    @property
    def key(self) -> str:
        return f"tutorial.{self.game}.{self.id}"


@dataclass(frozen=True)
class Tutorial:
    """All chapters of a game."""

    game: AnyGame
    chapters: tuple[Chapter, ...] = field(default=())

    def chapter(self, id: str) -> Chapter | None:
        return next((chapter for chapter in self.chapters if chapter.id == id), None)

    def step(self, chapter: str, id: str) -> Step | None:
        found = self.chapter(chapter)
        return next((step for step in found.steps if step.id == id), None) if found is not None else None

    def steps(self) -> Iterator[Step]:
        for chapter in self.chapters:
            yield from chapter.steps
