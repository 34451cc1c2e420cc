"""The Emperor of China: how programs judge a position.

Pieces are worth what they would score, were all that may still come spread as it usually is: `Outlook` tells. Cards are
worth the pieces that they can buy in the next turn, since hands are filled up after every turn: a card more that is
spent costs little, a turn in which little is placed costs much.
"""

from __future__ import annotations

from typing import Final

from tianxia.engine.chance import Stream
from tianxia.engine.evaluation import Evaluation
from tianxia.engine.native import append, i64, vec
from tianxia.engine.position import Position
from tianxia.engine.sets import BIT, first_of, size_of
from tianxia.games.emperor_of_china.roads import cluster_of, road_points
from tianxia.games.emperor_of_china.rules import (
    DONE,
    DRAW,
    EXCHANGE,
    KIND,
    PLACE,
    RUNS_OUT,
    TAKE,
    EmperorPosition,
)
from tianxia.games.emperor_of_china.state import DRAWING, EMISSARY, HOUSE, KINDS, SECOND_PIECE, TURN

NOBODY: Final = -1

# found by measuring
CARDS_A_TURN: Final = 1.9  # that a seat pays
HOUSES_A_TURN: Final = 1.1
EMISSARIES_A_TURN: Final = 0.4
DOUBT: Final = 0.35  # how much each house or emissary to come blurs who will have most
NEWCOMER: Final = 0.3  # how often a seat without an emissary gets as far as one that has some
STEP: Final = 0.5  # how likely a row gets one house more that it needs
CANDIDATES: Final = 3
RIVALRY: Final = 0.8  # what points of a rival count, all of them together
NEXT_TURN: Final = 0.6  # what a piece that can be placed next turn counts of one placed now


class Outlook:
    """What the pieces of a position may come to."""

    __slots__ = ("allies", "growth", "guests", "left", "players", "position", "shares", "tables")

    position: EmperorPosition
    players: i64
    left: float  # turns of each seat
    growth: float  # the part of the free spaces that will get a house
    allies: vec[float]  # region * players + seat -> how likely it has most emissaries there in the end
    guests: vec[float]  # region -> emissaries there in the end
    shares: vec[float]  # seat -> scratch: points of the last region that was looked at

    def __init__(self, position: EmperorPosition) -> None:
        self.position = position
        self.players = position.players
        self.left = turns_left(position)
        to_come = self.left * HOUSES_A_TURN * float(position.players)
        free = float(size_of(position.free))
        self.growth = 1.0 if to_come >= free else to_come / free
        self.allies = vec[float]([0.0 for _ in range(position.tables.regions * position.players)])
        self.guests = vec[float]([0.0 for _ in range(position.tables.regions)])
        self.shares = vec[float]([0.0 for _ in range(position.players)])
        for region in range(position.tables.regions):
            self.look_at_court(region, NOBODY)

    # ---- houses

    def look_at_region(self, region: i64, builder: i64, space: i64) -> None:
        """Find the shares in a region that is not filled, if a seat had one more house there."""
        position = self.position
        spaces = position.tables.spaces_of[region]
        fortified = position.fortified & spaces
        free = size_of(position.free & spaces)
        if builder != NOBODY:
            free -= 1
        total = float(size_of(spaces) - free)
        growth = float(free) * self.growth
        for seat in range(self.players):
            houses = position.houses[seat] & spaces
            if seat == builder:
                houses |= BIT[space]
            own = size_of(houses)
            if own == 0:
                self.shares[seat] = 0.0
                continue
            most: i64 = 0
            above: i64 = 64
            for other in range(self.players):
                if other != seat:
                    count = size_of(position.houses[other] & spaces)
                    if other == builder:
                        count += 1
                    if count > most:
                        most = count
                    if own < count < above:
                        above = count
            if above == 64:
                above = own
            first = chance_of_most(own - most, free, growth)
            points = first * (total + growth) + (1.0 - first) * (float(above) + 0.3 * growth)
            if houses & fortified:
                points *= 2.0
            self.shares[seat] = points

    # ---- emissaries

    def look_at_court(self, region: i64, sender: i64) -> None:
        """Find who may have most emissaries in a region, if a seat sent one more."""
        position = self.position
        free = float(size_of(position.free & position.tables.spaces_of[region])) * self.growth
        present = position.guests[region]
        if sender != NOBODY:
            present += 1
        room = float(position.lead[region]) + 0.35 * free - float(present)
        if room < 0.0:
            room = 0.0
        coming = self.left * EMISSARIES_A_TURN * float(self.players) * 0.3
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
            chance = chance_of_most(own - most, 64, coming) if coming > 0.0 or own >= most else 0.0
            if own == 0:
                chance = chance * NEWCOMER if coming > 0.0 and position.supply[seat * KINDS + EMISSARY] else 0.0
            self.allies[first + seat] = chance

    def alliances_with(self, region: i64, seat: i64) -> float:
        """What the alliances of a region may score a seat; of all regions together: NOBODY."""
        found = 0.0
        alliances = self.position.tables.alliances
        for number in range(0, len(alliances), 2):
            one = alliances[number]
            other = alliances[number + 1]
            if region == NOBODY or one == region or other == region:
                both = self.allies[one * self.players + seat] * self.allies[other * self.players + seat]
                found += both * (self.guests[one] + self.guests[other])
        return found

    # ---- roads

    def roads_of(self, houses: i64) -> float:
        """What a set of houses of one seat may score for its rows."""
        position = self.position
        tables = position.tables
        shortest = tables.box.shortest_road
        found = 0.0
        while houses:
            cluster = cluster_of(tables.near, houses & -houses, houses)
            houses &= ~cluster
            around = self.around(cluster)
            size = size_of(cluster)
            if size >= shortest:
                found += float(road_points(tables, cluster, position.fortified))
                if around:
                    found += STEP * self.growth_of_row(around)
            elif around:
                chance = self.growth_of_row(around)
                while size < shortest:
                    chance *= STEP
                    size += 1
                found += chance * float(shortest)
        return found

    def growth_of_row(self, around: i64) -> float:
        return 1.0 if self.left >= 2.0 else self.left * 0.5

    def around(self, cluster: i64) -> i64:
        """The free spaces next to a cluster."""
        near = self.position.tables.near
        found: i64 = 0
        while cluster:
            found |= near[first_of(cluster)]
            cluster &= cluster - 1
        return found & self.position.free


