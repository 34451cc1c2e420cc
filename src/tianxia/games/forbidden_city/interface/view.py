"""The view of Forbidden City: the table, previews, and the lines of the log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, TypedDict

from tianxia.engine.journal import JournalNote, Payment
from tianxia.games.base import Pair, human_seat
from tianxia.games.forbidden_city.interface.edition import STARTS, Diagonal, Edition, Piece
from tianxia.games.forbidden_city.interface.notation import at_spot, print_spot, spot_at
from tianxia.games.forbidden_city.rules.packing import (
    dragons_in,
    first_part_of,
    open_ends_in,
    owner_of,
    picture_of,
    spot_of,
    tiles_in,
)
from tianxia.games.forbidden_city.rules.position import (
    CLOSED,
    LAID,
    LAST_TILES,
    LEFT_OVER,
    NEIGHBOUR,
    NOBODY,
    ROOM,
    SET_ASIDE,
    CityPosition,
)
from tianxia.games.forbidden_city.rules.scoring import (
    DRAGON_COINS,
    SHARE_BITS,
    SHARE_MASK,
    own_value,
    paid,
    shares_of,
)
from tianxia.words import Message

SOURCES = {ROOM: "room", LAST_TILES: "last-tiles"}


class PartView(TypedDict):
    """The part of a cell that belongs to one room."""

    room: int  # an entry of CityTable["rooms"]; -1 in a garden and in a preview
    colour: str  # empty in the temple and in a garden
    advisors: int
    dragons: int


class CellView(TypedDict):
    """A cell with what lies on it."""

    at: Pair[int]  # x and y: the temple lies on 0,0, x grows east, y grows south
    kind: Literal["room", "garden", "temple"]
    tile: str | None  # its id; null on the start tile
    seat: int | None  # whose tile; null on the start tile
    turn: int  # quarters, clockwise
    sides: str  # north east south west, as it lies: "." open, "#" wall, "a" archway
    diagonal: Diagonal | None  # between two rooms on it: "#" wall, "a" archway
    touching: list[int]  # north east south west -> which of the parts
    parts: list[PartView]


class RoomView(TypedDict):
    """A room in its present state."""

    room: int
    colour: str
    cells: list[Pair[int]]  # each x and y
    tiles: int
    dragons: int
    advisors: list[int]  # by seat
    open_ends: int  # open sides that face a free cell; 0: closed
    pays: bool  # when it is closed; the temple, and what is closed on the start tile itself, never do
    worth: int  # its own tiles and dragons
    value: int  # what it pays, or would pay if it were closed as it is: neighbours included
    paid: list[PaidView]  # whom it would pay that value, by its advisors; nobody: empty
    neighbours: list[int]  # the rooms that passages lead to


class PaidView(TypedDict):
    """Coins that a seat would be paid."""

    seat: int
    amount: int


class RoomAhead(RoomView):
    """A room that a tile would be part of."""

    joins: list[int]  # the rooms on the table that would become one with it; none: all of it is new


class NeighbourView(TypedDict):
    """A room that counts for a room beside it, since a passage leads to it."""

    room: int  # as in the rooms of the table; of one that the tile would be part of: as in those of the preview
    colour: str  # empty for the temple
    worth: int  # its own tiles and dragons


class ClosingView(TypedDict):
    """A room that a tile would close."""

    room: int  # as in the rooms of the table; of a room that the tile would be part of: as in those of the preview
    colour: str  # empty for the temple
    value: int  # what it pays
    tiles: int
    dragons: int
    worth: int  # its own tiles and dragons, without its neighbours
    neighbours: list[NeighbourView]  # that make up the rest of its value
    paid: list[PaidView]  # whom; nobody: empty


class CityChanges(TypedDict):
    """The changes in the table that one more tile would bring."""

    parts: list[int]  # part of the tile -> the room that it would belong to, as in `rooms`
    rooms: list[RoomAhead]  # those that the tile would be part of
    closings: list[ClosingView]  # in the order of the log; a wall of the tile may close rooms that it is not part of


class CityTable(TypedDict):
    """The public part of a view of Forbidden City. The unseen tiles of a seat are known to all, but not their order."""

    start: str
    round: int
    rounds: int
    cells: list[CellView]  # in the order laid
    rooms: list[RoomView]
    stacks: list[int]  # by seat: tiles in the stack, that in hand not counted
    unseen: list[list[str]]  # by seat: tiles in hand and stack, sorted
    unlaid: list[CellView]  # how those of them look that nobody has laid yet, as if they lay on 0,0; sorted
    set_aside: list[list[str]]  # by seat


class GainView(TypedDict):
    """A free cell on which the tile of the seat to move would pay it at once."""

    at: Pair[int]  # x and y
    turn: int  # quarters, clockwise: the first turn that pays so much
    amount: int  # the most coins that any turn of the tile would pay it there


class OwnTile(TypedDict):
    """The private part of a view: the tile of the seat."""

    hand: str | None  # the tile it holds
    turns: list[CellView]  # how that tile looks, turn by turn, as if it lay on 0,0; alike ones once
    gains: list[GainView]  # where laying it would pay the seat at once; empty unless it is to move


def own_tile(edition: Edition, position: CityPosition, seat: int) -> OwnTile:
    tile = position.hand(seat)
    if tile < 0:
        return {"hand": None, "turns": [], "gains": []}
    piece = edition.tiles[tile]
    faces = [piece_view(piece, spot_at(0, 0), turn, human_seat(seat)) for turn in range(piece.turns())]
    return {"hand": piece.id, "turns": faces, "gains": _gains(position) if seat == position.seat else []}


def _gains(position: CityPosition) -> list[GainView]:
    """For each free cell on which its tile would pay the seat to move, the turn that pays most."""
    seat = position.seat
    best: dict[int, GainView] = {}
    for action in position.legal_actions():
        if action == SET_ASIDE:
            continue
        ahead = position.clone()
        ahead.play_tile(action)
        amount = int(ahead.coins[seat] - position.coins[seat])
        spot, turn = int(action >> 2), int(action & 3)
        if amount > (best[spot]["amount"] if spot in best else 0):
            best[spot] = {"at": list(at_spot(spot)), "turn": turn, "amount": amount}
    return list(best.values())


def city_table(edition: Edition, position: CityPosition) -> CityTable:
    cells = [cell_view(edition, position, int(cell)) for cell in position.cells]
    last = position.stack_size - LEFT_OVER
    unseen = [_unseen(edition, position, seat) for seat in range(position.players)]
    return {
        "start": STARTS[position.start],
        "round": int(position.round),
        "rounds": int(position.first_round + last - 1),
        "cells": cells,
        "rooms": list(_rooms(position, cells)),
        "stacks": [_in_stack(position, seat) for seat in range(position.players)],
        "unseen": unseen,
        "unlaid": list(_unlaid(edition, cells, unseen)),
        "set_aside": [
            [edition.tiles[tile & 255].id for tile in position.aside if tile >> 8 == seat]
            for seat in range(position.players)
        ],
    }


def changes(edition: Edition, position: CityPosition, ahead: CityPosition) -> CityChanges:
    """The changes by the last tile of `ahead`, the position after the move; its journal has the payments."""
    cells = [cell_view(edition, ahead, int(cell)) for cell in ahead.cells]
    touched = {part["room"] for part in cells[-1]["parts"]}
    now = sorted({int(position.room_of(part)) for part in range(len(position.parents))})
    return {
        "parts": [part["room"] for part in cells[-1]["parts"]],
        "rooms": [
            {**room, "joins": [part for part in now if ahead.room_of(part) == room["room"]]}
            for room in _rooms(ahead, cells)
            if room["room"] in touched
        ],
        "closings": _closings(edition, ahead),
    }


def _closings(edition: Edition, ahead: CityPosition) -> list[ClosingView]:
    """The rooms that close on the way to a position: its journal has the payments of each right after it."""
    found: list[ClosingView] = []
    for entry in ahead.journal.entries if ahead.journal is not None else []:
        if isinstance(entry, Payment):
            found[-1]["paid"].append({"seat": human_seat(entry.seat), "amount": entry.amount})
        elif entry.kind == CLOSED:
            found.append(_closing(edition, ahead, *entry.values))
        elif entry.kind == NEIGHBOUR:
            room, tiles, dragons = entry.values
            worth = tiles + DRAGON_COINS * dragons
            found[-1]["neighbours"].append({"room": room, "colour": room_colour(edition, ahead, room), "worth": worth})
    return found


def _closing(
    edition: Edition, ahead: CityPosition, room: int, tiles: int, dragons: int, value: int, spot: int
) -> ClosingView:
    """What a note of a closed room tells; whom it pays, and its neighbours, are in the notes that follow."""
    return {
        "room": room,
        "colour": room_colour(edition, ahead, room),
        "value": value,
        "tiles": tiles,
        "dragons": dragons,
        "worth": tiles + DRAGON_COINS * dragons,
        "neighbours": [],
        "paid": [],
    }


def cell_view(edition: Edition, position: CityPosition, cell: int) -> CellView:
    picture = picture_of(cell)
    piece = edition.pieces[picture >> 2]
    seat = owner_of(cell)
    view = piece_view(piece, spot_of(cell), picture & 3, None if seat == NOBODY else human_seat(seat))
    if piece.kind != "garden":
        for number, part in enumerate(view["parts"]):
            part["room"] = int(position.room_of(first_part_of(cell) + number))
    return view


def piece_view(piece: Piece, spot: int, turn: int, seat: int | None) -> CellView:
    """A piece on a cell; the rooms it belongs to are not known yet."""
    before = [(direction - turn) & 3 for direction in range(4)]
    touching = [1 if piece.diagonal and side in (1, 2) else 0 for side in before]
    return {
        "at": list(at_spot(spot)),
        "kind": piece.kind,
        "tile": piece.id or None,
        "seat": seat,
        "turn": turn,
        "sides": "".join(piece.sides[side] for side in before),
        "diagonal": piece.diagonal,
        "touching": touching,
        "parts": [
            {"room": -1, "colour": room.colour, "advisors": room.advisors, "dragons": room.dragons}
            for room in piece.rooms
        ],
    }


def _rooms(position: CityPosition, cells: list[CellView]) -> Iterator[RoomView]:
    places: dict[int, list[list[int]]] = {}
    colours: dict[int, str] = {}
    for cell in cells:
        for part in cell["parts"]:
            here = places.setdefault(part["room"], [])
            if cell["at"] not in here:
                here.append(cell["at"])
            colours[part["room"]] = part["colour"]
    unpaid = _closed_at_start(position)
    for room in sorted(places.keys() - {-1}):
        tally = int(position.tallies[room])
        yield {
            "room": room,
            "colour": colours[room],
            "cells": places[room],
            "tiles": int(tiles_in(tally)),
            "dragons": int(dragons_in(tally)),
            "advisors": [int(position.advisors(room, seat)) for seat in range(position.players)],
            "open_ends": int(open_ends_in(tally)),
            "pays": room not in unpaid,
            "worth": int(own_value(tally)),
            "value": int(position.room_value(room)),
            "paid": _paid(position, room) if room not in unpaid else [],
            "neighbours": position.neighbours(room),
        }


def _paid(position: CityPosition, room: int) -> list[PaidView]:
    """Whom the value of a room pays, or would pay if it were closed as it is."""
    value, shares = position.room_value(room), shares_of(position.tallies[room], position.players)
    amounts = [int(paid(value, shares >> (SHARE_BITS * seat) & SHARE_MASK)) for seat in range(position.players)]
    return [{"seat": human_seat(seat), "amount": amount} for seat, amount in enumerate(amounts) if amount]


def _closed_at_start(position: CityPosition) -> set[int]:
    """Ruling 5: the rooms that are closed at the start, which no tile closes and which are never paid."""
    start = CityPosition(position.tables, position.players, position.start)
    rooms = {int(start.room_of(part)) for part in range(len(start.parents))}
    return {room for room in rooms if not open_ends_in(start.tallies[room])}


def _in_stack(position: CityPosition, seat: int) -> int:
    return len(_tiles_left(position, seat)) - (position.hand(seat) >= 0)


def _unseen(edition: Edition, position: CityPosition, seat: int) -> list[str]:
    return sorted(edition.tiles[tile].id for tile in _tiles_left(position, seat))


def _unlaid(edition: Edition, cells: list[CellView], unseen: list[list[str]]) -> Iterator[CellView]:
    """The looks of the unseen tiles, but for those that some seat has laid: all seats have the same tiles."""
    laid = {cell["tile"] for cell in cells}
    pieces = {piece.id: piece for piece in edition.tiles}
    for tile in sorted({tile for tiles in unseen for tile in tiles} - laid):
        yield piece_view(pieces[tile], spot_at(0, 0), 0, None)


def _tiles_left(position: CityPosition, seat: int) -> list[int]:
    """The tiles in hand and stack, top first; at the end of the game the two that were turned over."""
    size = position.stack_size
    return [int(tile) for tile in position.stacks[seat * size + position.top(seat) : (seat + 1) * size]]


def where(edition: Edition, payment: Payment) -> str:
    return print_spot(payment.where[0]) if payment.source == ROOM else edition.tiles[payment.where[0]].id


def log_lines(edition: Edition, position: CityPosition, entries: Sequence[Payment | JournalNote]) -> list[Message]:
    """The log in sentences: a tile, the rooms it closed with their sums, who was paid."""
    lines: list[Message] = []
    for number, entry in enumerate(entries):
        if isinstance(entry, Payment):
            lines.append(_payment_line(edition, entry))
        elif entry.kind == LAID:
            seat, tile, turn, spot = entry.values
            values = _tile_values(edition, seat, tile) | {"at": print_spot(spot), "turn": turn}
            lines.append(Message("forbidden-city.log.laid", values, "forbidden-city#2"))
        elif entry.kind == CLOSED:
            neighbours = _neighbours_after(entries, number)
            lines.append(_closed_line(position, edition, entry.values, neighbours))
        elif entry.kind != NEIGHBOUR:
            values = _tile_values(edition, *entry.values)
            lines.append(Message("forbidden-city.log.set-aside", values, "forbidden-city#11"))
    return lines


def _tile_values(edition: Edition, seat: int, tile: int) -> dict[str, object]:
    """The values of a tile for a line of the log: its id, for programs, and its look, for people."""
    shown = edition.tiles[tile]
    colours = dict.fromkeys(room.colour for room in shown.rooms)
    advisors, dragons = sum(room.advisors for room in shown.rooms), sum(room.dragons for room in shown.rooms)
    kind = "advisors" if advisors else "dragons" if dragons else "bare"
    names = [Message("forbidden-city.colour", {"colour": colour}) for colour in colours]
    look = Message(f"forbidden-city.tile.{kind}", {"colours": names, "advisors": advisors, "dragons": dragons})
    return {"seat": human_seat(seat), "tile": shown.id, "look": look}


def _payment_line(edition: Edition, payment: Payment) -> Message:
    amount = {"amount": payment.amount}
    if payment.source == ROOM:
        return Message("forbidden-city.log.paid", {"seat": human_seat(payment.seat)} | amount, "forbidden-city#10")
    values = _tile_values(edition, payment.seat, payment.where[0]) | amount
    return Message("forbidden-city.log.last-tiles", values, "forbidden-city#12")


def _closed_line(position: CityPosition, edition: Edition, values: list[int], neighbours: list[list[int]]) -> Message:
    room, tiles, dragons, value, spot = values
    sums = [_sum("own", tiles, dragons, "")]
    sums += [
        _sum("neighbour", beside[1], beside[2], room_colour(edition, position, beside[0])) for beside in neighbours
    ]
    found: dict[str, object] = {
        "colour": room_colour(edition, position, room),
        "value": value,
        "at": print_spot(spot),
        "cells": [print_spot(spot_of(cell)) for cell in position.cells if room in _rooms_on(edition, position, cell)],
        "sums": sums,
    }
    key = "closed" if any(position.advisors(room, seat) for seat in range(position.players)) else "closed-empty"
    return Message(f"forbidden-city.log.{key}", found, "forbidden-city#8")


def _neighbours_after(entries: Sequence[Payment | JournalNote], number: int) -> list[list[int]]:
    found = []
    for entry in entries[number + 1 :]:
        if not isinstance(entry, JournalNote) or entry.kind != NEIGHBOUR:
            break
        found.append(entry.values)
    return found


def _sum(kind: str, tiles: int, dragons: int, colour: str) -> Message:
    key = f"forbidden-city.sum.{kind}{'-dragons' if dragons else ''}"
    name = Message("forbidden-city.room", {"colour": colour}) if colour else Message("forbidden-city.temple")
    points = DRAGON_COINS * dragons
    values = {"tiles": tiles, "dragons": dragons, "points": points, "total": tiles + points, "room": name}
    return Message(key, values)


def room_colour(edition: Edition, position: CityPosition, room: int) -> str:
    """The colour of a room; empty for the temple."""
    for cell in position.cells:
        piece = edition.pieces[picture_of(cell) >> 2]
        for number, part in enumerate(piece.rooms):
            if first_part_of(cell) + number == room:
                return part.colour
    raise AssertionError(room)


def _rooms_on(edition: Edition, position: CityPosition, cell: int) -> set[int]:
    piece = edition.pieces[picture_of(cell) >> 2]
    return {int(position.room_of(first_part_of(cell) + number)) for number in range(len(piece.rooms))}
