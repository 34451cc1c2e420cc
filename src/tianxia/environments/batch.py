"""Many games at once, as NumPy arrays: a batched environment for learning programs.

    env = BatchedEnv("emperor-of-china", 4, games=256, seed=1)
    env.reset()
    while True:
        actions = choose(env.observations, env.masks)     # one index for each game
        env.step(actions)                                 # fills the same arrays anew
        learn(env.rewards, env.dones, env.seats)

All arrays are allocated once and filled anew by every step: copy what is to be kept. Where a game ends, `dones` is
true, `rewards` has the rewards of all seats, and the rest of its row already belongs to the next game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, SupportsIndex

from tianxia.engine import COMPILED
from tianxia.engine.chance import SEED_BYTES
from tianxia.environments.arrays import by_name as by_name
from tianxia.environments.arrays import dtype_of, memory, plain
from tianxia.environments.arrays import scale_of as scale_of
from tianxia.environments.batch_core import LEAD, WIN, ManyGames
from tianxia.environments.missing import missing
from tianxia.environments.spaces import space_for
from tianxia.errors import IllegalError, SettingError, UnreadableError
from tianxia.games import AnyGame, find_game
from tianxia.games.base import OptionValue, human_seat
from tianxia.words import error, text

try:
    import numpy as np
    from numpy.typing import DTypeLike, NDArray
except ModuleNotFoundError as failure:
    raise missing(failure, "research") from None

REWARDS: Final = {"win": WIN, "lead": LEAD}
"""What seats are paid at the end: their share of the victory, or their score less the average of the others'."""
MOST_GAMES: Final = 1 << 20
CHUNK: Final = 1 << 19  # bytes that are cleared and written again while they are near the processor


