"""The Emperor of China, by Michael Schacht (Abacusspiele and Überplay, 2005): the rules.

    a turn    place a piece, and perhaps a second one in the same region; or exchange a card; pass where that is not
              possible
    a piece   a house, an emissary or a fortification, for one card of the region's colour or two alike of another
    then      draw cards, one at a time, face up or from the pile, until the hand is full; the row is filled up
    houses    are scored the moment a region is full
    the end   the pile has run out twice, and the round is over; or nobody could place anything. Houses in regions not
              yet scored, alliances and roads are scored

Spaces and regions are kept in sets, cards in bundles and counts by colour (`tables`). The pile has no order: drawing a
card is chance. `words/en/rules/emperor-of-china.md` has the rulings.
"""

from __future__ import annotations

from typing import Final

from tianxia.engine.bitsets import BIT, first_of, nth_of, size_of
from tianxia.engine.chance import Stream, check_seed, fresh_stream, stream_of
from tianxia.engine.native import append, i64, vec
from tianxia.games.emperor_of_china.rules import scoring
from tianxia.games.emperor_of_china.rules.hidden_hands import DRAWN, SHUFFLED, WHOSE, deal_hidden
from tianxia.games.emperor_of_china.rules.state import (
    DEALING,
    DRAWING,
    DREW,
    EMISSARY,
    ENDED,
    EXCHANGED,
    FILLED_UP,
    FORTIFICATION,
    HOUSE,
    KINDS,
    PASSED,
    PLACED,
    PLACED_ALL,
    RAN_OUT,
    SECOND_PIECE,
    TOOK,
    TURN,
    EmperorState,
    region_of,
)

# An action is a piece and how it is paid: kind * KIND + place * PLACE + colour, where the place is a space or a region;
# a card of the region's own colour pays alone, any other colour with two. Or it is one of these, some plus a colour:
PLACE: Final = 16
KIND: Final = 1024
EXCHANGE: Final = 4096
DONE: Final = 4112
PASS: Final = 4113
TAKE: Final = 4128
DRAW: Final = 4144

RUNS_OUT: Final = 2  # times, then the game ends


