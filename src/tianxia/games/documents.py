"""The common part of the readers of set-ups and position documents; each game adds checks of its own.

The messages used here are in the table [document] of `common.toml`; those of one game have keys like
`my-game.document.setup-row`. Wherever a key has a default, `None` means that the key must be present.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar, Final, NoReturn, TypeGuard

from tianxia.errors import RecordError
from tianxia.games.base import Document, engine_seat
from tianxia.games.edition import SHOWN
from tianxia.words import error

MAX_ROUND: Final = 10**9
LEDGER: Final = "ledger"  # a key of position documents that is read for all games


class DocumentReader:
    """Reads one document into a position; it has the name of the edition for errors."""

    game: ClassVar[str]  # its id, which its keys of the catalogue begin with

    def __init__(self, edition_name: str, players: int) -> None:
        self.edition_name = edition_name
        self.players = players
        self.document: Document = {}  # once it is opened

    def refuse(self, reason: str, **values: object) -> NoReturn:
        """Refuse the document with a sentence of the game."""
        raise error(RecordError, f"{self.game}.document.{reason}", **values)

    # ---- the form of the whole

    def open_setup(self, setup: object, keys: Sequence[str]) -> None:
        """Check that a set-up has exactly these keys."""
        if not isinstance(setup, dict) or set(setup) != set(keys):
            raise error(RecordError, "document.setup-keys", keys=list(keys))
        self.document = setup

    def open_position(self, document: object, keys: Sequence[str]) -> None:
        """Check that a position document has no other keys than these."""
        if not isinstance(document, dict):
            raise error(RecordError, "document.shape")
        for key in document:
            if key not in keys:
                raise error(RecordError, "document.key", key=str(key), known=[*keys, LEDGER])
        self.document = document

    # ---- what most games have

    def turn(self) -> int | None:
        """The seat to move, from 0; `None` once the game is over."""
        if "turn" not in self.document:
            raise error(RecordError, "document.turn")
        turn = self.document["turn"]
        return None if turn is None else engine_seat(self.whole(turn, 1, self.players, "turn"))

    def round(self) -> int:
        return self.number("round", 1, MAX_ROUND, 1)

    def setup_by_seat(self, key: str) -> list[Any]:
        """The value of a key of a set-up, checked to be a list with one entry for each seat."""
        found = self.document[key]
        if not isinstance(found, list) or len(found) != self.players:
            raise error(RecordError, "document.setup-seats", key=key, players=self.players)
        return found

    # ---- keys

    def number(self, key: str, least: int, most: int, default: int | None = None) -> int:
        return self.whole(self.document.get(key, default), least, most, key)

    def table(self, key: str, default: Document | None = None) -> Document:
        """The value of a key, checked to be an object."""
        found = self.document.get(key, default)
        if not isinstance(found, dict):
            raise error(RecordError, "document.object", key=key)
        return found

    def list_of(self, key: str, default: list[Any] | None = None) -> list[Any]:
        found = self.document.get(key, default)
        if not isinstance(found, list):
            raise error(RecordError, "document.list", key=key)
        return found

    def by_seat(self, key: str, default: list[Any] | None = None) -> list[Any]:
        """The value of a key, checked to be a list with one entry for each seat."""
        return self.one_a_seat(self.document.get(key, default), key)

    def lists_by_seat(self, key: str, default: list[list[Any]] | None = None) -> list[list[Any]]:
        """The value of a key, checked to be a list with one list for each seat."""
        found = self.document.get(key, default)
        if not isinstance(found, list) or len(found) != self.players or not all(isinstance(own, list) for own in found):
            raise error(RecordError, "document.lists", key=key, players=self.players)
        return found

    # ---- values; `key` is where they stand, for errors

    def whole(self, number: object, least: int, most: int, key: str) -> int:
        """Check that the value of a key is a whole number within bounds."""
        if not is_between(number, least, most):
            raise error(RecordError, "document.number", key=key, least=least, most=most)
        return number

    def wholes(self, numbers: Iterable[object], least: int, most: int, key: str) -> list[int]:
        """Check that the value of a key is a list of whole numbers within bounds."""
        found = []
        for number in numbers:
            if not is_between(number, least, most):
                raise error(RecordError, "document.numbers", key=key, least=least, most=most)
            found.append(number)
        return found

    def one_a_seat(self, found: object, key: str) -> list[Any]:
        """Check that a value is a list with one entry for each seat."""
        if not isinstance(found, list) or len(found) != self.players:
            raise error(RecordError, "document.seats", key=key, players=self.players)
        return found

    def number_of(self, id: object, find: Callable[[str], int | None], what: str) -> int:
        """The engine's number for an id of the edition; `what` is the kind of thing, for errors."""
        number = find(id) if isinstance(id, str) else None
        if number is None:
            raise error(RecordError, "document.unknown", what=what, id=str(id)[:SHOWN], edition=self.edition_name)
        return number


def read_no_chance(chance: object) -> list[int]:
    """Check that a record has nothing beside a move, in a game without chance after its set-up."""
    if chance is not None:
        raise error(RecordError, "document.chance")
    return []


def is_between(value: object, least: int, most: int) -> TypeGuard[int]:
    """Whether a value is a whole number from `least` to `most`.

    >>> is_between(3, 1, 3), is_between(4, 1, 3), is_between(True, 0, 3), is_between(1.0, 0, 3)
    (True, False, False, False)
    """
    return type(value) is int and least <= value <= most
