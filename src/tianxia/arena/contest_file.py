"""The file of a contest: the first line says what is played, every other line holds one game.

Lines are appended and flushed as games finish, so a contest that was broken off can be continued from its file.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO, Final, TypeVar

from tianxia.arena.contest import MOST_GAMES, Contest
from tianxia.arena.simulate import Fixture, Played, Thinking
from tianxia.engine.chance import SEED_BYTES
from tianxia.errors import RecordError, TianxiaError
from tianxia.games.base import Document
from tianxia.play.files import parse_json, print_json, unwritable
from tianxia.words import Message, error, say

with contextlib.suppress(ImportError):  # not on Windows
    import fcntl

V = TypeVar("V")
Check = Callable[[Any], bool]

MOST_POINTS: Final = 1_000_000  # of a seat; no game pays nearly as much
MOST_SECONDS: Final = 10**9  # of a seat in one game: thirty years

DIFFERENCES: Mapping[str, str] = {
    "contest": "arena.differs.contest",
    "tianxia": "arena.differs.tianxia",
    "game": "arena.differs.game",
    "edition": "arena.differs.edition",
    "edition_sha256": "arena.differs.edition-file",
    "players": "arena.differs.players",
    "options": "arena.differs.options",
    "seats": "arena.differs.seats",
    "levels": "arena.differs.levels",
    "seed": "arena.differs.seed",
}
"""Key of a contest's document -> the sentence for a difference in it; for `compiled` there are two."""


class ContestFile:
    """The games of a contest that are in a file, and the file opened for more."""

    def __init__(self, path: Path, contest: Contest) -> None:
        """Read the games in the file; nothing is written before the first new game."""
        self.path = path
        self.played: dict[int, Played] = {}  # by number
        self._head = print_json(contest.document()).encode() + b"\n"
        self._file: BinaryIO | None = None
        data = read_if_there(path)
        self._size = len(data)
        self._whole = data.rfind(b"\n") + 1  # bytes in whole lines
        self.is_cut = self._whole < len(data)  # whether a crash left half a line, which is dropped
        lines = data[: self._whole].split(b"\n")[:-1]
        self._sources = contest.plan.open()[0].sources
        if lines:
            self._check_head(lines[0], contest)
            self._read_games(lines[1:], contest)
        elif not self._head.startswith(data):
            raise error(RecordError, "arena.no-contest", file=path)

    def _check_head(self, line: bytes, contest: Contest) -> None:
        head = read_head(self.path, line)
        differences = " ".join(map(say, _differences(head, contest.document())))
        if differences:
            raise error(RecordError, "arena.other-contest", file=self.path, differences=differences)

    def _read_games(self, lines: Sequence[bytes], contest: Contest) -> None:
        documents = [self._document(number, line) for number, line in enumerate(lines, 2)]
        last = max((document["number"] for document in documents), default=-1)
        fixtures: list[Fixture] = []
        for fixtures_of_round in contest.rounds():
            if len(fixtures) > last:
                break
            fixtures += fixtures_of_round
        for number, document in enumerate(documents, 2):
            played = _read_game(document, fixtures[document["number"]])
            if played is None:
                raise self._refuse(number, "arena.seats-differ")
            if played.fixture.number in self.played:
                raise self._refuse(number, "arena.twice")
            self.played[played.fixture.number] = played

    def _document(self, number: int, line: bytes) -> Document:
        document = _parsed(line)
        if document is None:
            raise self._refuse(number, "arena.no-object")
        for key, fits in SHAPE.items():
            if not fits(document.get(key)):
                raise self._refuse(number, "arena.shape", key=key)
        for source in (source for seat in document["points"] for source in seat):
            if source not in self._sources:
                raise self._refuse(number, "arena.source", source=source[:60], known=self._sources)
        return document

    def _refuse(self, line: int, key: str, /, **values: object) -> RecordError:
        return error(RecordError, "arena.line", file=self.path, line=line, reason=Message(key, values))

    # ---- writing

    def __enter__(self) -> ContestFile:
        """Open the file for writing, with a lock against other processes."""
        try:
            self._file = self.path.open("r+b" if self.path.exists() else "x+b")
            self._lock()
            self._file.truncate(self._whole)
            self._file.seek(0, os.SEEK_END)
            if not self._whole:
                self._write(self._head)
        except (OSError, TianxiaError) as failure:
            self.__exit__()
            raise failure if isinstance(failure, TianxiaError) else unwritable(self.path, failure) from None
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()

    def _lock(self) -> None:
        assert self._file is not None
        try:
            if "fcntl" in globals():
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise error(TianxiaError, "arena.locked", file=self.path) from None
        if os.fstat(self._file.fileno()).st_size != self._size:  # another process wrote since it was read
            raise error(TianxiaError, "arena.locked", file=self.path)

    def add(self, played: Played) -> None:
        """Append a game."""
        self.played[played.fixture.number] = played
        self._write(print_json(write_game(played)).encode() + b"\n")

    def _write(self, line: bytes) -> None:
        assert self._file is not None
        try:
            self._file.write(line)
            self._file.flush()
        except OSError as failure:
            raise unwritable(self.path, failure) from None


