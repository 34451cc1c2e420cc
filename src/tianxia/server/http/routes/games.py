"""The games of this server."""

from __future__ import annotations

from functools import cache

from litestar import Controller, get

from tianxia.games import GAMES, AnyGame, find_game
from tianxia.players.registry import LEVELS
from tianxia.server.contract.games import Games, GameShown, Opponents, OptionsFor, OptionShown
from tianxia.server.http.dependencies import ServicesDep, VisitorDep
from tianxia.server.tables.opponents import find_opponents
from tianxia.words import text


class GameRoutes(Controller):
    """The games of this server, with their options."""

    path = "/api/games"
    tags = ("games",)

    @get(sync_to_thread=False)
    def list_games(self) -> Games:
        """The games on this server."""
        return all_games()

    @get("/opponents")
    async def see_opponents(self, services: ServicesDep, visitor: VisitorDep) -> Opponents:
        """By game, the level of programs for your next game: that of your last games, the weakest at first.

        After two wins in the last three games against a level, the next one is proposed."""
        return await find_opponents(services.storage, visitor)


@cache
def all_games() -> Games:
    return Games([show_game(find_game(id)) for id in GAMES])


def show_game(game: AnyGame) -> GameShown:
    """A game, in the words of the catalogue."""
    return GameShown(
        id=game.id,
        title=text(f"{game.id}.title"),
        about=text(f"{game.id}.about"),
        credit=text(f"{game.id}.credit"),
        players=list(game.player_counts),
        options=[OptionsFor(players, show_options(game, players)) for players in game.player_counts],
        levels=[f"level:{level}" for level in LEVELS],
        sources=dict(game.sources),
    )


def show_options(game: AnyGame, players: int) -> list[OptionShown]:
    return [
        OptionShown(option.name, text(f"{game.id}.option.{option.name}"), list(option.values), option.default)
        for option in game.options(players)
    ]
