"""The ids of the games in Gymnasium, PettingZoo and OpenSpiel."""

from __future__ import annotations


def environment_id(game: str) -> str:
    """The id of a game in Gymnasium.

    >>> environment_id("forbidden-city")
    'tianxia/ForbiddenCity-v0'
    """
    return f"tianxia/{''.join(word.capitalize() for word in game.split('-'))}-v0"


def table_id(game: str) -> str:
    """The id of a game in the registry of PettingZoo.

    >>> table_id("forbidden-city")
    'tianxia/forbidden_city-v0'
    """
    return f"tianxia/{game.replace('-', '_')}-v0"


def module_name(game: str) -> str:
    """The module with the environment of a game for PettingZoo.

    >>> module_name("forbidden-city")
    'forbidden_city_v0'
    """
    return f"{game.replace('-', '_')}_v0"


def spiel_name(game: str) -> str:
    """The id of a game in OpenSpiel.

    >>> spiel_name("forbidden-city")
    'tianxia_forbidden_city'
    """
    return f"tianxia_{game.replace('-', '_')}"
