"""The puzzles that ship with Tianxia, and which of them is today's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime
from functools import cache
from typing import Final

from tianxia.engine.chance import stream_of
from tianxia.errors import RecordError, SettingError
from tianxia.games import data_of, find_game
from tianxia.play.files import parse_json
from tianxia.teaching.puzzles.puzzle import Puzzle, read_puzzle
from tianxia.words import error

FIRST_DAY: Final = date(2026, 1, 1)
SHUFFLE: Final = b"puzzle of a day."  # 16 bytes, the same for everybody and for ever


def read_puzzles(text: str, name: str) -> Iterator[Puzzle]:
    """The puzzles of a file, one on each line; raises `RecordError` with the number of a wrong line."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                yield read_puzzle(parse_json(line))
            except RecordError as failure:
                raise error(RecordError, "file.record", where=f"{name}:{number}", reason=str(failure)) from None


@cache
def collection(game: str) -> tuple[Puzzle, ...]:
    """All puzzles of a game that ship with Tianxia."""
    file = data_of(find_game(game).id, "teaching", "puzzles.jsonl")
    if not file.is_file():  # a game that has none yet
        return ()
    return tuple(read_puzzles(file.read_text(encoding="utf-8"), file.name))


def find_puzzle(games: Sequence[str], id: str) -> Puzzle:
    """A puzzle of some games, by its id."""
    for game in games:
        for puzzle in collection(game):
            if puzzle.id == id:
                return puzzle
    raise error(SettingError, "puzzle.unknown", id=id[:60])


def today() -> date:
    """The present day in UTC, which chooses the puzzle of the day."""
    return datetime.now(UTC).date()


def place_of_day(count: int, day: date) -> int:
    """The index of the puzzle of a day among `count` puzzles: none recurs before all others have come.

    >>> sorted(place_of_day(5, date(2026, 1, 1 + number)) for number in range(5))
    [0, 1, 2, 3, 4]
    """
    turn, place = divmod((day - FIRST_DAY).days, count)
    order = list(range(count))
    dice = stream_of(SHUFFLE, turn % 2**32)
    for end in range(count - 1, 0, -1):
        other = int(dice.below(end + 1))
        order[end], order[other] = order[other], order[end]
    return order[place]


def puzzle_of_day(game: str, day: date) -> Puzzle:
    """The puzzle of a day, the same for everybody."""
    puzzles = collection(game)
    if not puzzles:
        raise error(SettingError, "puzzle.none", game=find_game(game).title)
    return puzzles[place_of_day(len(puzzles), day)]
