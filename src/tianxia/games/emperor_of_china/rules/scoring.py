"""The Emperor of China: the points of pieces. `position` calls these functions when a scoring is due."""

from __future__ import annotations

from typing import Final

from tianxia.engine.bitsets import BIT, first_of, size_of
from tianxia.engine.native import i64
from tianxia.games.emperor_of_china.rules.roads import best_rows, road_points, row_points, spaces_in
from tianxia.games.emperor_of_china.rules.state import KINDS, REGION_SCORED, EmperorState

# sources of points, for the ledger
HOUSES: Final = 0  # where: the region, and the points before they were doubled
ALLIANCES: Final = 1  # where: the alliance, counted from 0
ROADS: Final = 2  # where: the spaces of the row


# ---- house scoring


def score_houses(position: EmperorState, region: i64) -> None:
    """Ruling 5: score the houses of a region; a fortification doubles them (ruling 13)."""
    if position.journal is not None:
        position.journal.note(REGION_SCORED, [region, *house_counts(position, region)])
    for seat in range(position.players):
        amount = house_points(position, region, seat)
        if amount:
            position.points[seat] += amount
            if position.journal is not None:
                where = [int(region), int(rank_points(position, region, seat))]
                position.journal.pay(seat, amount, HOUSES, where, position.round)


def house_counts(position: EmperorState, region: i64) -> list[int]:
    """The houses in a region, by seat."""
    spaces = position.tables.spaces_of[region]
    return [int(size_of(houses & spaces)) for houses in position.houses]


def house_points(position: EmperorState, region: i64, seat: i64) -> i64:
    """The points of a seat for the houses of a region."""
    points = rank_points(position, region, seat)
    if position.houses[seat] & position.fortified & position.tables.spaces_of[region]:
        points *= 2
    return points


def rank_points(position: EmperorState, region: i64, seat: i64) -> i64:
    """Ruling 5: the first rank scores all houses, any other those of one player of the rank above."""
    spaces = position.tables.spaces_of[region]
    own = size_of(position.houses[seat] & spaces)
    if own == 0:
        return 0
    points = size_of(spaces & ~position.free)
    if own < position.lead[region]:
        for houses in position.houses:
            other = size_of(houses & spaces)
            if own < other < points:
                points = other
    return points


# ---- final scoring


def score_alliances(position: EmperorState) -> None:
    for number in range(len(position.tables.alliances) // 2):
        allied = allies(position, number)
        while allied:
            seat = first_of(allied)
            position.points[seat] += alliance_points(position, number)
            if position.journal is not None:
                position.journal.pay(seat, alliance_points(position, number), ALLIANCES, [number], position.round)
            allied &= allied - 1


def allies(position: EmperorState, number: i64) -> i64:
    """The set of seats that have a majority of emissaries in both regions of an alliance (counted from 0)."""
    alliances = position.tables.alliances
    first = majority(position, alliances[number * 2])
    if first:
        first &= majority(position, alliances[number * 2 + 1])
    return first


def alliance_points(position: EmperorState, number: i64) -> i64:
    alliances = position.tables.alliances
    return position.guests[alliances[number * 2]] + position.guests[alliances[number * 2 + 1]]


def majority(position: EmperorState, region: i64) -> i64:
    """The set of seats that have most emissaries in a region."""
    found: i64 = 0
    for seat in range(position.players):
        if has_majority(position, region, seat):
            found |= BIT[seat]
    return found


def has_majority(position: EmperorState, region: i64, seat: i64) -> bool:
    """Ruling 10: whether a seat has an emissary in a region, and nobody has more."""
    first = region * position.players
    own = position.emissaries[first + seat]
    return own > 0 and all(position.emissaries[first + other] <= own for other in range(position.players))


def score_roads(position: EmperorState, seat: i64) -> None:
    if position.journal is None:
        position.points[seat] += road_points(position.tables, position.houses[seat], position.fortified)
        return
    for row in best_rows(position.tables, position.houses[seat], position.fortified):
        amount = row_points(spaces_in(row), position.fortified)
        position.points[seat] += amount
        position.journal.pay(seat, amount, ROADS, row, position.round)


def pieces_left(position: EmperorState, seat: i64) -> i64:
    """How many houses, emissaries and fortifications a seat has not placed."""
    left: i64 = 0
    for kind in range(KINDS):
        left += position.supply[seat * KINDS + kind]
    return left
