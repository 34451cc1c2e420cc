"""Rows of numbers in one Python integer, for the interpreted build, where an `int` may be as long as it likes.

A *lane* of 32 bits holds each number. Multiplying such an integer by a number, and adding integers, does the same to
all lanes at once, in C: SIMD within a register, with a register as long as a layer is wide. A negative number borrows
from the lane above, and `split` gives it back, so results are exact as long as each fits into its lane.
"""

from __future__ import annotations

from functools import cache
from struct import unpack
from typing import Final

LANE: Final = 4  # bytes
HALF: Final = 1 << 31
MIDDLE: Final = 128  # is added to weights, so that they are bytes without a sign


@cache
def ones(count: int) -> int:
    """A 1 in each of so many lanes.

    >>> ones(2) == 1 + (1 << 32)
    True
    """
    return sum(1 << 8 * LANE * lane for lane in range(count))


def joined(weights: bytes, count: int) -> list[int]:
    """Weights of 8 bits with a sign, in rows of so many -> each row as one integer.

    >>> [split(row, 2) for row in joined(bytes([1, 255, 128, 127]), 2)]
    [(1, -1), (-128, 127)]
    """
    shifted = weights.translate(bytes((byte + MIDDLE) & 255 for byte in range(256)))
    less = MIDDLE * ones(count)
    rows = []
    for first in range(0, len(shifted), count):
        spread = bytearray(LANE * count)
        spread[::LANE] = shifted[first : first + count]
        rows.append(int.from_bytes(spread, "little") - less)
    return rows


def split(row: int, count: int) -> tuple[int, ...]:
    """The numbers in so many lanes, each with its sign."""
    lanes = (row + HALF * ones(count)).to_bytes(LANE * count, "little")
    return tuple(number - HALF for number in unpack(f"<{count}I", lanes))
