"""Redacted records of The Emperor of China, which hide cards.

A position needs a whole deal. The cards that a record hides are made up, and changed when a move of the record does not
fit them: hidden cards are swapped with each other and with the pile. So a redacted record is checked as far as
possible: no more cards of a colour can be played or seen than exist.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import Any

from tianxia.games.base import Document
from tianxia.games.emperor_of_china.interface.edition import Edition
from tianxia.games.emperor_of_china.interface.notation import is_piece, piece_of, price, region_at
from tianxia.games.emperor_of_china.rules.position import DONE, DRAW, EXCHANGE, EmperorPosition


def redact_setup(setup: Document, seat: int) -> Document:
    hands = [hand if owner == seat else [None] * len(hand) for owner, hand in enumerate(setup["hands"])]
    return {**setup, "hands": hands}


def redact_chance(move: str, chance: list[Any], owner: int, seat: int) -> list[Any]:
    return [None, *chance[1:]] if move == "draw" and owner != seat else chance


def fill_in(
    edition: Edition, position: EmperorPosition, unknown_seats: Collection[int], action: int, chance: Any
) -> object:
    table = _HiddenCards(position, sorted(unknown_seats))
    if position.seat in unknown_seats:
        colour, cards = cards_paid(edition, action)
        table.let_hold(position.seat, colour, cards)
    if not isinstance(chance, list):
        return chance
    # what comes after the pile has run out comes from the discards, which hide nothing
    given = Counter(edition.colours.index(card) for card in chance[: position.in_pile] if card in edition.colours)
    table.let_come(given)
    if action != DRAW or not chance or chance[0] is not None:  # all other cards lie face up
        return chance
    spare = [colour for colour in range(len(edition.colours)) if position.pile[colour] > given[colour]]
    return [edition.colours[spare[0]] if spare else None, *chance[1:]]


def cards_paid(edition: Edition, action: int) -> tuple[int, int]:
    """The colour and the number of the cards that leave the hand with a move."""
    if is_piece(action):
        kind, place, colour = piece_of(action)
        return colour, price(edition, region_at(edition, kind, place), colour)
    return (action - EXCHANGE, 1) if EXCHANGE <= action < DONE else (0, 0)


class _HiddenCards:
    """The cards that may be swapped: the pile, and the cards that seats with unknown hands drew from it."""

    def __init__(self, position: EmperorPosition, unknown_seats: list[int]) -> None:
        self.position = position
        self.unknown_seats = unknown_seats
        self.colours = range(int(position.tables.colours))

    def hidden(self, seat: int, colour: int) -> int:
        bundles = self.position.tables.bundles
        return int(bundles.counts[self.position.hidden(seat) * bundles.kinds + colour])

    def held(self, seat: int, colour: int) -> int:
        bundles = self.position.tables.bundles
        return int(bundles.counts[self.position.hands[seat] * bundles.kinds + colour])

    def let_hold(self, seat: int, colour: int, cards: int) -> None:
        """Make a seat hold at least `cards` cards of a colour, if that is possible."""
        while self.held(seat, colour) < cards:
            other = next((card for card in self.colours if card != colour and self.hidden(seat, card)), None)
            if other is None:
                return
            if self.position.pile[colour]:
                self.position.pile[colour] -= 1
                self.position.pile[other] += 1
            else:
                owner = next(
                    (owner for owner in self.unknown_seats if owner != seat and self.hidden(owner, colour)), None
                )
                if owner is None:
                    return
                self.change(owner, colour, other)
            self.change(seat, other, colour)

    def let_come(self, wanted: Counter[int]) -> None:
        """Make the pile hold the wanted cards, if that is possible."""
        for colour, cards in wanted.items():
            while self.position.pile[colour] < cards:
                owner = next((owner for owner in self.unknown_seats if self.hidden(owner, colour)), None)
                spare = next((card for card in self.colours if self.position.pile[card] > wanted[card]), None)
                if owner is None or spare is None:
                    return
                self.change(owner, colour, spare)
                self.position.pile[spare] -= 1
                self.position.pile[colour] += 1

    def change(self, seat: int, old: int, new: int) -> None:
        bundles = self.position.tables.bundles
        hand = bundles.without_one[self.position.hands[seat] * bundles.kinds + old]
        self.position.hands[seat] = bundles.with_one[hand * bundles.kinds + new]
