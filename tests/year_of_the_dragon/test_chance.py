"""Chance in In the Year of the Dragon: groups of action cards, the row of events and the super event, all as likely."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from functools import cache
from math import sqrt
from typing import Any

import pytest

from contract.cases import Case
from support.dragon_editions import short_document
from support.dragon_games import case_of, fresh_position, new_position
from support.luck import dice, scaled
from tianxia.games.year_of_the_dragon.game import YearOfTheDragon
from tianxia.games.year_of_the_dragon.interface.edition import SUPER_NAMES
from tianxia.games.year_of_the_dragon.rules.position import DragonPosition
from tianxia.games.year_of_the_dragon.rules.state import ACTIONS
from tianxia.games.year_of_the_dragon.rules.tables import EVENTS, PEACE, WALL

SHORT_GAME = YearOfTheDragon(short_document(), "short.toml")  # a year of six months: every event comes once


def deviation(counts: Mapping[Any, int], weights: Mapping[Any, float]) -> float:
    """Chi squared, in deviations from its mean; every outcome is one of those that have a weight."""
    assert counts.keys() <= weights.keys()
    share = sum(counts.values()) / sum(weights.values())
    squares = sum((counts.get(key, 0) - weight * share) ** 2 / (weight * share) for key, weight in weights.items())
    freedom = len(weights) - 1
    return (squares - freedom) / sqrt(2 * freedom)


def is_even(counts: Mapping[Any, int], all_of_them: Iterator[Hashable] | list[Any]) -> bool:
    return deviation(counts, dict.fromkeys(all_of_them, 1.0)) < 5


# ---- the shuffles to come


def months_of(position: DragonPosition) -> list[tuple[int, ...]]:
    """The groups of all months to come, with the first legal action at every decision."""
    found = []
    month = int(position.month)
    while not position.over:
        position.apply(position.legal_actions()[0])
        if position.month != month:
            month = int(position.month)
            found.append(tuple(int(group) for group in position.group_of))
    return found


def test_the_shuffles_to_come_are_all_drawn_afresh() -> None:
    """Not only the next one: the seed of the game tells nothing any more."""
    position = new_position(case_of(5, True), 3)
    real = months_of(position.clone())
    assert real == months_of(position.clone())
    same = Counter[int]()
    for number in range(60):
        hidden = position.clone()
        hidden.determinize(number % 6 - 1, dice(number))
        same.update(month for month, groups in enumerate(months_of(hidden)) if groups == real[month])
    assert len(real) == 12
    assert max(same.values(), default=0) < 3  # of 60, where one of 10,080 is alike


# ---- chance: groups of action cards


def groupings(position: DragonPosition, case: Case) -> Iterator[tuple[int, ...]]:
    """All ways to lay out the action cards: card -> group."""
    tables = position.tables
    first = tables.first_place(bool(position.great_wall), case.players)
    cards = WALL + int(position.great_wall)
    places = Counter(int(tables.group_at[first + place]) for place in range(cards))

    def lay(left: Counter[int], laid: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if not left.total():
            yield laid
        for group in sorted(+left):
            yield from lay(left - Counter([group]), (*laid, group))

    yield from lay(places, ())


EACH_TABLE = pytest.mark.parametrize("case", [case_of(2), case_of(2, True), case_of(3)], ids=["2", "2-wall", "3"])


@EACH_TABLE
@pytest.mark.parametrize("is_hidden", [False, True], ids=["dealt", "hidden"])
def test_every_grouping_of_action_cards_is_as_likely(case: Case, is_hidden: bool) -> None:
    """In the first month of many games, and in that of one game whose luck is drawn afresh."""
    counts = Counter[tuple[int, ...]]()
    all_of_them = list(groupings(new_position(case, 0), case))
    start = new_position(case, 0)
    for number in range(25 * len(all_of_them)):
        position = start.clone()
        if is_hidden:
            position.determinize(number % 3 - 1, dice(number))
        else:
            position = new_position(case, number)
        while not position.month:
            position.apply(position.legal_actions()[0])
        counts[tuple(int(group) for group in position.group_of)[: len(all_of_them[0])]] += 1
    assert len(all_of_them) in (35, 70, 210)
    assert is_even(counts, all_of_them)


@pytest.mark.parametrize("great_wall", [False, True], ids=["", "wall"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_any_card_comes_into_any_group_by_its_size_in_every_month(players: int, great_wall: bool) -> None:
    """Over whole games: the groups of two cards together, as often as their sizes say."""
    case = case_of(players, great_wall)
    weights = Counter[tuple[int, ...]](groups[:2] for groups in groupings(new_position(case, 0), case))
    counts: list[Counter[tuple[int, ...]]] = [Counter() for _ in range(3)]
    for number in range(scaled(60, 200)):
        for groups in months_of(new_position(case, number)):
            for pair in range(3):
                counts[pair][groups[2 * pair : 2 * pair + 2]] += 1
    assert all(deviation(count, weights) < 5 for count in counts)


def test_outcomes_are_the_cards_that_are_left() -> None:
    position: Any = new_position(case_of(4, True), 0)
    while not position.awaits_chance:
        position.apply_until_chance(position.legal_actions()[0])
    left = list(range(WALL + 1))
    while position.awaits_chance:
        assert list(position.outcomes()) == left
        assert list(position.weights()) == [1] * len(left)
        position.settle(left.pop(len(left) // 2))
    assert not left
    assert position.part == ACTIONS


# ---- chance: the row of events, and the super event


@cache
def all_rows(count: int) -> tuple[tuple[int, ...], ...]:
    """Every row that ruling 2 allows: peace first, then the others with no two alike side by side; by brute force."""
    rows = []
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        row = waiting.pop()
        if len(row) == count * (EVENTS - 1):
            rows.append((PEACE,) * count + row)
        waiting += [
            (*row, event)
            for event in range(EVENTS)
            if event != PEACE and row.count(event) < count and row[-1:] != (event,)
        ]
    return tuple(rows)


def row_of(position: DragonPosition) -> tuple[int, ...]:
    return tuple(int(event) for event in position.event_row)


EACH_YEAR = pytest.mark.parametrize(
    ("case", "count"), [(Case(SHORT_GAME, 2, ()), 1), (case_of(2), 2)], ids=["short", "standard"]
)


@EACH_YEAR
def test_an_event_weighs_as_many_rows_as_it_leaves(case: Case, count: int) -> None:
    """Exactly, after every beginning of up to three events, and along some whole rows."""
    rows = all_rows(count)
    beginnings = Counter(row[:length] for row in rows for length in range(count, len(row) + 1))
    told = {row[:length] for row in rows[:: len(rows) // 30] for length in range(len(row))}
    for beginning in beginnings:
        if count <= len(beginning) < len(rows[0]) and (len(beginning) <= count + 3 or beginning in told):
            position = fresh_position(case)
            for event in beginning[count:]:
                position.settle(event)
            weights = dict(zip(position.outcomes(), position.weights(), strict=True))
            assert weights == {
                event: beginnings[*beginning, event] for event in range(EVENTS) if (*beginning, event) in beginnings
            }
            assert sum(weights.values()) == beginnings[beginning]


def test_rows_of_the_standard_edition_are_as_likely() -> None:
    """By their first three events, and by their last."""
    deals = [row_of(new_position(case_of(2), number)) for number in range(scaled(6000, 20000))]
    assert set(deals) <= set(all_rows(2))
    for part in (slice(2, 5), slice(9, 12)):
        weights = Counter(row[part] for row in all_rows(2))
        assert deviation(Counter(row[part] for row in deals), weights) < 5


def test_every_super_event_is_as_likely_and_told_ones_come() -> None:
    case = case_of(3, super_event="random")
    drawn = Counter(int(new_position(case, number).super_event) for number in range(1000))
    assert is_even(drawn, list(range(len(SUPER_NAMES))))
    for number, name in enumerate(SUPER_NAMES):
        assert new_position(case_of(3, super_event=name), 0).super_event == number
