"""The examples of the rules: positions with the moves of a worked example, and the resulting entries of the ledger.

A game has them in `teaching/examples.json` of its folder, by name:

    record    a position document (docs/record.md)
    show      the moves of the example; the match makes forced moves between them by itself
    ledger    the entries of the ledger that they bring

The pages of the rules (`words.rules`) name and describe them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache

from tianxia.games import data_of
from tianxia.games.base import Document, LedgerEntry


@dataclass(frozen=True)
class Example:
    """An example of the rules: a record, the moves that are shown, and their points."""

    record: Document
    show: list[str]
    ledger: list[LedgerEntry]


@cache
def read_examples(game: str) -> dict[str, Example]:
    """The examples of a game, by name."""
    file = data_of(game, "teaching", "examples.json")
    return {name: Example(**entry) for name, entry in json.loads(file.read_text(encoding="utf-8")).items()}
