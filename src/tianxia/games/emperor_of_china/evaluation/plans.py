"""Estimates of the gains of moves of The Emperor of China, in this turn and with the cards left in the next.

Hands are filled up after every turn. So a spent card costs little, a turn in which little is placed costs much, and the
value of a hand is what can be placed with it in one turn: two pieces need a pair.
"""

from __future__ import annotations

from typing import Final

from tianxia.engine.bitsets import BIT, first_of, size_of
from tianxia.engine.native import i64, vec
from tianxia.games.emperor_of_china.evaluation.outlook import NOBODY, Outlook
from tianxia.games.emperor_of_china.rules.position import (
    DONE,
    DRAW,
    EXCHANGE,
    KIND,
    PASS,
    PLACE,
    TAKE,
    EmperorPosition,
)
from tianxia.games.emperor_of_china.rules.state import EMISSARY, HOUSE, KINDS, TURN, region_of, room_at_court
from tianxia.games.emperor_of_china.rules.tables import MOST_PIECES

NO_GAIN: Final = -1000.0

# found by measuring
RIVALRY: Final = 1.1  # what the points of all rivals count, on average, of one's own
NEXT_TURN: Final = 0.4  # what a piece that can be placed in the next turn counts of one placed now
BEST_COLOUR: Final = 0.8  # of what a hand is worth, the part for its best use; the rest is for having a choice
GIFT: Final = 1.0  # points: what a fortification costs on which anybody may build next
SAME_COURT: Final = 0.6  # what a second emissary in the same court brings of the first


