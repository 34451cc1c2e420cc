"""The common part of the readers of edition files; each game checks its own grammar.

The messages used here are in the tables [edition.reason] and [edition.entry] of `common.toml`; those of one game have
keys like `my-game.edition.few-tiles` and `my-game.entry.road`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Final, NoReturn, TypeGuard

from tianxia.errors import EditionError
from tianxia.words import Message, error, printable

SHOWN: Final = 60  # characters of a wrong value that an error quotes

# ---- places in a file, for errors

FILE: Final = Message("edition.entry.file")


def in_table(table: str) -> Message:
    return Message("edition.entry.table", {"table": table})


def at_number(what: str, number: int) -> Message:
    """The name, in errors, of an entry without an id: its place in the list."""
    return Message("edition.entry.number", {"what": what, "number": number})


def at_id(what: str, id: str) -> Message:
    return Message("edition.entry.id", {"what": what, "id": id})


# ---- reading


class EditionReader:
    """Reads one edition file; it has the name of the file for errors."""

    game: ClassVar[str]  # its id, which its keys of the catalogue begin with

    def __init__(self, file: str) -> None:
        self.file = file

    def break_off(self, entry: Message, reason: Message) -> NoReturn:
        raise error(EditionError, "edition.broken", file=self.file, entry=entry, reason=reason)

    def refuse(self, entry: Message, reason: str, **values: object) -> NoReturn:
        """Refuse the file with a sentence of the game."""
        self.break_off(entry, Message(f"{self.game}.edition.{reason}", values))

    def entry(self, kind: str, **values: object) -> Message:
        """The name, in errors, of an entry of a kind that only this game has."""
        return Message(f"{self.game}.entry.{kind}", values)

    # ---- the file

    def name(self, document: dict[str, Any]) -> str:
        """The name of the edition."""
        name = document.get("edition")
        if not is_name(name):
            self.break_off(FILE, Message("edition.reason.name"))
        return name

    def table(self, document: dict[str, Any], key: str) -> dict[str, Any]:
        found = document.get(key)
        if not isinstance(found, dict):
            self.break_off(FILE, Message("edition.reason.table", {"key": key}))
        return found

    def entries(self, document: dict[str, Any], key: str) -> list[dict[str, Any]]:
        found = document.get(key)
        if not isinstance(found, list) or not all(isinstance(item, dict) for item in found):
            self.break_off(FILE, Message("edition.reason.entries", {"key": key}))
        return found

    def ids(self, entries: list[dict[str, Any]], what: str) -> list[str]:
        """The ids of entries, checked to be unique; `what` is the kind of thing, for errors."""
        ids: list[str] = []
        for number, entry in enumerate(entries, 1):
            id = entry.get("id")
            if not is_word(id):
                self.break_off(at_number(what, number), Message("edition.reason.id"))
            if id in ids:
                self.break_off(at_id(what, id), Message("edition.reason.twice"))
            ids.append(id)
        return ids

    # ---- a table or an entry of it

    def check_keys(self, entry: Message, table: dict[str, Any], known: set[str]) -> None:
        for key in table:
            if key not in known:
                values = {"key": printable(key), "known": sorted(known)}
                self.break_off(entry, Message("edition.reason.key", values))

    def text(self, entry: Message, table: dict[str, Any], key: str) -> str:
        """The value of a key, checked to be a text that can be shown."""
        found = table.get(key)
        if not is_name(found):
            self.break_off(entry, Message("edition.reason.text", {"key": key}))
        return found

    def count(
        self,
        entry: Message,
        table: dict[str, Any],
        key: str,
        least: int,
        most: int | None = None,
        *,
        default: int | None = None,
        prefix: str = "",
    ) -> int:
        """The value of a key, checked to be a whole number within bounds; `prefix` precedes the key in errors."""
        count = table.get(key, default)
        if not is_whole(count, least) or (most is not None and count > most):
            values = {"what": f"{prefix}{key}", "least": least, "count": shown(count)}
            if most is None:
                self.break_off(entry, Message("edition.reason.count-least", values))
            self.break_off(entry, Message("edition.reason.count", {**values, "most": most}))
        return count


# ---- values


def number_of(ids: Iterable[str], wanted: str) -> int | None:
    """The engine's number for an id: its place in the list.

    >>> number_of(["wei", "qi"], "qi"), number_of(["wei", "qi"], "yan")
    (1, None)
    """
    return next((number for number, id in enumerate(ids) if id == wanted), None)


def is_name(value: object) -> TypeGuard[str]:
    """Whether a value is a text that can be shown.

    >>> is_name("Ch'in"), is_name(" "), is_name(7)
    (True, False, False)
    """
    return isinstance(value, str) and bool(value.strip()) and value.isprintable()


def is_word(value: object) -> TypeGuard[str]:
    """Whether a value can be an id, which stands in records and among the words of a move.

    >>> is_word("wei-2"), is_word("Wei"), is_word("wei two"), is_word("")
    (True, False, False, False)
    """
    return is_name(value) and value == value.lower() and " " not in value


def is_whole(value: object, least: int) -> TypeGuard[int]:
    """Whether a value is a whole number, and not too small.

    >>> is_whole(2, 1), is_whole(0, 1), is_whole(2.0, 1), is_whole(True, 1)
    (True, False, False, False)
    """
    return isinstance(value, int) and not isinstance(value, bool) and value >= least


def shown(value: object) -> str:
    """A value of a file as an error quotes it, cut if it is long.

    >>> shown("red"), shown(16**9999)
    ("'red'", '...')
    """
    try:
        return repr(value)[:SHOWN]
    except (ValueError, RecursionError):  # a number of thousands of digits, or thousands of nested tables
        return "..."
