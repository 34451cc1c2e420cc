"""The record: a whole game as one JSON document. docs/record.md describes its form; this module reads and writes it."""

from __future__ import annotations

import copy
import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, NoReturn

from tianxia.errors import RecordError
from tianxia.games.base import Document
from tianxia.play.match import Match, PlayedMove
from tianxia.words import error

VERSION: Final = 1
MAX_NESTING: Final = 100
HEAD: Final = 0  # the number of the move that errors in head and set-up name
KEYS: Final = {
    *("tianxia", "game", "edition", "players", "options", "seats", "seed_hash", "seed"),
    *("setup", "position", "moves", "scores", "winners"),
}


@dataclass(frozen=True)
class Record:
    """A well-formed record; `replay` checks whether its moves are legal."""

    game: str
    edition: str
    players: int
    moves: tuple[PlayedMove, ...]
    options: Mapping[str, object] = field(default_factory=dict)
    seats: tuple[str, ...] | None = None
    seed: bytes | None = None
    seed_hash: str | None = None
    setup: Document | None = None
    position: Document | None = None
    scores: object = None
    winners: object = None
    extra: Document = field(default_factory=dict)  # unknown keys, kept
    broken: RecordError | None = None  # the first entry of the moves that has not the right form; `moves` end before it

    @property
    def has_hidden(self) -> bool:
        """Whether the record hides something (`null`), since it was made for a seat or a spectator."""
        return _has_null(self.setup) or any(_has_null(move.chance) for move in self.moves)


# ---- writing


def hash_seed(seed: bytes) -> str:
    """The commitment to a seed that is shown before the game: the SHA-256 of its 32 hex digits.

    >>> hash_seed(bytes(16))[:12]
    '84e0c0eafaa9'
    """
    return hashlib.sha256(seed.hex().encode()).hexdigest()


def write_record(match: Match) -> Document:
    """The whole record, hidden information included."""
    return _write(match, match.setup, match.seed, match.moves)


def write_record_for(match: Match, seat: int | None) -> Document:
    """The record for a seat or a spectator (`None`): what they cannot know is `null` until the game is over."""
    if match.over:
        return write_record(match)
    if match.start is not None:  # a position that was made up has its stacks in the open
        raise error(RecordError, "record.position-for-seat")
    moves = [replace(move, chance=match.redacted_chance(move, seat), extra={}) for move in match.moves]
    record = _write(match, match.redacted_setup(seat), None, moves)
    return {key: value for key, value in record.items() if key in KEYS}  # who knows what others wrote there


def write_position_record(match: Match) -> Document:
    """The current position as a record of a game that starts from it, to be edited or played on from."""
    if match.has_hidden and not match.over:
        raise error(RecordError, "record.hidden-position")
    start = Match(match.game, match.setting, match.position, start=match.position_document())
    return _write(start, None, None, [])


def _write(match: Match, setup: Document | None, seed: bytes | None, moves: Sequence[PlayedMove]) -> Document:
    document: Document = {
        "tianxia": VERSION,
        "game": match.game.id,
        "edition": match.game.edition,
        "players": match.setting.players,
        "options": dict(match.setting.options),
    }
    if match.names:
        document["seats"] = list(match.names)
    seed_hash = hash_seed(match.seed) if match.seed is not None else match.seed_hash
    if seed_hash is not None:
        document["seed_hash"] = seed_hash
    if seed is not None:
        document["seed"] = seed.hex()
    if match.start is not None:
        document["position"] = match.start
    else:
        document["setup"] = setup
    document["moves"] = [_write_move(move) for move in moves]
    if match.over:
        document["scores"] = match.scores
        document["winners"] = match.winners
    return copy.deepcopy(document | match.extra)  # to edit it must not edit the match


def _write_move(move: PlayedMove) -> Document:
    document: Document = {"seat": move.seat, "move": move.move}
    if move.chance is not None:
        document["chance"] = move.chance
    return document | move.extra


# ---- reading


def read_record(document: object) -> Record:
    """Read a record and check its form; raises `RecordError` with the reason and the number of the move."""
    try:
        return _read(document)
    except RecordError as failure:
        raise failure if failure.move else at_move(HEAD, failure) from None