def chance_of_most(lead: i64, room: i64, growth: float) -> float:
    """How likely a seat that is so far ahead has most in the end, alone or not."""
    if lead >= room:
        return 1.0
    if -lead > room:
        return 0.0
    ahead = float(lead) + 0.5
    return 0.5 + 0.5 * ahead / ((ahead if ahead >= 0.0 else -ahead) + DOUBT * growth)


def turns_left(position: EmperorPosition) -> float:
    """How many turns each seat has still, about."""
    if position.times_run_out >= RUNS_OUT:
        return 0.5
    cards = position.in_pile
    if position.times_run_out == 0:
        for count in position.discards:
            cards += count
        cards += position.in_pile
    return float(cards) / (CARDS_A_TURN * float(position.players)) + 0.5


class EmperorEvaluation(Evaluation):
    """How good a position of The Emperor of China is."""

    __slots__ = ()

    def worth(self, position: Position) -> vec[float]:
        assert isinstance(position, EmperorPosition)
        found = vec[float]([])
        for points in position.points:
            found = append(found, float(points))
        if position.over:
            return found
        outlook = Outlook(position)
        for region in range(position.tables.regions):
            if position.unfilled & BIT[region]:
                outlook.look_at_region(region, NOBODY, 0)
                for seat in range(position.players):
                    found[seat] += outlook.shares[seat]
        for seat in range(position.players):
            found[seat] += outlook.alliances_with(NOBODY, seat) + outlook.roads_of(position.houses[seat])
        return found

    # ---- moves

    def weigh(self, position: Position, actions: vec[i64]) -> vec[float]:
        assert isinstance(position, EmperorPosition)
        plan = Plan(position)
        found = vec[float]([])
        for action in actions:
            found = append(found, plan.value_of(action))
        return found

    def likely_action(self, position: Position, stream: Stream) -> i64:
        """The best looking of a few random moves."""
        assert isinstance(position, EmperorPosition)
        best = position.random_action(stream)
        if position.phase == DRAWING:
            return best
        if best >= EXCHANGE and position.phase == SECOND_PIECE and not position.payments(position.region):
            return best
        best_gain = quick_gain(position, best)
        for _ in range(CANDIDATES - 1):
            other = position.random_action(stream)
            if other != best:
                gain = quick_gain(position, other)
                if gain > best_gain:
                    best = other
                    best_gain = gain
        return best


def quick_gain(position: EmperorPosition, action: i64) -> i64:
    """About what a move brings its seat, in halves of a point."""
    if action >= EXCHANGE:
        return 0
    kind = action // KIND
    place = action % KIND // PLACE
    if kind == HOUSE:
        return quick_house(position, place)
    if kind == EMISSARY:
        return quick_emissary(position, place)
    return 1


