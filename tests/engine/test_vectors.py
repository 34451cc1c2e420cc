"""Vectors against lists."""

from __future__ import annotations

import bisect

from hypothesis import given
from hypothesis import strategies as st

from tianxia.engine.vectors import first_not_below, insert_at, numbers

items = st.lists(st.integers(-(2**63), 2**63 - 1), max_size=40)
small = st.lists(st.integers(-5, 5), max_size=40).map(sorted)


@given(items)
def test_numbers_hold_what_they_were_made_of(values: list[int]) -> None:
    assert [int(item) for item in numbers(values)] == values
    assert [int(item) for item in numbers(value for value in values)] == values
    assert len(numbers(values)) == len(values)


@given(items, st.integers(-(2**63), 2**63 - 1), st.data())
def test_insert_at_is_the_insert_of_lists(values: list[int], item: int, data: st.DataObject) -> None:
    index = data.draw(st.integers(0, len(values)))
    found = insert_at(numbers(values), index, item)
    values.insert(index, item)
    assert [int(item) for item in found] == values


@given(small, st.integers(-7, 7), st.data())
def test_first_not_below_is_bisect_left(values: list[int], bound: int, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(values)))
    assert first_not_below(numbers(values), bound, start) == bisect.bisect_left(values, bound, start)


@given(st.lists(st.integers(-100, 100), max_size=40))
def test_items_inserted_in_their_place_stay_sorted(values: list[int]) -> None:
    found = numbers([])
    for value in values:
        found = insert_at(found, first_not_below(found, value, 0), value)
    assert [int(item) for item in found] == sorted(values)
