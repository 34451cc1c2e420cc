"""The games for Gymnasium: one seat learns, programs play the others.

import gymnasium
import tianxia.environments.gymnasium          # makes them known

env = gymnasium.make("tianxia/EmperorOfChina-v0", players=4, opponents="greedy")
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tianxia.engine.chance import SEED_BYTES
from tianxia.environments.arrays import plain
from tianxia.environments.missing import missing
from tianxia.environments.names import environment_id
from tianxia.environments.one_game import OneGame
from tianxia.environments.rendering import RENDER_MODES, human_seats
from tianxia.errors import IllegalError, SettingError
from tianxia.games import GAMES
from tianxia.games.base import engine_seat
from tianxia.players import Player, make_player
from tianxia.players.player import ViewPlayer, choose_fairly
from tianxia.words import error

try:
    import gymnasium
except ModuleNotFoundError as failure:
    raise missing(failure, "research") from None

Seen = dict[str, Any]


class SoloEnv(OneGame, gymnasium.Env[Seen, int]):
    """A table with one seat for the learning program.

    An observation is a dictionary: `observation` is the vector of what the seat sees, `action_mask` has a 1 for each
    legal action; the mask is in the info, too. The opponents move between two steps, so a step may make many moves.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012 (Gymnasium has it so)

    GOES_ON = ("spec", "seat", "_np_random", "_np_random_seed", "_seed", "_moves", "_points", "_is_done")

    def __init__(
        self,
        game: str,
        players: int | None = None,
        *,
        seat: int | None = None,
        opponents: str | Sequence[str] = "random",
        reward: str = "win",
        illegal_reward: float | None = -1.0,
        dtype: str = "uint8",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """A table for a game, with `players` players (default: the fewest) and its options.

        `seat` is the learning seat, from 1; without it each game draws one. `opponents` is a program for all other
        seats ("random", "greedy", "mcts:200", "level:novice"), or one for each, in the order of the seats.
        `reward` is "win", "zero-sum", "score", "lead" or "points": see `rewards`. An illegal action ends the game with
        the reward `illegal_reward`; if that is None, it is an error.
        """
        super().__init__(
            game,
            players,
            options,
            reward=reward,
            illegal_reward=illegal_reward,
            dtype=dtype,
            render_mode=render_mode,
            seat=seat,
            opponents=opponents,
        )
        self._wanted_seat = self._check_seat(plain(seat))
        self.opponents = self._make_opponents(opponents)
        self.observation_space = self.observer.observation_space()
        self.action_space = self.observer.action_space()
        self.seat = 0  # the one that learns, from 0
        self._seed = b""
        self._moves = 0
        self._points = 0  # of the seat that learns, as far as they were paid
        self._is_done = True

    def _check_seat(self, seat: int | None) -> int | None:
        players = self.observer.setting.players
        if seat is not None and (type(seat) is not int or not 1 <= seat <= players):
            raise error(SettingError, "environment.seat", seat=seat, players=players)
        return seat

    def _make_opponents(self, opponents: str | Sequence[str]) -> list[Player]:
        others = self.observer.setting.players - 1
        specs = [opponents] * others if isinstance(opponents, str) else opponents
        is_list = isinstance(specs, Sequence) and all(isinstance(spec, str) for spec in specs)
        if not is_list or len(specs) != others:
            given = len(specs) if is_list else repr(opponents)
            raise error(SettingError, "environment.opponents", others=others, given=given)
        found = [make_player(spec, self.observer.game) for spec in specs]
        for player in found:
            if isinstance(player, ViewPlayer):
                raise error(SettingError, "environment.opponent", spec=player.spec)
        return found

    # ---- a game

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """Deal a new game, and let the opponents move until it is the seat's turn; `options` are ignored."""
        super().reset(seed=seed)
        self._seed = self.np_random.bytes(SEED_BYTES)
        players = self.observer.setting.players
        drawn = int(self.np_random.integers(players))
        self.seat = drawn if self._wanted_seat is None else engine_seat(self._wanted_seat)
        self._deal(self._seed)
        self._moves = 0
        self._points = 0
        self._is_done = False
        self._let_others_move()
        return self._look()

    def step(self, action: Any) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Make a move, and let the opponents move until it is the seat's turn again."""
        position = self._dealt()
        if self._is_done:
            raise error(IllegalError, "environment.over")
        chosen = self._action_at(action)
        if chosen < 0:
            return self._refuse(action)
        self._apply(chosen)
        self._let_others_move()
        self._is_done = bool(position.over)
        seen, info = self._look()
        if self._is_done:
            info |= {
                "scores": [int(points) for points in position.scores()],
                "winners": human_seats(position.winners()),
            }
        return seen, self._pay(), self._is_done, False, info

    def _apply(self, action: int) -> None:
        self.position.apply(action)
        self._moves += 1
        self._renderer.go_on(self.position)

    def _let_others_move(self) -> None:
        position = self.position
        players = self.observer.setting.players
        while not position.over and position.seat != self.seat:
            opponent = self.opponents[(position.seat - self.seat) % players - 1]
            self._apply(choose_fairly(opponent, position, self._seed, self._moves))

    def _look(self) -> tuple[Seen, dict[str, Any]]:
        seen = self.observer.observe(self.position, self.seat)
        return seen, {"action_mask": seen["action_mask"].copy(), "seat": self.seat + 1}

    def _pay(self) -> float:
        position = self.position
        if not self._pays_points:
            return self._reward(position)[self.seat] if position.over else 0.0
        points = int(position.scores()[self.seat])
        gained, self._points = points - self._points, points
        return float(gained)

    def _refuse(self, index: Any) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        if self.illegal_reward is None:
            raise self._illegal(index)
        self._is_done = True
        seen, info = self._look()
        return seen, self.illegal_reward, True, False, info | {"illegal": True}

    def close(self) -> None:
        """Close the programs that play the opponents."""
        for player in self.opponents:
            player.close()


def register() -> None:
    """Register the games with Gymnasium; importing this module does it."""
    for game in GAMES:
        if environment_id(game) not in gymnasium.registry:
            entry = f"{SoloEnv.__module__}:{SoloEnv.__name__}"
            gymnasium.register(environment_id(game), entry_point=entry, kwargs={"game": game})


register()
