"""Ruling 6: what `determinize` draws, against every deal of a tiny deck that agrees with what a seat saw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import prod, sqrt
from typing import Any

import pytest

from support.luck import scaled
from support.slow_emperor import HiddenState, consistent_deals
from tianxia.engine.chance import stream_of
from tianxia.engine.position import SPECTATOR
from tianxia.engine.vectors import numbers
from tianxia.games.base import Document
from tianxia.games.emperor_of_china.game import EmperorOfChina
from tianxia.games.emperor_of_china.rules.hidden_hands import Starts, Story, Urn, drawn_from
from tianxia.play import Match
from tianxia.play.record import write_record

DRAWS = scaled(1000, 3000)
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
        hands = tuple(tuple(sorted(colours[card] for card in bundles.content(hand))) for hand in position.hands)
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
            position.determinize(seat, stream)
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


@pytest.mark.parametrize("is_counted", [False, True], ids=["tried", "counted"])
def test_what_was_held_at_the_shuffle_is_drawn_as_often_as_it_should_be(is_counted: bool) -> None:
    """By trying, and by counting where trying would take too long: against every way to hold those cards."""
    deck = DECKS["a big pile"]
    squares, freedom = 0.0, 0
    for match in deck.play(0):
        position = match.position
        if position.times_run_out == 1 and len(match.moves) % 4 == 0:
            bundles = position.tables.bundles
            seats = numbers(range(deck.players))
            held = position.held_at_shuffle(seats)
            unseen = [int(cards) for cards in position.pile]
            for seat in range(deck.players):
                for colour in bundles.content(position.hidden(seat)):
                    unseen[colour] += 1
            new = Urn(numbers(unseen), drawn_from(position.secrets, seats, held, numbers(unseen)))
            old = Urn(held, held)
            stories = [Story(bundles, position.secrets, seat, old, new) for seat in range(deck.players)]
            starts = Starts(bundles, stories, old)
            starts.is_counted = is_counted
            chances = every_start(position, stories, [int(cards) for cards in held])
            stream = stream_of(bytes(16), len(match.moves))
            drawn = Counter(tuple(int(bundle) for bundle in list(starts.draw(stream))[::2]) for _ in range(DRAWS))
            assert drawn.keys() <= chances.keys()
            share = DRAWS / sum(chances.values())
            squares += sum((drawn[key] - ways * share) ** 2 / (ways * share) for key, ways in chances.items())
            freedom += len(chances) - 1
    assert freedom > 20
    assert abs(squares - freedom) < 4 * sqrt(2 * freedom)


def every_start(position: Any, stories: list[Story], held: list[int]) -> dict[tuple[int, ...], float]:
    """Every way in which the seats can have held these cards, with its weight."""
    bundles = position.tables.bundles
    choices = []
    for story in stories:
        first = int(bundles.first_with[story.then_size])
        choices.append([(first + place, weight) for place, weight in enumerate(story.starts) if weight > 0])
    found = {}
    for chosen in product(*choices):
        cards = Counter(card for bundle, _ in chosen for card in bundles.content(bundle))
        if [cards[colour] for colour in range(len(held))] == held:
            found[tuple(bundle for bundle, _ in chosen)] = prod(weight for _, weight in chosen)
    return found
