"""The networks that come with Tianxia: one file for each game that has one, read when it is first needed."""

from __future__ import annotations

from functools import cache

from tianxia.errors import SettingError, UnreadableError
from tianxia.games import GAMES, AnyGame, data_of
from tianxia.players.network.file import NAME, read_network
from tianxia.players.network.networks import Network
from tianxia.words import error


def network_of(game: AnyGame) -> Network:
    """The network of a game; `SettingError` where it has none, or none that fits this edition of it."""
    if not has_network(game.id):
        known = [id for id in GAMES if has_network(id)]
        raise error(SettingError, "network.none", game=game.id, known=known)
    network = _read(game.id)
    space = game.network_space(game.new(game.setting(game.player_counts[0])))
    if space is None or not network.fits(space):
        raise error(SettingError, "network.edition", game=game.id, edition=game.edition)
    return network


def has_network(game: str) -> bool:
    """Whether a game, by its id, comes with a network."""
    return game in GAMES and data_of(game, NAME).is_file()


@cache
def _read(game: str) -> Network:
    file = data_of(game, NAME)
    try:
        return read_network(file.read_bytes(), game)
    except UnreadableError as failure:
        raise error(UnreadableError, "network.unreadable", file=file, reason=str(failure)) from None
