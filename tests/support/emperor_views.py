"""Views of The Emperor of China made by hand, for drawings: plain data without any rules.

Houses are given by space, emissaries by region: `{"wei-2": 1}`, `{"wei": {1: 2, 3: 1}}`. What follows by counting alone
(houses by seat, the limit of emissaries, pieces left) is filled in; all else is as it is given.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping, Sequence
from importlib import resources
from typing import Any, cast

from tianxia.games.base import AnyPreview, Document, Preview
from tianxia.games.emperor_of_china.interface.notation import read_move
from tianxia.games.emperor_of_china.interface.view import (
    AllianceView,
    EmperorTable,
    RegionView,
    RowView,
    SpaceView,
    SupplyView,
)
from tianxia.play.view import VERSION, View
from tianxia.words import Message

SEATS = ("P", "Y", "R", "B", "G")
"""The letters of the seats, in their order."""


def standard_map() -> Document:
    """The standard edition as a fresh dictionary that a test may change."""
    file = resources.files("tianxia.games.emperor_of_china").joinpath("standard.toml")
    return tomllib.loads(file.read_text(encoding="utf-8"))


def small_map() -> Document:
    """An invented board with odd coordinates: far apart, negative, and two spaces almost on top of each other."""
    return {
        "cards": {"teal": 9, "blue": 9, "brown": 8},
        "box": {"houses": 5, "emissaries": 3, "fortifications": 2},
        "region": [
            region("a", "Abbey", "teal", [-300, 7000], [[-900, 7000], [-301, 5200], [900, 7010]]),
            region("b", "Bog", "blue", [4000, 7400], [[3000, 6990], [3001, 6991], [5200, 9000]]),
            region("c", "Cliff", "brown", [1800, 4000], [[1800, 3000]]),
        ],
        "alliances": {"1": ["a", "b"], "2": ["c", "a"]},
        "side": [{"id": "three-four", "roads": [["a-1", "a-2"], ["a-3", "b-1"], ["b-2", "b-3"], ["a-2", "c-1"]]}],
    }


def region(id: str, name: str, colour: str, dragon: list[int], houses: list[list[int]]) -> Document:
    return {"id": id, "name": name, "colour": colour, "dragon": dragon, "houses": houses}


def space_ids(document: Document) -> list[str]:
    return [f"{region['id']}-{number}" for region in document["region"] for number, _ in enumerate(region["houses"], 1)]


def make_table(
    document: Document | None = None,
    *,
    players: int = 3,
    side: str = "three-four",
    houses: Mapping[str, int] | None = None,
    emissaries: Mapping[str, Mapping[int, int]] | None = None,
    fortifications: Collection[str] = (),
    scored: Collection[str] = (),
    points: Mapping[str, list[int]] | None = None,
    alliances: Mapping[int, tuple[int, list[int]]] | None = None,
    rows: Sequence[RowView] = (),
    **more: Any,
) -> EmperorTable:
    """A table of so many players; `alliances` are points and seats by number, `more` replaces plain fields."""
    edition = document or standard_map()
    regions = [
        _region(entry, players, houses or {}, (emissaries or {}).get(entry["id"], {}), fortifications)
        for entry in edition["region"]
    ]
    for shown in regions:
        shown["scored"] = shown["id"] in scored
        shown["points"] = (points or {}).get(shown["id"], shown["points"])
    table: EmperorTable = {
        "side": side,
        "fortifications": bool(fortifications),
        "round": 1,
        "last_round": False,
        "times_run_out": 0,
        "colours": list(edition["cards"]),
        "deck": list(edition["cards"].values()),
        "regions": regions,
        "roads": next(entry["roads"] for entry in edition["side"] if entry["id"] == side),
        "alliances": _alliances(edition, alliances or {}),
        "rows": list(rows),
        "row": list(edition["cards"])[:4],
        "pile": 30,
        "discards": [],
        "hands": [3] * players,
        "known": [[] for _ in range(players)],
        "supply": [_supply(edition, regions, seat) for seat in range(1, players + 1)],
        "placing": None,
        "to_draw": 0,
    }
    return cast(EmperorTable, {**table, **more})


def _region(
    entry: Document,
    players: int,
    houses: Mapping[str, int],
    emissaries: Mapping[int, int],
    fortifications: Collection[str],
) -> RegionView:
    ids = [f"{entry['id']}-{number}" for number in range(1, len(entry["houses"]) + 1)]
    spaces: list[SpaceView] = [
        {"id": id, "at": at, "house": houses.get(id), "fortification": id in fortifications}
        for id, at in zip(ids, entry["houses"], strict=True)
    ]
    counts = [sum(space["house"] == seat for space in spaces) for seat in range(1, players + 1)]
    return {
        "id": entry["id"],
        "name": entry["name"],
        "colour": entry["colour"],
        "dragon": entry["dragon"],
        "spaces": spaces,
        "houses": counts,
        "leads": [seat for seat, count in enumerate(counts, 1) if 0 < count == max(counts)],
        "emissaries": [emissaries.get(seat, 0) for seat in range(1, players + 1)],
        "limit": max(counts),
        "scored": False,
        "points": [0] * players,
        "filled": [],
    }


def _alliances(edition: Document, told: Mapping[int, tuple[int, list[int]]]) -> list[AllianceView]:
    found: list[AllianceView] = []
    for number, regions in edition["alliances"].items():
        points, seats = told.get(int(number), (0, []))
        found.append({"number": int(number), "regions": regions, "points": points, "seats": seats})
    return found


def _supply(edition: Document, regions: Sequence[RegionView], seat: int) -> SupplyView:
    box = edition["box"]
    return {
        "houses": box["houses"] - sum(region["houses"][seat - 1] for region in regions),
        "emissaries": box["emissaries"] - sum(region["emissaries"][seat - 1] for region in regions),
        "fortifications": box["fortifications"],
    }


def make_view(
    table: EmperorTable | None = None,
    *,
    hand: Sequence[str] | None = ("red", "green", "purple"),
    legal: Sequence[str] = (),
    **more: Any,
) -> View:
    """What seat 1 sees when it is to move; with `hand=None`, what a spectator sees."""
    table = table or make_table()
    players = len(table["hands"])
    view: View = {
        "view": VERSION,
        "game": "emperor-of-china",
        "edition": "standard",
        "players": players,
        "options": {"side": table["side"], "fortifications": table["fortifications"]},
        "names": [""] * players,
        "seat": None if hand is None else 1,
        "sequence": 0,
        "to_move": 1,
        "question": None,
        "legal": list(legal),
        "moves": [read_move(move) for move in legal],
        "pending": None,
        "may_undo": False,
        "over": False,
        "scores": [0] * players,
        "winners": [],
        "places": [],
        "ties": [],
        "ledger": [],
        "table": cast(dict[str, Any], table),
        "own": {} if hand is None else {"hand": list(hand)},
    }
    return cast(View, {**view, **more})


def make_preview(*pieces: tuple[str, int, str]) -> AnyPreview:
    """Pieces that are only thought of: kind, seat, and where."""
    documents = [{"kind": kind, "seat": seat, "at": at} for kind, seat, at in pieces]
    return Preview(documents, [], [Message("terminal.seat", {"seat": seat}) for _, seat, _ in pieces])


def busy_table(players: int = 5, **more: Any) -> EmperorTable:
    """The middle of a lively game, with fortifications."""
    houses = {
        **dict.fromkeys(("zhao-1", "zhao-2", "wei-2", "wei-5", "han-1", "chu-3"), 1),
        **dict.fromkeys(("zhao-3", "yan-1", "wei-1", "han-2", "lu-1", "chu-2", "qi-1"), 2),
        **dict.fromkeys(("yan-2", "qi-2", "qi-3", "qi-4", "lu-2", "chin-3", "shu-1"), 3),
        **({} if players < 4 else dict.fromkeys(("wei-6", "shu-5", "chu-1", "chu-8"), 4)),
        **({} if players < 5 else dict.fromkeys(("zhao-4", "chin-1"), 5)),
        **dict.fromkeys(("yan-3", "yan-4", "chu-5", "chu-6"), players),
    }
    emissaries = {
        "zhao": {1: 1, 2: 1},
        "yan": {players: 2},
        "qi": {3: 2},
        "wei": {1: 1, 2: 1},
        "chu": dict.fromkeys((2, players), 1),
    }
    plain = {"fortifications": ("wei-2", "shu-4", "chu-7"), "scored": ("yan",), "round": 7, "pile": 12}
    return make_table(players=players, houses=houses, emissaries=emissaries, **{**plain, **more})
