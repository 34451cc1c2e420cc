"""Ruling 11: the two solvers of the engine against the slow twin, and against every set of rows where that is possible.

The slow twin shares nothing with the engine; trying every set shares nothing with the slow twin.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.luck import scaled
from support.slow_emperor import best_rows as slow_best_rows
from tianxia.engine import COMPILED
from tianxia.games import find_game
from tianxia.games.emperor_of_china.game import EmperorOfChina
from tianxia.games.emperor_of_china.rules import roads as solvers
from tianxia.games.emperor_of_china.rules.roads import best_rows, road_points
from tianxia.games.emperor_of_china.rules.tables import Box, CardMultisets, LookupTables

Row = tuple[int, ...]
Link = tuple[int, int]
Solver = Callable[[LookupTables, int, int], Any]
COUNTS = {"houses": 20, "emissaries": 8, "fortifications": 1, "hand": 1, "row": 1}


@dataclass(frozen=True)
class Board:
    """Spaces, which are numbers, and the roads between them."""

    spaces: int
    roads: tuple[Link, ...]
    shortest: int = 4

    @cached_property
    def tables(self) -> LookupTables:
        box = Box([1], {3: 0}, {**COUNTS, "shortest_road": self.shortest})
        return LookupTables(box, CardMultisets(1, 1), [(0, self.spaces)], list(self.roads), [])

    @cached_property
    def near(self) -> list[set[int]]:
        near: list[set[int]] = [set() for _ in range(self.spaces)]
        for one, other in self.roads:
            near[one].add(other)
            near[other].add(one)
        return near

    def slow_rows(self, houses: set[int], fortified: set[int]) -> list[list[int]]:
        """The rows that the slow twin finds."""
        names = [str(space) for space in range(self.spaces)]
        found = slow_best_rows(
            [names[house] for house in houses],
            [names[space] for space in fortified],
            [(names[one], names[other]) for one, other in self.roads],
            names,
            self.shortest,
        )
        return [[int(name) for name in row] for row in found]

    def cluster(self, rng: random.Random, size: int) -> set[int]:
        """Houses that hang together, as many as that or all that can be reached."""
        houses = {rng.randrange(self.spaces)}
        while len(houses) < size:
            around = sorted({other for house in houses for other in self.near[house]} - houses)
            if not around:
                break
            houses.add(rng.choice(around))
        return houses


def standard_board(side: str, shortest: int = 4) -> Board:
    game = find_game("emperor-of-china")
    assert isinstance(game, EmperorOfChina)
    number = {space: n for n, space in enumerate(game.box.spaces)}
    roads = tuple((number[one], number[other]) for one, other in game.box.side(side).roads)
    return Board(len(number), roads, shortest)


def as_set(items: set[int]) -> int:
    return sum(2**item for item in items)


def points_of(rows: Sequence[Sequence[int]], fortified: set[int]) -> int:
    return sum(len(row) * (2 if fortified & set(row) else 1) for row in rows)


def check(board: Board, houses: set[int], fortified: set[int]) -> int:
    """What a set of houses scores, after everybody was found to agree on it."""
    rows = best_rows(board.tables, as_set(houses), as_set(fortified))
    points = int(road_points(board.tables, as_set(houses), as_set(fortified)))
    assert points == points_of(rows, fortified)
    check_rows(board, houses, rows)
    assert rows == board.slow_rows(houses, fortified)
    return points


def check_rows(board: Board, houses: set[int], rows: list[list[int]]) -> None:
    """Rows are simple paths of enough houses, share none, begin at their earlier ends, and are in order."""
    used = [house for row in rows for house in row]
    assert len(set(used)) == len(used)
    assert set(used) <= houses
    for row in rows:
        assert len(row) >= board.shortest
        assert all(other in board.near[one] for one, other in pairwise(row))
        assert row[0] <= row[-1]
    assert rows == sorted(rows)


# ---- the standard board

SIDES = ("three-four", "four-five")
EACH_SIDE = pytest.mark.parametrize("side", SIDES)


def some(rng: random.Random, items: set[int], most: int) -> set[int]:
    """So many of them at most."""
    return set(rng.sample(sorted(items), min(len(items), rng.randint(0, most))))


@EACH_SIDE
def test_scattered_houses(side: str) -> None:
    """Any 20 houses or fewer; fortifications may stand on spaces of others and on free ones."""
    board = standard_board(side)
    everywhere = set(range(board.spaces))
    rng = random.Random(side)
    scored, tries = 0, scaled(400, 2000)
    for _ in range(tries):
        houses = set(rng.sample(range(board.spaces), rng.randint(8, 20)))
        scored += check(board, houses, some(rng, everywhere, 3)) > 0
    assert scored > tries // 5


@EACH_SIDE
def test_houses_that_hang_together(side: str) -> None:
    """Clusters of up to 20 houses, which score most and are hardest; and some houses beside them."""
    rng = random.Random(side)
    for shortest in (1, 2, 3, 4, 5):
        board = standard_board(side, shortest)
        for _ in range(scaled(25, 100)):
            houses = board.cluster(rng, rng.randint(4, 20))
            houses |= some(rng, set(range(board.spaces)), 20 - len(houses))
            check(board, houses, some(rng, houses, 3))


@EACH_SIDE
def test_two_rows_can_beat_one(side: str) -> None:
    """Where the longest row is not the best choice: in some of these clusters, a greedy choice falls short."""
    board = standard_board(side)
    rng = random.Random(side)
    greedy_fails = 0
    for _ in range(scaled(60, 300)):
        houses = board.cluster(rng, 14)
        greedy_fails += greedy_points(board, houses) < check(board, houses, set())
    assert greedy_fails > 0


def greedy_points(board: Board, houses: set[int]) -> int:
    """The longest row first, then the longest of the rest, and so on."""
    longest = max((row for row in all_rows(board, houses)), key=len, default=())
    return len(longest) + greedy_points(board, houses - set(longest)) if longest else 0


# ---- other boards


def test_random_boards() -> None:
    """Few roads and many, rings, crossings of any number of roads."""
    rng = random.Random(7)
    for _ in range(scaled(300, 1500)):
        spaces = rng.randint(1, 11)
        pairs = list(combinations(range(spaces), 2))
        roads = rng.sample(pairs, rng.randint(0, min(len(pairs), 2 * spaces)))
        board = Board(spaces, tuple(roads), rng.randint(1, 5))
        houses = set(range(spaces)) - some(rng, set(range(spaces)), 2)
        check(board, houses, some(rng, set(range(spaces)), 3))


def test_trees() -> None:
    """No ring anywhere: every road matters."""
    rng = random.Random(8)
    for _ in range(scaled(150, 600)):
        spaces = rng.randint(2, 20)
        roads = tuple((rng.randrange(max(0, space - rng.randint(1, 6)), space), space) for space in range(1, spaces))
        check(Board(spaces, roads, rng.randint(1, 5)), set(range(spaces)), some(rng, set(range(spaces)), 3))


def grid(width: int, height: int, shortest: int) -> Board:
    across = [(y * width + x, y * width + x + 1) for y in range(height) for x in range(width - 1)]
    down = [(y * width + x, (y + 1) * width + x) for y in range(height - 1) for x in range(width)]
    return Board(width * height, tuple(across + down), shortest)


@pytest.mark.parametrize("shortest", [1, 2, 3, 4, 5])
def test_grids(shortest: int) -> None:
    rng = random.Random(shortest)
    for _ in range(scaled(12, 40)):
        board = grid(rng.randint(2, 4), rng.randint(2, 4), shortest)
        everywhere = set(range(board.spaces))
        check(board, everywhere - some(rng, everywhere, 5), some(rng, everywhere, 3))


def test_where_every_space_is_joined_with_half_of_the_others() -> None:
    """Rows go to and fro between two shores; on the longer one houses are left over."""
    rng = random.Random(9)
    for _ in range(scaled(8, 25)):
        few, many = rng.randint(1, 3), rng.randint(4, 6)
        roads = tuple((one, other) for one in range(few) for other in range(few, few + many))
        board = Board(few + many, roads, rng.randint(1, 4))
        check(board, set(range(board.spaces)), some(rng, set(range(board.spaces)), 2))


@pytest.mark.parametrize("size", [3, 4, 5, 6, 7, 8])
def test_where_every_space_is_joined_with_every_other(size: int) -> None:
    """All houses are one row; with fortifications too, since one of them doubles it."""
    board = Board(size, tuple(combinations(range(size), 2)), shortest=3)
    everywhere = set(range(size))
    assert check(board, everywhere, set()) == size
    assert check(board, everywhere, {0, size - 1}) == 2 * size


# ---- every set of rows


def all_rows(board: Board, houses: set[int]) -> Iterator[Row]:
    """Every simple path of enough houses, written from its earlier end."""
    unfinished: list[Row] = [(house,) for house in houses]
    while unfinished:
        row = unfinished.pop()
        if len(row) >= board.shortest and row[0] <= row[-1]:
            yield row
        unfinished += [(*row, other) for other in board.near[row[-1]] & houses - set(row)]


def all_splits(rows: Sequence[Row]) -> Iterator[list[Row]]:
    """Every set of rows that share no house."""
    yield []
    for number, row in enumerate(rows):
        for split in all_splits([later for later in rows[number + 1 :] if not set(later) & set(row)]):
            yield [row, *split]


def check_every_split(board: Board, houses: set[int], fortified: set[int]) -> None:
    splits = [sorted(split) for split in all_splits(list(all_rows(board, houses)))]
    best = min(splits, key=lambda split: (-points_of(split, fortified), len(split), split))
    assert [tuple(row) for row in best_rows(board.tables, as_set(houses), as_set(fortified))] == best
    assert check(board, houses, fortified) == points_of(best, fortified)


@pytest.mark.parametrize("shortest", [1, 2, 3, 4, 5])
def test_every_set_of_rows_on_small_boards(shortest: int) -> None:
    """Up to nine houses; fewer where rows may be short, since then there are very many sets."""
    rng = random.Random(shortest)
    most = {1: 6, 2: 7}.get(shortest, 9)
    for _ in range(scaled(60, 200)):
        spaces = rng.randint(most - 3, most)
        pairs = list(combinations(range(spaces), 2))
        roads = rng.sample(pairs, min(len(pairs), rng.randint(spaces - 2, spaces + 2)))
        check_every_split(Board(spaces, tuple(roads), shortest), set(range(spaces)), some(rng, set(range(spaces)), 3))


@EACH_SIDE
def test_every_set_of_rows_on_the_standard_board(side: str) -> None:
    board = standard_board(side)
    rng = random.Random(side)
    for _ in range(scaled(100, 400)):
        houses = board.cluster(rng, rng.randint(4, 9))
        check_every_split(board, houses, some(rng, houses, 3))


# ---- boards that hypothesis makes up


@st.composite
def scenes(draw: st.DrawFn) -> tuple[Board, set[int], set[int]]:
    spaces = draw(st.integers(1, 9))
    pairs = list(combinations(range(spaces), 2))
    roads = draw(st.lists(st.sampled_from(pairs), unique=True, max_size=14)) if pairs else []
    subsets = st.sets(st.integers(0, spaces - 1))
    return Board(spaces, tuple(roads), draw(st.integers(1, 5))), draw(subsets), draw(subsets)


@settings(derandomize=True, deadline=None, max_examples=scaled(150, 500))
@given(scenes())
def test_made_up_boards(scene: tuple[Board, set[int], set[int]]) -> None:
    """However many spaces are fortified, with or without a house."""
    check(*scene)


# ---- how much work it is: steps are counted, not seconds


class Steps:
    """Counts how often a row grew."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        if COMPILED:
            pytest.skip("the steps of compiled code cannot be counted")
        self.taken = 0
        grow = solvers.RoadSearch.grow

        def counted(*arguments: Any) -> Any:
            self.taken += 1
            return grow(*arguments)

        monkeypatch.setattr(solvers.RoadSearch, "grow", counted)

    def count(self, solver: Solver, board: Board, houses: set[int], fortified: set[int]) -> int:
        before = self.taken
        solver(board.tables, as_set(houses), as_set(fortified))
        return self.taken - before


@pytest.mark.parametrize(("solver", "average", "most"), [(road_points, 1_500, 10_000), (best_rows, 4_500, 20_000)])
@EACH_SIDE
def test_the_search_is_short(
    side: str, solver: Solver, average: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """20 houses that hang together are the worst that a game has."""
    steps = Steps(monkeypatch)
    board = standard_board(side)
    rng = random.Random(side)
    found = []
    for _ in range(200):
        houses = board.cluster(rng, 20)
        found.append(steps.count(solver, board, houses, some(rng, houses, 3)))
    assert 0 < sum(found) / len(found) < average
    assert max(found) < most


@pytest.mark.parametrize(("solver", "most"), [(road_points, 15_000), (best_rows, 30_000)])
def test_the_search_is_short_where_the_same_rows_are_met_on_many_ways(
    solver: Solver, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of three spaces is joined with each of eight others: some are left over whatever the rows."""
    steps = Steps(monkeypatch)
    board = Board(11, tuple((one, other) for one in range(3) for other in range(3, 11)), shortest=3)
    assert 0 < steps.count(solver, board, set(range(11)), {3}) < most