class Plan:
    """The estimated gains of all pieces that the seat to move may place, and of its cards."""

    __slots__ = ("best", "emissary", "hopes", "houses", "outlook", "position", "seat", "second")

    position: EmperorPosition
    outlook: Outlook
    seat: i64
    houses: vec[float]  # space -> what a house there brings
    best: vec[float]  # region -> the best of these
    second: vec[float]  # region -> the second best
    emissary: vec[float]  # region -> what an emissary brings, once there is room
    hopes: vec[
        float
    ]  # colour * (MOST_PIECES + 1) + pieces -> the best gain of that many pieces in a region of a colour

    def __init__(self, position: EmperorPosition) -> None:
        tables = position.tables
        self.position = position
        self.outlook = Outlook(position)
        self.seat = position.seat
        self.houses = vec[float]([NO_GAIN for _ in range(tables.spaces)])
        self.best = vec[float]([NO_GAIN for _ in range(tables.regions)])
        self.second = vec[float]([NO_GAIN for _ in range(tables.regions)])
        self.emissary = vec[float]([NO_GAIN for _ in range(tables.regions)])
        self.hopes = vec[float]([0.0 for _ in range((MOST_PIECES + 1) * tables.colours)])
        for region in range(tables.regions):
            if position.places_at_all(HOUSE, self.seat) & tables.spaces_of[region]:
                self.look_at_houses(region)
            if self.has_room(region, True):
                self.look_at_emissary(region)
            self.hope_for(region)

    # ---- pieces

    def look_at_houses(self, region: i64) -> None:
        position = self.position
        outlook = self.outlook
        spaces = position.free & position.tables.spaces_of[region]
        outlook.look_at_houses(region, NOBODY, 0)
        before = self.lead_in_shares() + outlook.roads_of(self.seat, position.houses[self.seat])
        outlook.look_at_houses(region, self.seat, first_of(spaces))
        shares = self.lead_in_shares()
        while spaces:
            space = first_of(spaces)
            if position.fortified & position.tables.spaces_of[region]:
                outlook.look_at_houses(region, self.seat, space)
                shares = self.lead_in_shares()
            gain = shares + outlook.roads_of(self.seat, position.houses[self.seat] | BIT[space]) - before
            self.houses[space] = gain
            if gain > self.best[region]:
                self.second[region] = self.best[region]
                self.best[region] = gain
            elif gain > self.second[region]:
                self.second[region] = gain
            spaces &= spaces - 1

    def look_at_emissary(self, region: i64) -> None:
        before = self.lead_in_alliances(region)
        self.outlook.look_at_court(region, self.seat)
        self.emissary[region] = self.lead_in_alliances(region) - before
        self.outlook.look_at_court(region, NOBODY)

    def has_room(self, region: i64, with_house: bool) -> bool:
        """Whether the seat can send an emissary to a region, perhaps after placing a house there."""
        position = self.position
        if position.places_at_all(EMISSARY, self.seat) & BIT[region]:
            return True
        if not with_house or self.best[region] == NO_GAIN or not position.supply[self.seat * KINDS + EMISSARY]:
            return False
        own = size_of(position.houses[self.seat] & position.tables.spaces_of[region])
        return room_at_court(own + 1, position.guests[region]) > 0

    def lead_in_shares(self) -> float:
        """The lead of the seat over the others in the region last passed to `look_at_houses`."""
        total = 0.0
        for share in self.outlook.shares:
            total += share
        own = self.outlook.shares[self.seat]
        return own - RIVALRY * (total - own) / float(self.position.players - 1)

    def lead_in_alliances(self, region: i64) -> float:
        total = 0.0
        for seat in range(self.position.players):
            total += self.outlook.alliances_of(region, seat)
        own = self.outlook.alliances_of(region, self.seat)
        return own - RIVALRY * (total - own) / float(self.position.players - 1)

    # ---- turns

    def hope_for(self, region: i64) -> None:
        """Note the gains of one or two pieces in a region."""
        one = self.best[region]
        if self.emissary[region] > one and self.has_room(region, False):
            one = self.emissary[region]
        two = one
        if self.position.allows_two_pieces(region):
            more = self.best[region] + self.after_house(region, self.best[region])
            if more > two:
                two = more
            more = self.emissary[region] + self.after_emissary(region)
            if more > two and self.has_room(region, False):
                two = more
        first = self.position.tables.colour_of[region] * (MOST_PIECES + 1)
        if one > self.hopes[first + 1]:
            self.hopes[first + 1] = one
        if two > self.hopes[first + 2]:
            self.hopes[first + 2] = two

    def after_house(self, region: i64, gain: float) -> float:
        """The gain of the best second piece in a region, after a house with a given gain."""
        more = self.best[region] if gain < self.best[region] else self.second[region]
        return self.emissary[region] if self.emissary[region] > more else more

    def after_emissary(self, region: i64) -> float:
        """The gain of the best second piece in a region, after an emissary."""
        if room_at_court(self.position.lead[region], self.position.guests[region] + 1) > 0:
            more = self.emissary[region] * SAME_COURT
            if more > self.best[region]:
                return more
        return self.best[region]

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
            return self.hope_after(bundles.with_one[hand * bundles.kinds + colour], row, position.to_draw - 1)
        if action == PASS:
            return 0.0
        if action == DONE:
            return self.hope_with(hand)
        if action >= EXCHANGE:
            return self.hope_after(bundles.without_one[hand * bundles.kinds + action - EXCHANGE], position.row, 1)
        return self.value_of_piece(action, hand)

    def value_of_pile(self, hand: i64) -> float:
        """The value of drawing from the pile: the average over its cards."""
        position = self.position
        bundles = position.tables.bundles
        total = 0.0
        for colour in range(position.tables.colours):
            if position.pile[colour]:
                more = bundles.with_one[hand * bundles.kinds + colour]
                total += float(position.pile[colour]) * self.hope_after(more, position.row, position.to_draw - 1)
        return total / float(position.in_pile)

    def value_of_piece(self, action: i64, hand: i64) -> float:
        """The value of placing a piece: its gain, that of the best second piece, and that of the cards left."""
        position = self.position
        kind = action // KIND
        place = action % KIND // PLACE
        region = region_of(position.tables, kind, place)
        hand = self.pay(hand, action % PLACE, region)
        found = 0.0
        more = 0.0
        if kind == HOUSE:
            found = self.houses[place]
            more = self.after_house(region, found)
        elif kind == EMISSARY:
            found = self.emissary[place]
            more = self.after_emissary(region)
        else:
            found = -GIFT
            more = self.gain_on_fortification(region, place) + GIFT
        rest = self.hope_with(hand)
        if position.phase == TURN and position.allows_two_pieces(region):
            payments = position.payments_from(hand, position.tables.price(region, action % PLACE), region)
            while payments:
                value = more + self.hope_with(self.pay(hand, first_of(payments), region))
                if value > rest:
                    rest = value
                payments &= payments - 1
        return found + rest

    def gain_on_fortification(self, region: i64, space: i64) -> float:
        """The gain of a house on a space that has just been fortified."""
        outlook = self.outlook
        if self.houses[space] == NO_GAIN:
            return 0.0
        outlook.look_at_houses(region, NOBODY, 0)
        own = self.position.houses[self.seat]
        before = self.lead_in_shares() + outlook.roads_of(self.seat, own)
        outlook.fortified |= BIT[space]
        outlook.look_at_houses(region, self.seat, space)
        found = self.lead_in_shares() + outlook.roads_of(self.seat, own | BIT[space]) - before
        outlook.fortified = self.position.fortified
        return found

    def pay(self, hand: i64, colour: i64, region: i64) -> i64:
        """The hand that is left after paying for a piece in a region."""
        tables = self.position.tables
        return tables.bundles.without(hand, colour, tables.price(region, colour))

    # ---- hands

    def hope_with(self, hand: i64) -> float:
        """The estimated gain of the next turn, once a hand has been filled up."""
        return self.hope_after(hand, self.position.row, self.position.missing_in(hand))

    def hope_after(self, hand: i64, row: i64, missing: i64) -> float:
        """The estimated gain of the next turn with a hand to which `missing` cards of the row are added."""
        if self.position.is_last_round():
            return 0.0
        if missing <= 0 or row == 0:
            return self.hope_of(hand)
        bundles = self.position.tables.bundles
        best = 0.0
        colours = bundles.members[row]
        while colours:
            colour = first_of(colours)
            more = bundles.with_one[hand * bundles.kinds + colour]
            value = self.hope_after(more, bundles.without_one[row * bundles.kinds + colour], missing - 1)
            if value > best:
                best = value
            colours &= colours - 1
        return best

    def hope_of(self, hand: i64) -> float:
        """The estimated gain of a turn with a hand: that of its best use, and a little for each other use."""
        tables = self.position.tables
        best = 0.0
        total = 0.0
        for colour in range(tables.colours):
            if tables.regions_of_colour[colour]:
                value = self.hopes[colour * (MOST_PIECES + 1) + tables.bundles.pieces[hand * tables.colours + colour]]
                total += value
                if value > best:
                    best = value
        return NEXT_TURN * (BEST_COLOUR * best + (1.0 - BEST_COLOUR) * total / float(tables.colours))
