"""Ruling 11: the best split of a seat's houses into rows along the roads, exactly.

A row is a simple path of enough houses; it scores a point a house, and double with a fortified house in it. A set of
houses is cut into clusters that hang together by roads. In a cluster one house, at its rim if possible, is in no row or
in one of the rows through it, and the rest is cut again. `road_points` finds what the best split scores, as fast as
playouts want it; `best_rows` finds the split that people are shown.
"""

from __future__ import annotations

from typing import Final

from tianxia.engine.bitsets import BIT, first_of, size_of
from tianxia.engine.native import i64, vec
from tianxia.games.emperor_of_china.rules.tables import LookupTables

WORTH: Final = 64  # of a point; a row more costs 1 of it where splits are compared for people
BIG: Final = 8  # houses in a cluster that may come up again and again, so that it pays to remember it
TANGLED: Final = 5  # rings in a cluster in which the same rows are met on many ways


def road_points(tables: LookupTables, houses: i64, fortified: i64) -> i64:
    """The points of a set of houses for their rows; a house in `fortified` doubles its row.

    Most sets are settled by looking at the clusters: one without a crossing is a row or a ring.
    """
    near = tables.near
    shortest = tables.box.shortest_road
    points: i64 = 0
    while houses:
        cluster = cluster_of(near, houses & -houses, houses)
        houses &= ~cluster
        if size_of(cluster) >= shortest:
            if has_crossing(near, cluster):
                points += RoadSearch(near, shortest, fortified, 0).best_in_cluster(cluster) // WORTH
            else:
                points += row_points(cluster, fortified)
    return points


def best_rows(tables: LookupTables, houses: int, fortified: int) -> list[list[int]]:
    """The rows of the best split: the most points, then the fewest rows, then the first.

    Each row is read from its earlier end, in the order of spaces in the file; so are the rows.
    """
    search = RoadSearch(tables.near, tables.box.shortest_road, fortified, 1)
    rows: list[list[int]] = []
    rest: i64 = houses
    value = search.best(rest)
    while value:
        row = search.first_row(rest, value)
        taken = spaces_in(row)
        rest &= ~taken
        value -= search.row_value(taken)
        rows.append(row)
    return rows


def row_points(row: i64, fortified: i64) -> i64:
    """The points of one row; also an upper bound for any split of its houses."""
    return size_of(row) * 2 if row & fortified else size_of(row)


def spaces_in(row: list[int]) -> i64:
    """The set of the spaces of a row."""
    found: i64 = 0
    for space in row:
        found |= BIT[space]
    return found


def cluster_of(near: vec[i64], seed: i64, houses: i64) -> i64:
    """All houses that roads join with those of `seed`, through houses of the set only."""
    found = seed
    while seed:
        reached: i64 = 0
        while seed:
            reached |= near[first_of(seed)]
            seed &= seed - 1
        seed = reached & houses & ~found
        found |= seed
    return found


def has_crossing(near: vec[i64], cluster: i64) -> bool:
    """Whether some house of a cluster has three neighbours in it."""
    rest = cluster
    while rest:
        links = near[first_of(rest)] & cluster
        links &= links - 1
        if links & (links - 1):
            return True
        rest &= rest - 1
    return False


def is_tangled(near: vec[i64], cluster: i64) -> bool:
    """Whether a cluster has many cycles: many roads beyond those that connect it."""
    ends: i64 = 0
    rest = cluster
    while rest:
        ends += size_of(near[first_of(rest)] & cluster)
        rest &= rest - 1
    return ends // 2 >= size_of(cluster) - 1 + TANGLED


def rim_of(near: vec[i64], cluster: i64) -> i64:
    """A house of a cluster with as few neighbours in it as any."""
    fewest: i64 = 64
    found: i64 = -1
    rest = cluster
    while rest:
        house = first_of(rest)
        links = size_of(near[house] & cluster)
        if links < fewest:
            fewest = links
            found = house
        rest &= rest - 1
    return found


