"""The base class of environments of one game at a time: a table, the game played at it, and its rendering."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy, deepcopy
from typing import Any, ClassVar, Final, Self

from tianxia.environments.arrays import plain
from tianxia.environments.missing import missing
from tianxia.environments.observer import Observer
from tianxia.environments.rendering import Renderer
from tianxia.environments.rewards import POINTS, final_reward
from tianxia.errors import IllegalError, UnreadableError
from tianxia.games.base import OptionValue
from tianxia.words import error

try:
    from gymnasium.utils import EzPickle
except ModuleNotFoundError as failure:
    raise missing(failure, "research") from None


TOO_MANY: Final = 1 << 31  # more than any space has indices; compiled code cannot read greater numbers


class OneGame(EzPickle):
    """A table, and the game that is played at it.

    A pickle contains the parameters of the table, but no game. A deep copy contains the game, too.
    """

    GOES_ON: ClassVar[tuple[str, ...]]  # the attributes that hold the state of the game, besides the position

    def __init__(
        self,
        game: str,
        players: int | None,
        options: Mapping[str, OptionValue],
        *,
        reward: str,
        illegal_reward: float | None,
        dtype: str,
        render_mode: str | None,
        **more: Any,
    ) -> None:
        """A table for a game; `more` are the other parameters of the environment, for pickling."""
        wishes = {"reward": reward, "illegal_reward": illegal_reward, "dtype": dtype, "render_mode": render_mode}
        super().__init__(game, players, **wishes, **more, **options)
        self.observer = Observer(game, players, options, dtype)
        self.space = self.observer.space
        self.render_mode = render_mode
        self.illegal_reward = None if illegal_reward is None else float(illegal_reward)
        self._renderer = Renderer(self.observer.game, render_mode)
        self._pays_points = reward == POINTS
        self._reward = final_reward("score" if self._pays_points else reward, POINTS)
        self._fresh = self.observer.game.new(self.observer.setting)
        self.position: Any = None  # before the first reset

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        other = copy(self)  # set up alike
        for name in self.GOES_ON:
            if name in vars(self):
                setattr(other, name, deepcopy(vars(self)[name], memo))
        if self.position is not None:
            other.position = self.position.clone()
            other._renderer.take_over(self._renderer, other.position)
        return other

    def render(self) -> str | None:
        """The game as text in the mode "ansi"; `None` in the mode "human", which prints with each move."""
        return self._renderer.render(self._dealt())

    def _deal(self, seed: bytes) -> None:
        self.position = self._fresh.clone()
        self.position.deal(seed)
        self._renderer.begin(self.position)

    def _dealt(self) -> Any:
        if self.position is None:
            raise error(IllegalError, "environment.reset")
        return self.position

    def _action_at(self, index: Any) -> int:
        """The action of an index; -1 if it is not legal. Anything but a whole number is refused."""
        number = index if type(index) is int else plain(index)
        if type(number) is not int:
            raise error(UnreadableError, "environment.action", given=repr(index))
        return self.space.action_at(self.position, number) if 0 <= number < TOO_MANY else -1

    def _illegal(self, index: Any) -> IllegalError:
        legal = int(self.observer.mask(self.position, int(self.position.seat)).sum())
        return error(IllegalError, "environment.illegal", index=int(index), legal=legal)
