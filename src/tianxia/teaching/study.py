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
"""Entries in the log of a study, after the document: every answer contains all of them."""

MOST_CHARACTERS: Final = 100
"""Characters of a seat's name: every line of the log may contain it."""


def play_study(document: dict[str, Any], played: Sequence[str]) -> tuple[Match, int]:
    """The match after the moves, and the number of entries of its log that come from the document.

    Chance that the document leaves open is derived from the document, so the same study always gives the same result.
    """
    record = read_record(document)
    if record.has_hidden:
        raise error(RecordError, "record.hidden-position")
    match = replay(record, STANDARD_EDITIONS)
    match.names = [name[:MOST_CHARACTERS] for name in match.names]
    before = match.sequence
    if match.seed is None:
        match.position.take_seed(seed_of(document))
    match.go_on()
    for move in played:
        match.move(match.to_move or 1, move)  # once the game is over, any seat gets the error that says so
        if match.sequence - before > MOST_ENTRIES:
            raise error(RecordError, "record.long-study", most=MOST_ENTRIES)
    return match, before


def seed_of(document: dict[str, Any]) -> bytes:
    """A public seed, derived from the document and independent of the order of its keys.

    >>> seed_of({"game": "x", "players": 2}) == seed_of({"players": 2, "game": "x"})
    True
    """
    return sha256(json.dumps(document, sort_keys=True).encode()).digest()[:SEED_BYTES]
