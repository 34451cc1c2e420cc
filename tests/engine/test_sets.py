"""Sets of small numbers: the quick ways to look into them, beside the plain one."""

from __future__ import annotations

from tianxia.engine.bitsets import elements, first_of, nth_of, size_of


def test_elements_are_found_wherever_they_are() -> None:
    for lowest in range(62):
        for others in (0, 0x2AAAAAAAAAAAAAAA, 0x3FFFFFFFFFFFFFFF):
            items = (others >> lowest | 1) << lowest
            assert first_of(items) == lowest
            assert [nth_of(items, index) for index in range(size_of(items))] == elements(items)
