"""The Emperor of China for learning programs: observations and actions as vectors of a fixed length."""

from __future__ import annotations

from typing import Final

from tianxia.engine.bitsets import first_of
from tianxia.engine.native import i64, u8, vec
from tianxia.engine.observation import MOST, Space, copy_from_seat, cut, seats_between, write_set, write_sets
from tianxia.engine.position import Position
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
from tianxia.games.emperor_of_china.rules.state import (
    DEALING,
    DRAWING,
    EMISSARY,
    FORTIFICATION,
    HOUSE,
    KINDS,
    SECOND_PIECE,
)
from tianxia.games.emperor_of_china.rules.tables import LookupTables

SEATS: Final = 5  # for which there is room
PHASES: Final = 3  # a turn, a second piece, drawing
ONE: Final = 1


class EmperorSpace(Space):
    """Observations and actions of The Emperor of China."""

    __slots__ = (
        "action_by_index",
        "at_discards",
        "at_emissaries",
        "at_fortified",
        "at_hand",
        "at_hand_sizes",
        "at_houses",
        "at_known",
        "at_moment",
        "at_phase",
        "at_players",
        "at_points",
        "at_region",
        "at_room",
        "at_row",
        "at_seat",
        "at_side",
        "at_supply",
        "at_to_move",
        "at_unseen",
        "deck",
        "first_draw",
        "first_emissary",
        "first_exchange",
        "first_fortification",
        "first_plain",
        "first_take",
        "index_by_action",
        "side",
        "tables",
    )

    tables: LookupTables
    side: i64  # which side of the board, in the order of the edition
    deck: vec[i64]  # colour -> cards in the game

    # where each part of an observation begins
    at_houses: i64
    at_fortified: i64
    at_emissaries: i64
    at_room: i64
    at_hand: i64
    at_known: i64
    at_hand_sizes: i64
    at_unseen: i64
    at_row: i64
    at_discards: i64
    at_supply: i64
    at_points: i64
    at_phase: i64
    at_region: i64
    at_moment: i64
    at_to_move: i64
    at_seat: i64
    at_players: i64
    at_side: i64

    # the first index of each group of actions; houses begin at 0
    first_emissary: i64
    first_fortification: i64
    first_exchange: i64
    first_plain: i64
    first_take: i64
    first_draw: i64
    index_by_action: vec[i64]  # action -> index
    action_by_index: vec[i64]  # index -> action

    def __init__(self, tables: LookupTables, players: int, side: int) -> None:
        super().__init__()
        self.tables = tables
        self.side = side
        self.deck = tables.box.deck(players)
        self.declare_observation(int(tables.spaces), int(tables.regions), int(tables.colours))
        self.declare_actions(int(tables.spaces), int(tables.regions), int(tables.colours))
        self.pair_actions(tables.spaces, tables.regions, tables.colours)

    def declare_observation(self, spaces: int, regions: int, colours: int) -> None:
        # one statement for each part of an observation, in the order of its numbers
        box = self.tables.box
        cards = max([int(cards) for cards in box.cards])
        self.at_houses = self.flags("houses", [SEATS, spaces], "a house of the seat on the space")
        self.at_fortified = self.flags("fortified", [spaces], "a fortification on the space")
        self.at_emissaries = self.part(
            "emissaries", [SEATS, regions], int(box.emissaries), 4, "emissaries of the seat in the region"
        )
        self.at_room = self.part("room", [regions], MOST, 4, "how many more emissaries the region admits")
        self.kept = self.features
        self.at_hand = self.part("hand", [colours], int(box.hand), int(box.hand), "own cards of the colour")
        self.at_known = self.part(
            "known", [SEATS, colours], int(box.hand), int(box.hand), "cards in the seat's hand that everybody saw"
        )
        self.at_hand_sizes = self.part("hand sizes", [SEATS], int(box.hand), int(box.hand), "cards in the seat's hand")
        self.at_unseen = self.part(
            "unseen", [colours], cards, cards, "cards of the colour that are in the pile or hidden in other hands"
        )
        self.at_row = self.part("row", [colours], int(box.row), int(box.row), "cards of the colour that lie face up")
        self.at_discards = self.part("discards", [colours], cards, cards, "cards of the colour that were discarded")
        self.at_supply = self.part(
            "supply",
            [SEATS, KINDS],
            int(box.houses),
            10,
            "houses, emissaries and fortifications left to the seat",
        )
        self.at_points = self.part("points", [SEATS], MOST, 50, "points of the seat")
        self.at_phase = self.flags("phase", [PHASES], "what is decided: a turn, a second piece, a card to draw")
        self.at_region = self.flags("region", [regions], "the region where the seat to move has placed its first piece")
        self.at_moment = self.part(
            "moment",
            [5],
            MOST,
            10,
            "cards paid in this turn; cards still to draw; cards in the pile; times that it ran out; the round",
        )
        self.at_to_move = self.flags("to move", [SEATS], "whether the seat is to move")
        self.at_seat = self.flags("seat", [SEATS], "which seat observes, as the game counts")
        self.at_players = self.flags("players", [SEATS], "whether the seat is played")
        self.at_side = self.part("side", [1], MOST, 1, "the side of the board, in the order of the edition, from 0")

    def declare_actions(self, spaces: int, regions: int, colours: int) -> None:
        self.group("house", [spaces, colours], "a house on the space, paid with cards of the colour")
        self.first_emissary = self.group(
            "emissary", [regions, colours], "an emissary to the region, paid with cards of the colour"
        )
        self.first_fortification = self.group(
            "fortification", [spaces, colours], "a fortification on the space, paid with cards of the colour"
        )
        self.first_exchange = self.group("exchange", [colours], "exchange a card of the colour")
        self.first_plain = self.group("plain", [2], "no second piece; pass")
        self.first_take = self.group("take", [colours], "take a card of the colour that lies face up")
        self.first_draw = self.group("draw", [1], "draw from the pile")
        self.end_of_actions()

    # ---- actions: the mapping of indices to actions is the same in all positions, and kept in two tables

    def pair_actions(self, spaces: i64, regions: i64, colours: i64) -> None:
        self.index_by_action = vec[i64]([-1 for _ in range(DRAW + 1)])
        self.action_by_index = vec[i64]([-1 for _ in range(self.actions)])
        for colour in range(colours):
            for space in range(spaces):
                index = space * colours + colour
                self.pair(index, HOUSE * KIND + space * PLACE + colour)
                self.pair(self.first_fortification + index, FORTIFICATION * KIND + space * PLACE + colour)
            for region in range(regions):
                index = self.first_emissary + region * colours + colour
                self.pair(index, EMISSARY * KIND + region * PLACE + colour)
            self.pair(self.first_exchange + colour, EXCHANGE + colour)
            self.pair(self.first_take + colour, TAKE + colour)
        self.pair(self.first_plain, DONE)
        self.pair(self.first_plain + 1, PASS)
        self.pair(self.first_draw, DRAW)

    def pair(self, index: i64, action: i64) -> None:
        self.index_by_action[action] = index
        self.action_by_index[index] = action

    def index_inside(self, action: i64, frame: i64) -> i64:
        return self.index_by_action[action]

    def action_inside(self, index: i64, frame: i64) -> i64:
        return self.action_by_index[index]

    def write_inside(self, position: Position, frame: i64, into: vec[u8], at: i64) -> i64:
        """Set `into[at + index]` to 1 for all legal actions: the fast twin of going through `legal_actions`."""
        assert isinstance(position, EmperorPosition)
        if position.over or position.awaits_chance:
            return 0
        if position.phase == DRAWING:
            write_set(position.tables.bundles.members[position.row], into, at + self.first_take)
            if position.in_pile:
                into[at + self.first_draw] = ONE
            return 1
        self.write_pieces(position, into, at)
        if position.phase == SECOND_PIECE:
            into[at + self.first_plain] = ONE
        elif position.can_exchange():
            held = position.tables.bundles.members[position.hands[position.seat]]
            write_set(held, into, at + self.first_exchange)
        else:
            into[at + self.first_plain + 1] = ONE
        return 1

    def write_pieces(self, position: EmperorPosition, into: vec[u8], at: i64) -> None:
        tables = self.tables
        colours = tables.colours
        hand = position.hands[position.seat]
        at_emissary = at + self.first_emissary
        at_fortification = at + self.first_fortification
        houses = position.places_for(HOUSE)
        emissaries = position.places_for(EMISSARY)
        fortifications = position.places_for(FORTIFICATION)
        for colour in range(colours):
            payments = tables.bundles.payments_after(position.paid, hand, colour)
            if payments:
                spaces = tables.spaces_of_colour[colour]
                write_ways(houses & spaces, payments, colours, into, at)
                write_ways(emissaries & tables.regions_of_colour[colour], payments, colours, into, at_emissary)
                write_ways(fortifications & spaces, payments, colours, into, at_fortification)

    # ---- what a seat sees

    def frame(self, position: Position) -> i64:
        """The number of the turn: within a turn the seat to move only adds pieces to the board."""
        assert isinstance(position, EmperorPosition)
        return position.round * SEATS + position.seat

    def write_frame(self, position: Position, seat: i64, frame: i64, shown: i64, into: vec[u8], at: i64) -> i64:
        """Write the observation of a seat. Within a turn the board is kept, and only new pieces are written."""
        assert isinstance(position, EmperorPosition)
        if shown != position.paid + 1:
            self.write_board(position, seat, into, at)
        self.write_seats(position, seat, into, at)
        self.write_cards(position, seat, into, at)
        self.write_moment(position, seat, into, at)
        return position.paid + 1

    def write_board(self, position: EmperorPosition, seat: i64, into: vec[u8], at: i64) -> None:
        players = position.players
        write_set(position.fortified, into, at + self.at_fortified)
        place = at + self.at_room
        guests = position.guests
        lead = position.lead
        for region in range(self.tables.regions):
            if lead[region]:
                into[place + region] = u8(lead[region] - guests[region])
                if guests[region]:
                    self.write_guests(position.emissaries, players, region, seat, into, at)
        write_sets(position.houses, seat, self.tables.spaces, into, at + self.at_houses)

    def write_guests(self, emissaries: vec[i64], players: i64, region: i64, seat: i64, into: vec[u8], at: i64) -> None:
        """Write the emissaries in a region."""
        regions = self.tables.regions
        place = at + self.at_emissaries + region
        first = region * players
        for owner in range(first + seat, first + players):
            into[place] = u8(emissaries[owner])
            place += regions
        for owner in range(first, first + seat):
            into[place] = u8(emissaries[owner])
            place += regions

    def write_seats(self, position: EmperorPosition, seat: i64, into: vec[u8], at: i64) -> None:
        """Write what the seats have besides the pieces on the board, and the sizes of their hands."""
        copy_from_seat(position.supply, seat, KINDS, into, at + self.at_supply)
        copy_from_seat(position.points, seat, 1, into, at + self.at_points)
        players = position.players
        sizes = self.tables.bundles.sizes
        hands = position.hands
        at_hand_sizes = at + self.at_hand_sizes
        at_players = at + self.at_players
        owner = seat
        for number in range(players):
            into[at_hand_sizes + number] = u8(sizes[hands[owner]])
            into[at_players + number] = ONE
            owner += 1
            if owner == players:
                owner = 0

    def write_cards(self, position: EmperorPosition, seat: i64, into: vec[u8], at: i64) -> None:
        counts = self.tables.bundles.counts
        colours = self.tables.colours
        hand = position.hands[seat] * colours
        row = position.row * colours
        discards = position.discards
        deck = self.deck
        at_hand = at + self.at_hand
        at_row = at + self.at_row
        at_discards = at + self.at_discards
        at_unseen = at + self.at_unseen
        for colour in range(colours):
            held = counts[hand + colour]
            faced = counts[row + colour]
            discarded = discards[colour]
            into[at_hand + colour] = u8(held)
            into[at_row + colour] = u8(faced)
            into[at_discards + colour] = u8(discarded)
            into[at_unseen + colour] = u8(deck[colour] - held - faced - discarded)
        players = position.players
        known = position.known
        place = at + self.at_known
        owner = seat
        for number in range(players):
            first = known[owner] * colours
            if first:
                for colour in range(colours):
                    seen = u8(counts[first + colour])
                    into[place + colour] = seen
                    if number:
                        into[at_unseen + colour] -= seen
            place += colours
            owner += 1
            if owner == players:
                owner = 0

    def write_moment(self, position: EmperorPosition, seat: i64, into: vec[u8], at: i64) -> None:
        if not position.over:
            into[at + self.at_to_move + seats_between(seat, position.seat, position.players)] = ONE
        if position.phase != DEALING:
            into[at + self.at_phase + position.phase - 1] = ONE
        if position.region >= 0:
            into[at + self.at_region + position.region] = ONE
        place = at + self.at_moment
        into[place] = u8(position.paid)
        into[place + 1] = u8(position.to_draw)
        into[place + 2] = cut(position.in_pile)
        into[place + 3] = u8(position.times_run_out)
        into[place + 4] = cut(position.round)
        into[at + self.at_seat + seat] = ONE
        into[at + self.at_side] = u8(self.side)


def write_ways(places: i64, payments: i64, colours: i64, into: vec[u8], at: i64) -> None:
    """Set 1 for each way to pay for a piece on each of some spaces, or in each of some regions."""
    while places:
        write_set(payments, into, at + first_of(places) * colours)
        places &= places - 1
