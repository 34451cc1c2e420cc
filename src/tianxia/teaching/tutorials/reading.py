"""Reads tutorials. A wrong file is a bug of this program: the error names file, chapter and step."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from typing import Any, Final

from tianxia.errors import TianxiaError
from tianxia.games import GAMES, STANDARD, data_of, find_game
from tianxia.play.match import PlayedMove
from tianxia.play.record import VERSION
from tianxia.teaching.tutorials.judging import judge
from tianxia.teaching.tutorials.steps import Chapter, Goal, Guess, Mistake, Step, Tutorial
from tianxia.words import catalogue

NOTHING: Final = "none"  # TOML has no null
OF_A_STEP: Final = {
    *("id", "like", "after", "position", "players", "options", "seat"),
    *("goal", "solution", "guess", "replies", "wrong", "rule", "rules"),
}
OF_A_CHAPTER: Final = {"id", "players", "options", "step"}
OF_A_GUESS: Final = {"seat", "moves", "amounts", "source"}
OF_A_FILE: Final = {"game", "chapter"}
OF_A_GOAL: Final = {goal.name for goal in fields(Goal)}


class TutorialError(ValueError):
    """A tutorial that cannot be used."""


def find_tutorial(game: str) -> Tutorial | None:
    """The tutorial of a game; `None` where there is none."""
    return _find(game) if game in GAMES else None  # what strangers ask for is not kept


@cache
def _find(game: str) -> Tutorial | None:
    file = data_of(game, "teaching", "tutorial.toml")
    return read_tutorial(file.read_text(encoding="utf-8"), file.name) if file.is_file() else None


def read_tutorial(source: str, file: str) -> Tutorial:
    """A tutorial from its file, with a check of all positions, solutions and texts."""
    document = tomllib.loads(source)
    try:
        _check_keys(document, OF_A_FILE)
        game = find_game(document["game"])
        chapters = tuple(_Reader(game.id, chapter).read() for chapter in document["chapter"])
    except (TutorialError, TianxiaError, KeyError, TypeError) as failure:
        raise TutorialError(f"{file}: {failure}") from failure
    return Tutorial(game, chapters)


class _Reader:
    """Reads one chapter; a step may begin where an earlier one begins or ends."""

    def __init__(self, game: str, chapter: dict[str, Any]) -> None:
        self.game = game
        self.chapter = chapter
        self.steps: dict[str, Step] = {}

    def read(self) -> Chapter:
        id = self.chapter.get("id", "?")
        try:
            _check_keys(self.chapter, OF_A_CHAPTER)
            for document in self.chapter["step"]:
                self._add(document)
            found = Chapter(self.game, id, tuple(self.steps.values()))
            _check_texts(f"{found.key}.title", f"{found.key}.about")
        except (TutorialError, TianxiaError, KeyError, TypeError) as failure:
            raise TutorialError(f"chapter {id}: {failure}") from failure
        return found

    def _add(self, document: dict[str, Any]) -> None:
        id = document.get("id", "?")
        try:
            _check_keys(document, OF_A_STEP)
            step = self._step(document)
            _check(step, self.steps)
            self.steps[id] = step
        except (TutorialError, TianxiaError, KeyError, TypeError) as failure:
            reason = f"{failure} is missing" if isinstance(failure, KeyError) else failure
            raise TutorialError(f"step {id}: {reason}") from failure

    def _step(self, document: dict[str, Any]) -> Step:
        guess = document.get("guess")
        return Step(
            game=self.game,
            chapter=self.chapter["id"],
            id=document["id"],
            seat=document.get("seat", 1),
            document=self._start(document),
            goal=_goal(document.get("goal", {})),
            solution=tuple(document.get("solution", ())),
            guess=None if guess is None else _guess(guess),
            replies=tuple(_played(reply) for reply in document.get("replies", ())),
            mistakes=tuple(_mistake(mistake) for mistake in document.get("wrong", ())),
            rule=f"{self.game}#{document['rule']}" if "rule" in document else None,
            rules={part: f"{self.game}#{rule}" for part, rule in document.get("rules", {}).items()},
        )

    def _start(self, document: dict[str, Any]) -> dict[str, Any]:
        """The position document of a step: its own, or that of another step with some keys replaced."""
        before: Mapping[str, Any] = {}
        players, options = self.chapter.get("players"), self.chapter.get("options", {})
        other = document.get("like", document.get("after"))
        if other is not None:
            step = self.steps[other]
            before = step.document["position"] if "like" in document else _after(step)
            players, options = step.document["players"], step.document["options"]
        return {
            "tianxia": VERSION,
            "game": self.game,
            "edition": STANDARD,
            "players": document.get("players", players),
            "options": dict(document.get("options", options)),
            "position": {**before, **_with_nothing(document.get("position", {}))},
            "moves": [],
        }


def _after(step: Step) -> dict[str, Any]:
    return judge(step, step.solution).match.position_document()


def _goal(document: dict[str, Any]) -> Goal:
    _check_keys(document, OF_A_GOAL)
    given: dict[str, Any] = {**document, "moves": tuple(document.get("moves", ()))}
    return Goal(**given)


def _mistake(document: dict[str, Any]) -> Mistake:
    when = {key: value for key, value in document.items() if key not in ("id", "try")}
    return Mistake(document["id"], _goal(when), tuple(document["try"]))


def _guess(document: dict[str, Any]) -> Guess:
    _check_keys(document, OF_A_GUESS)
    moves = tuple(_played(move) for move in document["moves"])
    return Guess(document.get("seat", 1), moves, tuple(document["amounts"]), document.get("source"))


def _played(text: str) -> PlayedMove:
    """A move with its seat before it: "2 house wei-3 red"."""
    seat, _, move = text.partition(" ")
    return PlayedMove(int(seat), move)


def _with_nothing(value: Any) -> Any:
    """A value of a tutorial file, with null wherever `none` is written."""
    if isinstance(value, dict):
        return {key: _with_nothing(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_with_nothing(item) for item in value]
    return None if value == NOTHING else value


# ---- whether it can be used


def _check(step: Step, others: Mapping[str, Step]) -> None:
    """Check that the position can be read, that the learner is to move, and that all texts exist."""
    if step.id in others:
        raise TutorialError("there is another of this id")
    match = step.begin()
    if match.to_move != step.seat and step.guess is None:
        raise TutorialError(f"seat {match.to_move} is to move, not {step.seat}")
    if step.guess is None and not step.solution:
        raise TutorialError("there is neither a solution nor something to guess")
    _check_keys(step.rules, set(step.parts()))
    _check_texts(*(f"{step.key}.{part}" for part in step.parts()))


def _check_texts(*keys: str) -> None:
    missing = [key for key in keys if key not in catalogue("en")]
    if missing:
        raise TutorialError(f"no text for {', '.join(missing)}")


def _check_keys(document: Mapping[str, object], known: set[str]) -> None:
    unknown = sorted(set(document) - known)
    if unknown:
        raise TutorialError(f"unknown: {', '.join(unknown)}")
