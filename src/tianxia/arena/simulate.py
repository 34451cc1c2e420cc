"""Games between programs, by the number: the same result for the same seed, however many processes play them."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

from tianxia.engine.chance import derive_seed
from tianxia.errors import TianxiaError
from tianxia.games import AnyGame, Shelf
from tianxia.games.base import Document, OptionValue, Setting, inside
from tianxia.play import Match
from tianxia.play.record import write_record
from tianxia.players import Player, ask, closing, make_player, show_end
from tianxia.words import error

CHUNK = 16  # games that a process plays before it reports


@dataclass(frozen=True)
class Plan:
    """What is to be played. Plain data, so that it travels to other processes."""

    game: str
    players: int
    options: dict[str, OptionValue]
    seats: tuple[str, ...]  # specs of players, by seat
    seed: bytes
    edition: str
    edition_files: tuple[Path, ...] = ()

    def check(self) -> None:
        """Refuse what cannot be played, before anything is."""
        game, _ = self.open()
        for spec in self.seats:
            make_player(spec, game)

    def open(self) -> tuple[AnyGame, Setting]:
        game = Shelf(self.edition_files).game(self.game, self.edition)
        return game, game.setting(self.players, self.options)


@dataclass(frozen=True)
class Played:
    """One game that was played."""

    number: int
    scores: list[int]
    winners: list[int]
    points: list[dict[str, int]]  # by seat: source -> points
    moves: int
    record: Document
    forfeits: list[Document | None]  # by seat: the message that tells why its player forfeited


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
        self.first_forfeit: list[Document | None] = [None] * players  # the message that tells why

    def add(self, played: Played) -> None:
        for seat, score in enumerate(played.scores):
            self.total[seat] += score
            self.least[seat] = min(self.least[seat], score) if self.games else score
            self.most[seat] = max(self.most[seat], score)
            for source, points in played.points[seat].items():
                self.points[seat][source] += points
            self.forfeits[seat] += played.forfeits[seat] is not None
            self.first_forfeit[seat] = self.first_forfeit[seat] or played.forfeits[seat]
        for winner in played.winners:
            self.wins[inside(winner)] += 1 / len(played.winners)
        self.games += 1
        self.moves += played.moves


def simulate(plan: Plan, games: int, processes: int) -> Iterator[Played]:
    """Play so many games; they come in order, one by one, as soon as they can."""
    chunks = (range(first, min(first + CHUNK, games)) for first in range(0, games, CHUNK))
    if processes == 1 or games <= CHUNK:
        for chunk in chunks:
            yield from _play_chunk(plan, chunk)
        return
    pool = ProcessPoolExecutor(processes, mp_context=get_context("spawn"), initializer=_leave_interrupts_to_the_parent)
    try:
        yield from _in_order(pool, plan, chunks, ahead=4 * processes)
    except BrokenProcessPool:
        raise error(TianxiaError, "arena.broken") from None
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _in_order(pool: ProcessPoolExecutor, plan: Plan, chunks: Iterator[range], ahead: int) -> Iterator[Played]:
    """Keep a bounded number of chunks under way, and hand over the results in order."""
    waiting: list[Future[list[Played]]] = []
    for chunk in chunks:
        waiting.append(pool.submit(_play_chunk, plan, chunk))
        if len(waiting) == ahead:
            yield from waiting.pop(0).result()
    while waiting:
        yield from waiting.pop(0).result()


def _play_chunk(plan: Plan, numbers: range) -> list[Played]:
    game, setting = plan.open()
    return [_play_one(plan, game, setting, number) for number in numbers]


def _play_one(plan: Plan, game: AnyGame, setting: Setting, number: int) -> Played:
    players = [make_player(spec, game) for spec in plan.seats]
    seed = derive_seed(plan.seed, f"game {number}")
    match = Match.begin(game, setting, seed, names=plan.seats, tells=False)
    with closing(players):
        play_match(match, players, seed)
    points = [dict.fromkeys(game.sources, 0) for _ in players]
    for entry in match.ledger:
        points[inside(entry["seat"])][entry["source"]] += entry["amount"]
    forfeits = [None if player.forfeit is None else player.forfeit.document() for player in players]
    return Played(number, match.scores, match.winners, points, len(match.moves), write_record(match), forfeits)


def play_match(match: Match, players: list[Player], seed: bytes) -> None:
    """Let programs play a match to its end. Whoever made them closes them: see `players.closing`."""
    while (seat := match.to_move) is not None:
        match.move(seat, ask(players[inside(seat)], match, seed))
    show_end(players, match)
