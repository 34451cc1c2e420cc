"""The figures of a contest, for each player, from its whole rounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from statistics import fmean

from tianxia.arena.contest import Contest
from tianxia.arena.simulate import Fixture, Played, Thinking, winners_of
from tianxia.arena.statistics import Estimate, mean_of, share_of
from tianxia.games.base import Document, engine_seat, human_seat


@dataclass(frozen=True)
class Standing:
    """The results of one player, over all seats that it held."""

    spec: str
    seats: float  # how many it held at a table
    fair: float  # the share of victories that would be its due if all were equally good
    wins: Estimate  # the share of games that one of its seats won; a shared victory counts in parts
    score: Estimate | None  # of a seat of its that did not forfeit; None: all did
    margin: Estimate | None  # of such a seat: its score less the best of other players; None: there is no other player
    points: dict[str, float]  # source -> of such a seat, on average
    thinking: Thinking  # in all games together
    forfeits: int  # seats that it gave up

    def document(self) -> Document:
        moves = max(self.thinking.choices, 1)
        return {
            "player": self.spec,
            "seats": self.seats,
            "fair_share": self.fair,
            "wins": self.wins.document(),
            "score": None if self.score is None else self.score.document(),
            "margin": None if self.margin is None else self.margin.document(),
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
    winner_score: Estimate
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
    """The figures of the games played so far; `None` before the first round is complete."""
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
    """The players of these rounds; early on a ladder, some are missing."""
    seated = {spec for games in rounds for spec in games[0].fixture.seats}
    return [spec for spec in contest.specs if spec in seated]


def _standing(spec: str, all_rounds: Sequence[Sequence[Played]]) -> Standing:
    """The figures of one player, over the rounds that it took part in."""
    rounds = [games for games in all_rounds if spec in games[0].fixture.seats]
    games = [game for games in rounds for game in games]
    held = [(game, seat) for game in games for seat in seats_of(spec, game.fixture)]
    kept = [(game, seat) for game, seat in held if game.forfeits[seat] is None]
    points: Counter[str] = Counter()
    for game, seat in kept:
        points.update(game.points[seat])
    return Standing(
        spec=spec,
        seats=len(held) / len(games),
        fair=fmean(len(seats_of(spec, game.fixture)) / len(game.scores) for game in games),
        wins=share_of([fmean(win_share(spec, game) for game in games) for games in rounds], len(games)),
        score=_mean_of([list(_scores(spec, games)) for games in rounds]),
        margin=_mean_of([list(_margins(spec, games)) for games in rounds]),
        points={source: paid / len(kept) for source, paid in points.items() if paid},
        thinking=reduce(Thinking.__add__, (game.thinking[seat] for game, seat in held)),
        forfeits=len(held) - len(kept),
    )


def _mean_of(rounds: Sequence[Sequence[float]]) -> Estimate | None:
    """The mean over the rounds that have values; `None` without any."""
    means = [fmean(values) for values in rounds if values]
    return mean_of(means) if means else None


def seats_of(spec: str, fixture: Fixture) -> list[int]:
    return [seat for seat, sitting in enumerate(fixture.seats) if sitting == spec]


def win_share(spec: str, game: Played) -> float:
    """The share of the victory that a player's seats won together."""
    winners = winners_of(game)
    return sum(human_seat(seat) in winners for seat in seats_of(spec, game.fixture)) / len(winners)


def _winner_score(game: Played) -> float:
    return fmean(game.scores[engine_seat(winner)] for winner in winners_of(game))


def _scores(spec: str, games: Sequence[Played]) -> Iterator[float]:
    """The scores of a player's seats that did not forfeit (those that did have the scores of their stand-ins)."""
    for game in games:
        yield from (game.scores[seat] for seat in seats_of(spec, game.fixture) if game.forfeits[seat] is None)


def _margins(spec: str, games: Sequence[Played]) -> Iterator[float]:
    """For each seat of a player, its score minus the best score among the seats of other players."""
    for game in games:
        rivals = [other for other in game.fixture.seats if other != spec]
        best = max((score for other in rivals for score in _scores(other, [game])), default=None)
        if best is not None:
            yield from (score - best for score in _scores(spec, [game]))