def _read(document: object) -> Record:
    if not isinstance(document, dict):
        _refuse("shape")
    if is_deep(document):
        raise error(RecordError, "file.deep")
    if document.get("tianxia") != VERSION or type(document["tianxia"]) is not int:
        _refuse("version", version=VERSION)
    seed = _seed(document)
    moves, broken = _moves(document)
    return Record(
        game=_text(document, "game"),
        edition=_text(document, "edition"),
        players=_players(document),
        moves=moves,
        options=_options(document),
        seats=_seats(document),
        seed=seed,
        seed_hash=_seed_hash(document, seed),
        setup=_start(document, "setup"),
        position=_start(document, "position"),
        scores=document.get("scores"),
        winners=document.get("winners"),
        extra={key: value for key, value in document.items() if key not in KEYS},
        broken=broken,
    )


def _refuse(reason: str, **values: object) -> NoReturn:
    raise error(RecordError, f"record.{reason}", **values)


def _text(document: Document, key: str) -> str:
    value = document.get(key)
    if not isinstance(value, str):
        _refuse("text", key=key)
    return value


def _players(document: Document) -> int:
    players = document.get("players")
    if type(players) is not int:
        _refuse("players")
    return players


def _options(document: Document) -> Document:
    options = document.get("options", {})
    if not isinstance(options, dict):
        _refuse("options")
    return options


def _seats(document: Document) -> tuple[str, ...] | None:
    if "seats" not in document:
        return None
    seats = document["seats"]
    if (
        not isinstance(seats, list)
        or len(seats) != document.get("players")
        or not all(isinstance(s, str) for s in seats)
    ):
        _refuse("seats")
    return tuple(seats)


def _seed(document: Document) -> bytes | None:
    if "seed" not in document:
        return None
    if not _is_hex(document["seed"], 32):
        _refuse("seed")
    if "position" in document:
        _refuse("seed-position")
    return bytes.fromhex(document["seed"])


def _seed_hash(document: Document, seed: bytes | None) -> str | None:
    if "seed_hash" not in document:
        return None
    seed_hash = document["seed_hash"]
    if not _is_hex(seed_hash, 64):
        _refuse("seed-hash-shape")
    if seed is not None and seed_hash.lower() != hash_seed(seed):
        _refuse("seed-hash")
    return str(seed_hash)


def _is_hex(value: object, digits: int) -> bool:
    return isinstance(value, str) and re.fullmatch(f"[0-9a-fA-F]{{{digits}}}", value) is not None


def _start(document: Document, key: str) -> Document | None:
    if ("setup" in document) == ("position" in document):
        _refuse("start")
    value = document.get(key)
    if key in document and not isinstance(value, dict):
        _refuse("object", key=key)
    return value


def _moves(document: Document) -> tuple[tuple[PlayedMove, ...], RecordError | None]:
    """The moves before the first malformed one, and its error: an illegal move before it is reported first."""
    entries = document.get("moves")
    if not isinstance(entries, list):
        _refuse("moves")
    moves: list[PlayedMove] = []
    for number, entry in enumerate(entries, 1):
        try:
            moves.append(_move(number, entry))
        except RecordError as failure:
            return tuple(moves), failure
    return tuple(moves), None


def _move(number: int, entry: object) -> PlayedMove:
    if not isinstance(entry, dict) or type(entry.get("seat")) is not int or not isinstance(entry.get("move"), str):
        raise at_move(number, error(RecordError, "record.move"))
    extra = {key: value for key, value in entry.items() if key not in ("seat", "move", "chance")}
    return PlayedMove(entry["seat"], entry["move"], entry.get("chance"), extra)


def at_result(number: int, failure: Exception) -> RecordError:
    """The error for a malformed result, with the number after that of the last move."""
    placed = error(RecordError, "record.at-result", number=number, reason=str(failure))
    placed.move = number
    return placed


def at_move(number: int, failure: Exception, move: PlayedMove | None = None) -> RecordError:
    """The error with its place in the record: the number of a move from 1, or 0 for the head."""
    values: dict[str, Any] = {"number": number, "reason": str(failure)}
    if move is not None:
        placed = error(RecordError, "record.at-move", seat=move.seat, move=move.move[:60], **values)
    else:
        placed = error(RecordError, "record.at-head" if number == HEAD else "record.at-place", **values)
    placed.move = number
    return placed


def _has_null(value: object) -> bool:
    if isinstance(value, dict):  # a value that is null itself is not hidden: it may say that there is none
        return any(_has_null(item) for item in value.values())
    if isinstance(value, list):
        return any(item is None or _has_null(item) for item in value)
    return False


def is_deep(value: Any) -> bool:
    """Whether a document is nested deeper than any record is."""
    level = [value]
    for _ in range(MAX_NESTING):
        level = [
            inner
            for item in level
            if isinstance(item, dict | list)
            for inner in (item.values() if isinstance(item, dict) else item)
        ]
        if not level:
            return False
    return True
