"""The fields of a position of The Emperor of China, as at the start of a game; `position` has the rules."""

from __future__ import annotations

from typing import Final

from tianxia.engine.bitsets import BIT, size_of
from tianxia.engine.chance import Stream
from tianxia.engine.fingerprint import START, mix, mix_all
from tianxia.engine.native import append, i64, vec
from tianxia.engine.position import Position
from tianxia.games.emperor_of_china.rules.hidden_hands import DRAWN, WHOSE
from tianxia.games.emperor_of_china.rules.tables import LookupTables

# notes for the journal
PLACED: Final = 0  # seat, kind, space or region, colour, cards
EXCHANGED: Final = 1  # seat, colour
PASSED: Final = 2  # seat
TOOK: Final = 3  # seat, colour
DREW: Final = 4  # seat
FILLED_UP: Final = 5  # colour: one for each card that was turned up
RAN_OUT: Final = 6  # 1 if the discards became a new pile, 0 if this was the last one
REGION_SCORED: Final = 7  # region, then houses by seat
PLACED_ALL: Final = 8  # seat: it places no second piece
ENDED: Final = 9  # 1 if the pile ended it, 0 if nobody could place anything

# kinds of pieces
HOUSE: Final = 0
EMISSARY: Final = 1
FORTIFICATION: Final = 2
KINDS: Final = 3

# what the seat to move decides
DEALING: Final = 0  # nothing yet
TURN: Final = 1
SECOND_PIECE: Final = 2
DRAWING: Final = 3


