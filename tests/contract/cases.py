"""Every way to set up every game, and whole games played at random, for the contract that all games keep."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import tianxia.words
from support.luck import THOROUGH
from support.teahouse import TEAHOUSE, TeaShelf
from tianxia.engine.chance import Stream, derive_seed, stream_of
from tianxia.games import GAMES, AnyGame, find_game
from tianxia.games.base import OptionValue, Setting
from tianxia.play import Match

SHELF = TeaShelf()
DECISIONS = 60  # so many are looked at for each case, whole games aside
SCENES = 20
MOST_CASES = 24  # of one game
STRIDE = 101  # a prime


@dataclass(frozen=True)
class Case:
    """A game, set up in one way."""

    game: AnyGame
    players: int
    options: tuple[tuple[str, OptionValue], ...]

    @property
    def setting(self) -> Setting:
        return self.game.setting(self.players, dict(self.options))

    def seed(self, number: int) -> bytes:
        return derive_seed(bytes(16), f"{self} {number}")

    def dice(self, number: int, purpose: int = 0) -> Stream:
        return stream_of(self.seed(number), 1000 + purpose)

    def begin(self, number: int, **more: Any) -> Match:
        return Match.begin(self.game, self.setting, self.seed(number), **more)

    def begin_unforced(self, number: int, **more: Any) -> Match:
        """A match that leaves it to the players to make the moves that are forced."""
        position = self.game.new(self.setting)
        position.deal(self.seed(number))
        setup = self.game.write_setup(position)
        return Match(self.game, self.setting, position, setup=setup, seed=self.seed(number), **more)

    def __str__(self) -> str:
        return "-".join([self.game.id, str(self.players), *(f"{value}".lower() for _, value in self.options)])


@cache
def rules_told(id: str) -> set[str]:
    """The addresses of the rules on a game's page; none for a game that has no page."""
    page = Path(tianxia.words.__file__).parent / "en" / "rules" / f"{id}.md"
    return set(re.findall(r'<a id="([\w-]+)"></a>', page.read_text(encoding="utf-8"))) if page.exists() else set()


def has_address(case: Case, rule: str | None) -> bool:
    """Whether a message names a rule of its game, and the page tells that rule."""
    game, _, number = (rule or "").partition("#")
    return game == case.game.id and (number in rules_told(game) or (case.game is TEAHOUSE and number.isdigit()))


def cases_of(game: AnyGame) -> list[Case]:
    """Every number of players with every value of every option; where those are too many, each value at least once."""
    found = every_case(game)
    return found if len(found) <= MOST_CASES else few_of(found)


def few_of(found: Sequence[Case]) -> list[Case]:
    """So few that each number of players and each value of each option is among them at least once."""
    seen: set[object] = set()
    few = []
    for turn in range(len(found)):
        case = found[turn * STRIDE % len(found)]  # not one number of players after the other
        news = {(case.players, "players"), *case.options} - seen
        if news:
            seen |= news
            few.append(case)
    return few


def every_case(game: AnyGame) -> list[Case]:
    """Every number of players with every set of options, however many those are."""
    found = []
    for players in game.player_counts:
        options = game.options(players)
        for values in product(*(option.values for option in options)):
            found.append(Case(game, players, tuple(zip([option.name for option in options], values, strict=True))))
    return found


def all_cases() -> list[Case]:
    """All registered games, and the teahouse."""
    return [case for game in [*map(find_game, sorted(GAMES)), TEAHOUSE] for case in cases_of(game)]


def random_move(match: Match, dice: Stream) -> str:
    moves = match.legal_moves()
    return moves[dice.below(len(moves))]


def play_through(case: Case, number: int, **more: Any) -> Iterator[Match]:
    """One game, move by move: the match before each, and at the end."""
    match = case.begin(number, **more)
    dice = case.dice(number)
    while not match.over:
        yield match
        if match.pending is not None:
            match.confirm(match.to_move or 0)
        else:
            match.move(match.to_move or 0, random_move(match, dice))
    yield match


def play_games(case: Case, decisions: int = DECISIONS, **more: Any) -> Iterator[Match]:
    """Whole games, at least one, until so many decisions were seen."""
    seen = number = 0
    while seen < decisions:
        for match in play_through(case, number, **more):
            seen += 1
            yield match
        number += 1


def glimpses(case: Case, **more: Any) -> Iterator[Match]:
    """The matches of `play_games`, now and then in long games, and always at the beginning and at the end."""
    every = 1 if case.game is TEAHOUSE else 9 if THOROUGH else 27
    for count, match in enumerate(play_games(case, **more)):
        if count % every == 0 or match.over:
            yield match


@cache
def scenes(case: Case) -> tuple[Any, ...]:
    """Positions from all over whole games, the first and the last among them. Look, but clone before you touch."""
    found = [match.position.clone() for match in play_games(case)]
    return (*found[: -1 : len(found) // SCENES], found[-1])


def open_scenes(case: Case) -> list[Any]:
    """Those in which somebody is to move."""
    return [position for position in scenes(case) if not position.over]


def fingerprint(game: AnyGame, position: Any) -> str:
    """All that there is to a position, hidden things included, as far as the game writes it down."""
    everything = {
        "document": game.write_position(position),
        "table": game.table(position),
        "own": [game.own(position, seat) for seat in range(position.players)],
        "seat": int(position.seat),
        "over": bool(position.over),
        "awaits_chance": bool(position.awaits_chance),
        "scores": [int(score) for score in position.scores()],
        "legal": [] if position.over else [int(action) for action in position.legal_actions()],
    }
    return json.dumps(everything, sort_keys=True)


def what_is_seen(case: Case, position: Any, seat: int) -> Mapping[str, Any]:
    """All that a seat (from 0, or the spectator) is shown of a position, by a match that begins there."""
    match = Match(case.game, case.setting, position)
    return match.view(None if seat < 0 else seat + 1)


@cache
def moves_of_games(case: Case) -> tuple[str, ...]:
    """Every move that was legal at some time in a game: all well formed, most of them illegal at another time."""
    found = {move for match in play_through(case, 0) for move in match.legal_moves()}
    return tuple(sorted(found))
