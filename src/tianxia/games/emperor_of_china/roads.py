"""Ruling 11: the best split of a seat's houses into rows along the roads, exactly.

A row is a simple path of enough houses; it scores a point a house, and double with a fortified house in it. Two solvers
search the same tree: `road_points` finds what the best split scores, as fast as playouts want it; its slow twin
`best_rows` finds the split that people are shown. A set of houses is cut into clusters that hang together by roads; in
a cluster one house, at its rim if possible, is in no row, or in one of the rows through it, and the rest is cut again.
"""

from __future__ import annotations

from tianxia.engine.native import i64, vec
from tianxia.engine.sets import BIT, first_of, size_of
from tianxia.games.emperor_of_china.tables import Tables

Rows = tuple[tuple[int, ...], ...]


def road_points(tables: Tables, houses: i64, fortified: i64) -> i64:
    """What a set of houses scores, of which those in `fortified` double their row.

    Most sets are settled by looking at the clusters: a cluster without a crossing is a row or a ring.
    """
    near = tables.near
    shortest = tables.box.shortest_road
    points: i64 = 0
    while houses:
        cluster = cluster_of(near, houses & -houses, houses)
        houses &= ~cluster
        if size_of(cluster) >= shortest:
            if has_crossing(near, cluster):
                points += RoadSearch(near, shortest, fortified).best(cluster)
            else:
                points += row_points(cluster, fortified)
    return points


def row_points(row: i64, fortified: i64) -> i64:
    """What one row scores; also the most that any set of houses can score."""
    return size_of(row) * 2 if row & fortified else size_of(row)


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
    """Finds what the best split of a cluster with crossings scores."""

    __slots__ = ("fortified", "known", "near", "shortest")

    near: vec[i64]
    shortest: i64
    fortified: i64
    known: dict[int, int]  # cluster -> what it scores, for clusters of many houses, which come up again and again

    def __init__(self, near: vec[i64], shortest: i64, fortified: i64) -> None:
        self.near = near
        self.shortest = shortest
        self.fortified = fortified
        self.known = {}

    def best(self, houses: i64) -> i64:
        points: i64 = 0
        while houses:
            cluster = cluster_of(self.near, houses & -houses, houses)
            houses &= ~cluster
            if size_of(cluster) >= self.shortest:
                points += self.best_in_cluster(cluster)
        return points

    def best_in_cluster(self, cluster: i64) -> i64:
        if not has_crossing(self.near, cluster):
            return row_points(cluster, self.fortified)
        if size_of(cluster) < 8:
            return self.search(cluster)
        if cluster not in self.known:
            self.known[cluster] = self.search(cluster)
        return self.known[cluster]

    def search(self, cluster: i64) -> i64:
        house = rim_of(self.near, cluster)
        here = BIT[house]
        rest = cluster & ~here
        most = row_points(cluster, self.fortified)
        found = self.grow(house, house, here, rest, 0, most)
        if found < most and row_points(rest, self.fortified) > found:
            without = self.best(rest)
            if without > found:
                return without
        return found

    def grow(self, end: i64, start: i64, row: i64, rest: i64, found: i64, most: i64) -> i64:
        """The best with a row that grows at its end, and then at its start too (-1: it did already), or `found`."""
        ways = self.near[end] & rest
        while ways and found < most:
            way = ways & -ways
            found = self.grow(first_of(way), start, row | way, rest & ~way, found, most)
            ways &= ways - 1
        if found == most:
            return found
        if start >= 0 and start != end:
            return self.grow(start, -1, row, rest, found, most)
        if size_of(row) < self.shortest:
            return found
        points = row_points(row, self.fortified)
        if points + row_points(rest, self.fortified) > found:
            points += self.best(rest)
            if points > found:
                return points
        return found


# ---- the slow twin: the split that people are shown


def best_rows(tables: Tables, houses: int, fortified: int) -> list[list[int]]:
    """The rows of the best split: the most points, then the fewest rows, then the first.

    Each row is read from its earlier end, in the order of spaces in the file; so are the rows.
    """
    search = SplitSearch(tables, fortified)
    return [list(row) for row in search.best(houses).rows]


class Split:
    """Some rows, with what they score."""

    __slots__ = ("points", "rows")

    points: int
    rows: Rows

    def __init__(self, points: int, rows: Rows) -> None:
        self.points = points
        self.rows = rows

    def beats(self, other: Split) -> bool:
        if self.points != other.points:
            return self.points > other.points
        if len(self.rows) != len(other.rows):
            return len(self.rows) < len(other.rows)
        return self.rows < other.rows

    def and_also(self, other: Split) -> Split:
        return Split(self.points + other.points, tuple(sorted(self.rows + other.rows)))


class SplitSearch:
    """Finds the best split of a set of houses, in the order in which people are shown splits."""

    __slots__ = ("fortified", "known", "near", "shortest")

    near: vec[i64]
    shortest: i64
    fortified: i64
    known: dict[int, Split]  # cluster -> its best split

    def __init__(self, tables: Tables, fortified: i64) -> None:
        self.near = tables.near
        self.shortest = tables.box.shortest_road
        self.fortified = fortified
        self.known = {}

    def best(self, houses: i64) -> Split:
        found = Split(0, ())
        while houses:
            cluster = cluster_of(self.near, houses & -houses, houses)
            houses &= ~cluster
            if size_of(cluster) >= self.shortest:
                if cluster not in self.known:
                    self.known[cluster] = self.search(cluster)
                found = found.and_also(self.known[cluster])
        return found

    def search(self, cluster: i64) -> Split:
        house = rim_of(self.near, cluster)
        found = self.grow([house], cluster & ~BIT[house], False, Split(0, ()))
        rest = cluster & ~BIT[house]
        if row_points(rest, self.fortified) >= found.points:
            without = self.best(rest)
            if without.beats(found):
                return without
        return found

    def grow(self, row: list[int], rest: i64, from_start: bool, found: Split) -> Split:
        """The best with a row that grows at its end, and then, turned round, at its start; or `found`."""
        ways = self.near[row[-1]] & rest
        while ways:
            way = ways & -ways
            found = self.grow([*row, first_of(way)], rest & ~way, from_start, found)
            ways &= ways - 1
        if not from_start and len(row) > 1:
            return self.grow(row[::-1], rest, True, found)
        if len(row) < self.shortest:
            return found
        own = Split(self.points_of(row), (tuple(row if row[0] < row[-1] else row[::-1]),))
        hope = own.points + row_points(rest, self.fortified)
        if hope < found.points or (hope == found.points > own.points and len(found.rows) == 1):
            return found
        whole = own.and_also(self.best(rest))
        return whole if whole.beats(found) else found

    def points_of(self, row: list[int]) -> int:
        for house in row:
            if self.fortified & BIT[house]:
                return 2 * len(row)
        return len(row)
