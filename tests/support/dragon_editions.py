"""Editions of In the Year of the Dragon for tests: the standard one, an invented one of half a year, and any other."""

from __future__ import annotations

import tomllib
from importlib import resources
from itertools import pairwise
from pathlib import Path

from hypothesis import strategies as st

from tianxia.games.base import Document
from tianxia.games.year_of_the_dragon.interface.edition import (
    ACTION_CARDS,
    EVENT_NAMES,
    PLAYERS,
    PRIVILEGE_NAMES,
    SUPER_NAMES,
    SYMBOLS,
    WALL_TILE_NAMES,
    Edition,
)

STANDARD = resources.files("tianxia.games.year_of_the_dragon").joinpath("standard.toml").read_text(encoding="utf-8")
SHORT = (Path(__file__).parent.parent / "year_of_the_dragon" / "short.toml").read_text(encoding="utf-8")


def standard_document() -> Document:
    """The standard edition as a fresh dictionary that a test may change."""
    return tomllib.loads(STANDARD)


def short_document() -> Document:
    """The invented short edition as a fresh dictionary that a test may change."""
    return tomllib.loads(SHORT)


def group_sizes(edition: Edition, wall: bool, players: int) -> list[int]:
    """How many action cards each group has, as the tables say."""
    first = edition.tables.first_place(wall, players)
    places = list(edition.tables.group_at[first : first + len(ACTION_CARDS) - (not wall)])
    return [places.count(group) for group in range(max(places) + 1)]


# ---- all that the grammar allows


@st.composite
def editions(draw: st.DrawFn) -> Document:
    """A document of any edition."""
    count = draw(st.integers(1, 2))
    hand = st.fixed_dictionaries({"each": st.integers(0, 12), "wild": st.integers(0, 12)})
    return {
        "edition": "any",
        "person": [draw(_person(symbol)) for symbol in draw(st.permutations(SYMBOLS))],
        "hand": draw(hand.filter(lambda cards: any(cards.values()))),
        "actions": draw(_numbers(*ACTION_CARDS[:7], most=9)),
        "groups": {key: {str(n): draw(_groups(cards)) for n in PLAYERS} for key, cards in (("base", 7), ("wall", 8))},
        "privileges": {
            size: draw(_numbers("price")) | draw(_numbers("dragons", most=9))
            for size in draw(st.permutations(PRIVILEGE_NAMES))
        },
        "start": draw(_numbers("yuan"))
        | {"palaces": draw(st.lists(st.integers(1, 3), min_size=1, max_size=6).filter(lambda floors: floors != [1]))},
        "events": draw(_numbers("tribute", "contagion"))
        | {
            "count": count,
            "names": draw(st.permutations(EVENT_NAMES)),
            "festival": draw(st.lists(st.integers(1, 60), min_size=2, max_size=2)),
        },
        "prices": draw(_numbers("group", "money")),
        "end": draw(_numbers("person", "sale")) | {"yuan_per_point": draw(st.integers(1, 60))},
        "wall": {
            "length": draw(st.integers(1, 60)),
            "tiles": draw(_numbers(*WALL_TILE_NAMES)) | draw(_numbers("floor", most=9)),
        },
        "super": {"month": draw(st.integers(1, 6 * count)), "names": draw(st.permutations(SUPER_NAMES))},
    }


def _numbers(*keys: str, most: int = 60) -> st.SearchStrategy[Document]:
    return st.fixed_dictionaries({key: st.integers(0, most) for key in keys})


def _person(symbol: str) -> st.SearchStrategy[Document]:
    """With one age or two."""
    age = st.fixed_dictionaries({"value": st.integers(0, 60), "symbols": st.integers(0, 9)})
    kind = {"id": st.just(f"{symbol}-person"), "symbol": st.just(symbol), "young": age}
    return st.fixed_dictionaries(kind, optional={"old": age})


def _groups(cards: int) -> st.SearchStrategy[list[int]]:
    """Sizes of groups: a row of cards, cut in some places."""
    cuts = st.sets(st.integers(1, cards - 1)).map(lambda places: [0, *sorted(places), cards])
    return cuts.map(lambda places: [end - start for start, end in pairwise(places)])
