"""A study: a record or a position document, and moves tried from there."""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256
from typing import Any, Final

from tianxia.engine.chance import SEED_BYTES
from tianxia.errors import RecordError
from tianxia.games import STANDARD_EDITIONS
from tianxia.play import Match, read_record, replay
from tianxia.words import error

MOST_ENTRIES: Final = 1000
"""Of the log of a study, after the document: all of them are told each time."""

MOST_SIGNS: Final = 100
"""Of the name of a seat: every line of the log may tell it."""


def play_study(document: dict[str, Any], played: Sequence[str]) -> tuple[Match, int]:
    """The match after these moves of whoever is to move, and how many entries of its log belong to the document.

    What the document does not tell of luck to come follows from the document, so the same study is always the same.
    """
    record = read_record(document)
    if record.has_hidden:
        raise error(RecordError, "record.hidden-position")
    match = replay(record, STANDARD_EDITIONS)
    match.names = [name[:MOST_SIGNS] for name in match.names]
    before = match.sequence
    if match.seed is None:
        match.position.take_seed(seed_of(document))
    match.go_on()
    for move in played:
        match.move(match.to_move or 1, move)  # once the game is over, any seat is told so
        if match.sequence - before > MOST_ENTRIES:
            raise error(RecordError, "record.long-study", most=MOST_ENTRIES)
    return match, before


def seed_of(document: dict[str, Any]) -> bytes:
    """A seed that is nobody's secret: it follows from the document, whatever the order of its keys.

    >>> seed_of({"game": "x", "players": 2}) == seed_of({"players": 2, "game": "x"})
    True
    """
    return sha256(json.dumps(document, sort_keys=True).encode()).digest()[:SEED_BYTES]
