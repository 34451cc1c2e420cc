"""The games for PettingZoo, in its turn-based way (AEC).

Import `tianxia.environments.forbidden_city_v0` and the like; the environment is here. It does without PettingZoo's
wrappers, which take several times as long as the game itself; it checks here what they would check.
"""

from __future__ import annotations

import secrets
from typing import Any, Final

from tianxia.engine.chance import SEED_BYTES, derive_seed
from tianxia.environments.arrays import plain
from tianxia.environments.missing import missing
from tianxia.environments.names import module_name, table_id
from tianxia.environments.one_game import OneGame
from tianxia.environments.rendering import RENDER_MODES, human_seats
from tianxia.errors import IllegalError, SettingError
from tianxia.games import GAMES
from tianxia.words import error

try:
    import pettingzoo
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel
except ModuleNotFoundError as failure:
    raise missing(failure, "research") from None

ILLEGAL_REWARD: Final = -1.0  # that of PettingZoo's own games


class TableEnv(OneGame, pettingzoo.AECEnv):  # type: ignore[misc]
    """One table. The agents are its seats, `player_0` and so on.

    An observation is a dictionary: `observation` is the vector of what the seat sees, `action_mask` has a 1 for each
    legal action.
    """

    GOES_ON = (
        "agents",
        "agent_selection",
        "rewards",
        "terminations",
        "truncations",
        "infos",
        "_cumulative_rewards",
        "_skip_agent_selection",
        "_scores",
        "_seed",
        "_games",
    )

    def __init__(
        self,
        game: str,
        players: int | None = None,
        *,
        reward: str = "win",
        illegal_reward: float | None = None,
        dtype: str = "uint8",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """A table for a game, with `players` players (default: the fewest) and its options.

        `reward` is "win", "zero-sum", "score", "lead" or "points": see `rewards`. An illegal action is an error; if
        `illegal_reward` is given, it ends the game instead, and that is the reward of the agent that chose it.
        """
        super().__init__(
            game,
            players,
            options,
            reward=reward,
            illegal_reward=illegal_reward,
            dtype=dtype,
            render_mode=render_mode,
        )
        self.metadata = {
            "name": module_name(game),
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,  # seats move one after the other
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.observer.setting.players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._observation_spaces = {agent: self.observer.observation_space() for agent in self.possible_agents}
        self._action_spaces = {agent: self.observer.action_space() for agent in self.possible_agents}
        self._seed = secrets.token_bytes(SEED_BYTES)
        self._games = 0  # dealt from that seed

    def observation_space(self, agent: str) -> Any:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self._action_spaces[agent]

    # ---- a game

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game. The same seed deals the same series of games; `options` are ignored."""
        if seed is not None:
            self._seed = derive_seed(bytes(SEED_BYTES), f"seed {_check_seed(plain(seed))}")
            self._games = 0
        self._deal(derive_seed(self._seed, f"game {self._games}"))
        self._games += 1
        agents = self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        self.agent_selection = agents[self.position.seat]
        self._skip_agent_selection = None
        self._scores = [0] * len(agents)

    def observe(self, agent: str) -> dict[str, Any]:
        """The observation of an agent, in new arrays."""
        return self.observer.observe(self._dealt(), self._seats[agent])

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """The observation of the agent to move, its reward since its last step, and whether it is done."""
        if not self.agents:
            raise self._nobody()
        found: tuple[Any, float, bool, bool, dict[str, Any]] = super().last(observe)
        return found

    def step(self, action: Any) -> None:
        """Apply the action of the agent to move; `None` if that agent is done."""
        if not self.agents:
            raise self._nobody()
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        position = self.position
        chosen = self._action_at(action)
        self._cumulative_rewards[agent] = 0.0
        if chosen < 0:
            self._refuse(agent, action)
            return
        position.apply(chosen)
        if self._pays_points:
            self._pay_points()
        if position.over:
            self._finish()
        else:
            self.agent_selection = self.possible_agents[position.seat]
        self._renderer.go_on(position)

    def _pay_points(self) -> None:
        scores = [int(points) for points in self.position.scores()]
        if scores != self._scores:
            self._pay([float(now - before) for now, before in zip(scores, self._scores, strict=True)])
            self._scores = scores
        else:
            self._clear_rewards()

    def _pay(self, amounts: list[float]) -> None:
        self.rewards = dict(zip(self.agents, amounts, strict=True))
        self._accumulate_rewards()

    def _finish(self) -> None:
        position = self.position
        if not self._pays_points:
            self._pay(self._reward(position))
        scores, winners = [int(points) for points in position.scores()], human_seats(position.winners())
        for agent, info in self.infos.items():
            info |= {"score": scores[self._seats[agent]], "scores": scores[:], "winners": winners[:]}
        self._end()

    def _refuse(self, agent: str, action: Any) -> None:
        if self.illegal_reward is None:
            raise self._illegal(action)
        self._pay([self.illegal_reward if other == agent else 0.0 for other in self.agents])
        self.infos[agent]["illegal"] = True
        self._end()

    def _end(self) -> None:
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]

    def _nobody(self) -> IllegalError:
        """Whether no agent is left."""
        return error(IllegalError, "environment.reset" if self.position is None else "environment.over")

    def close(self) -> None:
        """Do nothing: the environment holds no resources."""


def _check_seed(seed: object) -> int:
    if type(seed) is not int:
        raise error(SettingError, "environment.seed", seed=repr(seed))
    return seed


def table_env(game: str, **wishes: Any) -> TableEnv:
    """A table that treats illegal actions as PettingZoo's own games do: the game ends, and the agent gets -1."""
    return TableEnv(game, **{"illegal_reward": ILLEGAL_REWARD, **wishes})


def parallel_table_env(game: str, **wishes: Any) -> Any:
    """A table at which all agents act at once; the actions of agents that are not to move are ignored."""
    return turn_based_aec_to_parallel(table_env(game, **wishes))


def register() -> None:
    """Register the games for `pettingzoo.make`; importing any of their modules does it."""
    for game in GAMES:
        if table_id(game) not in pettingzoo.aec_registry:
            module = f"{__package__}.{module_name(game)}"
            pettingzoo.register("aec", table_id(game), entry_point=f"{module}:env")
            pettingzoo.register("parallel", table_id(game), entry_point=f"{module}:parallel_env")


register()