class EmperorState(Position):
    """The fields of a position."""

    __slots__ = (
        "courts",
        "discards",
        "emissaries",
        "for_hand",
        "fortified",
        "free",
        "generator",
        "guests",
        "hands",
        "hidden_at_shuffle",
        "houses",
        "in_pile",
        "known",
        "lead",
        "openings",
        "paid",
        "phase",
        "pile",
        "points",
        "region",
        "round",
        "row",
        "secrets",
        "seed",
        "settled",
        "supply",
        "tables",
        "times_run_out",
        "to_draw",
        "unfilled",
    )

    tables: LookupTables
    phase: i64
    round: i64  # of turns, from 1
    region: i64  # where the seat to move has placed a piece in this turn; else -1
    paid: i64  # cards that it has paid in this turn
    to_draw: i64  # cards that the seat to move has still to draw
    for_hand: bool  # the card that chance draws goes to a hand, not to the row

    hands: vec[i64]  # seat -> bundle
    known: vec[i64]  # seat -> bundle: the part of its hand that everybody saw
    row: i64  # bundle: the cards face up
    pile: vec[i64]  # colour -> cards
    in_pile: i64  # cards
    discards: vec[i64]  # colour -> cards
    times_run_out: i64
    secrets: vec[i64]  # what happened to hidden cards, in order, for `hidden_hands`
    hidden_at_shuffle: vec[i64]  # seat -> bundle: its hidden cards when the pile ran out for the first time
    seed: bytes  # of the shuffles to come
    generator: Stream | None  # of the pile

    fortified: i64  # set of spaces with a fortification
    houses: vec[i64]  # seat -> set of spaces
    emissaries: vec[i64]  # region * players + seat -> emissaries
    supply: vec[i64]  # seat * KINDS + kind -> pieces left
    points: vec[i64]  # seat -> points

    # what follows from these, kept up to date
    free: i64  # set of spaces without a house
    lead: vec[i64]  # region -> houses of the seat that has most
    guests: vec[i64]  # region -> emissaries of all
    settled: i64  # set of regions with any piece
    unfilled: i64  # set of regions with a free space
    courts: i64  # set of regions that admit another emissary
    openings: vec[i64]  # kind * colours + colour -> places for such a piece in regions of that colour

    def __init__(
        self, tables: LookupTables, players: int, fortifications: bool, like: EmperorState | None = None
    ) -> None:
        self.journal = None
        if like is not None:
            self.copy_from(like)
            return
        box = tables.box
        self.tables = tables
        self.players = players
        self.seat = 0
        self.over = False
        self.awaits_chance = True
        self.phase = DEALING
        self.round = 1
        self.region = -1
        self.paid = 0
        self.to_draw = 0
        self.for_hand = True
        self.hands = vec[i64]([0 for _ in range(players)])
        self.known = vec[i64]([0 for _ in range(players)])
        self.row = 0
        self.pile = box.deck(players)
        self.in_pile = 0
        for cards in self.pile:
            self.in_pile += cards
        self.discards = vec[i64]([0 for _ in range(tables.colours)])
        self.times_run_out = 0
        self.secrets = vec[i64]([seat * WHOSE + DRAWN for seat in range(players) for _ in range(box.hand)])
        self.hidden_at_shuffle = vec[i64]([])
        self.seed = b""
        self.generator = None
        self.fortified = 0
        self.houses = vec[i64]([0 for _ in range(players)])
        self.emissaries = vec[i64]([0 for _ in range(tables.regions * players)])
        self.supply = vec[i64]([])
        for _ in range(players):
            self.supply = append(append(self.supply, box.houses), box.emissaries)
            self.supply = append(self.supply, box.fortifications if fortifications else 0)
        self.points = vec[i64]([0 for _ in range(players)])
        self.recount()

    def recount(self) -> None:
        """Recompute everything that follows from the pieces on the board."""
        tables = self.tables
        self.free = 0
        self.lead = vec[i64]([])
        self.guests = vec[i64]([])
        self.settled = 0
        self.unfilled = 0
        self.courts = 0
        self.openings = vec[i64]([0 for _ in range(KINDS * tables.colours)])
        for region in range(tables.regions):
            spaces = tables.spaces_of[region]
            free = spaces
            lead: i64 = 0
            guests: i64 = 0
            for seat in range(self.players):
                own = self.houses[seat] & spaces
                free &= ~own
                if size_of(own) > lead:
                    lead = size_of(own)
                guests += self.emissaries[region * self.players + seat]
            self.free |= free
            self.lead = append(self.lead, lead)
            self.guests = append(self.guests, guests)
            if guests or lead or spaces & self.fortified:
                self.settled |= BIT[region]
            if free:
                self.unfilled |= BIT[region]
            colour = tables.colour_of[region]
            self.openings[colour] += size_of(free)
            self.openings[FORTIFICATION * tables.colours + colour] += size_of(free & ~self.fortified)
            if room_at_court(lead, guests) > 0:
                self.courts |= BIT[region]
                self.openings[EMISSARY * tables.colours + colour] += 1

    def update_court(self, region: i64) -> None:
        """Recompute whether a region admits another emissary."""
        court = BIT[region]
        is_open = room_at_court(self.lead[region], self.guests[region]) > 0
        if is_open and not self.courts & court:
            self.courts |= court
            self.openings[EMISSARY * self.tables.colours + self.tables.colour_of[region]] += 1
        elif not is_open and self.courts & court:
            self.courts &= ~court
            self.openings[EMISSARY * self.tables.colours + self.tables.colour_of[region]] -= 1

    def has_fortifications(self) -> bool:
        """Whether fortifications are played with."""
        return self.fortified != 0 or any(self.supply[seat * KINDS + FORTIFICATION] for seat in range(self.players))

    def information_set_key(self, seat: i64) -> i64:
        """A fingerprint of the pieces, the cards seen, the number of unseen cards, and the seat's own hand."""
        sizes = self.tables.bundles.sizes
        moment = (self.phase * 2 + (1 if self.awaits_chance else 0)) * 2 + (1 if self.for_hand else 0)
        found = mix(mix(START, self.seat), moment * 2 + (1 if self.over else 0))
        found = mix(mix(mix(found, self.region), self.paid), self.to_draw)
        for other in range(self.players):
            found = mix(mix(found, self.known[other]), sizes[self.hands[other]])
            found = mix(found, self.supply[other * KINDS + FORTIFICATION])
        if seat >= 0:
            found = mix(found, self.hands[seat])
        found = mix(mix(mix(found, self.row), self.in_pile), self.times_run_out)
        found = mix_all(mix_all(found, self.discards), self.points)
        return mix_all(mix_all(mix(found, self.fortified), self.houses), self.emissaries)

    def copy_from(self, like: EmperorState) -> None:
        self.tables = like.tables
        self.players = like.players
        self.seat = like.seat
        self.over = like.over
        self.awaits_chance = like.awaits_chance
        self.phase = like.phase
        self.round = like.round
        self.region = like.region
        self.paid = like.paid
        self.to_draw = like.to_draw
        self.for_hand = like.for_hand
        self.hands = like.hands[:]
        self.known = like.known[:]
        self.row = like.row
        self.pile = like.pile[:]
        self.in_pile = like.in_pile
        self.discards = like.discards[:]
        self.times_run_out = like.times_run_out
        self.secrets = like.secrets[:]
        self.hidden_at_shuffle = like.hidden_at_shuffle
        self.seed = like.seed
        self.generator = None if like.generator is None else like.generator.copy()
        self.free = like.free
        self.fortified = like.fortified
        self.houses = like.houses[:]
        self.emissaries = like.emissaries[:]
        self.supply = like.supply[:]
        self.points = like.points[:]
        self.lead = like.lead[:]
        self.guests = like.guests[:]
        self.settled = like.settled
        self.unfilled = like.unfilled
        self.courts = like.courts
        self.openings = like.openings[:]


def room_at_court(lead: i64, guests: i64) -> i64:
    """Ruling 4: how many more emissaries a region admits: in all, as many as the leading seat has houses there."""
    return lead - guests


def region_of(tables: LookupTables, kind: i64, place: i64) -> i64:
    """The region where a piece is placed: an emissary in a region, any other on a space."""
    if kind == EMISSARY:
        return place
    return tables.region_of[place]
