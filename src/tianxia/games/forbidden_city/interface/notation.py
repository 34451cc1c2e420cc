"""Moves of Forbidden City as text: `2,-1 r1`, or `set aside`."""

from __future__ import annotations

import re
from typing import Final, Literal, TypedDict

from tianxia.errors import AmbiguousError, UnreadableError
from tianxia.games.base import Pair
from tianxia.games.forbidden_city.interface.edition import Edition
from tianxia.games.forbidden_city.rules.position import ROW, SET_ASIDE, TEMPLE, CityPosition
from tianxia.words import error

SET_ASIDE_TEXT: Final = "set aside"
FAR: Final = 250  # no game reaches so far out; what is farther is as far
_NUMBER: Final = "(-?[1-9][0-9]*|0)"
_MOVE: Final = re.compile(rf"{_NUMBER} ?, ?{_NUMBER} r ?([0-3])")
_TYPED: Final = re.compile(rf"{_NUMBER}(?: ?, ?| ){_NUMBER}(?: ?r ?([0-3]))?")  # by people, in haste


class LayTile(TypedDict):
    """A move that lays the tile in hand."""

    kind: Literal["lay"]
    at: Pair[int]  # x and y of the cell
    turn: int  # quarters, clockwise


class SetAside(TypedDict):
    """A move that sets aside the tile in hand, which fits nowhere."""

    kind: Literal["set-aside"]


CityMove = LayTile | SetAside


def spot_at(x: int, y: int) -> int:
    """The engine's number for a cell.

    >>> at_spot(spot_at(2, -1))
    (2, -1)
    """
    return TEMPLE + y * ROW + x


def at_spot(spot: int) -> tuple[int, int]:
    """The coordinates of a cell: the temple is 0,0, x grows to the east, y to the south."""
    y, x = divmod(spot - TEMPLE + ROW // 2, ROW)
    return x - ROW // 2, y


def is_far(spot: int) -> bool:
    """Whether a cell is at the limit of coordinates, where farther ones were cut to it."""
    return FAR in (abs(number) for number in at_spot(spot))


def print_spot(spot: int) -> str:
    x, y = at_spot(spot)
    return f"{x},{y}"


def describe_action(action: int) -> CityMove:
    """The move of an action.

    >>> describe_action(spot_at(2, -1) * 4 + 1)
    {'kind': 'lay', 'at': [2, -1], 'turn': 1}
    """
    if action == SET_ASIDE:
        return {"kind": "set-aside"}
    return {"kind": "lay", "at": list(at_spot(action >> 2)), "turn": action & 3}


def write_move(move: CityMove) -> str:
    """A move in notation.

    >>> write_move({"kind": "lay", "at": [2, -1], "turn": 1})
    '2,-1 r1'
    """
    return SET_ASIDE_TEXT if move["kind"] == "set-aside" else f"{move['at'][0]},{move['at'][1]} r{move['turn']}"


def read_move(notation: str) -> CityMove:
    """The structured data of a move, from its exact notation.

    >>> read_move("2,-1 r1")
    {'kind': 'lay', 'at': [2, -1], 'turn': 1}
    """
    if notation == SET_ASIDE_TEXT:
        return {"kind": "set-aside"}
    found = _MOVE.fullmatch(notation)
    if found is None:
        raise _unreadable(notation)
    return {"kind": "lay", "at": [int(found[1]), int(found[2])], "turn": int(found[3])}


def parse_action(edition: Edition, position: CityPosition, text: str, exact: bool) -> int:
    """The action of a move, with the smallest of the turns that look the same.

    People may leave out the turn where only one is legal; a record may not, and must name the smallest.
    """
    plain = " ".join(text.lower().split())
    if plain == SET_ASIDE_TEXT:
        return SET_ASIDE
    match = (_MOVE if exact else _TYPED).fullmatch(plain)
    if match is None:
        raise _unreadable(text)
    spot = spot_at(_near(match[1]), _near(match[2]))
    if match[3] is None:
        return _only_turn(position, spot, plain)
    turn = int(match[3])
    smallest = edition.tiles[position.hand(position.seat)].smallest_turn(turn)
    if exact and turn != smallest:
        raise error(UnreadableError, "forbidden-city.move.turn", text=plain, smallest=smallest)
    return spot * 4 + smallest


def _unreadable(text: str) -> UnreadableError:
    return error(UnreadableError, "forbidden-city.move.unreadable", text=text[:60])


def _near(number: str) -> int:
    return max(-FAR, min(FAR, int(number[:6])))  # a huge number is not worth reading to its end


def _only_turn(position: CityPosition, spot: int, text: str) -> int:
    actions = [int(action) for action in position.legal_actions() if action >> 2 == spot]
    if len(actions) > 1:
        moves = [write_move(describe_action(action)) for action in actions]
        raise error(AmbiguousError, "move.ambiguous", text=text, moves=moves)
    return actions[0] if actions else spot * 4
