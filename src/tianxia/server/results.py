"""What is kept of finished games: results and ratings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any, Final

from openskill.models import PlackettLuce
from sqlalchemy import insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from tianxia.server import schema
from tianxia.server.table import Seat, Table

MODEL: Final = PlackettLuce()
Skill = tuple[float, float]
"""mu and sigma, as openskill has them."""


async def store_results(connection: AsyncConnection, table: Table) -> None:
    """Keep how a game ended, once."""
    rows = schema.results
    if not counts(table):
        return
    if (await connection.execute(select(rows.c.seat).where(rows.c.table == table.id))).first() is not None:
        return
    await connection.execute(insert(rows), [_result(table, seat) for seat in table.seats])
    await _rate(connection, table)


def _result(table: Table, seat: Seat) -> dict[str, Any]:
    assert table.match is not None
    winners = table.match.winners
    return {
        "table": table.id,
        "seat": seat.number,
        "game": table.deal.game,
        "players": table.deal.players,
        "person": seat.person,
        "program": seat.mover,
        "score": table.match.scores[seat.number - 1],
        "win": 1 / len(winners) if seat.number in winners else 0.0,
        "moment": table.changed,
    }


def counts(table: Table) -> bool:
    """Whether a game says how well people play: not if it began elsewhere, no person played, or somebody double.

    It counts also for who left: nobody escapes a loss by going.
    """
    people = [seat.person for seat in table.seats if seat.person is not None]
    return table.deal.start is None and bool(people) and len(set(people)) == len(people)


async def _rate(connection: AsyncConnection, table: Table) -> None:
    """Rate everybody anew. The rows are locked in one order, so that games that end together wait for each other."""
    players = [str(seat.person or seat.program) for seat in table.seats]
    rows, game = schema.ratings, table.deal.game
    await _begin_ratings(connection, game, sorted(set(players)))
    own = (rows.c.game == game) & rows.c.player.in_(set(players))
    query = select(rows).where(own).order_by(rows.c.player).with_for_update()
    before = {row.player: (row.mu, row.sigma) for row in await connection.execute(query)}
    for player, (mu, sigma) in sorted(rate(players, places(table), before).items()):
        changed = update(rows).where(rows.c.game == game, rows.c.player == player)
        await connection.execute(changed.values(mu=mu, sigma=sigma))


async def _begin_ratings(connection: AsyncConnection, game: str, players: Sequence[str]) -> None:
    """Let all players have a rating; who has one keeps it."""
    insert_in = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    new = [{"game": game, "player": player, "mu": MODEL.mu, "sigma": MODEL.sigma} for player in players]
    await connection.execute(insert_in(schema.ratings).values(new).on_conflict_do_nothing())


def places(table: Table) -> list[int]:
    """By seat: the place that it finished at, from 1. Who left is last, whatever the stand-in made of it."""
    assert table.match is not None
    winners, scores = table.match.winners, table.match.scores
    order = [
        (False, seat.number not in winners, -scores[seat.number - 1]) if not seat.is_away else (True, True, 0)
        for seat in table.seats
    ]
    return [1 + sum(other < own for other in order) for own in order]


def rate(players: Sequence[str], places: Sequence[int], before: Mapping[str, Skill]) -> dict[str, Skill]:
    """The skills of all players after a game. A program in several seats learns from all of them, on average."""
    teams = [[MODEL.rating(mu=before[player][0], sigma=before[player][1])] for player in players]
    after = MODEL.rate(teams, ranks=[float(place) for place in places])
    found = {}
    for player in set(players):
        own = [team[0] for team, other in zip(after, players, strict=True) if other == player]
        found[player] = fmean(skill.mu for skill in own), fmean(skill.sigma for skill in own)
    return found