def quick_house(position: EmperorPosition, space: i64) -> i64:
    tables = position.tables
    spaces = tables.spaces_of[tables.region_of[space]]
    own_houses = position.houses[position.seat]
    own = size_of(own_houses & spaces)
    total = size_of(spaces & ~position.free)
    most: i64 = 0
    for houses in position.houses:
        count = size_of(houses & spaces)
        if count > most:
            most = count
    gain = total + 1
    if own + 1 < most:
        gain = most
    if own:
        gain -= total if own == most else most
    gain *= 2
    links = tables.near[space] & own_houses
    if links:
        gain += 2
        if links & (links - 1):
            gain += 2
    if position.fortified & BIT[space]:
        gain += 2 * total
    return gain


def quick_emissary(position: EmperorPosition, region: i64) -> i64:
    seat = position.seat
    own = position.emissaries[region * position.players + seat]
    for other in range(position.players):
        if position.emissaries[region * position.players + other] > own + 1:
            return 0
    alliances = position.tables.alliances
    gain: i64 = 1
    for number in range(0, len(alliances), 2):
        neighbour: i64 = -1
        if alliances[number] == region:
            neighbour = alliances[number + 1]
        elif alliances[number + 1] == region:
            neighbour = alliances[number]
        if neighbour >= 0:
            if position.majority(neighbour) & BIT[seat]:
                gain += 2 * (position.guests[region] + position.guests[neighbour] + 1)
            else:
                gain += 1
    return gain


