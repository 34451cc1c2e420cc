"""Small helpers for vectors."""

from __future__ import annotations

from collections.abc import Iterable

from tianxia.engine.native import append, i64, vec


def numbers(items: Iterable[int]) -> vec[i64]:
    """A vector of some numbers. Code that is not compiled makes vectors with this: it fits both builds.

    >>> list(numbers([1, 2]))
    [1, 2]
    """
    found = vec[i64]([])
    for item in items:
        found = append(found, item)
    return found


def insert_at(items: vec[i64], index: i64, item: i64) -> vec[i64]:
    """Insert `item` before the one at `index`; returns the vector to use from then on, instead of the given one.

    >>> list(insert_at(vec[i64]([2, 4, 6]), 1, 3))
    [2, 3, 4, 6]
    """
    items = append(items, item)
    last = len(items) - 1
    while last > index:
        items[last] = items[last - 1]
        last -= 1
    items[index] = item
    return items


def remove_at(items: vec[i64], index: i64) -> vec[i64]:
    """A new vector without the item at `index`.

    >>> list(remove_at(vec[i64]([2, 3, 4]), 1))
    [2, 4]
    """
    found = items[:index]
    for place in range(index + 1, len(items)):
        found = append(found, items[place])
    return found


def sort_between(items: vec[i64], start: i64, stop: i64) -> None:
    """Sort `items[start:stop]` in place; meant for a few dozen.

    >>> few = vec[i64]([9, 3, 1, 2, 0])
    >>> sort_between(few, 1, 4)
    >>> list(few)
    [9, 1, 2, 3, 0]
    """
    for place in range(start + 1, stop):
        item = items[place]
        free = place
        while free > start and items[free - 1] > item:
            items[free] = items[free - 1]
            free -= 1
        items[free] = item


def first_not_below(items: vec[i64], bound: i64, start: i64) -> i64:
    """Index of the first item from `start` on that is `bound` or more, in an ascending vector.

    >>> first_not_below(vec[i64]([2, 4, 6]), 4, 0), first_not_below(vec[i64]([2, 4, 6]), 7, 1)
    (1, 3)
    """
    low = start
    high: i64 = len(items)
    while low < high:
        middle = (low + high) >> 1
        if items[middle] < bound:
            low = middle + 1
        else:
            high = middle
    return low
