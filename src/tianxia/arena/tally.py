"""Who is better: the figures of a contest, for each player, from its whole rounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from statistics import fmean

from tianxia.arena.contest import Contest
from tianxia.arena.simulate import Fixture, Played, Thinking
from tianxia.arena.statistics import Figure, mean_of, share_of
from tianxia.games.base import Document, inside, outside


@dataclass(frozen=True)
class Standing:
    """How one player did, over all seats that it held."""

    spec: str
    seats: float  # how many it held at a table
    fair: float  # the share of victories that would be its due if all were equally good
    wins: Figure  # the share of games that one of its seats won; a shared victory counts in parts
    score: Figure  # of a seat of its
    margin: Figure  # of a seat of its: its score less that of the best other seat
    points: dict[str, float]  # source -> of a seat of its, on average
    thinking: Thinking  # in all games together
    forfeits: int  # seats that it gave up

    def document(self) -> Document:
        moves = max(self.thinking.choices, 1)
        return {
            "player": self.spec,
            "seats": self.seats,
            "fair_share": self.fair,
            "wins": self.wins.document(),
            "score": self.score.document(),
            "margin": self.margin.document(),
            "points": self.points,
            "seconds_a_move": self.thinking.seconds / moves,
            "slowest_move": self.thinking.slowest,
            "choices": self.thinking.choices,
            "forfeits": self.forfeits,
        }


@dataclass(frozen=True)
class Tally:
    """The figures of a contest."""

    games: int  # in whole rounds: these are counted
    left_out: int  # games of rounds that are not complete
    rounds: int
    moves: int
    winner_score: Figure
    standings: list[Standing]  # of those who have played
    not_played: list[str]  # specs of those whose first round is not complete yet

    def document(self) -> Document:
        return {
            "games": self.games,
            "rounds": self.rounds,
            "left_out": self.left_out,
            "moves": self.moves,
            "winner_score": self.winner_score.document(),
            "standings": [standing.document() for standing in self.standings],
            "not_played": self.not_played,
        }


def whole_rounds(contest: Contest, played: Collection[Played]) -> list[list[Played]]:
    """The games by round, without rounds of which a game is missing."""
    numbers = {game.fixture.number: game for game in played}
    found = []
    last = max((game.fixture.round for game in played), default=-1)
    for round_number, fixtures in enumerate(contest.rounds()):
        if round_number > last:
            break
        if all(fixture.number in numbers for fixture in fixtures):
            found.append([numbers[fixture.number] for fixture in fixtures])
    return found


def tally(contest: Contest, played: Collection[Played]) -> Tally | None:
    """The figures of what was played; `None` before the first round is complete."""
    rounds = whole_rounds(contest, played)
    if not rounds:
        return None
    games = [game for games in rounds for game in games]
    winner_score = mean_of([fmean(_winner_score(game) for game in games) for games in rounds])
    seen = who_played(contest, rounds)
    standings = [_standing(spec, rounds) for spec in seen]
    moves = sum(game.moves for game in games)
    not_played = [spec for spec in contest.specs if spec not in seen]
    return Tally(len(games), len(played) - len(games), len(rounds), moves, winner_score, standings, not_played)


def who_played(contest: Contest, rounds: Sequence[Sequence[Played]]) -> list[str]:
    """Everybody who sat at a table in one of these rounds: early on a ladder, not all have."""
    seated = {spec for games in rounds for spec in games[0].fixture.seats}
    return [spec for spec in contest.specs if spec in seated]


def _standing(spec: str, all_rounds: Sequence[Sequence[Played]]) -> Standing:
    """The figures of one player, over the rounds that it took part in."""
    rounds = [games for games in all_rounds if spec in games[0].fixture.seats]
    games = [game for games in rounds for game in games]
    held = [(game, seat) for game in games for seat in seats_of(spec, game.fixture)]
    points: Counter[str] = Counter()
    for game, seat in held:
        points.update(game.points[seat])
    return Standing(
        spec=spec,
        seats=len(held) / len(games),
        fair=fmean(len(seats_of(spec, game.fixture)) / len(game.scores) for game in games),
        wins=share_of([fmean(win_share(spec, game) for game in games) for games in rounds], len(games)),
        score=mean_of([fmean(_scores(spec, games)) for games in rounds]),
        margin=mean_of([fmean(_margins(spec, games)) for games in rounds]),
        points={source: paid / len(held) for source, paid in points.items() if paid},
        thinking=reduce(Thinking.__add__, (game.thinking[seat] for game, seat in held)),
        forfeits=sum(game.forfeits[seat] is not None for game, seat in held),
    )


def seats_of(spec: str, fixture: Fixture) -> list[int]:
    return [seat for seat, sitting in enumerate(fixture.seats) if sitting == spec]


def winners_of(game: Played) -> list[int]:
    """The seats that won, from 1. Who forfeited cannot: a stand-in played on, and the best of the others wins."""
    playing = [outside(seat) for seat, forfeit in enumerate(game.forfeits) if forfeit is None]
    winners = [seat for seat in game.winners if seat in playing]
    if winners or not playing:
        return winners or game.winners
    best = max(game.scores[inside(seat)] for seat in playing)
    return [seat for seat in playing if game.scores[inside(seat)] == best]


def win_share(spec: str, game: Played) -> float:
    """The part of a victory that a player's seats won together."""
    winners = winners_of(game)
    return sum(outside(seat) in winners for seat in seats_of(spec, game.fixture)) / len(winners)


def _winner_score(game: Played) -> float:
    return fmean(game.scores[inside(winner)] for winner in winners_of(game))


def _scores(spec: str, games: Sequence[Played]) -> Iterator[float]:
    for game in games:
        yield from (game.scores[seat] for seat in seats_of(spec, game.fixture))


def _margins(spec: str, games: Sequence[Played]) -> Iterator[float]:
    for game in games:
        for seat in seats_of(spec, game.fixture):
            others = [score for other, score in enumerate(game.scores) if other != seat]
            yield game.scores[seat] - max(others)
