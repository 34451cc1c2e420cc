"""Forbidden City written down: the set-up of a record, and position documents.

A position document, in the order in which it is read:

    {
      "round": 3,                                        the round of turns, from 1 (default 1)
      "turn": 2,                                         the seat to move; null when the game is over
      "laid": [{"seat": 1, "tile": "green-gate", "at": [0, -2], "turn": 1}, ...],
      "set_aside": [["pink-court"], [], []],             by seat (default: none)
      "stacks": [["white-yard", ...], ...]               by seat: the tile in hand, then the stack, top first
    }

Laid tiles may stand in any order that hangs together with the start tile. Rooms that are closed have been paid. A tile
stands at most once among a seat's laid tiles, those set aside, and its stack; tiles that are not named are out of the
game. Seats that have moved in this round have one tile fewer than the others; two are never drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

from tianxia.engine.vectors import numbers
from tianxia.errors import RecordError
from tianxia.games.base import Document, Setting, inside, outside
from tianxia.games.forbidden_city.edition import STARTS, Edition
from tianxia.games.forbidden_city.notation import FAR, at_spot, print_spot, spot_at
from tianxia.games.forbidden_city.packing import owner_of, picture_of, spot_of
from tianxia.games.forbidden_city.rules import LEFT_OVER, NOBODY, SOCKET_MASK, CityPosition
from tianxia.words import error

MAX_ROUND = 10**9


# ---- set-up


def write_setup(edition: Edition, position: CityPosition) -> Document:
    size = position.stack_size
    return {
        "stacks": [
            [edition.tiles[tile].id for tile in position.stacks[seat * size : (seat + 1) * size]]
            for seat in range(position.players)
        ]
    }


def read_setup(edition: Edition, position: CityPosition, setup: object) -> None:
    if not isinstance(setup, dict) or set(setup) != {"stacks"}:
        refuse("setup-keys")
    stacks = setup["stacks"]
    if not isinstance(stacks, list) or len(stacks) != position.players:
        refuse("setup-stacks", players=position.players)
    for seat, stack in enumerate(stacks):
        for tile in _complete_stack(edition, position, seat, stack):
            position.settle(tile)


def _complete_stack(edition: Edition, position: CityPosition, seat: int, stack: object) -> list[int]:
    """The tiles of a stack; those not told are filled in with the ones that are left, in the order of the file."""
    size = position.stack_size
    if not isinstance(stack, list) or len(stack) != size:
        refuse("setup-stack", seat=outside(seat), size=size)
    left = [int(tile) for tile in position.stacks[seat * size : (seat + 1) * size]]
    told: list[int | None] = []
    for id in stack:
        tile = None if id is None else _tile(edition, id)
        if tile is not None:
            if tile not in left:
                refuse("setup-tile" if told.count(tile) else "setup-two", seat=outside(seat), tile=id)
            left.remove(tile)
        told.append(tile)
    return [left.pop(0) if tile is None else tile for tile in told]


def veil_setup(setup: Document, position: CityPosition, seat: int) -> Document:
    stacks = []
    for owner, stack in enumerate(setup["stacks"]):
        known = position.first_hidden(owner, seat) - owner * position.stack_size
        if position.over:
            known = len(stack)
        stacks.append([tile if place < known else None for place, tile in enumerate(stack)])
    return {"stacks": stacks}


def hand_is_told(setup: Document, position: CityPosition, seat: int) -> bool:
    return bool(setup["stacks"][seat][position.top(seat)] is not None)


# ---- position documents


def write_position(edition: Edition, position: CityPosition) -> Document:
    size = position.stack_size
    tops = [position.top(seat) for seat in range(position.players)]
    laid = [_write_laid(edition, int(cell)) for cell in position.cells if owner_of(cell) != NOBODY]
    return {
        "round": int(position.round),
        "turn": None if position.over else outside(int(position.seat)),
        "laid": laid,
        "set_aside": [
            [edition.tiles[tile & 255].id for tile in position.aside if tile >> 8 == seat]
            for seat in range(position.players)
        ],
        "stacks": [
            [edition.tiles[tile].id for tile in position.stacks[seat * size + top : (seat + 1) * size]]
            for seat, top in enumerate(tops)
        ],
    }


def _write_laid(edition: Edition, cell: int) -> Document:
    picture = picture_of(cell)
    x, y = at_spot(spot_of(cell))
    tile = edition.tiles[picture >> 2].id
    return {"seat": outside(owner_of(cell)), "tile": tile, "at": [x, y], "turn": picture & 3}


def read_position(edition: Edition, setting: Setting, document: object, scores: Sequence[int]) -> CityPosition:
    if not isinstance(document, dict):
        refuse("position-shape")
    known = {"round", "turn", "laid", "set_aside", "stacks"}
    for key in document:
        if key not in known:
            refuse("position-key", key=str(key), known=sorted(known | {"ledger"}))
    position = CityPosition(edition.tables, setting.players, STARTS.index(str(setting.options["start"])))
    tiles = _Tiles(edition, position)
    set_aside = _by_seat(document, "set_aside", setting.players, [[] for _ in range(setting.players)])
    position.aside = numbers([seat * 256 + tiles.take(seat, id) for seat, ids in enumerate(set_aside) for id in ids])
    _lay_all(edition, position, tiles, document.get("laid", []))
    stacks = [
        [tiles.take(seat, id) for id in ids]
        for seat, ids in enumerate(_by_seat(document, "stacks", setting.players, None))
    ]
    _take_up(position, stacks, document)
    position.coins = numbers(scores)
    return position


class _Tiles:
    """The tiles of all seats that are still to be found in a position document."""

    def __init__(self, edition: Edition, position: CityPosition) -> None:
        self.edition = edition
        size = position.stack_size
        self.left = [
            {int(tile) for tile in position.stacks[seat * size : (seat + 1) * size]} for seat in range(position.players)
        ]

    def take(self, seat: int, id: object) -> int:
        tile = _tile(self.edition, id)
        if tile not in self.left[seat]:
            refuse("position-tile", seat=outside(seat), tile=id)
        self.left[seat].remove(tile)
        return tile


def _lay_all(edition: Edition, position: CityPosition, tiles: _Tiles, laid: object) -> None:
    """Lay the tiles in their order, those that do not touch yet after the ones that make them touch."""
    if not isinstance(laid, list):
        refuse("position-laid")
    waiting = [_read_laid(position, tiles, entry) for entry in laid]
    while waiting:
        touching = next((entry for entry in waiting if position.free_place(entry[0]) >= 0), None)
        if touching is None:
            taken = {spot_of(cell) for cell in position.cells}
            spot = waiting[0][0]
            refuse("position-taken" if spot in taken else "position-apart", at=print_spot(spot))
        waiting.remove(touching)
        spot, picture, seat = touching
        socket = position.frontier[position.free_place(spot)] & SOCKET_MASK
        if edition.tables.conflict(picture, socket) >= 0:
            refuse("position-colours", at=print_spot(spot))
        position.lay(spot, picture, seat, False)


def _read_laid(position: CityPosition, tiles: _Tiles, entry: object) -> tuple[int, int, int]:
    if not isinstance(entry, dict) or set(entry) != {"seat", "tile", "at", "turn"}:
        refuse("position-laid")
    seat = _whole(entry["seat"], 1, position.players, "seat")
    turn = _whole(entry["turn"], 0, 3, "turn")
    at = entry["at"]
    if not isinstance(at, list) or len(at) != 2:
        refuse("position-laid")
    x, y = (_whole(number, -FAR, FAR, "at") for number in at)
    tile = tiles.take(inside(seat), entry["tile"])
    return spot_at(x, y), tile * 4 + tiles.edition.tiles[tile].smallest_turn(turn), inside(seat)


def _take_up(position: CityPosition, stacks: list[list[int]], document: dict[str, Any]) -> None:
    """Give the seats their stacks, and find out whose turn it is."""
    if "turn" not in document:
        refuse("position-turn")
    turn = document["turn"]
    over = turn is None
    seat = 0 if over else inside(_whole(turn, 1, position.players, "turn"))
    size = LEFT_OVER if over else len(stacks[-1])
    for owner, stack in enumerate(stacks):
        if len(stack) != size - (owner < seat) or (not over and size <= LEFT_OVER):
            refuse("position-stacks")
    round = _whole(document.get("round", 1), 1, MAX_ROUND, "round")
    # a seat that has moved in this round has its stack filled up with a number that is not looked at, and tells nothing
    filled = [stack if len(stack) == size else [0, *stack] for stack in stacks]
    position.stack_size = size
    position.stacks = numbers([tile for stack in filled for tile in stack])
    position.begin()
    position.first_round = round + (1 if over else 0)
    position.seat = seat
    if over:
        position.over = True
        position.seat = position.players - 1


def _by_seat(document: dict[str, Any], key: str, players: int, default: list[Any] | None) -> list[list[object]]:
    found = document.get(key, default)
    if not isinstance(found, list) or len(found) != players or not all(isinstance(ids, list) for ids in found):
        refuse("position-seats", key=key, players=players)
    return found


def _whole(number: object, least: int, most: int, key: str) -> int:
    if type(number) is not int or not least <= number <= most:
        refuse("position-number", key=key, least=least, most=most)
    return number


def _tile(edition: Edition, id: object) -> int:
    number = edition.tile_number(id) if isinstance(id, str) else None
    if number is None:
        refuse("unknown-tile", tile=str(id)[:60], edition=edition.name)
    return number


def refuse(reason: str, **values: object) -> NoReturn:
    raise error(RecordError, f"forbidden-city.document.{reason}", **values)