class RoadSearch:
    """Finds the value of the best split: its points * WORTH, less the cost of its rows."""

    __slots__ = ("fortified", "known", "near", "row_cost", "shortest")

    near: vec[i64]  # space -> set of spaces
    shortest: i64
    fortified: i64
    row_cost: i64  # 0 where only points count, 1 where fewer rows are better
    known: dict[int, int]  # big cluster -> its value

    def __init__(self, near: vec[i64], shortest: i64, fortified: i64, row_cost: i64) -> None:
        self.near = near
        self.shortest = shortest
        self.fortified = fortified
        self.row_cost = row_cost
        self.known = {}

    def row_value(self, row: i64) -> i64:
        """The value of one row; no set of houses has a higher one."""
        return row_points(row, self.fortified) * WORTH - self.row_cost

    def best(self, houses: i64) -> i64:
        value: i64 = 0
        while houses:
            cluster = cluster_of(self.near, houses & -houses, houses)
            houses &= ~cluster
            if size_of(cluster) >= self.shortest:
                value += self.best_in_cluster(cluster)
        return value

    def best_in_cluster(self, cluster: i64) -> i64:
        if not has_crossing(self.near, cluster):
            return self.row_value(cluster)
        if size_of(cluster) < BIG:
            return self.search(cluster, None)
        if cluster not in self.known:
            self.known[cluster] = self.search(cluster, {} if is_tangled(self.near, cluster) else None)
        return self.known[cluster]

    def search(self, cluster: i64, seen: dict[int, int] | None) -> i64:
        house = rim_of(self.near, cluster)
        rest = cluster & ~BIT[house]
        most = self.row_value(cluster)
        found = self.grow(house, house, BIT[house], rest, 0, most, seen)
        if found < most and self.row_value(rest) > found:
            without = self.best(rest)
            if without > found:
                return without
        return found

    def grow(
        self, end: i64, start: i64, row: i64, rest: i64, found: i64, most: i64, seen: dict[int, int] | None
    ) -> i64:
        """The greatest value with a row extended at its end, then its start (-1: already done), or `found` if greater.

        `seen` are the rows met before, with the ends at which they grew: their value does not depend on the way there.
        """
        if seen is not None:
            key = row if start >= 0 else -row
            ends: i64 = seen.get(key, 0)
            if ends & BIT[end]:
                return found
            seen[key] = ends | BIT[end]
        ways = self.near[end] & rest
        while ways and found < most:
            way = ways & -ways
            found = self.grow(first_of(way), start, row | way, rest & ~way, found, most, seen)
            ways &= ways - 1
        if found >= most:
            return found
        if start >= 0 and start != end:
            return self.grow(start, -1, row, rest, found, most, seen)
        if size_of(row) < self.shortest:
            return found
        value = self.row_value(row)
        if rest:
            if value + row_points(rest, self.fortified) * WORTH <= found:
                return found
            value += self.best(rest)
        return value if value > found else found

    # ---- the split that people are shown

    def first_row(self, houses: i64, value: i64) -> list[int]:
        """The first row of the first split of the houses that has this value, the best one."""
        starts = houses
        while not self.leads_to(starts & -starts, starts & -starts, houses, value):
            starts &= starts - 1
            assert starts
        row = [int(first_of(starts))]
        taken = starts & -starts
        while size_of(taken) < self.shortest or self.row_value(taken) + self.best(houses & ~taken) < value:
            ways = self.near[row[-1]] & houses & ~taken
            while not self.leads_to(ways & -ways, taken | ways & -ways, houses, value):
                ways &= ways - 1
            row.append(int(first_of(ways)))
            taken |= ways & -ways
        return row

    def leads_to(self, end: i64, row: i64, houses: i64, value: i64) -> bool:
        """Whether a row, extended only at its end, can be part of a split of this value, the best one."""
        return self.grow(first_of(end), -1, row, houses & ~row, value - 1, value, {}) == value
