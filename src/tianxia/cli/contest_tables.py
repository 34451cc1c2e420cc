"""The tables that tell who is better."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from rich.table import Table

from tianxia.arena.contest import Contest
from tianxia.arena.statistics import Figure
from tianxia.arena.tally import Standing, Tally
from tianxia.games import AnyGame
from tianxia.words import say, text

if TYPE_CHECKING:
    from tianxia.arena.ratings import Rating  # openskill takes a moment to come


def arena_table(game: AnyGame, contest: Contest, figures: Tally) -> Table:
    """A column a player, since a game may have many sources of points."""
    title = text("cli.contest.title", game=game.title, games=figures.games, rounds=figures.rounds, moves=figures.moves)
    winner = told(figures.winner_score, points)
    caption = text("cli.contest.caption", seed=contest.plan.seed.hex(), winner=winner)
    table = Table(title=title, caption=caption, pad_edge=False)
    standings = figures.standings
    table.add_column(text("cli.contest.player"), no_wrap=True)
    for standing in standings:
        table.add_column(standing.spec, justify="right", overflow="fold")
    _row(table, "seats-held", standings, lambda who: f"{who.seats:g}")
    _row(table, "fair", standings, lambda who: percent(who.fair))
    _row(table, "wins", standings, lambda who: told(who.wins, percent))
    if len(standings) > 1:
        _row(table, "verdict", standings, verdict)
    _row(table, "score", standings, lambda who: told(who.score, points))
    _row(table, "margin", standings, lambda who: told(who.margin, signed))
    table.add_section()
    for source in game.sources:
        if any(who.points.get(source) for who in standings):
            table.add_row(say(game.source(source)), *(points(who.points.get(source, 0.0)) for who in standings))
    table.add_section()
    _row(table, "time", standings, time_a_move)
    _row(table, "slowest", standings, lambda who: duration(who.thinking.slowest))
    if any(who.forfeits for who in standings):
        _row(table, "forfeits", standings, lambda who: str(who.forfeits))
    return table


def _row(table: Table, what: str, standings: Sequence[Standing], tell: Callable[[Standing], str]) -> None:
    table.add_row(text(f"cli.contest.{what}"), *map(tell, standings))


def verdict(standing: Standing) -> str:
    """Whether somebody wins more than the fair share, as far as luck lets one say so."""
    wins = standing.wins
    if wins.low is not None and wins.low > standing.fair:
        return text("cli.contest.better")
    if wins.high is not None and wins.high < standing.fair:
        return text("cli.contest.worse")
    return text("cli.contest.open")


def ladder_table(game: AnyGame, contest: Contest, figures: Tally, ratings: Sequence[Rating]) -> Table:
    """A row a level, best first."""
    title = text("cli.ladder.title", game=game.title, levels=len(ratings), games=figures.games, rounds=figures.rounds)
    fair = percent(figures.standings[0].fair)  # the same for all: every level holds as many seats
    caption = text("cli.ladder.caption", seed=contest.plan.seed.hex(), fair=fair)
    table = Table(title=title, caption=caption, pad_edge=False)
    table.add_column(text("cli.ladder.level"), overflow="fold")
    for heading in ("rating", "ahead", "wins", "score", "time"):
        table.add_column(text(f"cli.ladder.{heading}"), justify="right", no_wrap=True)
    standings = {standing.spec: standing for standing in figures.standings}
    for rating in ratings:
        who = standings[rating.spec]
        table.add_row(
            rating.spec,
            plus_minus(rating.rating),
            "" if rating.ahead is None else told(rating.ahead, whole_percent),
            whole_percent(who.wins.mean),
            points(who.score.mean),
            time_a_move(who),
        )
    return table


# ---- figures in words


def told(figure: Figure, tell: Callable[[float], str]) -> str:
    """A mean with its interval."""
    if figure.low is None or figure.high is None:
        return text("cli.contest.single", mean=tell(figure.mean))
    return text("cli.contest.interval", mean=tell(figure.mean), low=tell(figure.low), high=tell(figure.high))


def plus_minus(figure: Figure) -> str:
    """A mean with an interval that reaches as far to both sides."""
    assert figure.high is not None
    return text("cli.ladder.plus-minus", mean=f"{figure.mean:+.0f}", reach=f"{figure.high - figure.mean:.0f}")


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def whole_percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def points(number: float) -> str:
    return f"{number:.1f}"


def signed(number: float) -> str:
    return f"{number:+.1f}"


def duration(seconds: float) -> str:
    """In the unit that suits it.

    >>> duration(0.00047), duration(0.25), duration(12.34)
    ('0.47 ms', '250 ms', '12.3 s')
    """
    if seconds < 0.01:
        return f"{1000 * seconds:.2f} ms"
    return f"{1000 * seconds:.0f} ms" if seconds < 1 else f"{seconds:.1f} s"


def time_a_move(standing: Standing) -> str:
    return duration(standing.thinking.seconds / max(standing.thinking.choices, 1))
