"""The result tables of contests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from rich.console import Group
from rich.table import Table
from rich.text import Text

from tianxia.arena.contest import Contest
from tianxia.arena.statistics import Estimate
from tianxia.arena.tally import Standing, Tally
from tianxia.cli.output import short_name
from tianxia.games import AnyGame
from tianxia.words import say, text

if TYPE_CHECKING:
    from tianxia.arena.ratings import Rating  # openskill takes a moment to come


def arena_table(game: AnyGame, contest: Contest, figures: Tally) -> Group:
    """The result of an arena: the standings, and below them the sources of points."""
    return Group(_standings_table(game, contest, figures), _details_table(game, figures.standings))


def _standings_table(game: AnyGame, contest: Contest, figures: Tally) -> Table:
    """The table with one row for each player."""
    title = text("cli.contest.title", game=game.title, games=figures.games, rounds=figures.rounds, moves=figures.moves)
    winner = plus_minus(figures.winner_score, points)
    table = _players_table(title, text("cli.contest.caption", seed=contest.plan.seed.hex(), winner=winner))
    _column(table, "seats-held")
    _column(table, "wins")
    _column(table, "score")
    _column(table, "margin")
    _column(table, "time")
    for who in figures.standings:
        score, margin = plus_minus(who.score, points), plus_minus(who.margin, signed)
        table.add_row(_name(who.spec), f"{who.seats:g}", share(who.wins), score, margin, time_a_move(who))
    return table


def _details_table(game: AnyGame, standings: Sequence[Standing]) -> Table:
    """The table with one column for each player, since a game may have many sources of points."""
    table = Table(pad_edge=False)
    table.add_column(text("cli.contest.points"))
    for standing in standings:
        table.add_column(Text(short_name(standing.spec).replace(":", ":\n", 1)), justify="right", overflow="fold")
    for source in game.sources:
        if any(who.points.get(source) for who in standings):
            table.add_row(say(game.source(source)), *(_points_from(source, who) for who in standings))
    table.add_section()
    if len(standings) > 1:
        _row(table, "fair", standings, lambda who: whole_percent(who.fair))
        _row(table, "verdict", standings, verdict)
    _row(table, "slowest", standings, lambda who: duration(who.thinking.slowest))
    if any(who.forfeits for who in standings):
        _row(table, "forfeits", standings, lambda who: str(who.forfeits))
    return table


def _points_from(source: str, who: Standing) -> str:
    return text("cli.contest.nothing") if who.score is None else points(who.points.get(source, 0.0))


def _players_table(title: str, caption: str) -> Table:
    """A table whose first column names players; on a narrow screen that column shrinks."""
    table = Table(title=title, caption=caption, pad_edge=False)
    table.add_column(text("cli.contest.player"))
    return table


def _name(spec: str) -> Text:
    return Text(short_name(spec), no_wrap=True, overflow="ellipsis")


def _column(table: Table, what: str) -> None:
    """A column of figures, which are never broken."""
    table.add_column(text(f"cli.contest.{what}"), justify="right", no_wrap=True)


def _row(table: Table, what: str, standings: Sequence[Standing], write: Callable[[Standing], str]) -> None:
    table.add_row(text(f"cli.contest.{what}"), *map(write, standings))


def verdict(standing: Standing) -> str:
    """Whether a player wins more than its fair share, with 95 % confidence."""
    wins = standing.wins
    if wins.low is not None and wins.low > standing.fair:
        return text("cli.contest.better")
    if wins.high is not None and wins.high < standing.fair:
        return text("cli.contest.worse")
    return text("cli.contest.open")


def ladder_table(game: AnyGame, contest: Contest, figures: Tally, ratings: Sequence[Rating]) -> Table:
    """The table of a ladder: one row for each level, best first."""
    title = text("cli.ladder.title", game=game.title, levels=len(ratings), games=figures.games, rounds=figures.rounds)
    fair = whole_percent(figures.standings[0].fair)  # the same for all: every level holds as many seats
    caption = text("cli.ladder.caption", seed=contest.plan.seed.hex(), fair=fair)
    table = _players_table(title, caption)
    for heading in ("rating", "ahead", "wins", "score", "time"):
        table.add_column(text(f"cli.ladder.{heading}"), justify="right", no_wrap=True)
    standings = {standing.spec: standing for standing in figures.standings}
    for rating in ratings:
        who = standings[rating.spec]
        table.add_row(
            _name(rating.spec),
            plus_minus(rating.rating, whole_signed),
            "" if rating.ahead is None else share(rating.ahead),
            whole_percent(who.wins.mean),
            text("cli.contest.nothing") if who.score is None else points(who.score.mean),
            time_a_move(who),
        )
    return table


# ---- figures in words


def share(figure: Estimate) -> str:
    """A share with its interval, in whole per cent."""
    mean = whole_percent(figure.mean)
    if figure.low is None or figure.high is None:
        return text("cli.contest.single", mean=mean)
    return text("cli.contest.interval", mean=mean, low=f"{100 * figure.low:.0f}", high=f"{100 * figure.high:.0f}")


def plus_minus(figure: Estimate | None, write: Callable[[float], str]) -> str:
    """A mean with a symmetric interval; a dash if there is no value."""
    if figure is None:
        return text("cli.contest.nothing")
    if figure.high is None:
        return write(figure.mean)
    reach = write(figure.high - figure.mean).lstrip("+")
    return text("cli.contest.plus-minus", mean=write(figure.mean), reach=reach)


def whole_percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def points(number: float) -> str:
    return f"{number:.1f}"


def whole_signed(number: float) -> str:
    return f"{number:+.0f}"


def signed(number: float) -> str:
    return f"{number:+.1f}"


def duration(seconds: float) -> str:
    """A duration, in the unit that suits it.

    >>> duration(0.00047), duration(0.25), duration(12.34)
    ('0.47 ms', '250 ms', '12.3 s')
    """
    if seconds < 0.01:
        return f"{1000 * seconds:.2f} ms"
    return f"{1000 * seconds:.0f} ms" if seconds < 1 else f"{seconds:.1f} s"


def time_a_move(standing: Standing) -> str:
    return duration(standing.thinking.seconds / max(standing.thinking.choices, 1))
