"""In the Year of the Dragon: the expansion of the Great Wall (ruling 14)."""

from __future__ import annotations

from tianxia.engine.bitsets import BIT, size_of
from tianxia.engine.native import append, i64
from tianxia.games.year_of_the_dragon.rules import court
from tianxia.games.year_of_the_dragon.rules.journal_notes import (
    FEWEST_WALL_TILES,
    FOR_WALL,
    FOR_WALL_TILE,
    WALL_BUILT,
    WALL_HELD,
    WALL_TOO_SHORT,
)
from tianxia.games.year_of_the_dragon.rules.state import DragonState
from tianxia.games.year_of_the_dragon.rules.tables import GIFTS_OF_TILES, WALL_TILES


def unused_tiles(position: DragonState, seat: i64) -> i64:
    """The set of wall tiles that a seat has not built yet."""
    return (BIT[WALL_TILES] - 1) & ~position.wall_used[seat]


def is_finished(position: DragonState) -> bool:
    return len(position.wall) >= position.tables.box.wall_length


def tiles_to_build(position: DragonState, seat: i64) -> i64:
    """The set of wall tiles that a seat may build now."""
    if is_finished(position):
        return 0
    return unused_tiles(position, seat)


def build_wall(position: DragonState, seat: i64, tile: i64) -> None:
    """Add a tile of a seat to the wall, and give the seat what it shows; floors have still to be placed."""
    amount = position.tables.box.wall_amounts[tile]
    position.wall = append(position.wall[:], seat)
    position.wall_used = position.wall_used[:]
    position.wall_used[seat] |= BIT[tile]
    court.note(position, WALL_BUILT, seat, tile, len(position.wall))
    court.give(position, seat, GIFTS_OF_TILES[tile], amount, FOR_WALL_TILE)


def score_wall(position: DragonState, needed: i64) -> None:
    """Score the wall: points for all if it is long enough; else the seats that built least release a person."""
    length: i64 = len(position.wall)
    if length >= needed:
        court.note(position, WALL_HELD, 0, length, needed)
        for seat in position.order:
            court.score(position, seat, size_of(position.wall_used[seat]), FOR_WALL)
        return
    court.note(position, WALL_TOO_SHORT, 0, length, needed)
    fewest = size_of(position.wall_used[0])
    for seat in range(position.players):
        fewest = min(fewest, size_of(position.wall_used[seat]))
    for seat in position.order:
        if size_of(position.wall_used[seat]) == fewest and court.persons(position, seat):
            court.note(position, FEWEST_WALL_TILES, seat, fewest)
            position.dues[seat] = 1
