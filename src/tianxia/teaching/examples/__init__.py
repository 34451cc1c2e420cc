"""The examples of the rules: positions with the moves of a worked example, and what the ledger has after them.

A game has them in `teaching/examples.json` of its folder, by name:

    record    a position document (docs/record.md)
    show      the moves of the example; what is forced between them the match makes by itself
    ledger    what was scored by them

The pages of the rules (`words.rules`) name them, and tell what they show.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache

from tianxia.games import data_of
from tianxia.games.base import Document, LedgerEntry


@dataclass(frozen=True)
class Example:
    """An example of the rules: a record, the moves that are shown, and what they score."""

    record: Document
    show: list[str]
    ledger: list[LedgerEntry]


@cache
def read_examples(game: str) -> dict[str, Example]:
    """The examples of a game, by name."""
    file = data_of(game, "teaching", "examples.json")
    return {name: Example(**entry) for name, entry in json.loads(file.read_text(encoding="utf-8")).items()}
