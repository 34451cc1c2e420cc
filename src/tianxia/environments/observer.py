"""Observations and masks of one game as NumPy arrays, for the environments of single games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tianxia.engine.observation import zeros
from tianxia.engine.position import Position
from tianxia.environments.arrays import dtype_of, memory, most_of, plain, scale_of
from tianxia.environments.missing import missing
from tianxia.environments.spaces import space_for
from tianxia.games import AnyGame, find_game
from tianxia.games.base import OptionValue, Setting

try:
    import numpy as np
    from gymnasium import spaces
except ModuleNotFoundError as failure:
    raise missing(failure, "research") from None


class Observer:
    """Makes observations and masks of positions of one table for any seat, each in a new array."""

    def __init__(self, game: str, players: int | None, options: Mapping[str, OptionValue], dtype: str) -> None:
        """An observer for a game and its options; `players` defaults to the fewest that can play."""
        self.game: AnyGame = find_game(game)
        count = self.game.player_counts[0] if players is None else plain(players)
        self.setting: Setting = self.game.setting(count, options)
        self.space = space_for(self.game, self.setting)
        self.dtype = dtype_of(dtype)
        self._numbers = zeros(int(self.space.features))
        self._flags = zeros(int(self.space.actions))
        self._seen = memory(self._numbers)
        self._legal = memory(self._flags).view(np.int8)
        self._scale = scale_of(self.space.parts) if self.dtype == np.float32 else None

    def observe(self, position: Position, seat: int) -> dict[str, Any]:
        """The observation and the mask of a seat (from 0); the mask is all 0 if the seat is not to move."""
        seen = self._seen
        seen.fill(0)
        self.space.write_observation(position, seat, self._numbers, 0)
        observation = seen.copy() if self._scale is None else seen * self._scale
        return {"observation": observation, "action_mask": self.mask(position, seat)}

    def mask(self, position: Position, seat: int) -> Any:
        """The mask of a seat: 1 for each index that it may choose now."""
        legal = self._legal
        legal.fill(0)
        if seat == position.seat and not position.over:
            self.space.write_mask(position, self._flags, 0)
        return legal.copy()

    def observation_space(self) -> Any:
        """A new Gymnasium space of the observations."""
        most: Any = most_of(self.space.parts)
        if self._scale is not None:
            most = most * self._scale
        actions = int(self.space.actions)
        return spaces.Dict(
            {
                "observation": spaces.Box(np.zeros_like(most), most, dtype=self.dtype.type),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }
        )

    def action_space(self) -> Any:
        """A new Gymnasium space of the action indices."""
        return spaces.Discrete(int(self.space.actions))