class Plan:
    """What each move would bring the seat to move, in this turn and the next."""

    __slots__ = ("best", "emissary_gains", "gains", "hopes", "outlook", "position", "seat", "second")

    position: EmperorPosition
    outlook: Outlook
    seat: i64
    gains: vec[float]  # space -> what a house there brings
    emissary_gains: vec[float]  # region -> what an emissary there brings
    best: vec[float]  # region -> the best gain of one piece
    second: vec[float]  # region -> that of another piece in the same turn
    hopes: vec[float]  # colour of a region * 3 + pieces -> the best gain of so many pieces in a turn

    def __init__(self, position: EmperorPosition) -> None:
        self.position = position
        self.outlook = Outlook(position)
        self.seat = position.seat
        tables = position.tables
        self.gains = vec[float]([0.0 for _ in range(tables.spaces)])
        self.emissary_gains = vec[float]([0.0 for _ in range(tables.regions)])
        self.best = vec[float]([0.0 for _ in range(tables.regions)])
        self.second = vec[float]([0.0 for _ in range(tables.regions)])
        self.hopes = vec[float]([0.0 for _ in range(3 * tables.colours)])
        for region in range(tables.regions):
            self.look_at(region)

    # ---- pieces

    def look_at(self, region: i64) -> None:
        position = self.position
        seat = self.seat
        if position.places_at_all(HOUSE, seat) & position.tables.spaces_of[region]:
            self.look_at_houses(region)
        if position.places_at_all(EMISSARY, seat) & BIT[region]:
            self.look_at_emissary(region)
        first = region_hope = self.best[region]
        colour = position.tables.colour_of[region] * 3
        if first > self.hopes[colour + 1]:
            self.hopes[colour + 1] = first
        if position.settled & BIT[region]:
            region_hope += self.second[region]
        if region_hope > self.hopes[colour + 2]:
            self.hopes[colour + 2] = region_hope

    def look_at_houses(self, region: i64) -> None:
        position = self.position
        outlook = self.outlook
        spaces = position.free & position.tables.spaces_of[region]
        outlook.look_at_region(region, NOBODY, 0)
        before = self.lead_of_shares()
        outlook.look_at_region(region, self.seat, first_of(spaces))
        usual = self.lead_of_shares() - before
        own = position.houses[self.seat]
        roads = outlook.roads_of(own)
        while spaces:
            space = first_of(spaces)
            gain = usual
            if position.fortified & position.tables.spaces_of[region]:
                outlook.look_at_region(region, self.seat, space)
                gain = self.lead_of_shares() - before
            gain += outlook.roads_of(own | BIT[space]) - roads
            self.gains[space] = gain
            self.note(region, gain)
            spaces &= spaces - 1

    def look_at_emissary(self, region: i64) -> None:
        gain = -self.lead_of_alliances(region)
        self.outlook.look_at_court(region, self.seat)
        gain += self.lead_of_alliances(region)
        self.outlook.look_at_court(region, NOBODY)
        self.emissary_gains[region] = gain
        self.note(region, gain)

    def note(self, region: i64, gain: float) -> None:
        if gain > self.best[region]:
            self.second[region] = self.best[region]
            self.best[region] = gain
        elif gain > self.second[region]:
            self.second[region] = gain

    def lead_of_shares(self) -> float:
        shares = self.outlook.shares
        total = 0.0
        for share in shares:
            total += share
        own = shares[self.seat]
        return own - RIVALRY * (total - own) / float(len(shares) - 1)

    def lead_of_alliances(self, region: i64) -> float:
        own = 0.0
        others = 0.0
        for seat in range(self.position.players):
            points = self.outlook.alliances_with(region, seat)
            if seat == self.seat:
                own = points
            else:
                others += points
        return own - RIVALRY * others / float(self.position.players - 1)

    # ---- moves

    def value_of(self, action: i64) -> float:
        position = self.position
        hand = position.hands[self.seat]
        bundles = position.tables.bundles
        if action == DRAW:
            return self.value_of_pile(hand)
        if action >= TAKE:
            colour = action - TAKE
            row = bundles.without_one[position.row * bundles.kinds + colour]
            return self.hope(bundles.with_one[hand * bundles.kinds + colour], row, position.to_draw - 1)
        if action >= DONE:
            return self.hope(hand, position.row, position.missing_cards())
        if action >= EXCHANGE:
            return self.hope(bundles.without_one[hand * bundles.kinds + action - EXCHANGE], position.row, 1)
        return self.value_of_piece(action, hand)

    def value_of_pile(self, hand: i64) -> float:
        position = self.position
        bundles = position.tables.bundles
        total = 0.0
        for colour in range(position.tables.colours):
            cards = position.pile[colour]
            if cards:
                more = bundles.with_one[hand * bundles.kinds + colour]
                total += float(cards) * self.hope(more, position.row, position.to_draw - 1)
        return total / float(position.in_pile)

    def value_of_piece(self, action: i64, hand: i64) -> float:
        position = self.position
        kind = action // KIND
        place = action % KIND // PLACE
        region = place if kind == EMISSARY else position.tables.region_of[place]
        hand = self.pay(hand, action % PLACE, region)
        found = 0.0
        if kind == HOUSE:
            found = self.gains[place]
        elif kind == EMISSARY:
            found = self.emissary_gains[place]
        missing = position.tables.box.hand - position.tables.bundles.sizes[hand]
        rest = self.hope(hand, position.row, missing)
        if position.phase == TURN and position.settled & BIT[region]:
            more = self.best[region]
            if more == found:
                more = self.second[region]
            payments = position.payments_from(hand, position.tables.price(region, action % PLACE), region)
            while payments:
                colour = first_of(payments)
                then = self.pay(hand, colour, region)
                missing = position.tables.box.hand - position.tables.bundles.sizes[then]
                value = more + self.hope(then, position.row, missing)
                if value > rest:
                    rest = value
                payments &= payments - 1
        return found + rest

    def pay(self, hand: i64, colour: i64, region: i64) -> i64:
        bundles = self.position.tables.bundles
        for _ in range(self.position.tables.price(region, colour)):
            hand = bundles.without_one[hand * bundles.kinds + colour]
        return hand

    # ---- hands

    def hope(self, hand: i64, row: i64, missing: i64) -> float:
        """What the next turn may bring with a hand, to which so many of the cards face up are added."""
        if self.position.times_run_out >= RUNS_OUT:
            return 0.0
        bundles = self.position.tables.bundles
        if missing <= 0 or row == 0:
            return self.hope_of(hand) * NEXT_TURN
        best = 0.0
        colours = bundles.members[row]
        while colours:
            colour = first_of(colours)
            more = bundles.with_one[hand * bundles.kinds + colour]
            value = self.hope(more, bundles.without_one[row * bundles.kinds + colour], missing - 1)
            if value > best:
                best = value
            colours &= colours - 1
        return best

    def hope_of(self, hand: i64) -> float:
        """What the best turn with a hand brings, and a little of the others."""
        position = self.position
        best = 0.0
        total = 0.0
        for colour in range(position.tables.colours):
            regions = position.tables.regions_of_colour[colour]
            if regions:
                value = self.hopes[colour * 3 + self.pieces_for(hand, first_of(regions))]
                total += value
                if value > best:
                    best = value
        return 0.8 * best + 0.2 * total / float(position.tables.colours)

    def pieces_for(self, hand: i64, region: i64) -> i64:
        """How many pieces a hand can pay in a region."""
        payments = self.position.payments_from(hand, 0, region)
        if not payments:
            return 0
        while payments:
            colour = first_of(payments)
            rest = self.pay(hand, colour, region)
            if self.position.payments_from(rest, self.position.tables.price(region, colour), region):
                return 2
            payments &= payments - 1
        return 1
