"""What the readers of edition files share: each game checks its own grammar, and all refuse in the same way.

A game has its own sentences for what is told here: `edition.name`, `edition.key` and `edition.entries` in its part of
the catalogue.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final, NoReturn, TypeGuard

from tianxia.errors import EditionError
from tianxia.words import Message, error, printable

SHOWN: Final = 60  # signs of a wrong value that an error quotes


class EditionReader:
    """Reads one file; knows its name, to name it in errors."""

    game: ClassVar[str]  # its id, which its keys of the catalogue begin with

    def __init__(self, file: str) -> None:
        self.file = file

    def break_off(self, entry: Message, reason: Message) -> NoReturn:
        raise error(EditionError, "edition.broken", file=self.file, entry=entry, reason=reason)

    def name(self, entry: Message, document: dict[str, Any]) -> str:
        name = document.get("edition")
        if not is_name(name):
            self.break_off(entry, Message(f"{self.game}.edition.name"))
        return name

    def entries(self, entry: Message, document: dict[str, Any], key: str) -> list[dict[str, Any]]:
        found = document.get(key)
        if not isinstance(found, list) or not all(isinstance(item, dict) for item in found):
            self.break_off(entry, Message(f"{self.game}.edition.entries", {"key": key}))
        return found

    def check_keys(self, entry: Message, table: dict[str, Any], known: set[str]) -> None:
        for key in table:
            if key not in known:
                values = {"key": printable(key), "known": sorted(known)}
                self.break_off(entry, Message(f"{self.game}.edition.key", values))


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
    """A value of a file as an error quotes it, however long or deep it is.

    >>> shown("red"), shown(16**9999)
    ("'red'", '...')
    """
    try:
        return repr(value)[:SHOWN]
    except (ValueError, RecursionError):  # a number of thousands of digits, or thousands of nested tables
        return "..."
