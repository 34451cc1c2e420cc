"""Personal data for a person themselves, and statistics of a person for everybody."""

from __future__ import annotations

from sqlalchemy import func, not_, select

from tianxia.server.contract.people import GamesPlayed, Myself, RatingShown, Statistics
from tianxia.server.refusals import MissingError
from tianxia.server.storage import schema
from tianxia.server.storage.database import Storage
from tianxia.server.tables.results import is_own, shown
from tianxia.words import error


async def about_myself(storage: Storage, person: str) -> Myself:
    """The personal data of a person, for nobody else to see."""
    async with storage.reading() as connection:
        row = (await connection.execute(select(schema.people).where(schema.people.c.id == person))).one()
    return Myself(row.id, row.name, row.login, row.email, row.email_verified, row.turn_emails, row.webhook)


async def statistics_of(storage: Storage, person: str) -> Statistics:
    """A person's results by game and number of players, and their ratings."""
    people, results, ratings = schema.people, schema.results, schema.ratings
    kinds = (results.c.game, results.c.players)
    figures = (
        func.count().filter(is_own()).label("games"),
        func.sum(results.c.win).filter(is_own()).label("wins"),
        func.avg(results.c.score).filter(is_own()).label("mean"),
        func.count().filter(not_(is_own())).label("helped"),
    )
    played = select(*kinds, *figures).where(results.c.person == person).group_by(*kinds).order_by(*kinds)
    rated = select(ratings).where(ratings.c.player == person).order_by(ratings.c.game)
    async with storage.reading() as connection:
        name = (await connection.execute(select(people.c.name).where(people.c.id == person))).scalar()
        if name is None:
            raise error(MissingError, "server.no-person")
        games = [
            GamesPlayed(
                row.game,
                row.players,
                row.games,
                round(row.wins or 0.0, 2),
                None if row.mean is None else round(float(row.mean), 2),
                row.helped,
            )
            for row in await connection.execute(played)
        ]
        ratings_shown = [
            RatingShown(row.game, round(shown((row.mu, row.sigma))), round(row.sigma, 1))
            for row in await connection.execute(rated)
        ]
    return Statistics(person, name, games, ratings_shown)
