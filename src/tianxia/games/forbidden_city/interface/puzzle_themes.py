"""The themes of puzzles of Forbidden City: obvious purposes of laying a tile."""

from __future__ import annotations

from typing import Any, Final

from tianxia.games.base import Game, human_seat
from tianxia.games.forbidden_city.interface.view import RoomView
from tianxia.games.forbidden_city.rules.position import SET_ASIDE, CityPosition

RICH: Final = 10  # coins for one room
WORTHWHILE: Final = 5  # coins that a room would pay if it was closed as it is
CLOSED: Final = "forbidden-city.log.closed"


def theme(game: Game[Any], position: CityPosition, action: int) -> str | None:
    """The first theme that fits a move."""
    if action == SET_ASIDE:
        return None
    seat = human_seat(int(position.seat))
    preview = game.preview(position, action)
    own = [entry["amount"] for entry in preview.ledger if entry["seat"] == seat]
    others = [entry["amount"] for entry in preview.ledger if entry["seat"] != seat]
    if len(own) > 1:
        return "two-rooms"
    if own:
        if own[0] >= RICH and own[0] > max(others, default=0):
            return "rich-room"
        return "shared-room" if others else "room"
    if any(line.key.startswith(CLOSED) for line in preview.lines):
        return None if others else "shut"
    return _while_open(game, position, action)


def _while_open(game: Game[Any], position: CityPosition, action: int) -> str | None:
    """The theme of a tile that closes no room that pays, from the change of the rooms that it adds to."""
    ahead = position.clone()
    ahead.play_tile(action)
    laid = game.table(ahead)["cells"][-1]["at"]
    before = game.table(position)["rooms"]
    touched = [room for room in game.table(ahead)["rooms"] if laid in room["cells"] and room["value"] >= WORTHWHILE]
    for room in sorted(touched, key=lambda room: -int(room["value"])):
        parts = [old for old in before if all(cell in room["cells"] for cell in old["cells"]) and _is_same(old, room)]
        if not _leads(room, int(position.seat)):
            continue
        if len(parts) > 1:
            return "join-rooms"
        if not any(_leads(old, int(position.seat)) for old in parts):
            return "take-lead"
    return None


def _is_same(old: RoomView, room: RoomView) -> bool:
    return old["colour"] == room["colour"]


def _leads(room: RoomView, seat: int) -> bool:
    """Whether a seat alone has most advisors in a room."""
    own = room["advisors"][seat]
    return all(own > advisors for other, advisors in enumerate(room["advisors"]) if other != seat)
