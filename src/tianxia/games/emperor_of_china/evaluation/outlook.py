"""Estimates of the points that the pieces of a position of The Emperor of China will score."""

from __future__ import annotations

from typing import Final

from tianxia.engine.bitsets import BIT, first_of, size_of
from tianxia.engine.native import i64, vec
from tianxia.games.emperor_of_china.rules.position import EmperorPosition
from tianxia.games.emperor_of_china.rules.roads import cluster_of, road_points
from tianxia.games.emperor_of_china.rules.state import EMISSARY, KINDS, SECOND_PIECE, TURN, room_at_court

NOBODY: Final = -1
ALL_REGIONS: Final = -1
MANY: Final = 64

# found by measuring
CARDS_A_TURN: Final = 2.0  # that a seat pays
HOUSES_A_TURN: Final = 0.55
EMISSARIES_A_TURN: Final = 0.4
HALF_TURN: Final = 0.4  # what is left of a turn after its first piece
DOUBT: Final = 0.25  # how much each house or emissary to come blurs who will have most
FOR_THE_FIRST: Final = 0.45  # the part of the houses to come that the leading seat will have placed
PULL: Final = 0.3  # of the emissaries to come, how many a region with room for them gets
NEWCOMER: Final = 0.55  # how often a seat without an emissary gets as far as one that has some
ENOUGH_TURNS: Final = 2.0
STEP: Final = 0.33  # how likely a row gets one house more that it needs


