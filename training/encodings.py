"""How each game is shown to its network: the space, and the scale of its numbers."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tianxia.engine.observation import Space
from tianxia.environments import space_for
from tianxia.environments.arrays import scale_of
from tianxia.games import GAMES, AnyGame
from tianxia.games.base import Game
from tianxia.games.forbidden_city.environment import candidates as city
from training.settings import mixture_of

# the number that is shown as 1.0 in columns of rooms and candidates of the Forbidden City
COUNT: Final = 3.0
COINS: Final = 8.0
GAIN: Final = 32.0


def is_compact(game: str) -> bool:
    """Whether a game is shown by its compact space."""
    return GAMES[game].compact_space is not Game.compact_space


def training_space(game: AnyGame) -> Space:
    """The space of a game: the same for all settings that it is trained on."""
    first = mixture_of(game)[0]
    return space_for(game, game.setting(first.players, first.options_dict()), is_compact(game.id))


def scale_for(game: AnyGame, space: Space) -> NDArray[np.float32]:
    """What the numbers of an observation are multiplied with: in a compact one the table's, a room's, a candidate's."""
    scale = scale_of(space.parts)
    if not is_compact(game.id):
        return scale
    return np.concatenate([scale[: _size_of_table(space)], 1 / _room_ones(), 1 / _candidate_ones()])


def _size_of_table(space: Space) -> int:
    return next(part.first for part in space.parts if part.name == "rooms")


def _room_ones() -> NDArray[np.float32]:
    ones = np.full(city.ROOM, COUNT, np.float32)
    ones[city.ROOM_COLOUR : city.ROOM_COLOUR + city.COLOURS] = 1
    ones[[city.ROOM_TILES, city.ROOM_ENDS, city.ROOM_BEYOND]] = COINS
    ones[city.ROOM_SHARES :] = 2
    return ones


def _candidate_ones() -> NDArray[np.float32]:
    ones = np.full(city.CANDIDATE, COUNT, np.float32)
    ones[[city.GAIN, city.LOSS]] = GAIN
    ones[city.SETS_ASIDE] = 1
    ones[city.BESIDE_COINS : city.BESIDE_BLUNTED] = COINS
    part = np.full(city.PART, COUNT, np.float32)
    part[city.PART_IS_THERE : city.PART_JOINED] = 1
    part[[city.PART_TILES, city.PART_BEYOND, city.PART_NEAR_TILES, city.PART_OWN]] = COINS
    part[city.PART_CLOSED : city.PART_BEYOND] = 1
    part[city.PART_SHARES : city.PART_COINS] = 2
    part[city.PART_COINS : city.PART_NEAR] = COINS
    ones[city.PARTS :] = np.tile(part, 2)
    return ones


def shape_for(game: AnyGame, space: Space) -> dict[str, int]:
    """The sizes of a network that follow from the space of its game."""
    if not is_compact(game.id):
        return {"features": int(space.features), "actions": int(space.actions)}
    return {
        "table": _size_of_table(space),
        "rooms": city.ROOMS,
        "room": city.ROOM,
        "candidates": city.CANDIDATES,
        "candidate": city.CANDIDATE,
    }
