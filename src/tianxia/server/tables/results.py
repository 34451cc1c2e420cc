"""Results and ratings of finished games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from statistics import fmean
from typing import Any, Final

from openskill.models import PlackettLuce
from sqlalchemy import ColumnElement, and_, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from tianxia.players.registry import LEVELS
from tianxia.server.contract.people import RatingChange
from tianxia.server.storage import schema
from tianxia.server.tables.table import Seat, Table
from tianxia.words import Message

MODEL: Final = PlackettLuce()
RATED: Final = frozenset(("random", "greedy", *(f"level:{level}" for level in LEVELS)))
"""Programs against which games are rated. Of others anybody can invent a new one for each game, which plays badly and
begins with the skill that everybody begins with."""
Skill = tuple[float, float]
"""mu and sigma, as openskill has them."""


async def store_results(connection: AsyncConnection, table: Table) -> None:
    """Store how a rated game ended, once, and rate its players."""
    rows = schema.results
    if why_unrated(table) is not None:
        return
    if (await connection.execute(select(rows.c.seat).where(rows.c.table == table.id))).first() is not None:
        return
    changes = await _rate(connection, table)
    await connection.execute(insert(rows), [_result(table, seat, changes) for seat in table.seats])


def _result(table: Table, seat: Seat, changes: Mapping[str, tuple[Skill, Skill]]) -> dict[str, Any]:
    assert table.match is not None
    before, after = changes[_player(seat)]
    winners = table.match.winners
    return {
        "table": table.id,
        "seat": seat.number,
        "game": table.game_start.game,
        "players": table.game_start.players,
        "person": seat.person,
        "program": seat.active_program,
        "score": table.match.scores[seat.number - 1],
        "win": 1 / len(winners) if seat.number in winners else 0.0,
        "moves": len(seat.own),
        "own_moves": sum(seat.own),
        "hints": seat.hints,
        "moment": table.changed,
        "rating_before": shown(before),
        "rating_after": shown(after),
    }


# ---- what counts


def why_unrated(table: Table) -> Message | None:
    """Why a game is rated for nobody; `None`: it is rated."""
    people = [seat.person for seat in table.seats if seat.person is not None]
    if table.game_start.start is not None:
        return Message("server.unrated-begun", {"moves": table.game_start.begins_after})
    if not table.is_rated:
        return Message("server.unrated-casual")
    if len(set(people)) < len(people):
        return Message("server.unrated-double")
    unrated = [seat.program for seat in table.seats if seat.program is not None and seat.program not in RATED]
    if unrated:
        return Message("server.unrated-program", {"program": unrated[0]})
    return None if people else Message("server.unrated-nobody")


def why_helped(seat: Seat) -> Message | None:
    """Why a game was not a person's own work, if it was not: one move of a program is enough. It can then lower their
    rating but not raise it, so that nobody escapes a loss by asking for help."""
    if seat.person is None:
        return None
    if seat.is_away:
        return Message("server.helped-away", {"seat": seat.number})
    if seat.hints:
        return Message("server.helped-hints", {"seat": seat.number, "hints": seat.hints})
    if not all(seat.own):
        return Message("server.helped-program", {"seat": seat.number, "own": sum(seat.own), "moves": len(seat.own)})
    return None


def is_own() -> ColumnElement[bool]:
    """The SQL condition that a stored result was the person's own work (see `why_helped`)."""
    rows = schema.results
    return and_(rows.c.program.is_(None), rows.c.hints == 0, rows.c.own_moves == rows.c.moves)


# ---- ratings


def _player(seat: Seat) -> str:
    """Whose rating a seat changes: a person's id or a program's spec."""
    return str(seat.person or seat.program)


async def _rate(connection: AsyncConnection, table: Table) -> dict[str, tuple[Skill, Skill]]:
    """Update the ratings of all players; returns the skill of each before and after the game.

    Rows are locked in one order: games that end together cannot deadlock.
    """
    players = [_player(seat) for seat in table.seats]
    rows, game = schema.ratings, table.game_start.game
    await _begin_ratings(connection, game, sorted(set(players)))
    own = (rows.c.game == game) & rows.c.player.in_(set(players))
    query = select(rows).where(own).order_by(rows.c.player).with_for_update()
    before = {row.player: (row.mu, row.sigma) for row in await connection.execute(query)}
    after = rate_fairly(table, players, before)
    for player, (mu, sigma) in sorted(after.items()):
        changed = update(rows).where(rows.c.game == game, rows.c.player == player)
        await connection.execute(changed.values(mu=mu, sigma=sigma))
    return {player: (before[player], after[player]) for player in players}


async def rating_changes(connection: AsyncConnection, table: str) -> list[RatingChange]:
    """How a game changed the rating of each seat; none where it was not rated, or is not over."""
    rows = schema.results
    query = select(rows).where(rows.c.table == table, rows.c.rating_after.is_not(None)).order_by(rows.c.seat)
    return [
        RatingChange(row.seat, round(row.rating_before, 1), round(row.rating_after, 1))
        for row in await connection.execute(query)
    ]


async def _begin_ratings(connection: AsyncConnection, game: str, players: Sequence[str]) -> None:
    """Give players without a rating the one that everybody begins with."""
    insert_in = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    new = [{"game": game, "player": player, "mu": MODEL.mu, "sigma": MODEL.sigma} for player in players]
    await connection.execute(insert_in(schema.ratings).values(new).on_conflict_do_nothing())


def rate_fairly(table: Table, players: Sequence[str], before: Mapping[str, Skill]) -> dict[str, Skill]:
    """The skills of all players after a game, some of whom may have had help.

    For the others, a player who had help counts as last, so that it cannot harm them. For that player the game counts
    as it ended, but only if it lowers the rating that is shown.
    """
    after = rate(players, places(table, _is_helped), before)
    as_it_ended = rate(players, places(table, _is_away), before)
    for seat, player in zip(table.seats, players, strict=True):
        if _is_helped(seat):
            after[player] = min(before[player], as_it_ended[player], key=shown)
    return after


def places(table: Table, is_last: Callable[[Seat], bool]) -> list[int]:
    """By seat: its place in the result, from 1. Seats for which `is_last` holds are last, however the game ended."""
    assert table.match is not None
    found = table.match.places
    order = [(True, 0) if is_last(seat) else (False, found[seat.number - 1]) for seat in table.seats]
    return [1 + sum(other < own for other in order) for own in order]


def _is_helped(seat: Seat) -> bool:
    return why_helped(seat) is not None


def _is_away(seat: Seat) -> bool:
    return seat.is_away


def shown(skill: Skill) -> float:
    """The rating that is shown: a lower bound of a skill, three standard deviations below the estimate."""
    mu, sigma = skill
    return mu - 3 * sigma


def rate(players: Sequence[str], places: Sequence[int], before: Mapping[str, Skill]) -> dict[str, Skill]:
    """The skills of all players after a game. A program in several seats gets the average of their updates."""
    teams = [[MODEL.rating(mu=before[player][0], sigma=before[player][1])] for player in players]
    after = MODEL.rate(teams, ranks=[float(place) for place in places])
    found = {}
    for player in set(players):
        own = [team[0] for team, other in zip(after, players, strict=True) if other == player]
        found[player] = fmean(skill.mu for skill in own), fmean(skill.sigma for skill in own)
    return found
