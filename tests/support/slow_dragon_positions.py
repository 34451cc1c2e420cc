"""Tables in the middle of a game for the slow twin of In the Year of the Dragon, written down in a few words."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from support.slow_dragon import SlowDragon, Step
from support.slow_dragon_table import Document, Palace, Person

EDITION = Path(__file__).parents[2] / "src/tianxia/games/year_of_the_dragon/standard.toml"
STANDARD: Document = tomllib.loads(EDITION.read_text("utf-8"))

ANNA, BEN, CLARA, DORA, EMIL = 1, 2, 3, 4, 5
PERSON_NAMES = {person["id"] for person in STANDARD["person"]}


def read_person(name: str) -> Person:
    """`monk` is a young one, `old-monk` an old one."""
    kind = name.removeprefix("old-")
    assert kind in PERSON_NAMES, name
    return ("old" if name.startswith("old-") else "young", kind)


def read_palaces(text: str) -> list[Palace]:
    """`3 monk old-monk | 1`: a palace of three floors with two persons, and one of one floor with nobody."""
    palaces: list[Palace] = []
    for number, part in enumerate(text.split("|") if text else [], start=1):
        floors, *names = part.split()
        palaces.append({"number": number, "floors": int(floors), "persons": [read_person(name) for name in names]})
    return palaces


def write_palaces(twin: SlowDragon, seat: int) -> str:
    """The palaces of a seat as `read_palaces` reads them, with persons in order of their names."""
    parts = []
    for palace in twin.palaces[seat - 1]:
        names = sorted(kind if age == "young" else f"old-{kind}" for age, kind in palace["persons"])
        parts.append(" ".join([str(palace["floors"]), *names]))
    return " | ".join(parts)


def table(
    palaces: Sequence[str],
    event: str = "peace",
    month: int = 1,
    super_event: str | None = None,
    great_wall: bool = False,
    edition: Document = STANDARD,
    **amounts: Sequence[int],
) -> SlowDragon:
    """A seat for each text of palaces; `yuan`, `rice` or `fireworks` are told seat by seat. Nothing is planned yet.

    The tiles in the palaces are taken from the board, as far as they are there.
    """
    twin = SlowDragon(edition, len(palaces), great_wall, super_event or "none", 7)
    twin.events = [event] * twin.months
    twin.super_event = super_event
    twin.month = month
    twin.palaces = [read_palaces(text) for text in palaces]
    twin.built = [len(own) for own in twin.palaces]
    for seat in twin.seats():
        for person in twin.persons(seat):
            twin.tiles[person] -= 1 if twin.tiles[person] else 0
    for name, values in amounts.items():
        setattr(twin, name, list(values))
    return twin


def begin(twin: SlowDragon, *steps: str) -> SlowDragon:
    """Let these things happen, and nothing after them."""
    twin.steps = [Step(step) for step in steps]
    twin.settle()
    return twin


def lay_out(twin: SlowDragon, *groups: str) -> SlowDragon:
    """Lay out groups of action cards and begin the action phase."""
    twin.groups = [group.split() for group in groups]
    twin.dragons = [[] for _ in groups]
    return begin(twin, "actions")


def play(twin: SlowDragon, *moves: str) -> SlowDragon:
    """Play moves after which no month begins."""
    for move in moves:
        twin.play(move, None)
    return twin


def points(twin: SlowDragon, *sources: str) -> list[int]:
    """The points of each seat from some sources, or from all."""
    totals = [0] * twin.players
    for entry in twin.ledger:
        if not sources or entry["source"] in sources:
            totals[int(entry["seat"]) - 1] += int(entry["amount"])
    return totals


def changed(**parts: Any) -> Document:
    """The standard edition with some of its tables changed."""
    return {**STANDARD, **{name: {**STANDARD[name], **part} for name, part in parts.items()}}
