"""Forbidden City for tests: drawn boards and invented editions.

A board is drawn as a grid of short words, one a cell:

    .  .  A  .          .        a free cell
    .  #  g  #          #        a garden
    .  g  T  p  ?       T        the temple; g p w: a room of the start tile, by the first letter of its colour
    .  #  w  #          A        a laid tile; the legend says whose and how it lies: {"A": "1 green-yard r0"}
                        ? ?b ..  free cells that the test speaks of

`support.slow_city` is the slow twin of the rules that these positions are compared with.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from hashlib import sha256
from importlib import resources
from typing import Any, NamedTuple

from support.luck import dice as dice
from support.luck import scaled as scaled
from support.luck import seed_of as seed_of
from support.slow_city import Cell, SlowCity, SlowPart
from tianxia.engine.chance import Stream
from tianxia.engine.playout import trace_playout
from tianxia.games import find_game
from tianxia.games.base import Document, LedgerEntry
from tianxia.games.forbidden_city.game import ForbiddenCity
from tianxia.games.forbidden_city.interface.notation import at_spot, spot_at
from tianxia.games.forbidden_city.rules.packing import (
    dragons_in,
    first_part_of,
    open_ends_in,
    picture_of,
    spot_of,
    tiles_in,
)
from tianxia.games.forbidden_city.rules.position import CityPosition
from tianxia.play.match import Match
from tianxia.words import Message

Where = str | Cell
DIRECTIONS = ("north", "east", "south", "west")
STARTS = ("gardens", "halls")
SETTINGS = [(players, start) for players in (2, 3, 4) for start in STARTS]
"""Every way to set up a game."""


# ---- games and editions


def standard_game() -> ForbiddenCity:
    game = find_game("forbidden-city")
    assert isinstance(game, ForbiddenCity)
    return game


def standard_text() -> str:
    """The standard edition file."""
    return resources.files("tianxia.games.forbidden_city").joinpath("standard.toml").read_text(encoding="utf-8")


def standard_document() -> Document:
    """The standard edition as a fresh dictionary that a test may change."""
    return tomllib.loads(standard_text())


def tile(id: str, sides: str, *rooms: str, diagonal: str | None = None, two: bool = False) -> Document:
    """The entry of a tile. A room is its colour, and its advisors or a dragon: "green", "green 2", "pink dragon"."""
    entry: Document = {"id": id, "sides": sides, "rooms": [_room(room) for room in rooms]}
    if diagonal is not None:
        entry["diagonal"] = diagonal
    if two:
        entry["two"] = True
    return entry


def _room(text: str) -> Document:
    colour, _, figures = text.partition(" ")
    if not figures:
        return {"colour": colour}
    return {"colour": colour, "dragons": 1} if figures == "dragon" else {"colour": colour, "advisors": int(figures)}


def start_side(id: str, picture: str) -> Document:
    """A side of the start tile, drawn as three rows of three cells with their sides, north east south west:

    "garden:####", "temple:aaaa", "green:.#a#"; a dragon is a star: "green*:....";
    a diagonal wall "green/pink:....", an arched one "green~pink:....".
    """
    rows = [line.split() for line in picture.strip().splitlines()]
    cells = [_start_cell(x - 1, y - 1, word) for y, row in enumerate(rows) for x, word in enumerate(row)]
    return {"id": id, "cells": cells}


def _start_cell(x: int, y: int, word: str) -> Document:
    name, _, sides = word.partition(":")
    cell: Document = {"at": [x, y], "sides": sides}
    if name in ("garden", "temple"):
        return {**cell, name: True}
    if not set(name) & set("/~*"):
        return {**cell, "colour": name}
    colours = name.replace("~", "/").split("/")
    rooms = [_room(colour.replace("*", " dragon")) for colour in colours]
    return {**cell, "rooms": rooms} | ({"diagonal": "a" if "~" in name else "#"} if len(rooms) == 2 else {})


def edition_document(tiles: Iterable[Document], *starts: Document, keep: bool = True) -> Document:
    """An edition: the standard one with more tiles (or with these alone, unless `keep`), and other start sides."""
    document = standard_document()
    document["edition"] = "invented"
    document["tile"] = [*(document["tile"] if keep else []), *deepcopy(list(tiles))]
    for start in starts:
        document["start"] = [start if old["id"] == start["id"] else old for old in document["start"]]
    return document


def invent(tiles: Iterable[Document], *starts: Document, keep: bool = True) -> ForbiddenCity:
    """The game with an invented edition, see `edition_document`."""
    return ForbiddenCity(edition_document(tiles, *starts, keep=keep), "invented.toml")


FENCE = start_side(
    "gardens",
    """
    green:.##.  green:.###   green:..##
    green:###.  temple:####  green:#.##
    green:##..  green:##.#   green:#..#
    """,
)
"""A start side that is open to all sides and green all around: what is open and of another colour fits nowhere."""


def new_position(game: ForbiddenCity, players: int, start: str, seed: bytes) -> CityPosition:
    position = game.new(game.setting(players, {"start": start}))
    position.deal(seed)
    return position


def take_random(position: CityPosition, stream: Stream) -> int:
    """One of the legal actions."""
    actions = position.legal_actions()
    return int(actions[stream.below(len(actions))])


def trace_games(games: int) -> str:
    """A checksum over so many random games of every setting: the same for every build that plays by the same rules."""
    digest = sha256()
    for players, start in SETTINGS:
        for number in range(games):
            position = new_position(standard_game(), players, start, seed_of(number))
            decisions, trace = trace_playout(position, dice(number))
            digest.update(f"{players} {start} {number} {decisions} {trace}\n".encode())
    return digest.hexdigest()


# ---- drawn boards


class Neighbour(NamedTuple):
    """A room that was counted with the one that closed."""

    name: str  # its colour, or "temple"
    tiles: int
    dragons: int


class ClosedRoom(NamedTuple):
    """A room that a move closed, as the log tells it: the sum room by room."""

    colour: str
    tiles: int
    dragons: int
    neighbours: list[Neighbour]  # sorted
    value: int


@dataclass(frozen=True)
class Result:
    """What came of a move."""

    ledger: list[LedgerEntry]
    lines: tuple[Message, ...]

    @property
    def paid(self) -> dict[int, int]:
        """Seat -> coins, of the seats that got some."""
        seats = sorted({entry["seat"] for entry in self.ledger})
        return {seat: sum(entry["amount"] for entry in self.ledger if entry["seat"] == seat) for seat in seats}

    @property
    def rooms(self) -> list[ClosedRoom]:
        """The rooms that closed, sorted."""
        return sorted(_closed_room(line) for line in self.lines if line.key.startswith("forbidden-city.log.closed"))


def _closed_room(line: Message) -> ClosedRoom:
    values: Mapping[str, Any] = line.values
    own, *others = values["sums"]
    neighbours = sorted(Neighbour(_room_name(sum), sum.values["tiles"], sum.values["dragons"]) for sum in others)
    return ClosedRoom(values["colour"], own.values["tiles"], own.values["dragons"], neighbours, values["value"])


def _room_name(sum: Message) -> str:
    room = sum.values["room"]
    assert isinstance(room, Message)
    return "temple" if room.key == "forbidden-city.temple" else str(room.values["colour"])


@dataclass
class Scene:
    """A drawn board with a match that goes on from it."""

    game: ForbiddenCity
    match: Match
    places: dict[str, Cell] = field(default_factory=dict)  # word of the drawing -> its cell

    @property
    def position(self) -> CityPosition:
        position = self.match.position
        assert isinstance(position, CityPosition)
        return position

    @property
    def hand(self) -> str:
        """The tile that the seat to move holds."""
        return self.game.box.tiles[self.position.hand(self.position.seat)].id

    def at(self, where: Where) -> Cell:
        return self.places[where] if isinstance(where, str) else where

    def action(self, turn: int, where: Where = "?") -> int:
        return spot_at(*self.at(where)) * 4 + turn

    def turns(self, where: Where = "?") -> list[int]:
        """The legal turns of the tile in hand on a cell."""
        return [int(action) & 3 for action in self.position.legal_actions() if action >> 2 == spot_at(*self.at(where))]

    def lay(self, turn: int, where: Where = "?") -> Result:
        """Lay the tile in hand through a real move."""
        x, y = self.at(where)
        return self.move(f"{x},{y} r{turn}")

    def move(self, text: str) -> Result:
        before = len(self.match.ledger)
        seat = self.match.to_move
        assert seat is not None
        entry = self.match.move(seat, text)
        return Result(self.match.ledger[before:], entry.lines)

    def why_not(self, turn: int, where: Where = "?") -> Message | None:
        return self.game.why_not(self.position, self.action(turn, where))

    def room(self, where: Where, side: str = "north") -> Document:
        """The room that touches a side of what lies on a cell (which side matters on diagonal tiles only)."""
        table = self.game.table(self.position)
        cell = next(cell for cell in table["cells"] if cell["at"] == list(self.at(where)))
        number = cell["parts"][cell["touching"][DIRECTIONS.index(side)]]["room"]
        return next(dict(room) for room in table["rooms"] if room["room"] == number)

    def linked(self, one: Document, other: Document) -> bool:
        """Whether a passage leads from one room to another (told by both, or by neither)."""
        there, back = other["room"] in one["neighbours"], one["room"] in other["neighbours"]
        assert there == back
        return there


def draw(
    picture: str,
    legend: Mapping[str, str] | None = None,
    *,
    hand: str,
    game: ForbiddenCity | None = None,
    players: int = 4,
    start: str = "gardens",
    stacks: Mapping[int, Sequence[str]] | None = None,
    rounds: int = 2,
) -> Scene:
    """The board of a picture. `hand` is the seat to move and its tile: "4 pink-corner".

    Every seat has tiles for so many `rounds` more, this one included, and the two that are left over: what `stacks` (by
    seat, the tile in hand first) does not name is taken from the box.
    """
    game = game or standard_game()
    setting = game.setting(players, {"start": start})
    places, laid = _read_picture(game, start, picture, legend or {})
    seat, _, in_hand = hand.partition(" ")
    turn = int(seat)
    named = {turn: [in_hand], **(stacks or {})}
    document: Document = {
        "round": 1,
        "turn": turn,
        "laid": laid,
        "stacks": [
            _fill_stack(game, players, laid, owner, named.get(owner, []), rounds + 2 - (owner < turn))
            for owner in range(1, players + 1)
        ],
    }
    position = game.read_position(setting, document, [0] * players)
    return Scene(game, Match(game, setting, position, start={**document, "ledger": []}), places)


def _read_picture(
    game: ForbiddenCity, start: str, picture: str, legend: Mapping[str, str]
) -> tuple[dict[str, Cell], list[Document]]:
    grid = [line.split() for line in picture.strip().splitlines()]
    [(column, row)] = [(x, y) for y, line in enumerate(grid) for x, word in enumerate(line) if word == "T"]
    words = {(x - column, y - row): word for y, line in enumerate(grid) for x, word in enumerate(line) if word != "."}
    for cell, expected in _start_words(game, start).items():
        assert words.pop(cell) == expected, f"the start tile has {expected} at {cell}"
    places = {word: cell for cell, word in words.items()}
    assert len(places) == len(words), "a word stands twice"
    laid = []
    for word, (x, y) in places.items():
        if not word.startswith("?"):
            seat, id, turn = legend[word].split()
            laid.append({"seat": int(seat), "tile": id, "at": [x, y], "turn": int(turn.removeprefix("r"))})
    assert len(laid) == len(legend), "the legend names a word that is not drawn"
    return places, laid


def _start_words(game: ForbiddenCity, start: str) -> dict[Cell, str]:
    words = {}
    for number, piece in enumerate(game.box.starts[STARTS.index(start)]):
        letters = "".join(room.colour[:1] for room in piece.rooms)
        words[number % 3 - 1, number // 3 - 1] = {"garden": "#", "temple": "T"}.get(piece.kind, letters)
    return words


def _fill_stack(
    game: ForbiddenCity, players: int, laid: list[Document], seat: int, named: Sequence[str], size: int
) -> list[str]:
    used = {entry["tile"] for entry in laid if entry["seat"] == seat} | set(named)
    free = [piece.id for piece in game.box.tiles if piece.id not in used and (players == 2 or not piece.two)]
    return [*named, *free][:size]


# ---- the engine in the words of the slow twin


def engine_rooms(game: ForbiddenCity, position: CityPosition) -> dict[frozenset[SlowPart], tuple[object, ...]]:
    """The rooms that a position keeps: parts -> all that is known of them, neighbours as sets of parts."""
    pieces = game.box.pieces
    members: dict[int, set[SlowPart]] = {}
    for cell in position.cells:
        piece = pieces[picture_of(cell) >> 2]
        if piece.kind != "garden":
            x, y = at_spot(int(spot_of(cell)))
            for part in range(len(piece.rooms)):
                room = int(position.room_of(first_part_of(cell) + part))
                members.setdefault(room, set()).add(SlowPart(x, y, part))
    found: dict[frozenset[SlowPart], tuple[object, ...]] = {}
    for room, parts in members.items():
        tally = int(position.tallies[room])
        found[frozenset(parts)] = (
            int(tiles_in(tally)),
            int(dragons_in(tally)),
            tuple(int(position.advisors(room, seat)) for seat in range(position.players)),
            int(open_ends_in(tally)),
            int(position.room_value(room)),
            {frozenset(members[other]) for other in position.neighbours(room)},
        )
    return found


def slow_rooms(city: SlowCity) -> dict[frozenset[SlowPart], tuple[object, ...]]:
    """The rooms of the slow twin, in the form of `engine_rooms`."""
    rooms = city.rooms()
    values, neighbours = city.values(rooms), city.neighbours(rooms)
    return {
        room.parts: (
            room.tiles,
            room.dragons,
            room.advisors,
            room.open_ends,
            values[room.parts],
            {other.parts for other in neighbours[room.parts]},
        )
        for room in rooms
    }
