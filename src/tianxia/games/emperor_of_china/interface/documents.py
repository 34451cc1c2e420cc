"""Documents of The Emperor of China: the set-up of a record, the cards beside its moves, and position documents.

A position document, with the defaults for missing keys in parentheses:

    {
      "round": 3,                                  the round of turns, from 1 (1)
      "turn": 2,                                   the seat to move; null when the game is over
      "phase": "turn",                             or "second-piece", or "drawing" ("turn")
      "region": "wei",                             where the seat to move has placed a piece in this turn (null)
      "paid": 1,                                   cards that it has paid in this turn (0)
      "to_draw": 2,                                cards that it has still to draw (0)
      "houses": {"wei-2": 1, "qi-1": 3},           by space, whose (none)
      "emissaries": {"wei": [1, 0, 0, 0]},         by region, by seat (none)
      "fortifications": ["qi-1"],                  spaces that have one (none)
      "fortifications_left": [1, 1, 0, 1],         by seat (all; required once one is placed)
      "hands": [["red", "red", "green"], ...],     by seat
      "known": [["red"], [], [], []],              by seat: cards in hand that everybody saw (none)
      "row": ["green", "yellow", "purple", "red"],
      "discards": ["red"],                         (none)
      "pile": ["red", ...],                        (all cards that are nowhere else)
      "times_run_out": 0,                          how often the pile ran out: 0, 1 or 2 (2 without a pile, else 0)
      "secrets": ["1 draw", "2 red", "shuffle"],   what happened to cards that were not seen, in order: a seat drew one
                                                   from the pile, or played one of a colour; the first pile ran out
                                                   (as if all hidden cards had just been drawn)
      "hidden_at_shuffle": [["red"], [], [], []]         by seat: the hidden cards at that shuffle, where there was one
    }

Regions whose spaces all have a house have been scored. The order of cards does not matter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from tianxia.engine.bitsets import BIT, elements
from tianxia.engine.vectors import numbers
from tianxia.games.base import Document, engine_seat, human_seat
from tianxia.games.documents import DocumentReader
from tianxia.games.edition import SHOWN
from tianxia.games.emperor_of_china.interface.edition import Edition
from tianxia.games.emperor_of_china.interface.view import names_of
from tianxia.games.emperor_of_china.rules.hidden_hands import DRAWN, SHUFFLED, WHOSE
from tianxia.games.emperor_of_china.rules.position import DRAW, RUNS_OUT, TAKE, EmperorPosition
from tianxia.games.emperor_of_china.rules.state import (
    DRAWING,
    EMISSARY,
    FORTIFICATION,
    HOUSE,
    KINDS,
    SECOND_PIECE,
    TURN,
)
from tianxia.games.emperor_of_china.rules.tables import MOST_CARDS

PHASES: Final = {"turn": TURN, "second-piece": SECOND_PIECE, "drawing": DRAWING}
KEYS: Final = (
    *("round", "turn", "phase", "region", "paid", "to_draw"),
    *("houses", "emissaries", "fortifications", "fortifications_left"),
    *("hands", "known", "row", "discards", "pile", "times_run_out", "secrets", "hidden_at_shuffle"),
)
DRAW_WORD: Final = "draw"
SHUFFLE_WORD: Final = "shuffle"


# ---- set-up, and the cards beside a move


def write_setup(edition: Edition, position: EmperorPosition) -> Document:
    return {"hands": [names_of(edition, hand) for hand in position.hands], "row": names_of(edition, position.row)}


def read_setup(edition: Edition, position: EmperorPosition, setup: object) -> None:
    """Deal the hands and the row; hidden cards are filled in from the cards that are left."""
    _Reader(edition, position).read_setup(setup)


def read_chance(edition: Edition, position: EmperorPosition, action: int, chance: object) -> list[int]:
    """The cards that leave the pile because of a move."""
    return _Reader(edition, position).read_chance(action, chance)


# ---- writing positions


def write_position(edition: Edition, position: EmperorPosition) -> Document:
    document: Document = {
        "round": int(position.round),
        "turn": None if position.over else human_seat(int(position.seat)),
        "phase": next(word for word, phase in PHASES.items() if phase == position.phase),
        "region": None if position.region < 0 else edition.regions[position.region].id,
        "paid": int(position.paid),
        "to_draw": int(position.to_draw),
        "houses": {
            edition.spaces[space]: human_seat(seat)
            for seat, houses in enumerate(position.houses)
            for space in elements(int(houses))
        },
        "emissaries": {
            region.id: [int(position.emissaries[number * position.players + seat]) for seat in range(position.players)]
            for number, region in enumerate(edition.regions)
            if position.guests[number]
        },
        "fortifications": [edition.spaces[space] for space in elements(int(position.fortified))],
    }
    if position.has_fortifications():
        left = [int(position.supply[seat * KINDS + FORTIFICATION]) for seat in range(position.players)]
        document["fortifications_left"] = left
    return document | _write_cards(edition, position)


def _write_cards(edition: Edition, position: EmperorPosition) -> Document:
    document: Document = {
        "hands": [names_of(edition, hand) for hand in position.hands],
        "known": [names_of(edition, bundle) for bundle in position.known],
        "row": names_of(edition, position.row),
        "discards": _names(edition, position.discards),
        "pile": _names(edition, position.pile),
        "times_run_out": int(position.times_run_out),
        "secrets": [_write_secret(edition, secret) for secret in position.secrets],
    }
    if len(position.hidden_at_shuffle):
        document["hidden_at_shuffle"] = [names_of(edition, bundle) for bundle in position.hidden_at_shuffle]
    return document


def _names(edition: Edition, counts: Any) -> list[str]:
    return [edition.colours[colour] for colour, count in enumerate(counts) for _ in range(count)]


def _write_secret(edition: Edition, secret: int) -> str:
    if secret == SHUFFLED:
        return SHUFFLE_WORD
    seat, event = divmod(secret, WHOSE)
    return f"{human_seat(seat)} {DRAW_WORD if event == DRAWN else edition.colours[event]}"


def read_position(
    edition: Edition, position: EmperorPosition, document: object, scores: Sequence[int]
) -> EmperorPosition:
    """Turn a fresh position into the position of a document."""
    reader = _Reader(edition, position)
    reader.open_position(document, KEYS)
    reader.read_pieces()
    reader.read_cards()
    reader.read_secrets()
    reader.read_turn()
    position.points = numbers(scores)
    return position


# ---- reading


class _Reader(DocumentReader):
    """Reads a set-up, the cards beside a move, or a position document."""

    game = "emperor-of-china"

    def __init__(self, edition: Edition, position: EmperorPosition) -> None:
        super().__init__(edition.name, int(position.players))
        self.edition = edition
        self.position = position
        self.bundles = position.tables.bundles
        self.deck = [int(cards) for cards in edition.box.deck(position.players)]
        self.seats = range(self.players)

    # ---- set-up, and the cards beside a move

    def read_setup(self, setup: object) -> None:
        self.open_setup(setup, ["hands", "row"])
        position, box = self.position, self.edition.box
        hands, row = self.setup_by_seat("hands"), self.document["row"]
        for seat, hand in enumerate(hands):
            if not isinstance(hand, list) or len(hand) != box.hand:
                self.refuse("setup-hand", seat=human_seat(seat), cards=int(box.hand))
            if None in hand and any(card is not None for card in hand):
                self.refuse("setup-half", seat=human_seat(seat))
        if not isinstance(row, list) or len(row) != box.row or None in row:
            self.refuse("setup-row", cards=int(box.row))
        cards = [None if card is None else self.colour(card) for card in [card for hand in hands for card in hand]]
        cards += [self.colour(card) for card in row]
        given = Counter(card for card in cards if card is not None)
        for colour, count in given.items():
            if count > position.pile[colour]:
                self.refuse("setup-cards", colour=self.edition.colours[colour], cards=int(position.pile[colour]))
        left = [colour for colour, count in enumerate(position.pile) for _ in range(count - given[colour])]
        for card in cards:
            position.settle(left.pop() if card is None else card)

    def read_chance(self, action: int, chance: object) -> list[int]:
        ahead = self.position.clone()
        ahead.apply_until_chance(action)
        if chance is None:
            cards: list[int] = []
        elif action != DRAW and not TAKE <= action < DRAW:
            self.refuse("chance")
        elif not isinstance(chance, list):
            self.refuse("chance-list")
        else:
            cards = [self.colour(card) for card in chance]
        for colour in cards:
            if not ahead.awaits_chance:
                self.refuse("chance-many", cards=len(cards))
            if not ahead.pile[colour]:
                self.refuse("chance-card", colour=self.edition.colours[colour])
            ahead.settle(colour)
        if ahead.awaits_chance:
            self.refuse("chance-few", cards=len(cards))
        return cards

    # ---- pieces

    def read_pieces(self) -> None:
        self.supply = [int(pieces) for pieces in self.position.supply]
        houses = [0] * self.players
        owners = self.table("houses", {})
        for id, owner in zip(owners, self.wholes(owners.values(), 1, self.players, "houses"), strict=True):
            houses[engine_seat(owner)] |= int(BIT[self.space(id)])
            self.spend(engine_seat(owner), HOUSE, 1)
        emissaries = [0] * (len(self.edition.regions) * self.players)
        most = int(self.edition.box.emissaries)
        for id, counts in self.table("emissaries", {}).items():
            for owner, count in enumerate(self.wholes(self.one_a_seat(counts, "emissaries"), 0, most, "emissaries")):
                self.spend(owner, EMISSARY, count)
                emissaries[self.region(id) * self.players + owner] = count
        self.position.houses = numbers(houses)
        self.position.emissaries = numbers(emissaries)
        self.read_fortifications()
        self.position.supply = numbers(self.supply)
        self.position.recount()

    def read_fortifications(self) -> None:
        spaces = self.list_of("fortifications", [])
        fortified = {self.space(id) for id in spaces}
        if len(fortified) < len(spaces):
            self.refuse("position-fortified-twice")
        all_left = [self.supply[seat * KINDS + FORTIFICATION] for seat in self.seats]
        key, most = "fortifications_left", all_left[0]  # of every seat
        left = self.wholes(self.by_seat(key, all_left), 0, most, key)
        for seat in self.seats:
            self.spend(seat, FORTIFICATION, most - left[seat])
        if sum(all_left) - sum(left) != len(fortified):
            self.refuse("position-fortifications", placed=sum(all_left) - sum(left), standing=len(fortified))
        self.position.fortified = sum(int(BIT[space]) for space in fortified)

    def spend(self, seat: int, kind: int, pieces: int) -> None:
        self.supply[seat * KINDS + kind] -= pieces
        if self.supply[seat * KINDS + kind] < 0:
            self.refuse("position-supply", seat=human_seat(seat))

    # ---- cards

    def read_cards(self) -> None:
        position, box = self.position, self.edition.box
        left = Counter({colour: int(count) for colour, count in enumerate(position.pile)})
        hands = self.cards_by_seat("hands")
        known = self.cards_by_seat("known", [[] for _ in self.seats])
        row = self.cards(self.list_of("row"))
        discards = self.cards(self.list_of("discards", []))
        for seat, hand in enumerate(hands):
            if Counter(known[seat]) - Counter(hand):
                self.refuse("position-known", seat=human_seat(seat))
        if len(row) > box.row:
            self.refuse("position-row", most=int(box.row))
        left.subtract([*(card for hand in hands for card in hand), *row, *discards])
        pile = self.cards(self.list_of("pile")) if "pile" in self.document else list(left.elements())
        for colour, cards in enumerate(self.deck):
            if pile.count(colour) != left[colour]:
                found = cards - left[colour] + pile.count(colour)
                self.refuse("position-cards", colour=self.edition.colours[colour], cards=cards, found=found)
        position.hands = numbers([self.bundles.bundle_of(hand) for hand in hands])
        position.known = numbers([self.bundles.bundle_of(cards) for cards in known])
        position.row = self.bundles.bundle_of(row)
        colours = range(len(self.edition.colours))
        position.discards = numbers([discards.count(colour) for colour in colours])
        position.pile = numbers([left[colour] for colour in colours])
        position.in_pile = sum(left.values())
        run_out = RUNS_OUT if not position.in_pile else 0
        position.times_run_out = self.number("times_run_out", 0, RUNS_OUT, run_out)
        if (position.times_run_out == RUNS_OUT) != (not position.in_pile):
            self.refuse("position-run-out", times=RUNS_OUT)

    # ---- what happened to hidden cards

    def read_secrets(self) -> None:
        position = self.position
        hidden = [self.bundles.content(position.hidden(seat)) for seat in self.seats]
        position.forget_secrets()
        fresh = [_write_secret(self.edition, secret) for secret in position.secrets]
        words = self.document.get("secrets", fresh)
        if not isinstance(words, list):
            self.refuse("position-secrets")
        if len(words) > 4 * sum(self.deck) + 1:  # a card is drawn and played once before the shuffle, and once after
            self.refuse("position-many-secrets", most=4 * sum(self.deck) + 1)
        secrets = [self.secret(word) for word in words]
        shuffles = secrets.count(SHUFFLED)
        if shuffles > min(1, position.times_run_out) or ("hidden_at_shuffle" in self.document) != bool(shuffles):
            self.refuse("position-shuffle")
        then = self.cards_by_seat("hidden_at_shuffle", [[] for _ in self.seats])
        for seat in self.seats:
            before, after = self.stories(secrets, seat)
            if not (self.leads_to([], before, then[seat]) and self.leads_to(then[seat], after, hidden[seat])):
                self.refuse("position-story", seat=human_seat(seat))
        self.check_cards_played(secrets, then, hidden)
        position.secrets = numbers(secrets)
        if shuffles:
            position.hidden_at_shuffle = numbers([self.bundles.bundle_of(cards) for cards in then])

    def check_cards_played(self, secrets: list[int], then: list[list[int]], now: list[list[int]]) -> None:
        """Check that no more hidden cards of a colour were held and played than exist."""
        start = secrets.index(SHUFFLED) if SHUFFLED in secrets else 0
        before, since = ([event % WHOSE for event in part] for part in (secrets[:start], secrets[start:]))
        for colour, cards in enumerate(self.deck):
            held_then, held_now = (sum(hand.count(colour) for hand in hands) for hands in (then, now))
            played = since.count(colour)
            fits = played <= self.position.discards[colour]  # they have not been shuffled since
            fits = fits and before.count(colour) + held_then <= cards
            if not fits or held_then > held_now + played + self.position.pile[colour]:
                self.refuse("position-played", colour=self.edition.colours[colour])

    def secret(self, word: object) -> int:
        if word == SHUFFLE_WORD:
            return int(SHUFFLED)
        parts = word.split(" ") if isinstance(word, str) else []
        if len(parts) != 2 or parts[0] not in [str(human_seat(seat)) for seat in self.seats]:
            self.refuse("position-secrets")
        event = int(DRAWN) if parts[1] == DRAW_WORD else self.colour(parts[1])
        return engine_seat(int(parts[0])) * int(WHOSE) + event

    def stories(self, secrets: list[int], seat: int) -> tuple[list[int], list[int]]:
        """The events of the hidden cards of a seat: those before the shuffle, and those since."""
        start = secrets.index(SHUFFLED) if SHUFFLED in secrets else 0
        before, after = secrets[:start], secrets[start:]
        return [event % WHOSE for event in before if event // WHOSE == seat], [
            event % WHOSE for event in after if event != SHUFFLED and event // WHOSE == seat
        ]

    def leads_to(self, start: list[int], events: list[int], end: list[int]) -> bool:
        """Whether events can lead from the hidden cards `start` to `end`."""
        table = self.bundles
        now = {int(table.bundle_of(start))}
        for event in events:
            colours = range(len(self.edition.colours))
            if event == DRAWN:
                now = {int(table.with_one[bundle * table.kinds + colour]) for bundle in now for colour in colours}
            else:
                now = {int(table.without_one[bundle * table.kinds + event]) for bundle in now}
            now = {bundle for bundle in now if bundle >= 0 and table.sizes[bundle] <= self.edition.box.hand}
        return int(table.bundle_of(end)) in now

    # ---- whose turn it is, and what is asked

    def read_turn(self) -> None:
        position, turn = self.position, self.turn()
        position.over = turn is None
        position.seat = self.players - 1 if turn is None else turn
        position.round = self.round()
        phase = self.document.get("phase", "turn")
        if not isinstance(phase, str) or phase not in PHASES or (position.over and phase != "turn"):
            self.refuse("position-phase", known=list(PHASES))
        position.phase = PHASES[phase]
        region = self.document.get("region")
        position.region = -1 if region is None else self.region(region)
        position.paid = self.number("paid", 0, MOST_CARDS, 0)
        position.to_draw = self.number("to_draw", 0, int(self.edition.box.hand), 0)
        position.awaits_chance = False
        self.check_phase()
        if not position.over and position.is_stuck():
            self.refuse("position-stuck")
        if not position.over and position.phase == TURN and position.in_pile and not any(position.hands):
            self.refuse("position-no-cards")

    def check_phase(self) -> None:
        position = self.position
        has_placed = position.region >= 0 and bool(position.settled & BIT[position.region])
        if position.phase == TURN:
            fits = position.region < 0 and not position.paid and not position.to_draw
        elif position.phase == SECOND_PIECE:
            fits = has_placed and 1 <= position.paid <= min(2, position.missing_cards()) and not position.to_draw
        else:
            has_exchanged = position.region < 0 and not position.paid and position.to_draw == 1
            fits = has_exchanged or (has_placed and position.paid > 0)
            fits = fits and 1 <= position.to_draw <= position.missing_cards() and position.has_card_to_draw()
        if not fits:
            self.refuse("position-middle")
        if position.over and not position.is_last_round() and not position.is_stuck():
            self.refuse("position-not-over")

    # ---- small things

    def space(self, id: object) -> int:
        return self.number_of(id, self.edition.space_number, "house space")

    def region(self, id: object) -> int:
        return self.number_of(id, self.edition.region_number, "region")

    def colour(self, card: object) -> int:
        number = self.edition.colour_number(card) if isinstance(card, str) else None
        if number is None:
            self.refuse("unknown-colour", card="null" if card is None else str(card)[:SHOWN], edition=self.edition.name)
        return number

    def cards(self, cards: list[object]) -> list[int]:
        return [self.colour(card) for card in cards]

    def cards_by_seat(self, key: str, default: list[list[Any]] | None = None) -> list[list[int]]:
        hands = [self.cards(cards) for cards in self.lists_by_seat(key, default)]
        for seat, hand in enumerate(hands):
            if len(hand) > self.edition.box.hand:
                self.refuse("position-hand", key=key, seat=human_seat(seat), most=int(self.edition.box.hand))
        return hands
