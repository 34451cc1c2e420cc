"""The Emperor of China: what pieces score. The rules tell when."""

from __future__ import annotations

from typing import Final

from tianxia.engine.bitsets import BIT, first_of, size_of
from tianxia.engine.native import i64, vec
from tianxia.games.emperor_of_china.rules.roads import best_rows, road_points, row_points, spaces_in
from tianxia.games.emperor_of_china.rules.state import KINDS, REGION_SCORED, EmperorState

# sources of points, for the ledger
HOUSES: Final = 0  # where: the region, and the points before they were doubled
ALLIANCES: Final = 1  # where: the alliance, counted from 0
ROADS: Final = 2  # where: the spaces of the row


class EmperorScoring(EmperorState):
    """A position that can be scored."""

    __slots__ = ()

    # ---- house scoring

    def score_houses(self, region: i64) -> None:
        """Ruling 5, doubled by ruling 13."""
        if self.journal is not None:
            self.journal.note(REGION_SCORED, [region, *self.house_counts(region)])
        for seat in range(self.players):
            amount = self.house_points(region, seat)
            if amount:
                self.points[seat] += amount
                if self.journal is not None:
                    where = [int(region), int(self.rank_points(region, seat))]
                    self.journal.pay(seat, amount, HOUSES, where, self.round)

    def house_counts(self, region: i64) -> list[int]:
        """The houses in a region, by seat."""
        spaces = self.tables.spaces_of[region]
        return [int(size_of(houses & spaces)) for houses in self.houses]

    def house_points(self, region: i64, seat: i64) -> i64:
        """What the houses of a region score a seat."""
        points = self.rank_points(region, seat)
        if self.houses[seat] & self.fortified & self.tables.spaces_of[region]:
            points *= 2
        return points

    def rank_points(self, region: i64, seat: i64) -> i64:
        """Ruling 5: the first rank scores all houses, any other those of one player of the rank above."""
        spaces = self.tables.spaces_of[region]
        own = size_of(self.houses[seat] & spaces)
        if own == 0:
            return 0
        points = size_of(spaces & ~self.free)
        if own < self.lead[region]:
            for houses in self.houses:
                other = size_of(houses & spaces)
                if own < other < points:
                    points = other
        return points

    # ---- final scoring

    def score_alliances(self) -> None:
        for number in range(len(self.tables.alliances) // 2):
            allied = self.allies(number)
            while allied:
                seat = first_of(allied)
                self.points[seat] += self.alliance_points(number)
                if self.journal is not None:
                    self.journal.pay(seat, self.alliance_points(number), ALLIANCES, [number], self.round)
                allied &= allied - 1

    def allies(self, number: i64) -> i64:
        """The set of seats that have a majority of emissaries in both regions of an alliance (counted from 0)."""
        alliances = self.tables.alliances
        first = self.majority(alliances[number * 2])
        if first:
            first &= self.majority(alliances[number * 2 + 1])
        return first

    def alliance_points(self, number: i64) -> i64:
        alliances = self.tables.alliances
        return self.guests[alliances[number * 2]] + self.guests[alliances[number * 2 + 1]]

    def majority(self, region: i64) -> i64:
        """The set of seats that have most emissaries in a region."""
        found: i64 = 0
        for seat in range(self.players):
            if self.has_majority(region, seat):
                found |= BIT[seat]
        return found

    def has_majority(self, region: i64, seat: i64) -> bool:
        """Ruling 10: whether a seat has an emissary in a region, and nobody has more."""
        first = region * self.players
        own = self.emissaries[first + seat]
        return own > 0 and all(self.emissaries[first + other] <= own for other in range(self.players))

    def score_roads(self, seat: i64) -> None:
        if self.journal is None:
            self.points[seat] += road_points(self.tables, self.houses[seat], self.fortified)
            return
        for row in best_rows(self.tables, self.houses[seat], self.fortified):
            amount = row_points(spaces_in(row), self.fortified)
            self.points[seat] += amount
            self.journal.pay(seat, amount, ROADS, row, self.round)

    def scores(self) -> vec[i64]:
        return self.points[:]

    def winners(self) -> vec[i64]:
        """Ruling 12: most points, then most pieces left."""
        best: i64 = 0
        for seat in range(self.players):
            if self.standing(seat) > best:
                best = self.standing(seat)
        return vec[i64]([seat for seat in range(self.players) if self.standing(seat) == best])

    def standing(self, seat: i64) -> i64:
        """Points and pieces left in one number, to compare."""
        left: i64 = 0
        for kind in range(KINDS):
            left += self.supply[seat * KINDS + kind]
        return self.points[seat] * 1024 + left
