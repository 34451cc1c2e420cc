"""Players by their spec."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from tianxia.errors import SettingError
from tianxia.players.player import Player
from tianxia.players.random_player import RandomPlayer
from tianxia.words import error

PLAYERS: Final[Mapping[str, type[Player]]] = MappingProxyType({RandomPlayer.spec: RandomPlayer})


def player_specs() -> list[str]:
    """What `make_player` understands."""
    return sorted(PLAYERS)


def is_program(spec: str) -> bool:
    """Whether `make_player` understands a spec."""
    return spec.strip().lower() in PLAYERS


def make_player(spec: str) -> Player:
    """The player of a spec.

    >>> make_player("random").spec
    'random'
    """
    if not is_program(spec):
        raise error(SettingError, "setting.player", spec=spec, known=player_specs())
    return PLAYERS[spec.strip().lower()]()
