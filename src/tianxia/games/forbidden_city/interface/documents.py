"""Documents of Forbidden City: the set-up of a record, and position documents.

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
from typing import Final

from tianxia.engine.vectors import numbers
from tianxia.games.base import Document, Setting, engine_seat, human_seat
from tianxia.games.documents import DocumentReader
from tianxia.games.forbidden_city.interface.edition import STARTS, Edition
from tianxia.games.forbidden_city.interface.notation import FAR, at_spot, print_spot, spot_at
from tianxia.games.forbidden_city.rules.packing import owner_of, picture_of, spot_of
from tianxia.games.forbidden_city.rules.position import LEFT_OVER, NOBODY, SOCKET_MASK, CityPosition

KEYS: Final = ("round", "turn", "laid", "set_aside", "stacks")


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
    _Reader(edition, position).read_setup(setup)


def redact_setup(setup: Document, position: CityPosition, seat: int) -> Document:
    stacks = []
    for owner, stack in enumerate(setup["stacks"]):
        known = position.first_hidden(owner, seat) - owner * position.stack_size
        if position.over:
            known = len(stack)
        stacks.append([tile if place < known else None for place, tile in enumerate(stack)])
    return {"stacks": stacks}


def hand_is_known(setup: Document, position: CityPosition, seat: int) -> bool:
    return bool(setup["stacks"][seat][position.top(seat)] is not None)


# ---- position documents


def write_position(edition: Edition, position: CityPosition) -> Document:
    size = position.stack_size
    tops = [position.top(seat) for seat in range(position.players)]
    laid = [_write_laid(edition, int(cell)) for cell in position.cells if owner_of(cell) != NOBODY]
    return {
        "round": int(position.round),
        "turn": None if position.over else human_seat(int(position.seat)),
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
    return {"seat": human_seat(owner_of(cell)), "tile": tile, "at": [x, y], "turn": picture & 3}


def read_position(edition: Edition, setting: Setting, document: object, scores: Sequence[int]) -> CityPosition:
    position = CityPosition(edition.tables, setting.players, STARTS.index(str(setting.options["start"])))
    _Reader(edition, position).read_position(document)
    position.coins = numbers(scores)
    return position


# ---- reading


class _Reader(DocumentReader):
    """Reads a set-up or a position document into a fresh position."""

    game = "forbidden-city"

    def __init__(self, edition: Edition, position: CityPosition) -> None:
        super().__init__(edition.name, int(position.players))
        self.edition = edition
        self.position = position
        size = position.stack_size
        # seat -> its tiles that were not named yet, in the order of the file
        self.left = [
            [int(tile) for tile in position.stacks[seat * size : (seat + 1) * size]] for seat in range(self.players)
        ]

    def tile(self, id: object) -> int:
        return self.number_of(id, self.edition.tile_number, "tile")

    # ---- set-up

    def read_setup(self, setup: object) -> None:
        self.open_setup(setup, ["stacks"])
        for seat, stack in enumerate(self.setup_by_seat("stacks")):
            for tile in self.complete_stack(seat, stack):
                self.position.settle(tile)

    def complete_stack(self, seat: int, stack: object) -> list[int]:
        """The tiles of a stack; hidden ones are filled in from the tiles that are left."""
        size, left = int(self.position.stack_size), self.left[seat]
        if not isinstance(stack, list) or len(stack) != size:
            self.refuse("setup-stack", seat=human_seat(seat), size=size)
        given: list[int | None] = []
        for id in stack:
            tile = None if id is None else self.tile(id)
            if tile is not None:
                if tile not in left:
                    self.refuse("setup-tile" if given.count(tile) else "setup-two", seat=human_seat(seat), tile=id)
                left.remove(tile)
            given.append(tile)
        return [left.pop(0) if tile is None else tile for tile in given]

    # ---- positions

    def read_position(self, document: object) -> None:
        self.open_position(document, KEYS)
        set_aside = self.lists_by_seat("set_aside", [[] for _ in range(self.players)])
        aside = [seat * 256 + self.take(seat, id) for seat, ids in enumerate(set_aside) for id in ids]
        self.position.aside = numbers(aside)
        self.lay_all(self.document.get("laid", []))
        stacks = self.lists_by_seat("stacks")
        self.take_up([[self.take(seat, id) for id in ids] for seat, ids in enumerate(stacks)])

    def take(self, seat: int, id: object) -> int:
        """Take the tile of an id from the tiles of a seat, which has each tile once."""
        tile = self.tile(id)
        if tile not in self.left[seat]:
            self.refuse("position-tile", seat=human_seat(seat), tile=id)
        self.left[seat].remove(tile)
        return tile

    def lay_all(self, laid: object) -> None:
        """Lay the tiles in their order, but each only after one that it touches."""
        position = self.position
        if not isinstance(laid, list):
            self.refuse("position-laid")
        waiting = [self.laid(entry) for entry in laid]
        while waiting:
            touching = next((entry for entry in waiting if position.free_place(entry[0]) >= 0), None)
            if touching is None:
                taken = {spot_of(cell) for cell in position.cells}
                spot = waiting[0][0]
                self.refuse("position-taken" if spot in taken else "position-apart", at=print_spot(spot))
            waiting.remove(touching)
            spot, picture, seat = touching
            socket = position.frontier[position.free_place(spot)] & SOCKET_MASK
            if self.edition.tables.conflict(picture, socket) >= 0:
                self.refuse("position-colours", at=print_spot(spot))
            position.lay(spot, picture, seat, False)

    def laid(self, entry: object) -> tuple[int, int, int]:
        """Spot, picture and seat of a laid tile."""
        if not isinstance(entry, dict) or set(entry) != {"seat", "tile", "at", "turn"}:
            self.refuse("position-laid")
        seat = engine_seat(self.whole(entry["seat"], 1, self.players, "seat"))
        turn = self.whole(entry["turn"], 0, 3, "turn")
        at = entry["at"]
        if not isinstance(at, list) or len(at) != 2:
            self.refuse("position-laid")
        x, y = (self.whole(number, -FAR, FAR, "at") for number in at)
        tile = self.take(seat, entry["tile"])
        return spot_at(x, y), tile * 4 + self.edition.tiles[tile].smallest_turn(turn), seat

    def take_up(self, stacks: list[list[int]]) -> None:
        """Give the seats their stacks, and find the seat to move."""
        position, turn = self.position, self.turn()
        over = turn is None
        seat = turn or 0
        size = LEFT_OVER if over else len(stacks[-1])
        for owner, stack in enumerate(stacks):
            if len(stack) != size - (owner < seat) or (not over and size <= LEFT_OVER):
                self.refuse("position-stacks")
        round = self.round()
        # a seat that has moved in this round has its stack filled up with a number that is never read
        filled = [stack if len(stack) == size else [0, *stack] for stack in stacks]
        position.stack_size = size
        position.stacks = numbers([tile for stack in filled for tile in stack])
        position.begin()
        position.first_round = round + (1 if over else 0)
        position.seat = seat
        if over:
            position.over = True
            position.seat = position.players - 1
