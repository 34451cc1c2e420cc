"""A contest: which players meet, in which seats, with which shuffles. The same seed gives the same contest.

A *round* plays the same shuffles once for every different rotation of the seats. Every player sits in every seat, so
no victory is due to a seat or to a deal. A *lap* is a round of every line-up.
"""

from __future__ import annotations

import hashlib
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from importlib.metadata import version
from itertools import combinations, count
from typing import Final

from tianxia.arena.executors import Executor
from tianxia.arena.simulate import Fixture, Plan, Played, play_games
from tianxia.engine import COMPILED
from tianxia.engine.chance import derive_seed, stream_of
from tianxia.errors import SettingError
from tianxia.games import AnyGame
from tianxia.games.base import Document
from tianxia.players import closing as closing_players
from tianxia.players import make_player
from tianxia.words import error

MOST_LEVELS: Final = 12  # of a ladder: with more, a lap would have thousands of games
MOST_GAMES: Final = 1_000_000
LEAST_ROUNDS: Final = 2  # of a ladder: a single round has no variance, so no level could be rated


@dataclass(frozen=True)
class Contest:
    """An endless series of rounds between players; `fixtures` takes as many as are wanted."""

    plan: Plan  # its `seats` are those who take part: by seat in an arena, each once on a ladder
    line_ups: tuple[tuple[str, ...], ...]  # who sit at one table
    is_ladder: bool  # then neighbours change from round to round
    is_repeatable: bool  # whether all players are

    @property
    def specs(self) -> list[str]:
        """The players that take part, each once."""
        return list(dict.fromkeys(self.plan.seats))

    @property
    def least_rounds(self) -> int:
        return LEAST_ROUNDS if self.is_ladder else 1

    def rounds(self) -> Iterator[list[Fixture]]:
        """All rounds, without end."""
        number = 0
        for round_number in count():
            line_up = self.line_ups[round_number % len(self.line_ups)]
            seed = derive_seed(self.plan.seed, f"round {round_number}")
            seated = shuffled(line_up, seed) if self.is_ladder else line_up
            fixtures = [
                Fixture(number + place, round_number, seats, seed) for place, seats in enumerate(rotations(seated))
            ]
            yield fixtures
            number += len(fixtures)

    def fixtures(self, games: int) -> list[Fixture]:
        """The fixtures of whole laps with at least `games` games; on a ladder, with as many for each pair."""
        found: list[Fixture] = []
        met = dict.fromkeys(combinations(self.specs, 2), 0) if self.is_ladder else {}
        for number, fixtures in enumerate(self.rounds(), 1):
            found += fixtures
            for pair in met:
                met[pair] += sum(set(pair) <= set(fixture.seats) for fixture in fixtures)
            if number % len(self.line_ups) == 0 and number >= self.least_rounds:
                enough = min(met.values()) if self.is_ladder else len(found)
                if enough >= games:
                    break
                if len(found) * games > MOST_GAMES * enough:
                    raise error(SettingError, "arena.too-many", most=MOST_GAMES)
        return found

    def document(self) -> Document:
        """The contest as plain data, the first line of its file: equal if and only if the contests are."""
        plan = self.plan
        return {
            "contest": "ladder" if self.is_ladder else "arena",
            "tianxia": version("tianxia"),
            "compiled": COMPILED,  # levels think less where they are interpreted
            "game": plan.game,
            "edition": plan.edition,
            "edition_sha256": [hashlib.sha256(file.read_bytes()).hexdigest() for file in plan.edition_files],
            "players": plan.players,
            "options": plan.options,
            "levels" if self.is_ladder else "seats": list(plan.seats),
            "seed": plan.seed.hex(),
        }


def arena(plan: Plan) -> Contest:
    """The contest of one line-up, in every rotation of the seats."""
    game, _ = plan.open()
    specs, is_repeatable = _known(plan.seats, game)
    return Contest(replace(plan, seats=specs), (specs,), False, is_repeatable)


def ladder(plan: Plan) -> Contest:
    """The contest of all against all. The seats of the plan are the levels; each must be listed once."""
    game, _ = plan.open()
    specs, is_repeatable = _known(plan.seats, game)
    if not 2 <= len(specs) <= MOST_LEVELS:
        raise error(SettingError, "arena.levels", most=MOST_LEVELS, levels=len(specs))
    twice = next((spec for spec in specs if specs.count(spec) > 1), None)
    if twice is not None:
        raise error(SettingError, "arena.level-twice", level=twice)
    return Contest(replace(plan, seats=specs), tuple(tables(specs, plan.players)), True, is_repeatable)


def _known(specs: Sequence[str], game: AnyGame) -> tuple[tuple[str, ...], bool]:
    """The canonical specs of players, and whether all of them play the same game for the same seed."""
    players = [make_player(spec, game) for spec in specs]
    with closing_players(players):
        return tuple(player.spec for player in players), all(player.is_repeatable for player in players)


def rotations(seats: Sequence[str]) -> list[tuple[str, ...]]:
    """Every different seating that results from moving all players on by some seats.

    >>> rotations(["a", "b", "a", "b"])
    [('a', 'b', 'a', 'b'), ('b', 'a', 'b', 'a')]
    """
    return list(dict.fromkeys((*seats[first:], *seats[:first]) for first in range(len(seats))))


def shuffled(seats: Sequence[str], seed: bytes) -> tuple[str, ...]:
    """The players in a random order drawn from the seed, since the order of the seats matters."""
    stream = stream_of(derive_seed(seed, "line-up"), 0)
    left = list(seats)
    return tuple(left.pop(stream.below(len(left))) for _ in seats)


def tables(levels: Sequence[str], players: int) -> Iterator[tuple[str, ...]]:
    """The tables at which all levels meet all others equally often.

    As many different levels as there are seats: a game then compares each of them with each other, six pairs at a table
    of four, where one against three compares a single pair. With fewer levels than seats, the seats are dealt out as
    evenly as they can be, and those left over go to each level in turn.

    >>> list(tables(["a", "b", "c"], 2))
    [('a', 'b'), ('a', 'c'), ('b', 'c')]
    >>> list(tables(["a", "b"], 3))
    [('a', 'b', 'a'), ('a', 'b', 'b')]
    """
    each, left_over = divmod(players, len(levels))
    for guests in combinations(levels, left_over):
        yield tuple(levels) * each + guests


def play(
    contest: Contest, fixtures: Sequence[Fixture], executor: Executor
) -> Generator[tuple[int, Played], None, None]:
    """Play games of a contest, each as one job; yields them as they finish, with their index in `fixtures`."""
    jobs = ((contest.plan, [fixture]) for fixture in fixtures)
    with closing(executor.run(play_games, jobs)) as results:
        for number, (played,) in results:
            yield number, played
