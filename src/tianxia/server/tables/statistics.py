"""Personal data for a person themselves, and statistics of a person for everybody."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sqlalchemy import func, not_, select

from tianxia.players.registry import LEVELS
from tianxia.server.contract.people import GamesPlayed, Myself, RatingShown, Statistics
from tianxia.server.refusals import MissingError
from tianxia.server.storage import schema
from tianxia.server.storage.database import Storage
from tianxia.server.tables.results import Skill, is_own, shown
from tianxia.words import error

SPECS: Final = [f"level:{level}" for level in LEVELS]
PROVISIONAL: Final = 5.0
"""A rating whose uncertainty is above this is provisional."""


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
    rated = select(ratings).where(ratings.c.player.in_([person, *SPECS])).order_by(ratings.c.game)
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
        skills: dict[str, dict[str, Skill]] = {}
        for row in await connection.execute(rated):
            skills.setdefault(row.game, {})[row.player] = (row.mu, row.sigma)
    rated_in = [show_rating(game, there[person], there) for game, there in skills.items() if person in there]
    return Statistics(person, name, games, rated_in)


def show_rating(game: str, skill: Skill, others: Mapping[str, Skill]) -> RatingShown:
    """A rating, and between which levels it lies as far as all of them are known well enough."""
    mu, sigma = skill
    known = {spec: others[spec] for spec in SPECS if spec in others and others[spec][1] <= PROVISIONAL}
    levels = known if sigma <= PROVISIONAL else {}
    weaker = [spec for spec, (level, _) in levels.items() if level < mu]
    stronger = [spec for spec, (level, _) in levels.items() if level >= mu]
    above = max(weaker, key=lambda spec: levels[spec][0], default=None)
    below = min(stronger, key=lambda spec: levels[spec][0], default=None)
    return RatingShown(game, round(shown(skill)), round(sigma, 1), above, below)
