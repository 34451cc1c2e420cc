"""Editions of The Emperor of China for tests: the standard one, one of another map, and changes of them."""

from __future__ import annotations

import tomllib
from importlib import resources
from pathlib import Path

from support.damage import Change, all_of, put
from tianxia.engine.bitsets import elements
from tianxia.games.base import Document
from tianxia.games.emperor_of_china.interface.edition import Edition
from tianxia.games.emperor_of_china.rules.tables import LookupTables

STANDARD = resources.files("tianxia.games.emperor_of_china").joinpath("standard.toml").read_text(encoding="utf-8")
SMALL = (Path(__file__).parent.parent / "emperor_of_china" / "small.toml").read_text(encoding="utf-8")


def standard_document() -> Document:
    """The standard edition as a fresh dictionary that a test may change."""
    return tomllib.loads(STANDARD)


def small_document() -> Document:
    """The edition with the invented map as a fresh dictionary that a test may change."""
    return tomllib.loads(SMALL)


def near(tables: LookupTables, space: int) -> list[int]:
    return elements(tables.near[space])


def deck(edition: Edition, players: int) -> int:
    return sum(cards - edition.box.removed[players] for cards in edition.box.cards)


def regions_of(*sizes: int) -> Change:
    """Other regions of so many spaces, without alliances and roads."""

    def change(document: Document) -> None:
        colours = list(document["cards"])
        document["region"] = [
            {
                "id": f"r{number}",
                "name": "R",
                "colour": colours[number % len(colours)],
                "dragon": [0, 0],
                "houses": [[1, 1]] * size,
            }
            for number, size in enumerate(sizes)
        ]
        document["alliances"] = {}
        for side in document["side"]:
            side["roads"] = []

    return change


def colours_of(count: int, cards: int) -> Change:
    return all_of(put("cards", {f"c{number}": cards for number in range(count)}), regions_of(1, 1))


NONE_REMOVED = put("box", "removed", {"3": 0, "4": 0, "5": 0})