class BatchedEnv:
    """Several games with the same setting, stepped together.

    >>> env = BatchedEnv("year-of-the-dragon", 3, games=4, seed=7)
    >>> env.reset()
    >>> env.observations.shape == (4, env.space.features), env.masks.shape == (4, env.space.actions)
    (True, True)
    >>> env.step(env.random_actions())
    >>> env.seats.tolist(), env.dones.tolist()
    ([0, 0, 0, 0], [False, False, False, False])
    """

    observations: NDArray[Any]
    """Game, feature -> what the seat to move sees; uint8, or float32 by the scale of each part."""
    masks: NDArray[np.bool_]
    """Game, index -> whether it is legal."""
    rewards: NDArray[np.float32]
    """Game, seat -> what it was paid in the last step: 0 but where a game ended."""
    dones: NDArray[np.bool_]
    """Game -> whether one ended in the last step."""
    seats: NDArray[np.int64]
    """Game -> the seat to move, from 0."""
    scores: NDArray[np.int64]
    """Game, seat -> its score when a game last ended there."""

    def __init__(
        self,
        game: str | AnyGame,
        players: int,
        options: Mapping[str, OptionValue] | None = None,
        *,
        games: int = 256,
        seed: int | bytes = 0,
        dtype: DTypeLike = np.uint8,
        reward: str = "win",
        compact: bool = False,
    ) -> None:
        self.game = find_game(game) if isinstance(game, str) else game
        self.setting = self.game.setting(plain(players), options)
        self.space = space_for(self.game, self.setting, compact)
        self.games = games = _check_games(plain(games))
        self.players = players = self.setting.players
        self.dtype = dtype_of(dtype)
        if reward not in REWARDS:
            raise error(SettingError, "research.reward", reward=reward, known=sorted(REWARDS))
        fresh = self.game.new(self.setting)
        self._many = ManyGames(self.space, fresh, games, _check_seed(plain(seed)), REWARDS[reward])
        self._allocate(games, players, int(self.space.features), int(self.space.actions))
        self._look()

    def _allocate(self, games: int, players: int, features: int, actions: int) -> None:
        self._observed = memory(self._many.observations).reshape(games, features)
        self._masked = memory(self._many.masks).reshape(games, actions)
        self._stale = memory(self._many.stale).view(np.bool_)
        self.masks = _shown(self._masked).view(np.bool_)
        self.dones = _shown(memory(self._many.dones)).view(np.bool_)
        self._seats = np.zeros(games, np.int64)
        self._rewards = np.zeros((games, players), np.float32)
        self._scores = np.zeros((games, players), np.int64)
        self.seats, self.rewards, self.scores = _shown(self._seats), _shown(self._rewards), _shown(self._scores)
        self._drawn = np.zeros(games, np.int64)
        self._chunk = max(1, CHUNK // (features + actions))
        self._chosen: Any = memory(self._many.chosen, np.int64) if COMPILED else self._many.chosen
        self._scale = scale_of(self.space.parts)
        self._is_float = self.dtype == np.float32
        self.observations = np.zeros((games, features), np.float32) if self._is_float else _shown(self._observed)

    def reset(self) -> None:
        """Start again, with the same series of games."""
        self._many.deal_all()
        self._pay()
        self._look()

    def step(self, actions: NDArray[np.integer[Any]]) -> None:
        """Play one index in each game. If one is not legal, nothing is played, and `IllegalError` names the game."""
        self._choose(actions)
        illegal = int(self._many.first_illegal())
        if illegal >= 0:
            raise self._refuse(illegal)
        if self._many.step():
            self._pay()
        self._look()

    def random_actions(self) -> NDArray[np.int64]:
        """A random legal index for each game, all with equal chances, from the environment's seed; reuses one array."""
        self._many.draw()
        self._drawn[:] = _numbers(self._many.drawn, np.int64)
        return self._drawn

    def greedy_actions(self, games: NDArray[np.integer[Any]]) -> NDArray[np.int64]:
        """The indices that the player `greedy` would choose in the games with these numbers, for opponents.

        >>> env = BatchedEnv("emperor-of-china", 3, games=4, seed=7)
        >>> indices = env.greedy_actions(np.array([0, 3]))
        >>> env.masks[[0, 3], indices].tolist()
        [True, True]
        """
        evaluation = self.game.evaluation()
        return np.array([int(self._many.greedy_index(int(game), evaluation)) for game in games], np.int64)

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        """Refuse to be copied or pickled, since the state is partly in memory of compiled code."""
        raise TypeError(text("research.copy"))

    # ----

    def _choose(self, actions: NDArray[np.integer[Any]]) -> None:
        is_array = isinstance(actions, np.ndarray)
        if not is_array or actions.shape != (self.games,) or actions.dtype.kind not in "iu":
            given = f"{actions.dtype} {actions.shape}" if is_array else type(actions).__name__
            raise error(UnreadableError, "research.actions", games=self.games, given=given)
        if actions.dtype == np.uint64:  # what does not fit in 64 bits with a sign is legal nowhere
            actions = np.minimum(actions, np.uint64(np.iinfo(np.int64).max))
        self._chosen[:] = actions if COMPILED else actions.tolist()

    def _look(self) -> None:
        for first in range(0, self.games, self._chunk):
            self._look_at(first, min(first + self._chunk, self.games))
        self._seats[:] = _numbers(self._many.seats, np.int64)
        if self._is_float:
            np.multiply(self._observed, self._scale, out=self.observations)

    def _look_at(self, first: int, end: int) -> None:
        """Clear the rows `first` to `end`, except what is kept, and write them again."""
        kept = int(self.space.kept)
        rows = self._observed[first:end]
        if kept:
            self._many.find_frames(first, end)
            rows[:, :kept][self._stale[first:end]] = 0
        rows[:, kept:].fill(0)
        self._masked[first:end].fill(0)
        self._many.observe(first, end)

    def _pay(self) -> None:
        self._rewards.reshape(-1)[:] = _numbers(self._many.rewards, np.float64)
        self._scores.reshape(-1)[:] = _numbers(self._many.scores, np.int64)

    def _refuse(self, game: int) -> IllegalError:
        index, legal = int(self._many.chosen[game]), int(np.count_nonzero(self.masks[game]))
        return error(
            IllegalError,
            "research.illegal",
            game=game,
            index=index,
            seat=human_seat(int(self.seats[game])),
            legal=legal,
        )


def _numbers(store: Any, dtype: DTypeLike) -> NDArray[Any]:
    """A vector as an array: its own memory in the compiled build, a copy of the list in the interpreted one."""
    return np.frombuffer(store, dtype) if COMPILED else np.array(store, dtype)


def _shown(memory: NDArray[Any]) -> NDArray[Any]:
    """A read-only view of memory."""
    shown = memory.view()
    shown.flags.writeable = False
    return shown


def _check_games(games: object) -> int:
    if type(games) is not int or not 1 <= games <= MOST_GAMES:
        raise error(SettingError, "research.games", games=games, most=MOST_GAMES)
    return games


def _check_seed(seed: object) -> bytes:
    if isinstance(seed, bytes) and len(seed) == SEED_BYTES:
        return seed
    if type(seed) is int and 0 <= seed < 1 << (8 * SEED_BYTES):
        return seed.to_bytes(SEED_BYTES, "big")
    raise error(SettingError, "research.seed", seed=seed)
