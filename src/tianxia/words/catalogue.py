"""Messages and their sentences."""

from __future__ import annotations

import os
import string
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any, Final, NotRequired, TypedDict, TypeVar

from tianxia.errors import TianxiaError
from tianxia.words.plural_rules import plural_form

LANGUAGES: Final = ("en", "fr", "zh")
"""The languages, by the names of their folders. Each has all sentences."""


def choose_language(environment: Mapping[str, str]) -> str:
    """The language of the command line; the browser has a choice of its own.

    >>> choose_language({"TIANXIA_LANGUAGE": "tlh"}), choose_language({})
    ('en', 'en')
    """
    asked = environment.get("TIANXIA_LANGUAGE", "").lower()
    return asked if asked in LANGUAGES else LANGUAGES[0]


LANGUAGE: Final = choose_language(os.environ)
"""The language of the user who started this process."""

E = TypeVar("E", bound=TianxiaError)


class MessageDocument(TypedDict):
    """A message as plain data."""

    key: str  # of the catalogue
    values: dict[str, Any]  # what stands in the braces of its sentence; may be messages again
    rule: NotRequired[str]  # the address of the rule behind it: forbidden-city#8


@dataclass(frozen=True)
class Message:
    """A message: a key of the catalogue, its values, and the address of the rule behind it.

    >>> Message("seat.number", {"seat": 2}).document()
    {'key': 'seat.number', 'values': {'seat': 2}}
    """

    key: str
    values: Mapping[str, object] = field(default_factory=dict)
    rule: str | None = None  # for instance "forbidden-city#8"

    def document(self) -> MessageDocument:
        """The message as plain data, for clients with a catalogue of their own."""
        document: MessageDocument = {
            "key": self.key,
            "values": {name: _plain(value) for name, value in self.values.items()},
        }
        if self.rule:
            document["rule"] = self.rule
        return document


def say(message: Message, names: Sequence[str] = (), language: str = LANGUAGE) -> str:
    """The sentence of a message. `names` are the names of the seats, if known.

    >>> say(Message("seat.number", {"seat": 2}), names=["Ada", "Bo"])
    'seat 2 (Bo)'
    """
    return fill(catalogue(language)[message.key], message.values, names, language)


def fill(pattern: str, values: Mapping[str, object], names: Sequence[str] = (), language: str = LANGUAGE) -> str:
    """A pattern with its values filled in; the package's docstring lists the ways to write a value.

    >>> fill("{cards:card|cards} of {seat:seat}", {"cards": 1, "seat": 2}, names=["Ada", "Bo"])
    '1 card of Bo'
    """
    return _Sentences(language, names).vformat(pattern, (), values)


def text(key: str, /, **values: object) -> str:
    """The sentence of a key.

    >>> text("seat.number", seat=1)
    'seat 1 (Purple)'
    """
    return say(Message(key, values))


def printable(text: str) -> str:
    """A text without control characters, safe for a terminal: names, moves and editions come from files.

    >>> printable("Bo\\x1b[2J")
    'Bo?[2J'
    """
    return "".join(character if character.isprintable() else "?" for character in text)


def error(kind: type[E], key: str, /, **values: object) -> E:
    """An error with its sentence, and with its key and values for clients in another language."""
    return kind(text(key, **values), key, values)


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """All patterns of a language, by key."""
    found: dict[str, str] = {}
    files = [file for file in resources.files(__package__).joinpath(language).iterdir() if file.name.endswith(".toml")]
    for file in sorted(files, key=lambda file: file.name):
        _flatten("", tomllib.loads(file.read_text(encoding="utf-8")), found)
    return found


def _flatten(prefix: str, table: Mapping[str, Any], into: dict[str, str]) -> None:
    for name, value in table.items():
        key = f"{prefix}{name}"
        if isinstance(value, str):
            assert key not in into, key
            into[key] = value
        else:
            _flatten(f"{key}.", value, into)


def _plain(value: object) -> object:
    if isinstance(value, Message):
        return value.document()
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value


class _Sentences(string.Formatter):
    """Fills in the values of a pattern."""

    def __init__(self, language: str, names: Sequence[str]) -> None:
        self.language = language
        self.names = names

    def format_field(self, value: Any, spec: str) -> str:
        if isinstance(value, Message):
            return say(value, self.names, self.language)
        if spec == "seat":
            return self._seat(value)
        if spec == "colour":
            return catalogue(self.language)[f"seat.{value}"].lower()
        if spec == "seats":
            return self._row([self._seat(seat) for seat in value], "and")
        if spec in ("list", "or"):
            return self._row([self.format_field(item, "") for item in value], "or" if spec == "or" else "and")
        if spec == "word":
            return catalogue(self.language).get(f"word.{value}", str(value))  # an edition may have words of its own
        if "|" in spec or "=" in spec:
            return f"{value} {plural_form(self.language, value, spec)}"
        return format(value, spec)

    def _seat(self, seat: int) -> str:
        if self.names and self.names[seat - 1]:
            return self.names[seat - 1]
        return catalogue(self.language)[f"seat.{seat}"]

    def _row(self, items: list[str], joint: str) -> str:
        if len(items) < 2:
            return "".join(items)
        comma, joined = (catalogue(self.language)[f"row.{name}"] for name in ("comma", joint))
        return joined.format(items=comma.join(items[:-1]), last=items[-1])
