"""Numbered multisets of a few kinds of things, up to a greatest size, with look-up tables of their contents.

A *bundle* is the number of a multiset. A hand of cards or the persons in a palace is then one number, and adding or
taking something is one look into a table. The empty bundle is 0.
"""

from __future__ import annotations

from itertools import combinations_with_replacement

from tianxia.engine.bitsets import BIT
from tianxia.engine.native import append, i64, vec


class Multisets:
    """All bundles of up to `most` things.

    >>> bundles = Multisets(3, 2)
    >>> pair = bundles.bundle_of([2, 0])
    >>> bundles.content(pair), bundles.content(bundles.without_one[pair * 3 + 2])
    ([0, 2], [0])
    """

    __slots__ = ("counts", "different", "first_with", "kinds", "members", "sizes", "with_one", "without_one")

    kinds: i64  # how many there are
    sizes: vec[i64]  # bundle -> things in it; ascending
    first_with: vec[i64]  # size -> the first bundle of that size; one entry more than there are sizes
    counts: vec[i64]  # bundle * kinds + kind -> things of that kind
    members: vec[i64]  # bundle -> set of kinds that it holds
    different: vec[i64]  # bundle -> how many those are
    with_one: vec[i64]  # bundle * kinds + kind -> the bundle with one more of that kind; -1 where that is too big
    without_one: vec[i64]  # bundle * kinds + kind -> the bundle with one less; -1 where there is none

    def __init__(self, kinds: int, most: int) -> None:
        self.kinds = kinds
        self.sizes = vec[i64]([])
        self.first_with = vec[i64]([])
        self.counts = vec[i64]([])
        self.members = vec[i64]([])
        self.different = vec[i64]([])
        self.with_one = vec[i64]([])
        self.without_one = vec[i64]([])
        numbers: dict[tuple[int, ...], int] = {}
        for size in range(most + 1):
            self.first_with = append(self.first_with, len(numbers))
            for content in combinations_with_replacement(range(kinds), size):
                numbers[content] = len(numbers)
                self._add(content)
        self.first_with = append(self.first_with, len(numbers))
        for content in numbers:
            for kind in range(kinds):
                rest = list(content)
                if kind in content:
                    rest.remove(kind)
                self.with_one = append(self.with_one, numbers.get(tuple(sorted([*content, kind])), -1))
                self.without_one = append(self.without_one, numbers[tuple(rest)] if kind in content else -1)

    def _add(self, content: tuple[int, ...]) -> None:
        members: i64 = 0
        for kind in range(self.kinds):
            count = content.count(kind)
            self.counts = append(self.counts, count)
            if count:
                members |= BIT[kind]
        self.sizes = append(self.sizes, len(content))
        self.members = append(self.members, members)
        self.different = append(self.different, len(set(content)))

    def bundle_of(self, content: list[int]) -> int:
        """The bundle of some things."""
        bundle: i64 = 0
        for kind in content:
            bundle = self.with_one[bundle * self.kinds + kind]
        return bundle

    def content(self, bundle: i64) -> list[int]:
        """The kinds in a bundle, ascending, with repetitions."""
        found: list[int] = []
        for kind in range(self.kinds):
            for _ in range(self.counts[bundle * self.kinds + kind]):
                found.append(kind)
        return found