class EmperorPosition(EmperorState):
    """One position of The Emperor of China: the rules on the fields of the state.

    The fields are a class of their own so that scoring, which these rules call, need not know the rules.
    """

    __slots__ = ()

    def clone(self) -> EmperorPosition:
        return EmperorPosition(self.tables, self.players, False, self)

    # ---- a turn: the legal moves

    def legal_actions(self) -> vec[i64]:
        found = vec[i64]([])
        if self.over or self.awaits_chance:
            return found
        if self.phase == DRAWING:
            found = with_colours(found, TAKE, self.tables.bundles.members[self.row])
            return append(found, DRAW) if self.in_pile else found
        for kind in range(KINDS):
            places = self.places_for(kind)
            while places:
                place = first_of(places)
                region = region_of(self.tables, kind, place)
                found = with_colours(found, kind * KIND + place * PLACE, self.payments(region))
                places &= places - 1
        if self.phase == SECOND_PIECE:
            return append(found, DONE)
        if self.can_exchange():
            return with_colours(found, EXCHANGE, self.tables.bundles.members[self.hands[self.seat]])
        return append(found, PASS)

    def places_for(self, kind: i64) -> i64:
        """The set of spaces or regions where the seat to move may place a piece of a kind now, if it can pay."""
        places = self.places_at_all(kind, self.seat)
        if self.phase == SECOND_PIECE:
            places &= BIT[self.region] if kind == EMISSARY else self.tables.spaces_of[self.region]
        return places

    def places_at_all(self, kind: i64, seat: i64) -> i64:
        """Rulings 4 and 13: the set of places where a seat could place a piece of a kind, whatever its cards."""
        if not self.supply[seat * KINDS + kind]:
            return 0
        if kind == HOUSE:
            return self.free
        if kind == EMISSARY:
            return self.courts
        return self.free & ~self.fortified

    def regions_for_house(self, seat: i64) -> i64:
        """The set of regions with a space where a seat could place a house, whatever its cards."""
        if self.supply[seat * KINDS]:
            return self.unfilled
        return 0

    def allows_two_pieces(self, region: i64) -> bool:
        """Ruling 2: whether a turn may bring two pieces to a region. To an empty region only one may come."""
        return self.settled & BIT[region] != 0

    def has_place(self) -> bool:
        """Whether the seat to move could place a piece now, if it could pay."""
        for kind in range(KINDS):
            if self.places_for(kind):
                return True
        return False

    def payments(self, region: i64) -> i64:
        """The set of colours with which the seat to move can pay for a piece in a region."""
        return self.payments_from(self.hands[self.seat], self.paid, region)

    def payments_from(self, hand: i64, paid: i64, region: i64) -> i64:
        """The set of colours with which a hand can pay in a region, after `paid` cards were paid in the turn."""
        return self.tables.bundles.payments_after(paid, hand, self.tables.colour_of[region])

    def can_exchange(self) -> bool:
        """Ruling 8: whether the seat to move may exchange a card."""
        return self.hands[self.seat] != 0 and self.has_card_to_draw()

    def has_card_to_draw(self) -> bool:
        return self.in_pile > 0 or self.row != 0

    def is_legal(self, action: i64) -> bool:
        if self.over or self.awaits_chance or action < 0:
            return False
        if self.phase == DRAWING:
            if action == DRAW:
                return self.in_pile > 0
            return self.is_colour_of(action - TAKE, self.tables.bundles.members[self.row])
        if action >= EXCHANGE:
            if action == DONE:
                return self.phase == SECOND_PIECE
            if action == PASS:
                return self.phase == TURN and not self.can_exchange()
            held = self.tables.bundles.members[self.hands[self.seat]]
            return self.phase == TURN and self.can_exchange() and self.is_colour_of(action - EXCHANGE, held)
        kind = action // KIND
        place = action % KIND // PLACE
        if kind >= KINDS or not self.places_for(kind) >> place & 1:
            return False
        return self.is_colour_of(action % PLACE, self.payments(region_of(self.tables, kind, place)))

    def is_colour_of(self, colour: i64, colours: i64) -> bool:
        return 0 <= colour < self.tables.colours and (colours >> colour & 1) == 1

    # ---- a turn: a random move. The n-th is found by counting whole colours; the slow twin is the list

    def random_action(self, stream: Stream) -> i64:
        if self.phase == DRAWING:
            return self.random_draw(stream)
        if self.phase == SECOND_PIECE:
            return self.random_second_piece(stream)
        return self.random_turn(stream)

    def random_turn(self, stream: Stream) -> i64:
        """A random action at the start of a turn: a piece, an exchange or a pass."""
        tables = self.tables
        colours = tables.colours
        hand = self.hands[self.seat]
        payment = hand * colours
        ways = tables.bundles.ways
        openings = self.openings
        first = self.seat * KINDS
        houses: i64 = 1 if self.supply[first] else 0
        emissaries: i64 = 1 if self.supply[first + EMISSARY] else 0
        fortifications: i64 = 1 if self.supply[first + FORTIFICATION] else 0
        exchanges: i64 = 0
        if self.in_pile or self.row:
            exchanges = tables.bundles.different[hand]
        total = exchanges
        if not exchanges:
            total += 1
        for colour in range(colours):
            if ways[payment + colour]:
                places = openings[colour] * houses + openings[colours + colour] * emissaries
                if fortifications:
                    places += openings[FORTIFICATION * colours + colour]
                total += ways[payment + colour] * places
        pick = stream.below(total)
        for colour in range(colours):
            if ways[payment + colour]:
                places = openings[colour] * houses + openings[colours + colour] * emissaries
                if fortifications:
                    places += openings[FORTIFICATION * colours + colour]
                if pick < ways[payment + colour] * places:
                    return self.nth_piece(pick, colour, tables.bundles.payments[payment + colour])
                pick -= ways[payment + colour] * places
        if not exchanges:
            return PASS
        return EXCHANGE + nth_of(tables.bundles.members[hand], pick)

    def nth_piece(self, index: i64, colour: i64, payments: i64) -> i64:
        """The action at an index among all pieces that may go to regions of a colour, or where the first piece went."""
        ways = size_of(payments)
        place = index // ways
        paid = nth_of(payments, index - place * ways)
        places = self.places_for(HOUSE) & self.tables.spaces_of_colour[colour]
        count = size_of(places)
        if place < count:
            return nth_of(places, place) * PLACE + paid
        place -= count
        places = self.places_for(EMISSARY) & self.tables.regions_of_colour[colour]
        count = size_of(places)
        if place < count:
            return EMISSARY * KIND + nth_of(places, place) * PLACE + paid
        places = self.places_for(FORTIFICATION) & self.tables.spaces_of_colour[colour]
        return FORTIFICATION * KIND + nth_of(places, place - count) * PLACE + paid

    def random_second_piece(self, stream: Stream) -> i64:
        payments = self.payments(self.region)
        if not payments:
            return DONE
        places: i64 = 0
        for kind in range(KINDS):
            places += size_of(self.places_for(kind))
        pick = stream.below(size_of(payments) * places + 1)
        if pick == 0:
            return DONE
        return self.nth_piece(pick - 1, self.tables.colour_of[self.region], payments)

    def random_draw(self, stream: Stream) -> i64:
        count = self.tables.bundles.different[self.row]
        moves = count
        if self.in_pile:
            moves += 1
        pick = stream.below(moves)
        if pick == count:
            return DRAW
        return TAKE + nth_of(self.tables.bundles.members[self.row], pick)

    # ---- a turn: place pieces, or exchange a card

    def apply_until_chance(self, action: i64) -> None:
        if action < EXCHANGE:
            kind = action // KIND
            place = action % KIND // PLACE
            self.place_piece(kind, place, region_of(self.tables, kind, place), action % PLACE)
        elif action < DONE:
            self.exchange(action - EXCHANGE)
        elif action == DONE:
            if self.journal is not None:
                self.journal.note(PLACED_ALL, [self.seat])
            self.begin_drawing(self.missing_cards())
        elif action == PASS:
            if self.journal is not None:
                self.journal.note(PASSED, [self.seat])
            self.end_turn()
        elif action < DRAW:
            self.take(action - TAKE)
        else:
            self.for_hand = True
            self.awaits_chance = True

    def place_piece(self, kind: i64, place: i64, region: i64, colour: i64) -> None:
        may_go_on = self.phase == TURN and self.allows_two_pieces(region)
        cards = self.tables.price(region, colour)
        if self.journal is not None:
            self.journal.note(PLACED, [self.seat, kind, place, colour, cards])
        self.paid += cards
        for _ in range(cards):
            self.discard(colour)
        self.supply[self.seat * KINDS + kind] -= 1
        self.settled |= BIT[region]
        if kind == HOUSE:
            self.add_house(place, region)
        elif kind == EMISSARY:
            self.add_emissary(region)
        else:
            self.fortified |= BIT[place]
            self.openings[FORTIFICATION * self.tables.colours + self.tables.colour_of[region]] -= 1
        if self.is_stuck():
            self.finish(False)
            return
        self.region = region
        if may_go_on:
            self.phase = SECOND_PIECE
        else:
            self.begin_drawing(self.missing_cards())

    def add_house(self, space: i64, region: i64) -> None:
        spaces = self.tables.spaces_of[region]
        colour = self.tables.colour_of[region]
        self.free &= ~BIT[space]
        self.openings[colour] -= 1
        if not self.fortified & BIT[space]:
            self.openings[FORTIFICATION * self.tables.colours + colour] -= 1
        houses = self.houses[self.seat] | BIT[space]
        self.houses[self.seat] = houses
        count = size_of(houses & spaces)
        if count > self.lead[region]:
            self.lead[region] = count
            self.update_court(region)
        if not self.free & spaces:
            self.unfilled &= ~BIT[region]
            scoring.score_houses(self, region)

    def add_emissary(self, region: i64) -> None:
        self.emissaries[region * self.players + self.seat] += 1
        self.guests[region] += 1
        self.update_court(region)

    def is_stuck(self) -> bool:
        """Ruling 9: nobody could place any piece, whatever the cards."""
        if self.regions_for_house(self.seat):
            return False
        for seat in range(self.players):
            for kind in range(KINDS):
                if self.places_at_all(kind, seat):
                    return False
        return True

    def exchange(self, colour: i64) -> None:
        if self.journal is not None:
            self.journal.note(EXCHANGED, [self.seat, colour])
        self.discard(colour)
        self.begin_drawing(1)

    def discard(self, colour: i64) -> None:
        """Ruling 6: discard a card from the hand; it is a known one of its colour, if there is one."""
        bundles = self.tables.bundles
        seat = self.seat
        known = bundles.without_one[self.known[seat] * bundles.kinds + colour]
        if known >= 0:
            self.known[seat] = known
        else:
            self.secrets = append(self.secrets, seat * WHOSE + colour)
        self.hands[seat] = bundles.without_one[self.hands[seat] * bundles.kinds + colour]
        self.discards[colour] += 1

    # ---- draw cards

    def missing_cards(self) -> i64:
        return self.missing_in(self.hands[self.seat])

    def missing_in(self, hand: i64) -> i64:
        """The number of cards needed to fill up a hand."""
        return self.tables.box.hand - self.tables.bundles.sizes[hand]

    def begin_drawing(self, cards: i64) -> None:
        self.phase = DRAWING
        self.to_draw = cards
        self.go_on_drawing()

    def take(self, colour: i64) -> None:
        bundles = self.tables.bundles
        seat = self.seat
        self.row = bundles.without_one[self.row * bundles.kinds + colour]
        self.hands[seat] = bundles.with_one[self.hands[seat] * bundles.kinds + colour]
        self.known[seat] = bundles.with_one[self.known[seat] * bundles.kinds + colour]
        self.to_draw -= 1
        if self.journal is not None:
            self.journal.note(TOOK, [seat, colour])
        self.go_on_drawing()

    def go_on_drawing(self) -> None:
        """Ruling 6: the seat draws until its hand is full or nothing is left; then the row is filled up."""
        self.awaits_chance = False
        if self.to_draw and (self.in_pile or self.row):
            return
        if self.in_pile and self.tables.bundles.sizes[self.row] < self.tables.box.row:
            self.for_hand = False
            self.awaits_chance = True
        else:
            self.end_turn()

    def end_turn(self) -> None:
        self.end_phases()
        if self.seat < self.players - 1:
            self.seat += 1
        elif self.is_last_round():
            self.finish(True)
        else:
            self.seat = 0
            self.round += 1

    def is_last_round(self) -> bool:
        """Ruling 9: whether the pile has run out as often as it may."""
        return self.times_run_out >= RUNS_OUT

    def end_phases(self) -> None:
        self.phase = TURN
        self.region = -1
        self.paid = 0
        self.to_draw = 0

    # ---- chance: which card leaves the pile

    def outcomes(self) -> vec[i64]:
        found = vec[i64]([])
        if self.awaits_chance:
            for colour in range(self.tables.colours):
                if self.pile[colour]:
                    found = append(found, colour)
        return found

    def weights(self) -> vec[i64]:
        found = vec[i64]([])
        for colour in self.outcomes():
            found = append(found, self.pile[colour])
        return found

    def take_seed(self, seed: bytes) -> None:
        self.seed = check_seed(seed)
        self.generator = stream_of(seed, self.times_run_out)

    def draw(self) -> i64:
        # looking does not draw: `settle` advances the stream, also when the card is given
        assert self.generator is not None
        return self.card_at(self.generator.copy().below(self.in_pile))

    def settle(self, outcome: i64) -> None:
        if self.generator is not None:
            self.generator.below(self.in_pile)
        self.receive(outcome)

    def draw_all(self) -> None:
        """Draw and settle until a seat is to move: the fast twin of `draw` and `settle`."""
        while self.awaits_chance:
            assert self.generator is not None
            self.receive(self.card_at(self.generator.below(self.in_pile)))

    def card_at(self, index: i64) -> i64:
        """The colour of the card at an index of the sorted pile."""
        pile = self.pile
        colour: i64 = 0
        while index >= pile[colour]:
            index -= pile[colour]
            colour += 1
        return colour

    def receive(self, colour: i64) -> None:
        """Put a card of the pile into the hand or the row that awaits it."""
        self.pile[colour] -= 1
        self.in_pile -= 1
        bundles = self.tables.bundles
        if self.for_hand:
            self.hands[self.seat] = bundles.with_one[self.hands[self.seat] * bundles.kinds + colour]
        else:
            self.row = bundles.with_one[self.row * bundles.kinds + colour]
        if self.phase == DEALING:
            self.go_on_dealing()
            return
        if self.for_hand:
            self.secrets = append(self.secrets, self.seat * WHOSE + DRAWN)
            self.to_draw -= 1
        if self.journal is not None:
            self.journal.note(DREW if self.for_hand else FILLED_UP, [self.seat if self.for_hand else colour])
        if not self.in_pile:
            self.run_out()
        self.go_on_drawing()

    def go_on_dealing(self) -> None:
        """Go on with the deal: three cards for each seat, then the row."""
        if self.for_hand and not self.missing_cards():
            if self.seat < self.players - 1:
                self.seat += 1
            else:
                self.seat = 0
                self.for_hand = False
        if not self.for_hand and self.tables.bundles.sizes[self.row] == self.tables.box.row:
            self.phase = TURN
            self.awaits_chance = False

    def run_out(self) -> None:
        """Ruling 7: the pile has run out; the first time the discards are the new one."""
        self.times_run_out += 1
        if self.times_run_out == 1:
            for colour in range(self.tables.colours):
                self.in_pile += self.discards[colour]
            if self.in_pile:
                self.shuffle_discards()
            else:
                self.times_run_out = RUNS_OUT
        if self.journal is not None:
            self.journal.note(RAN_OUT, [1 if self.in_pile else 0])

    def shuffle_discards(self) -> None:
        empty = self.pile
        self.pile = self.discards
        self.discards = empty
        self.secrets = append(self.secrets, SHUFFLED)
        self.hidden_at_shuffle = vec[i64]([])
        for seat in range(self.players):
            self.hidden_at_shuffle = append(self.hidden_at_shuffle, self.hidden(seat))
        if self.seed:
            self.generator = stream_of(self.seed, self.times_run_out)

    # ---- the end, and final scoring

    def finish(self, by_pile: bool) -> None:
        if self.journal is not None:
            self.journal.note(ENDED, [1 if by_pile else 0])
        self.over = True
        self.awaits_chance = False
        self.end_phases()
        for region in range(self.tables.regions):
            if self.unfilled & BIT[region]:
                scoring.score_houses(self, region)
        scoring.score_alliances(self)
        for seat in range(self.players):
            scoring.score_roads(self, seat)

    # ---- what a seat cannot know: cards that others drew from the pile, and the pile

    def hidden(self, seat: i64) -> i64:
        """The bundle of cards in a hand that not everybody saw."""
        bundles = self.tables.bundles
        hidden = self.hands[seat]
        known = self.known[seat]
        for colour in range(bundles.kinds):
            seen = bundles.counts[known * bundles.kinds + colour]
            while seen:
                hidden = bundles.without_one[hidden * bundles.kinds + colour]
                seen -= 1
        return hidden

    def determinize(self, seat: i64, stream: Stream) -> None:
        if self.over or self.phase == DEALING:
            return
        bundles = self.tables.bundles
        others = vec[i64]([other for other in range(self.players) if other != seat])
        unseen = self.pile[:]
        for other in others:
            self.add_cards(unseen, self.hidden(other))
        dealt = deal_hidden(bundles, self.secrets, others, self.held_at_shuffle(others), unseen, stream)
        if not len(dealt):
            self.forget_secrets()
            dealt = deal_hidden(bundles, self.secrets, others, self.held_at_shuffle(others), unseen, stream)
        self.hidden_at_shuffle = self.hidden_at_shuffle[:]
        for number in range(len(others)):
            other = others[number]
            if len(self.hidden_at_shuffle):
                self.hidden_at_shuffle[other] = dealt[number * 2]
            self.hands[other] = self.known[other]
            for colour in bundles.content(dealt[number * 2 + 1]):
                self.hands[other] = bundles.with_one[self.hands[other] * bundles.kinds + colour]
                unseen[colour] -= 1
        self.pile = unseen
        self.seed = b""
        self.generator = fresh_stream(stream)

    def held_at_shuffle(self, seats: vec[i64]) -> vec[i64]:
        """Colour -> the hidden cards that some seats held when the discards were shuffled."""
        found = vec[i64]([0 for _ in range(self.tables.colours)])
        if len(self.hidden_at_shuffle):
            for seat in seats:
                self.add_cards(found, self.hidden_at_shuffle[seat])
        return found

    def forget_secrets(self) -> None:
        """Drop the events of hidden cards, if they are unknown: all count as just drawn."""
        self.secrets = vec[i64]([])
        self.hidden_at_shuffle = vec[i64]([])
        for seat in range(self.players):
            for _ in self.tables.bundles.content(self.hidden(seat)):
                self.secrets = append(self.secrets, seat * WHOSE + DRAWN)

    def add_cards(self, counts: vec[i64], bundle: i64) -> None:
        for colour in range(self.tables.colours):
            counts[colour] += self.tables.bundles.counts[bundle * self.tables.colours + colour]

    # ---- the result

    def scores(self) -> vec[i64]:
        return self.points[:]

    def tie_breaks(self, seat: i64) -> vec[i64]:
        """Ruling 12: most pieces left."""
        return vec[i64]([scoring.pieces_left(self, seat)])


def with_colours(found: vec[i64], first: i64, colours: i64) -> vec[i64]:
    """Append to `found` one action for each colour of a set."""
    while colours:
        found = append(found, first + first_of(colours))
        colours &= colours - 1
    return found
