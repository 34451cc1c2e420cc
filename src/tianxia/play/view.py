"""The view: what one seat or a spectator may see of a game, with its legal moves. All user interfaces use it."""

from __future__ import annotations

import re
import shlex
from pathlib import PurePath
from typing import Final, TypedDict

from tianxia.games.base import GamePart, LedgerEntry, OptionValue
from tianxia.play.ties import Tie
from tianxia.words import MessageDocument

VERSION: Final = 1
MOST_COMMAND: Final = 1000  # characters that are read: the time for one long word grows with the square of its length
SCRIPTS: Final = (".jar", ".js", ".lua", ".mjs", ".pl", ".py", ".rb", ".sh", ".ts")


class View(TypedDict):
    """A view as plain data. Seats count from 1."""

    view: int  # the version of this document: 1
    game: str
    edition: str
    players: int
    options: dict[str, OptionValue]
    names: list[str]  # by seat, as `shown_name`; empty where there is none
    seat: int | None  # whose view; null: a spectator's
    sequence: int  # how many entries the log has
    to_move: int | None
    question: MessageDocument | None  # what the seat to move is asked; null for all others
    legal: list[str]  # all legal moves in notation; empty unless `seat` is to move
    moves: list[GamePart]  # the same moves in the same order, as structured data
    pending: str | None  # the move that waits to be confirmed, or replaced: its seat alone sees it
    may_undo: bool
    over: bool
    scores: list[int]
    winners: list[int]
    places: list[int]  # by seat, from 1, after tie-breaks; who share a place have the same; empty before the end
    ties: list[Tie]  # how seats with equal scores were ranked; empty before the end
    ledger: list[LedgerEntry]
    table: GamePart  # the game's part: what everybody sees
    own: GamePart  # the game's part: what only this seat sees; empty for a spectator, and where a record hides it


def shown_name(name: str) -> str:
    """The name of a seat as others may see it: of a program with a command, only the name of its file.

    Paths and arguments may contain secrets; the record keeps them, for its owner.

    >>> shown_name("pipe:10s:python3 /home/ada/bot.py --key secret"), shown_name("Ada")
    ('pipe:bot.py', 'Ada')
    """
    command = re.fullmatch(r"\s*pipe:\s*(?:[0-9.]+s:)?\s*(.*)", name, re.IGNORECASE | re.DOTALL)
    if command is None:
        return name
    try:
        words = shlex.split(command[1][:MOST_COMMAND])
    except ValueError:  # a quotation mark without its twin: it starts nothing, but may stand in a file
        words = []
    script = [word for word in words[1:2] if PurePath(word).suffix in SCRIPTS]
    return f"pipe:{PurePath(*(script or words[:1])).name}"
