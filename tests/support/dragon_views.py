"""Views of In the Year of the Dragon made by hand, for drawings: plain data without any rules.

A palace is written as its floors and its persons: `"3 old farmer, young monk"`; palaces are numbered from 1 unless a
number stands before: `"7: 2"`. What follows by counting alone (symbols, what actions bring, dragons, order of play) is
filled in; all else is as it is given.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from importlib import resources
from typing import Any, cast

from tianxia.games.base import AnyPreview, Document, Preview
from tianxia.games.year_of_the_dragon.interface.moves import read_move
from tianxia.games.year_of_the_dragon.interface.view import (
    CourtView,
    DragonTable,
    ForecastView,
    GroupView,
    MarkerView,
    PalaceView,
    PersonView,
    PrivilegeView,
    SupplyView,
)
from tianxia.play.view import VERSION, View
from tianxia.words import Message

EVENTS = ["peace", "peace", "tribute", "drought", "mongols", "festival", "contagion"]
EVENTS += ["drought", "tribute", "mongols", "contagion", "festival"]
WALL_TILES = {"rice": 1, "fireworks": 1, "floor": 1, "yuan": 2, "track": 3, "points": 3}
ACTIONS = {
    "taxes": (2, "coin"),
    "build": (1, "hammer"),
    "harvest": (1, "rice"),
    "fireworks": (1, "rocket"),
    "parade": (1, "helmet"),
    "research": (1, "book"),
}
"""What action cards show, and the symbol that adds to it."""
PRIVILEGES: list[PrivilegeView] = [
    {"size": "small", "price": 2, "dragons": 1},
    {"size": "large", "price": 7, "dragons": 2},
]


def standard_persons() -> list[Document]:
    """The persons of the standard edition, as a fresh list that a test may change."""
    file = resources.files("tianxia.games.year_of_the_dragon").joinpath("standard.toml")
    return cast("list[Document]", tomllib.loads(file.read_text(encoding="utf-8"))["person"])


def long_persons() -> list[Document]:
    """Invented persons with names that are long, alike, or hardly letters."""
    ids = ["keeper-of-the-nine-bronze-tripods", "keeper-of-the-seal", "ke", "k", "ke-ke", "農夫", "42", "tea-master"]
    symbols = [person["symbol"] for person in standard_persons()]
    ages = {"young": {"value": 1, "symbols": 1}, "old": {"value": 1, "symbols": 2}}
    return [{"id": id, "symbol": symbol, **ages} for id, symbol in zip(ids, symbols, strict=False)]


def person(name: str, persons: Sequence[Document] | None = None) -> PersonView:
    """A person tile: "old farmer"."""
    age, kind = name.split()
    entry = next(entry for entry in persons or standard_persons() if entry["id"] == kind)
    return cast(PersonView, {"kind": kind, "age": age, "symbol": entry["symbol"], **entry[age]})


def palace(number: int, told: str, persons: Sequence[Document] | None = None, starved: bool = False) -> PalaceView:
    """A palace: "3 old farmer, young monk", with another number "7: 2"."""
    before, _, rest = told.rpartition(":")
    floors, _, names = rest.strip().partition(" ")
    living = [person(name.strip(), persons) for name in names.split(",") if name.strip()]
    return {"number": int(before or number), "alike": [], "floors": int(floors), "persons": living, "starved": starved}


def make_court(
    *palaces: str,
    persons: Sequence[Document] | None = None,
    cards: Sequence[str] | None = None,
    forecast: Mapping[str, tuple[int, int, int]] | None = None,
    starved: Sequence[int] = (),
    **more: Any,
) -> CourtView:
    """A court; `forecast` are releases, paid and points by event, `more` replaces plain fields."""
    standing = [palace(number, told, persons) for number, told in enumerate(palaces, 1)]
    for shown in standing:
        shown["starved"] = shown["number"] in starved
    symbols: dict[str, int] = {entry["symbol"]: 0 for entry in persons or standard_persons()}
    for shown in standing:
        for living in shown["persons"]:
            symbols[living["symbol"]] += living["symbols"]
    hand = [entry["id"] for entry in persons or standard_persons()] + ["wild", "wild"]
    expected: list[ForecastView] = []
    for event in dict.fromkeys(EVENTS):
        releases, paid, points = (forecast or {}).get(event, (0, 0, 0))
        expected.append({"event": event, "releases": releases, "paid": paid, "points": points})
    court: CourtView = {
        "palaces": standing,
        "yuan": 6,
        "rice": 0,
        "fireworks": 0,
        "small_privileges": 0,
        "large_privileges": 0,
        "privilege_dragons": int(more.get("small_privileges", 0)) + 2 * int(more.get("large_privileges", 0)),
        "cards": list(hand if cards is None else cards),
        "wall_tiles": [],
        "symbols": symbols,
        "income": len(palaces),
        "actions": {card: base + symbols.get(symbol, 0) for card, (base, symbol) in ACTIONS.items()},
        "forecast": expected,
        "to_come": [],
        "group": None,
    }
    return cast(CourtView, {**court, **more})


def make_groups(players: int, dragons: Mapping[int, list[int]] | None = None, wall: bool = False) -> list[GroupView]:
    """The action cards in their order; `dragons` are seats by group."""
    cards = ["taxes", "build", "harvest", "fireworks", "parade", "research", "privilege", *(["wall"] if wall else [])]
    base = {2: [4, 3], 3: [3, 2, 2], 4: [2, 2, 2, 1], 5: [2, 2, 1, 1, 1]}
    walled = {2: [4, 4], 3: [3, 3, 2], 4: [2, 2, 2, 2], 5: [2, 2, 2, 1, 1]}
    groups: list[GroupView] = []
    for number, size in enumerate((walled if wall else base)[players], 1):
        seats = (dragons or {}).get(number, [])
        groups.append({"number": number, "cards": cards[:size], "seats": seats, "price": 3 if seats else 0})
        cards = cards[size:]
    return groups


def make_supply(players: int, persons: Sequence[Document] | None = None) -> list[SupplyView]:
    """All tiles, as they lie there at the start."""
    found: list[SupplyView] = []
    for entry in persons or standard_persons():
        for age in ("young", "old"):
            if age in entry:
                left = 2 * players if "old" not in entry else players + 1 if age == "young" else players - 1
                tile = person(f"{age} {entry['id']}", persons)
                found.append(cast(SupplyView, {**tile, "left": left, "card": None}))
    return found


def make_table(
    *courts: CourtView,
    players: int = 3,
    persons: Sequence[Document] | None = None,
    track: Sequence[tuple[int, int]] = (),
    dragons: Mapping[int, list[int]] | None = None,
    great_wall: bool = False,
    **more: Any,
) -> DragonTable:
    """A table of as many players as there are courts, or of so many at the start; `track` are seats with spaces."""
    seated = list(courts) or [make_court("2", "2", persons=persons) for _ in range(players)]
    players = len(seated)
    if great_wall:
        for court in seated:
            court["wall_tiles"] = court["wall_tiles"] or list(WALL_TILES)
    markers: list[MarkerView] = [{"seat": seat, "space": space} for seat, space in track]
    markers = markers or [{"seat": seat, "space": 0} for seat in range(1, players + 1)]
    table: DragonTable = {
        "month": 1,
        "months": len(EVENTS),
        "part": "action",
        "events": list(EVENTS),
        "events_over": 0,
        "super_event": None,
        "super_month": 7,
        "order": [marker["seat"] for marker in markers],
        "track": markers,
        "groups": make_groups(players, dragons, great_wall),
        "prospects": [],
        "group_price": 3,
        "privileges": list(PRIVILEGES),
        "pairs_taken": [],
        "persons": make_supply(players, persons),
        "courts": seated,
        "great_wall": great_wall,
        "wall": [],
        "wall_length": 12,
        "wall_scorings": [],
        "wall_tiles": dict(WALL_TILES),
        "held": None,
        "left": 0,
    }
    told = cast(DragonTable, {**table, **more})
    if "events_over" not in more:
        told["events_over"] = max(0, told["month"] - (told["part"] in ("action", "person", "event")))
    for court in seated:
        by_event = {expected["event"]: expected for expected in court["forecast"]}
        court["to_come"] = court["to_come"] or [
            {"month": month, **by_event[event]}
            for month, event in enumerate(told["events"], 1)
            if month > told["events_over"]
        ]
    for group in told["groups"]:
        for seat in group["seats"]:
            seated[seat - 1]["group"] = group["number"]
    return told


def make_view(
    table: DragonTable | None = None, *, seat: int | None = 1, legal: Sequence[str] = (), **more: Any
) -> View:
    """What seat 1 sees when it is to move; with `seat=None`, what a spectator sees."""
    table = table or make_table()
    players = len(table["courts"])
    view: View = {
        "view": VERSION,
        "game": "year-of-the-dragon",
        "edition": "standard",
        "players": players,
        "options": {"great_wall": table["great_wall"], "super_event": "none", "large_privilege": "7"},
        "names": [""] * players,
        "seat": seat,
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
        "own": {},
    }
    return cast(View, {**view, **more})


def make_preview(*pieces: tuple[str, int, int | None, str | None]) -> AnyPreview:
    """Pieces that are only thought of: kind, seat, palace, and a person."""
    documents: list[Document] = [
        {"kind": kind, "seat": seat, "palace": number, "person": person(name) if name else None}
        for kind, seat, number, name in pieces
    ]
    return Preview(documents, [], [Message("terminal.seat", {"seat": seat}) for _, seat, *_ in pieces])


BUSY_COURTS = (
    ("3 old farmer, young monk", "2 young court-lady, young craftsman", "1 old healer", "1"),
    ("3 young tax-collector, old scholar, young warrior", "2 young farmer", "2 young pyrotechnist, old warrior"),
    ("2 young scholar, young healer", "2 young court-lady", "3: 2 young tax-collector", "5: 3 old monk"),
    ("3 young farmer, young farmer, young healer", "3 young craftsman, young craftsman"),
    ("1 young court-lady", "2 young scholar", "1 young court-lady", "4: 1", "6: 3 young monk, old pyrotechnist"),
)


def busy_table(players: int = 3, **more: Any) -> DragonTable:
    """The middle of a lively game."""
    courts = [
        make_court(
            *palaces,
            yuan=5 + seat,
            rice=seat % 3,
            fireworks=seat % 2,
            small_privileges=seat % 2,
            large_privileges=int(seat == 3),
            cards=["craftsman", "tax-collector", "monk", "farmer", "wild", "wild"][seat % 3 :],
            forecast={
                "tribute": (max(0, seat - 2), 4 - max(0, seat - 2), 0),
                "drought": (2, seat % 3, 0),
                "mongols": (int(seat == 1), 0, seat - 1),
                "festival": (0, seat % 2, 6 * (seat % 2)),
                "contagion": (3 - seat % 2, 0, 0),
            },
        )
        for seat, palaces in enumerate(BUSY_COURTS[:players], 1)
    ]
    track = [(2, 23), (1, 19), (3, 19), (4, 12), (5, 7)][:players]
    plain: dict[str, Any] = {"month": 4, "dragons": {1: [2], 3: [3] if players < 5 else [3, 4]}}
    return make_table(*courts, track=track, **{**plain, **more})
