"""Position documents of In the Year of the Dragon, and whole games played at random.

Palaces are written as in `support.dragon`: `"3: old farmer, young monk"`, or `"#7 2"` with another number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from support import dragon
from support.dragon import standard_game
from support.dragon_editions import short_document
from support.luck import dice, seed_of
from tianxia.games.base import Document
from tianxia.games.year_of_the_dragon.game import YearOfTheDragon
from tianxia.games.year_of_the_dragon.interface.edition import SUPER_NAMES
from tianxia.games.year_of_the_dragon.rules.position import DragonPosition
from tianxia.play.match import Match
from tianxia.words import Message, say

KINDS = ["craftsman", "court-lady", "pyrotechnist", "tax-collector", "warrior", "monk", "healer", "farmer", "scholar"]
CARDS = ["taxes", "build", "harvest", "fireworks", "parade", "research", "privilege", "wall"]
EVENTS = ["peace", "peace", "tribute", "drought", "mongols", "festival", "contagion"]
EVENTS += ["tribute", "drought", "mongols", "festival", "contagion"]
SIZES = {2: [4, 3], 3: [3, 2, 2], 4: [2, 2, 2, 1], 5: [2, 2, 1, 1, 1]}
WALL_SIZES = {2: [4, 4], 3: [3, 3, 2], 4: [2, 2, 2, 2], 5: [2, 2, 2, 1, 1]}
RULES = "year-of-the-dragon#"


@cache
def short_game() -> YearOfTheDragon:
    """The invented edition of half a year, see `year_of_the_dragon/short.toml`."""
    return YearOfTheDragon(short_document(), "short.toml")


# ---- documents


def court(*palaces: str, **more: Any) -> Document:
    """A court of a position document; `more` are its other keys, with any values."""
    return {**dragon.court(*palaces), **more}


def groups(players: int = 3, wall: bool = False) -> list[list[str]]:
    """The action cards in their order, in groups of the right sizes."""
    cards = iter(CARDS)
    return [[next(cards) for _ in range(size)] for size in (WALL_SIZES if wall else SIZES)[players]]


def document(*courts: Document, month: int = 3, part: str = "action", walled: bool = False, **more: Any) -> Document:
    """A position document of as many seats as there are courts; by itself, of three with two palaces each."""
    seated = list(courts) or [court("2: young monk", "2: young farmer") for _ in range(3)]
    laid = {} if part == "draft" else {"groups": groups(len(seated), walled)}
    return {"month": month, "part": part, "turn": 1, "events": EVENTS, **laid, "courts": seated, **more}


HAND = [*KINDS, "wild", "wild"]
BUILDING: Document = {"phase": "floor", "to_build": 1, "dragons": [1, None, None]}
"""Seat 1 of three has chosen `build` in the action phase, with nobody who helps."""


def hand_without(card: str) -> list[str]:
    """The cards of a seat that has played one of them."""
    left = list(HAND)
    left.remove(card)
    return left


DRAFT = document(*[court("2", "2", yuan=6) for _ in range(3)], month=0, part="draft")
MINIMAL = document()
"""As little as a document may tell: Purple is to act in month 3."""

WHOLE: Document = {"month": 4, "part": "event", "turn": 2, "phase": "starve", "left": 1, "dues": [2, 0, 0]}
WHOLE |= {"order": [3, 2, 1], "held": None, "card": None, "to_build": 0, "starved": [2], "risen": []}
WHOLE |= {
    "groups": groups(3, True),
    "dragons": [1, None, 3],
    "events": EVENTS,
    "super_event": "flood",
    "tiles": {"young craftsman": 5, "young monk": 2, "old monk": 1, "young farmer": 3},
    "track": [[3, 12], [2, 12], [1, 7]],
    "wall": [2, 1, 2],
    "wall_used": [["floor"], ["rice", "points"], []],
    "courts": [
        court("3: young monk, old farmer", "#4 1: young farmer", built=5, yuan=6, rice=0, fireworks=2)
        | {"small": 1, "large": 0, "cards": ["farmer", "wild"]},
        court("2: young monk", "1", "2: old monk", built=3, yuan=0, rice=0, fireworks=0)
        | {"small": 0, "large": 2, "cards": []},
        court(built=0, yuan=1, rice=3, fireworks=0) | {"small": 0, "large": 0, "cards": HAND},
    ],
}
"""Three players with wall and flood: in the drought Yellow has named palace 2, and has to name one more."""


def read(told: object, players: int = 3, *, game: YearOfTheDragon | None = None, **options: Any) -> DragonPosition:
    game = game or standard_game()
    return game.read_position(game.setting(players, options), told, [0] * players)


def match_from(told: Document, **options: Any) -> Match:
    """A match from a position document; moves that are forced are left to be made."""
    game = standard_game()
    players = len(told["courts"])
    position = read(told, players, **options)
    position.take_seed(seed_of(1))
    return Match(game, game.setting(players, options), position, start={**told, "ledger": []})


def play(match: Match, *moves: str) -> Match:
    """Make moves, each of the seat to move."""
    for move in moves:
        assert match.to_move is not None, f"{move}: the game is over"
        match.move(match.to_move, move)
    return match


def said(messages: Sequence[Message]) -> list[str]:
    """The sentences, each with the number of its ruling."""
    return [f"{say(message)} [{(message.rule or '').removeprefix(RULES)}]" for message in messages]


# ---- random games

SETTINGS: list[tuple[int, Document]] = [
    (2 + number % 4, {"great_wall": number % 2 == 0, "super_event": name, "large_privilege": 6 + number % 3 % 2})
    for number, name in enumerate([*SUPER_NAMES, "none", "random"])
]
"""All options, and all numbers of players with and without the wall."""


def new_match(players: int, options: Document, number: int = 0, game: YearOfTheDragon | None = None) -> Match:
    """A new game; forced moves are left to be made."""
    game = game or standard_game()
    setting = game.setting(players, options)
    position = game.new(setting)
    position.deal(seed_of(number))
    return Match(game, setting, position, setup=game.write_setup(position), seed=seed_of(number))


def random_game(
    players: int, options: Document, number: int = 0, game: YearOfTheDragon | None = None
) -> Iterator[Match]:
    """One game, move by move: the match before each, and at the end."""
    match = new_match(players, options, number, game)
    stream = dice(number)
    while not match.over:
        yield match
        moves = match.legal_moves()
        match.move(match.to_move or 0, moves[stream.below(len(moves))])
    yield match


def some_games(count: int = 1, super_events: Sequence[str] = ()) -> Iterator[Match]:
    """So many games of each of the settings, or of those with such super events, move by move."""
    for number, (players, options) in enumerate(SETTINGS):
        if not super_events or options["super_event"] in super_events:
            for turn in range(count):
                yield from random_game(players, options, number * 100 + turn)
