"""Small sets of small numbers, each set one number: element n is bit n. They hold the elements 0 to 61."""

from __future__ import annotations

from typing import Final

from tianxia.engine.native import i64, vec

COMPILED: Final = not __file__.endswith(".py")
BIT: Final = vec[i64]([2**element for element in range(62)])
"""Element -> the set that holds nothing else. A table, since mypyc shifts a literal 1 in 32 bits."""

# A de Bruijn sequence: its 64 runs of six bits are all different, so the run that 2**n brings to the top identifies n.
DE_BRUIJN: Final = 0x03F79D71B4CB0A89
RUNS: Final = [DE_BRUIJN << element >> 58 & 63 for element in range(64)]  # element -> its run
ELEMENTS: Final = vec[i64]([RUNS.index(run) for run in range(64)])  # and back


def size_of(items: i64) -> i64:
    """How many elements a set has.

    >>> size_of(0b101001)
    3
    """
    if not COMPILED:
        return items.bit_count()  # type: ignore[attr-defined, no-any-return]  # an int, where it is not compiled
    items -= (items >> 1) & 0x1555555555555555
    items = (items & 0x3333333333333333) + ((items >> 2) & 0x3333333333333333)
    items = (items + (items >> 4)) & 0x0F0F0F0F0F0F0F0F
    items += items >> 8
    items += items >> 16
    items += items >> 32
    return items & 127


def first_of(items: i64) -> i64:
    """The smallest element of a set that is not empty.

    >>> first_of(0b101000)
    3
    """
    lowest = items & -items
    if not COMPILED:
        return lowest.bit_length() - 1  # type: ignore[attr-defined, no-any-return]
    return ELEMENTS[lowest * DE_BRUIJN >> 58 & 63]


def nth_of(items: i64, index: i64) -> i64:
    """The element that has `index` smaller ones in its set.

    >>> nth_of(0b101001, 2)
    5
    """
    while index:
        items &= items - 1
        index -= 1
    return first_of(items)


def elements(items: int) -> list[int]:
    """The elements of a set, ascending.

    >>> elements(0b101001)
    [0, 3, 5]
    """
    return [element for element in range(62) if items >> element & 1]