def seed_in(path: Path) -> bytes | None:
    """The seed of the contest in a file; `None` if the file is empty or not there."""
    line, newline, _ = read_if_there(path).partition(b"\n")
    seed = read_head(path, line).get("seed") if newline else None
    if seed is None:
        return None
    if not isinstance(seed, str) or not re.fullmatch(f"[0-9a-f]{{{2 * SEED_BYTES}}}", seed):
        raise error(RecordError, "arena.no-seed", file=path)
    return bytes.fromhex(seed)


def read_if_there(path: Path) -> bytes:
    try:
        if path.exists() and not path.is_file():
            raise error(TianxiaError, "file.special", file=path)
        return path.read_bytes() if path.exists() else b""
    except (OSError, ValueError) as failure:  # ValueError: a name with a zero byte
        reason = getattr(failure, "strerror", None) or failure
        raise error(RecordError, "file.unreadable", file=path, reason=reason) from None


def read_head(path: Path, line: bytes) -> Document:
    """The first line of a contest's file."""
    head = _parsed(line)
    if head is None or "contest" not in head:
        raise error(RecordError, "arena.no-contest", file=path)
    return head


def _parsed(line: bytes) -> Document | None:
    try:
        found = parse_json(line.decode())
    except (RecordError, UnicodeDecodeError):
        return None
    return found if isinstance(found, dict) else None


def _differences(found: Document, wanted: Document) -> list[Message]:
    """The differences between two contests, as sentences."""
    keys = [key for key in wanted if found.get(key) != wanted[key]]
    if "contest" in keys:
        keys = [key for key in keys if key not in ("seats", "levels")]  # they never have both
    if "edition" in keys:
        keys = [key for key in keys if key != "edition_sha256"]
    return [_difference(key, found.get(key), wanted[key]) for key in keys]


def _difference(key: str, found: Any, wanted: Any) -> Message:
    if key == "compiled":
        return Message("arena.differs.interpreted" if wanted else "arena.differs.compiled", {})
    there: str | Message
    here: str | Message
    if key == "options":
        found = found if isinstance(found, dict) else {}
        there, here = _options(found, wanted), _options(wanted, found)
    else:
        there, here = (
            ", ".join(map(str, value)) if isinstance(value, list) else str(value) for value in (found, wanted)
        )
    return Message(DIFFERENCES[key], {"found": there, "wanted": here})


def _options(chosen: Document, others: Document) -> str | Message:
    """The options whose values differ from those of the other contest."""
    differing = [f"{name}={str(value).lower()}" for name, value in chosen.items() if others.get(name) != value]
    return ", ".join(differing) or Message("arena.differs.usual", {})


# ---- a game as a document


def write_game(played: Played) -> Document:
    """One game as plain data."""
    document = {
        "number": played.fixture.number,
        "round": played.fixture.round,
        "seats": list(played.fixture.seats),
        "scores": played.scores,
        "winners": played.winners,
        "points": [{source: paid for source, paid in points.items() if paid} for points in played.points],
        "moves": played.moves,
        "thinking": [
            {"choices": seat.choices, "seconds": round(seat.seconds, 6), "slowest": round(seat.slowest, 6)}
            for seat in played.thinking
        ],
        "forfeits": played.forfeits,
    }
    return document | ({"record": played.record} if played.record is not None else {})


def _read_game(document: Document, fixture: Fixture) -> Played | None:
    """The game of a line; `None` if its seats are not those of the fixture."""
    players = len(fixture.seats)
    by_seat = [document[key] for key in ("seats", "scores", "points", "thinking", "forfeits")]
    if tuple(document["seats"]) != fixture.seats or any(len(seats) != players for seats in by_seat):
        return None
    if document["round"] != fixture.round or not all(1 <= winner <= players for winner in document["winners"]):
        return None
    return Played(
        fixture,
        document["scores"],
        document["winners"],
        document["points"],
        document["moves"],
        [Thinking(**seat) for seat in document["thinking"]],
        document["forfeits"],
        document.get("record"),
    )


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value <= 1000 * MOST_GAMES


def _is_time(value: object) -> bool:
    return isinstance(value, int | float) and type(value) is not bool and 0 <= value <= MOST_SECONDS


def _is_score(value: object) -> bool:
    return type(value) is int and -MOST_POINTS <= value <= MOST_POINTS


def _is_list(of: Check) -> Check:
    return lambda value: isinstance(value, list) and all(of(item) for item in value)


def _is_thinking(value: object) -> bool:
    if not isinstance(value, Mapping) or set(value) != {"choices", "seconds", "slowest"}:
        return False
    return _is_count(value["choices"]) and _is_time(value["seconds"]) and _is_time(value["slowest"])


def _are_winners(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_count, value)) and 0 < len(value) == len(set(value))


SHAPE: Mapping[str, Check] = {
    "number": lambda value: _is_count(value) and value <= 2 * MOST_GAMES,
    "round": _is_count,
    "seats": _is_list(lambda spec: isinstance(spec, str)),
    "scores": _is_list(_is_score),
    "winners": _are_winners,
    "points": _is_list(lambda seat: isinstance(seat, dict) and all(map(_is_score, seat.values()))),
    "moves": _is_count,
    "thinking": _is_list(_is_thinking),
    "forfeits": _is_list(lambda seat: seat is None or isinstance(seat, dict)),
    "record": lambda value: value is None or isinstance(value, dict),
}
