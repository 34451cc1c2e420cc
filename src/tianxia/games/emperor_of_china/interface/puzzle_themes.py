"""The themes of puzzles of The Emperor of China: obvious purposes of placing a piece."""

from __future__ import annotations

from typing import Any, cast

from tianxia.games.base import Game, human_seat
from tianxia.games.emperor_of_china.interface.notation import PIECES, is_piece, piece_of
from tianxia.games.emperor_of_china.interface.view import EmperorTable, SpaceView
from tianxia.games.emperor_of_china.rules.position import EmperorPosition


def theme(game: Game[Any], position: EmperorPosition, action: int) -> str | None:
    """The first theme that fits a move; `None` for moves with cards alone."""
    if not is_piece(action):
        return None
    seat = human_seat(int(position.seat))
    paid = [entry for entry in game.preview(position, action).ledger if entry["seat"] == seat]
    before = cast(EmperorTable, game.table(position))
    after = cast(EmperorTable, game.table(_after(position, action)))
    if _is_on_fortification(before, after, seat):
        return "fortified-house"
    if any(entry["source"] == "houses" and entry["where"] in _filled(before, after) for entry in paid):
        return "fill-region"
    if _alliance_points(after, seat) > _alliance_points(before, seat):
        return "alliance"
    if any(_alliance_points(after, other) < _alliance_points(before, other) for other in _others(position, seat)):
        return "break-alliance"
    if _road_points(after, seat) > _road_points(before, seat):
        return "road"
    if _is_cut(before, after, seat):
        return "cut-road"
    kind = PIECES[piece_of(action)[0]]
    if kind == "fortification":
        return "fortify"
    return _lead(before, after, seat) if kind == "house" else None


def _after(position: EmperorPosition, action: int) -> EmperorPosition:
    ahead = position.clone()
    ahead.apply_until_chance(action)
    while ahead.awaits_chance:  # a card that comes changes nothing on the board
        ahead.settle(ahead.outcomes()[0])
    return ahead


def _others(position: EmperorPosition, seat: int) -> list[int]:
    return [other for other in range(1, int(position.players) + 1) if other != seat]


def _alliance_points(table: EmperorTable, seat: int) -> int:
    return sum(alliance["points"] for alliance in table["alliances"] if seat in alliance["seats"])


def _road_points(table: EmperorTable, seat: int) -> int:
    return sum(row["points"] for row in table["rows"] if row["seat"] == seat)


def _new_house(before: EmperorTable, after: EmperorTable, seat: int) -> SpaceView | None:
    """The space with a house that was empty before."""
    free = {space["id"] for region in before["regions"] for space in region["spaces"] if space["house"] is None}
    spaces = [space for region in after["regions"] for space in region["spaces"]]
    return next((space for space in spaces if space["id"] in free and space["house"] == seat), None)


def _filled(before: EmperorTable, after: EmperorTable) -> set[str]:
    """The regions that got their last house. (At the end of a game other regions are scored, too.)"""
    return {
        new["id"]
        for old, new in zip(before["regions"], after["regions"], strict=True)
        if not old["scored"] and all(space["house"] is not None for space in new["spaces"])
    }


def _is_on_fortification(before: EmperorTable, after: EmperorTable, seat: int) -> bool:
    house = _new_house(before, after, seat)
    return house is not None and house["fortification"]


def _is_cut(before: EmperorTable, after: EmperorTable, seat: int) -> bool:
    """Whether the new house stands between two or more houses of one other seat along the roads."""
    house = _new_house(before, after, seat)
    if house is None:
        return False
    owners = {space["id"]: space["house"] for region in before["regions"] for space in region["spaces"]}
    roads = [road for road in after["roads"] if house["id"] in road]
    beside = [owners[other] for road in roads for other in road if other != house["id"]]
    return any(beside.count(owner) > 1 for owner in set(beside) - {None, seat})


def _lead(before: EmperorTable, after: EmperorTable, seat: int) -> str | None:
    """Whether the new house gives its owner most houses in a region, alone or with others."""
    for old, new in zip(before["regions"], after["regions"], strict=True):
        if old["houses"] == new["houses"] or new["scored"]:
            continue
        own, rivals = seat - 1, [houses for other, houses in enumerate(new["houses"], 1) if other != seat]
        if max(rivals) and old["houses"][own] <= max(rivals) <= new["houses"][own]:
            return "lead-region"
    return None
