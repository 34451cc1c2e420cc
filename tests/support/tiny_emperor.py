"""Editions for the slow twin of The Emperor of China: the standard one, and tiny ones."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

Document = dict[str, Any]

EDITION = Path(__file__).parents[2] / "src/tianxia/games/emperor_of_china/standard.toml"
STANDARD: Document = tomllib.loads(EDITION.read_text("utf-8"))
TABLES = [(3, "three-four"), (4, "three-four"), (4, "four-five"), (5, "four-five")]


def tiny(cards: dict[str, int], spaces: dict[str, int], **box: int) -> Document:
    """An edition of a few regions, each named like its colour, with that many spaces and no roads."""
    return {
        "edition": "tiny",
        "cards": cards,
        "box": {
            "removed": {"2": 0, "3": 0},
            "houses": 20,
            "emissaries": 8,
            "fortifications": 1,
            "hand": 2,
            "row": 1,
            "shortest_road": 4,
            **box,
        },
        "region": [{"id": name, "colour": name, "houses": [[0, 0]] * count} for name, count in spaces.items()],
        "alliances": {},
        "side": [{"id": "only", "players": [2, 3], "roads": []}],
    }
