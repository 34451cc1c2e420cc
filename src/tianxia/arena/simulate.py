"""Many games between programs: the same results for the same seed, with any number of processes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from tianxia.arena.executors import Executor, SerialExecutor, in_order
from tianxia.engine.chance import derive_seed
from tianxia.engine.position import Position
from tianxia.games import AnyGame, Shelf
from tianxia.games.base import Document, OptionValue, Setting, engine_seat, human_seat
from tianxia.play import Match
from tianxia.play.record import write_record
from tianxia.players import Player, ask, closing, make_player, show_end

CHUNK = 16  # games of a simulation in one job


@dataclass(frozen=True)
class Plan:
    """The parameters of games to be played: plain data, which can be sent to other processes and machines."""

    game: str
    players: int
    options: dict[str, OptionValue]
    seats: tuple[str, ...]  # specs of players, by seat
    seed: bytes
    edition: str
    edition_files: tuple[Path, ...] = ()
    keeps_records: bool = False  # whether the record of each game is wanted, too

    def check(self) -> None:
        """Raise an error if the plan cannot be played."""
        game, _ = self.open()
        for spec in self.seats:
            make_player(spec, game)

    def open(self) -> tuple[AnyGame, Setting]:
        game = Shelf(self.edition_files).game(self.game, self.edition)
        return game, game.setting(self.players, self.options)


@dataclass(frozen=True)
class Fixture:
    """One game that is to be played."""

    number: int  # from 0
    round: int  # from 0; games of one round have the same shuffles
    seats: tuple[str, ...]  # specs of players, by seat
    seed: bytes


@dataclass(frozen=True)
class Thinking:
    """The thinking time of a seat in one game, over the moves where it had a choice."""

    choices: int = 0
    seconds: float = 0.0
    slowest: float = 0.0  # seconds of its slowest move

    def __add__(self, other: Thinking) -> Thinking:
        slowest = max(self.slowest, other.slowest)
        return Thinking(self.choices + other.choices, self.seconds + other.seconds, slowest)


class Clock:
    """Measures the thinking time of each seat."""

    def __init__(self, players: int) -> None:
        self.thinking = [Thinking()] * players
        self._begun: float | None = None  # None: there is nothing to choose

    def start(self, position: Position) -> None:
        self._begun = perf_counter() if len(position.legal_actions()) > 1 else None

    def stop(self, seat: int) -> None:
        if self._begun is not None:
            seconds = perf_counter() - self._begun
            self.thinking[seat] += Thinking(1, seconds, seconds)


@dataclass(frozen=True)
class Played:
    """One game that was played."""

    fixture: Fixture
    scores: list[int]
    winners: list[int]  # by the rules of the game, even if they forfeited: see `winners_of`
    points: list[dict[str, int]]  # by seat: source -> points
    moves: int
    thinking: list[Thinking]  # by seat
    forfeits: list[Document | None]  # by seat: the message that says why its player forfeited
    record: Document | None


def winners_of(game: Played) -> list[int]:
    """The seats that won, from 1. A player that forfeited cannot win: then the best of the others does."""
    playing = [human_seat(seat) for seat, forfeit in enumerate(game.forfeits) if forfeit is None]
    winners = [seat for seat in game.winners if seat in playing]
    if winners or not playing:
        return winners or game.winners
    best = max(game.scores[engine_seat(seat)] for seat in playing)
    return [seat for seat in playing if game.scores[engine_seat(seat)] == best]


class Results:
    """The sums over many games, by seat."""

    def __init__(self, game: AnyGame, players: int) -> None:
        self.games = 0
        self.moves = 0
        self.wins = [0.0] * players  # a shared victory counts in parts
        self.total = [0] * players
        self.least = [0] * players
        self.most = [0] * players
        self.points = [dict.fromkeys(game.sources, 0) for _ in range(players)]
        self.forfeits = [0] * players  # games that were played on by a stand-in
        self.first_forfeit: list[Document | None] = [None] * players  # the message that says why

    def add(self, played: Played) -> None:
        for seat, score in enumerate(played.scores):
            self.total[seat] += score
            self.least[seat] = min(self.least[seat], score) if self.games else score
            self.most[seat] = max(self.most[seat], score)
            for source, points in played.points[seat].items():
                self.points[seat][source] += points
            self.forfeits[seat] += played.forfeits[seat] is not None
            self.first_forfeit[seat] = self.first_forfeit[seat] or played.forfeits[seat]
        winners = winners_of(played)
        for winner in winners:
            self.wins[engine_seat(winner)] += 1 / len(winners)
        self.games += 1
        self.moves += played.moves


def simulate(plan: Plan, games: int, executor: Executor) -> Iterator[Played]:
    """Play a number of games, each with shuffles of its own; yields them in order, each as soon as possible."""
    chunks = (range(first, min(first + CHUNK, games)) for first in range(0, games, CHUNK))
    jobs = ((plan, [_alone(plan, number) for number in chunk]) for chunk in chunks)
    for chunk in in_order((SerialExecutor() if games <= CHUNK else executor).run(play_games, jobs)):
        yield from chunk


def _alone(plan: Plan, number: int) -> Fixture:
    return Fixture(number, number, plan.seats, derive_seed(plan.seed, f"game {number}"))


def play_games(job: tuple[Plan, Sequence[Fixture]]) -> list[Played]:
    """Play some games of a plan, one after another: the job of an executor."""
    plan, fixtures = job
    game, setting = plan.open()
    return [_play_one(plan, game, setting, fixture) for fixture in fixtures]


def _play_one(plan: Plan, game: AnyGame, setting: Setting, fixture: Fixture) -> Played:
    players = [make_player(spec, game) for spec in fixture.seats]
    match = Match.begin(game, setting, fixture.seed, names=fixture.seats, has_lines=False)
    clock = Clock(len(players))
    with closing(players):
        play_match(match, players, fixture.seed, clock)
    points = [dict.fromkeys(game.sources, 0) for _ in players]
    for entry in match.ledger:
        points[engine_seat(entry["seat"])][entry["source"]] += entry["amount"]
    return Played(
        fixture,
        match.scores,
        match.winners,
        points,
        len(match.moves),
        clock.thinking,
        [None if player.forfeit is None else dict(player.forfeit.document()) for player in players],
        write_record(match) if plan.keeps_records else None,
    )


def play_match(match: Match, players: list[Player], seed: bytes, clock: Clock | None = None) -> None:
    """Let programs play a match to its end; a clock measures their thinking time.

    The caller closes the players: see `players.closing`.
    """
    while (seat := match.to_move) is not None:
        if clock is not None:
            clock.start(match.position)
        move = ask(players[engine_seat(seat)], match, seed)
        if clock is not None:
            clock.stop(engine_seat(seat))
        match.move(seat, move)
    show_end(players, match)
