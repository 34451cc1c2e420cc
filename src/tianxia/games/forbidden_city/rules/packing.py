"""Numbers that hold several things: the tally of a room (its layout is in `tables`), and a cell that was laid."""

from __future__ import annotations

from tianxia.engine.native import i64
from tianxia.games.forbidden_city.rules.tables import ADVISOR_SHIFT, OPEN_END, OPEN_ENDS


def tiles_in(tally: i64) -> i64:
    return tally & 255


def dragons_in(tally: i64) -> i64:
    return tally >> 8 & 255


def open_ends_in(tally: i64) -> i64:
    return (tally & OPEN_ENDS) // OPEN_END


def advisors_in(tally: i64, seat: i64) -> i64:
    return tally >> (ADVISOR_SHIFT + 8 * seat) & 255


def pack_cell(spot: i64, picture: i64, seat: i64, first_part: i64) -> i64:
    return ((spot << 9 | picture) << 3 | seat) << 9 | first_part


def face_of(cell: i64) -> i64:
    """The look of a cell, whenever it was laid."""
    return cell >> 9


def spot_of(cell: i64) -> i64:
    return cell >> 21


def picture_of(cell: i64) -> i64:
    return cell >> 12 & 511


def owner_of(cell: i64) -> i64:
    return cell >> 9 & 7


def first_part_of(cell: i64) -> i64:
    return cell & 511
