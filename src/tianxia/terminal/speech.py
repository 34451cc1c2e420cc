"""Sentences for the screen: with a distinct name for each seat, and without control characters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from tianxia.play.view import shown_name
from tianxia.words import Message, printable, say, text

MAX_NAME: Final = 20
UNNAMED: Final = "me"


def seat_names(names: Sequence[str]) -> list[str]:
    """Distinct names for the seats: equal names get the colours beside them.

    A person without a name has the empty name, and is called by the colour.

    >>> seat_names(["me", "random", "random"])
    ['', 'random (Yellow)', 'random (Red)']
    """
    short = ["" if name == UNNAMED else _shorten(printable(shown_name(name)).strip()) for name in names]
    return [
        text("terminal.name", name=name, seat=seat) if name and short.count(name) > 1 else name
        for seat, name in enumerate(short, 1)
    ]


def _shorten(name: str) -> str:
    return name if len(name) <= MAX_NAME else f"{name[: MAX_NAME - 1]}…"


def sentence(message: Message, names: Sequence[str]) -> str:
    return printable(say(message, names))


def word(id: str) -> str:
    """The word for an id of an edition: a colour, for instance.

    >>> word("green"), word("mauve")
    ('green', 'mauve')
    """
    return sentence(Message("terminal.word", {"word": id}), ())


def read_message(document: Mapping[str, Any]) -> Message:
    """A message from its plain data.

    >>> read_message(Message("seat.number", {"seat": 1}, "rule#1").document()).rule
    'rule#1'
    """
    values = {name: _read_value(value) for name, value in document["values"].items()}
    return Message(document["key"], values, document.get("rule"))


def _read_value(value: object) -> object:
    if isinstance(value, dict):
        return read_message(value)
    return [_read_value(item) for item in value] if isinstance(value, list) else value
