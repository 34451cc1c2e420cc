"""Ruling 6: what `hide` draws, against every deal of a tiny deck that agrees with what a seat saw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import Any

import pytest

from support.slow_emperor import HiddenState, consistent_deals
from tianxia.engine.chance import stream_of
from tianxia.engine.position import SPECTATOR
from tianxia.games.base import Document
from tianxia.games.emperor_of_china.game import EmperorOfChina
from tianxia.play import Match
from tianxia.play.record import write_record

DRAWS = 1000
SIDE = "only"


@dataclass(frozen=True)
class Deck:
    """A game with a handful of cards, a region of each of the first two colours, and room enough."""

    players: int
    cards: dict[str, int]
    hand: int
    row: int
    games: int = 3

    @cached_property
    def edition(self) -> Document:
        extra = 5  # cards of each colour for games of more players, which the grammar wants to be possible
        return {
            "edition": "tiny",
            "cards": {colour: count + extra for colour, count in self.cards.items()},
            "box": {
                "removed": {f"{players}": extra if players == self.players else 0 for players in (3, 4, 5)},
                "houses": 20,
                "emissaries": 8,
                "fortifications": 1,
                "shortest_road": 4,
                "hand": self.hand,
                "row": self.row,
            },
            "region": [
                {
                    "id": colour,
                    "name": colour,
                    "colour": colour,
                    "dragon": [0, 0],
                    "houses": [[place, place] for place in range(9)],
                }
                for colour in list(self.cards)[:2]
            ],
            "alliances": {},
            "side": [{"id": SIDE, "players": [3, 4, 5], "roads": []}],
        }

    def play(self, number: int) -> Iterator[Match]:
        """A random game in which most cards are drawn from the pile, so that much is hidden."""
        game = EmperorOfChina(self.edition, "tiny")
        seed = number.to_bytes(16, "big")
        match = Match.begin(game, game.setting(self.players), seed)
        dice = stream_of(seed, 99)
        while not match.over:
            yield match
            moves = match.legal_moves()
            if not match.over:
                drawing = "draw" in moves and dice.below(5) > 0
                match.move(match.to_move or 0, "draw" if drawing else moves[dice.below(len(moves))])

    def chances(self, match: Match, seat: int) -> Counter[HiddenState]:
        """Every hidden state that is possible for a seat, with the number of deals that lead to it."""
        record = write_record(match)
        eyes = None if seat == SPECTATOR else seat + 1
        return consistent_deals(self.edition, self.players, SIDE, False, record["setup"], record["moves"], eyes)

    def state(self, position: Any) -> HiddenState:
        colours = list(self.cards)
        bundles = position.tables.bundles
        hands = tuple(tuple(sorted(colours[card] for card in bundles.cards_in(hand))) for hand in position.hands)
        pile = [colour for colour, cards in zip(colours, position.pile, strict=True) for _ in range(cards)]
        return hands, tuple(sorted(pile))


DECKS = {
    "two colours": Deck(3, {"red": 7, "green": 6}, hand=3, row=1),
    "three colours": Deck(3, {"red": 6, "green": 4, "blue": 3}, hand=3, row=1),
    "a long row": Deck(3, {"red": 5, "green": 4, "blue": 4}, hand=2, row=3),
    "a big pile": Deck(3, {"red": 8, "green": 6, "blue": 4}, hand=3, row=1, games=1),
    "four players": Deck(4, {"red": 6, "green": 5, "blue": 3}, hand=2, row=2, games=1),
}


@dataclass
class Fit:
    """How well what was drawn fits what was expected: chi squared, and its degrees of freedom."""

    squares: float = 0.0
    freedom: int = 0

    def add(self, deck: Deck, match: Match, seat: int, chances: Counter[HiddenState]) -> None:
        stream = stream_of(len(match.moves).to_bytes(16, "big"), seat + 10)
        drawn: Counter[HiddenState] = Counter()
        for _ in range(DRAWS):
            position = match.position.clone()
            position.hide(seat, stream)
            drawn[deck.state(position)] += 1
        assert drawn.keys() <= chances.keys()  # no impossible deal
        share = DRAWS / chances.total()
        self.squares += sum((drawn[key] - ways * share) ** 2 / (ways * share) for key, ways in chances.items())
        self.freedom += len(chances) - 1

    @property
    def deviation(self) -> float:
        return (self.squares - self.freedom) / sqrt(2 * self.freedom)


@pytest.mark.parametrize("deck", DECKS.values(), ids=DECKS)
def test_hide_draws_evenly_over_all_deals_that_agree_with_what_the_seat_saw(deck: Deck) -> None:
    before, after = Fit(), Fit()  # the pile ran out for the first time
    scenes = 0
    for number in range(deck.games):
        for match in deck.play(number):
            seat = [SPECTATOR, *range(deck.players)][len(match.moves) % (deck.players + 1)]
            if match.position.times_run_out and len(match.moves) % 5 == 0:
                scenes += 1
                after.add(deck, match, seat, deck.chances(match, seat))
            elif len(match.moves) % 11 == 5:
                before.add(deck, match, seat, deck.chances(match, seat))
    assert scenes > 2
    assert before.freedom > 10
    assert after.freedom > 5
    assert abs(before.deviation) < 4
    assert abs(after.deviation) < 4
