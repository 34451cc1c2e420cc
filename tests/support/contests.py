"""Contests and games for tests: small ones that are played, and made-up ones with known results."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice

from tianxia.arena import Plan, Played
from tianxia.arena.contest import Contest, arena, play, tables
from tianxia.arena.executors import SerialExecutor
from tianxia.arena.simulate import Fixture, Thinking

SEED = bytes(range(16))
SMALL = Plan("forbidden-city", 2, {}, ("greedy", "random"), SEED, "standard")


def small_contest(**changes: object) -> Contest:
    """Greedy against random, two players."""
    return arena(replace(SMALL, **changes))  # type: ignore[arg-type]


def played_here(contest: Contest, games: int) -> list[Played]:
    return [played for _, played in play(contest, contest.fixtures(games), SerialExecutor())]


def timeless(played: Sequence[Played]) -> list[Played]:
    """Games without what depends on the machine, in the order of their numbers."""
    return sorted((replace(game, thinking=[]) for game in played), key=lambda game: game.fixture.number)


def made_up(fixture: Fixture, scores: Sequence[int], winners: Sequence[int] | None = None) -> Played:
    """A game with these scores."""
    best = [seat for seat, score in enumerate(scores, 1) if score == max(scores)]
    seats = len(scores)
    thinking = [Thinking(2, 1.0, 0.75)] * seats
    points = [{"room": score} for score in scores]
    return Played(fixture, list(scores), list(winners or best), points, 10, thinking, [None] * seats, None)


def drawn_ladder(strengths: Mapping[str, float], players: int, laps: int, seed: int) -> tuple[Contest, list[Played]]:
    """A ladder whose games are drawn by the model of Plackett and Luce, with strengths in points of the rating."""
    plan = Plan("forbidden-city", players, {}, tuple(strengths), seed.to_bytes(16, "big"), "standard")
    contest = Contest(plan, tuple(tables(list(strengths), players)), is_ladder=True, is_repeatable=True)
    luck = random.Random(seed)
    played = []
    for fixtures in islice(contest.rounds(), laps * len(contest.line_ups)):
        for fixture in fixtures:
            luckily = [
                strengths[spec] * math.log(10) / 400 - math.log(-math.log(luck.random())) for spec in fixture.seats
            ]
            played.append(made_up(fixture, [sum(other <= own for other in luckily) for own in luckily]))
    return contest, played