class Outlook:
    """Estimates of the points that the pieces of one position will score."""

    __slots__ = ("allies", "fortified", "growth", "guests", "left", "players", "position", "shares", "turns")

    position: EmperorPosition
    players: i64
    turns: vec[float]  # seat -> turns that it has still, after the present one
    left: float  # the same on average
    growth: float  # the part of the free spaces that will get a house
    fortified: i64  # set of spaces; may be changed to try what a fortification brings
    allies: vec[float]  # region * players + seat -> how likely it will have most emissaries there
    guests: vec[float]  # region -> emissaries that will be there
    shares: vec[float]  # seat -> points of the houses in the region last looked at

    def __init__(self, position: EmperorPosition) -> None:
        players = position.players
        self.position = position
        self.players = players
        rounds = rounds_left(position)
        self.turns = vec[float]([rounds for _ in range(players)])
        for seat in range(position.seat + 1, players):
            self.turns[seat] = rounds + 1.0
        self.left = rounds + float(players - 1 - position.seat) / float(players)
        self.fortified = position.fortified
        to_come = self.left * HOUSES_A_TURN * float(players)
        free = float(size_of(position.free))
        self.growth = 1.0 if to_come >= free else to_come / free
        self.allies = vec[float]([0.0 for _ in range(position.tables.regions * players)])
        self.guests = vec[float]([0.0 for _ in range(position.tables.regions)])
        self.shares = vec[float]([0.0 for _ in range(players)])
        for region in range(position.tables.regions):
            self.look_at_court(region, NOBODY)

    # ---- houses

    def look_at_houses(self, region: i64, builder: i64, space: i64) -> None:
        """Estimate the shares of the seats in a region that is not full, if `builder` placed one more house there."""
        position = self.position
        spaces = position.tables.spaces_of[region]
        fortified = self.fortified & spaces
        free = size_of(position.free & spaces)
        if builder != NOBODY:
            free -= 1
        growth = float(free) * self.growth
        total = float(size_of(spaces) - free) + growth
        for seat in range(self.players):
            houses = position.houses[seat] & spaces
            if seat == builder:
                houses |= BIT[space]
            own = size_of(houses)
            if own == 0:
                self.shares[seat] = 0.0
                continue
            most: i64 = 0
            above: i64 = MANY
            for other in range(self.players):
                if other != seat:
                    count = size_of(position.houses[other] & spaces)
                    if other == builder:
                        count += 1
                    if count > most:
                        most = count
                    if own < count < above:
                        above = count
            if above == MANY:
                above = own
            first = chance_of_most(own - most, free, growth)
            points = first * total + (1.0 - first) * (float(above) + FOR_THE_FIRST * growth)
            self.shares[seat] = points * 2.0 if houses & fortified else points

    # ---- emissaries

    def look_at_court(self, region: i64, sender: i64) -> None:
        """Estimate who will have most emissaries in a region, if `sender` sent one more."""
        position = self.position
        present = position.guests[region]
        lead = position.lead[region]
        if sender != NOBODY:
            present += 1
            if lead < present:  # a house came first
                lead = present
        free = float(size_of(position.free & position.tables.spaces_of[region])) * self.growth
        room = float(room_at_court(lead, present)) + FOR_THE_FIRST * free
        coming = self.left * EMISSARIES_A_TURN * PULL * float(self.players)
        if coming > room:
            coming = room
        self.guests[region] = float(present) + coming
        first = region * self.players
        for seat in range(self.players):
            own = position.emissaries[first + seat]
            if seat == sender:
                own += 1
            most: i64 = 0
            for other in range(self.players):
                if other != seat:
                    count = position.emissaries[first + other]
                    if other == sender:
                        count += 1
                    if count > most:
                        most = count
            chance = chance_of_most(own - most, MANY if coming > 0.0 else 0, coming)
            if own == 0:
                can_come = coming > 0.0 and position.supply[seat * KINDS + EMISSARY] > 0
                chance = chance * NEWCOMER * self.time_of(seat) if can_come else 0.0
            self.allies[first + seat] = chance

    def alliances_of(self, region: i64, seat: i64) -> float:
        """The estimated points of a seat for the alliances of a region, or of all regions."""
        found = 0.0
        alliances = self.position.tables.alliances
        for number in range(0, len(alliances), 2):
            one = alliances[number]
            other = alliances[number + 1]
            if region == ALL_REGIONS or one == region or other == region:
                both = self.allies[one * self.players + seat] * self.allies[other * self.players + seat]
                found += both * (self.guests[one] + self.guests[other])
        return found

    # ---- roads

    def roads_of(self, seat: i64, houses: i64) -> float:
        """The estimated points of a seat for the rows of a set of houses."""
        tables = self.position.tables
        shortest = tables.box.shortest_road
        time = self.time_of(seat)
        found = 0.0
        while houses:
            cluster = cluster_of(tables.near, houses & -houses, houses)
            houses &= ~cluster
            size = size_of(cluster)
            if size >= shortest:
                found += float(road_points(tables, cluster, self.fortified))
                if self.can_grow(cluster):
                    found += STEP * time
            elif time > 0.0 and self.can_grow(cluster):
                chance = time
                while size < shortest:
                    chance *= STEP
                    size += 1
                found += chance * float(shortest)
        return found

    def time_of(self, seat: i64) -> float:
        """From 1, if a seat has enough turns left for its plans, to 0, if it has none."""
        turns = self.turns[seat]
        return 1.0 if turns >= ENOUGH_TURNS else turns / ENOUGH_TURNS

    def can_grow(self, cluster: i64) -> bool:
        """Whether a free space is next to a cluster."""
        near = self.position.tables.near
        free = self.position.free & ~cluster
        while cluster:
            if near[first_of(cluster)] & free:
                return True
            cluster &= cluster - 1
        return False


def chance_of_most(lead: i64, room: i64, growth: float) -> float:
    """The chance of a seat with a lead to have most, alone or not, when the free `room` is filled."""
    if lead >= room:
        return 1.0
    if -lead > room:
        return 0.0
    ahead = float(lead) + 0.5
    return 0.5 + 0.5 * ahead / ((ahead if ahead > 0.0 else -ahead) + DOUBT * growth)


def rounds_left(position: EmperorPosition) -> float:
    """The estimated number of rounds after this one."""
    if position.is_last_round():
        return 0.0
    cards = position.in_pile
    if position.times_run_out == 0:
        cards += position.in_pile
        for count in position.discards:
            cards += count
    return float(cards) / (CARDS_A_TURN * float(position.players))


def turns_left(position: EmperorPosition, seat: i64) -> float:
    """The estimated number of turns that a seat has left; the rest of the present one counts in part."""
    rounds = rounds_left(position)
    if seat > position.seat or (seat == position.seat and position.phase <= TURN):
        return rounds + 1.0
    if seat == position.seat and position.phase == SECOND_PIECE:
        return rounds + HALF_TURN
    return rounds
