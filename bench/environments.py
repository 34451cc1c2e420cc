"""How many decisions a second environments of one game make on one core, observations and masks included.

build/python bench/environments.py

Each figure is the best of several repetitions. The games of other libraries stand beside them in `make bench-peers`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from time import process_time
from typing import Any

import gymnasium
import numpy as np
import pyspiel

from tianxia.engine import COMPILED
from tianxia.environments.names import environment_id, spiel_name
from tianxia.environments.pettingzoo import table_env
from tianxia.games import GAMES

SECONDS = 1.0
REPETITIONS = 3


def main() -> None:
    print("compiled" if COMPILED else "interpreted")
    for game in GAMES:
        print_rate(f"PettingZoo  {game}", play_aec, table_env(game))
    for game in GAMES:
        print_rate(f"Gymnasium   {game}", play_solo, gymnasium.make(environment_id(game)))
    for game in GAMES:
        print_rate(f"OpenSpiel   {game}", play_spiel, pyspiel.load_game(spiel_name(game)))


def print_rate(name: str, play: Callable[[Any, Random], Iterator[None]], env: Any) -> None:
    best = max(rate(play, env, Random(number)) for number in range(REPETITIONS))
    print(f"{name:32} {best:10,.0f} decisions/s")


def rate(play: Callable[[Any, Random], Iterator[None]], env: Any, luck: Random) -> float:
    """Decisions a second, in whole games at random."""
    decisions = 0
    start = process_time()
    while process_time() - start < SECONDS:
        decisions += sum(1 for _ in play(env, luck))
    return decisions / (process_time() - start)


def choose(mask: Any, luck: Random) -> int:
    legal = np.flatnonzero(mask)
    return int(legal[int(luck.random() * len(legal))])


def play_aec(env: Any, luck: Random) -> Iterator[None]:
    env.reset(seed=luck.getrandbits(31))
    for _ in env.agent_iter():
        observation, _, is_over, is_cut, _ = env.last()
        if is_over or is_cut:
            env.step(None)
        else:
            env.step(choose(observation["action_mask"], luck))
            yield


def play_solo(env: Any, luck: Random) -> Iterator[None]:
    _, info = env.reset(seed=luck.getrandbits(31))
    is_over = False
    while not is_over:
        _, _, is_over, _, info = env.step(choose(info["action_mask"], luck))
        yield


def play_spiel(game: Any, luck: Random) -> Iterator[None]:
    """Without observations: OpenSpiel asks for them only where they are wanted."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(luck.choices(outcomes, chances)[0])
        else:
            state.apply_action(luck.choice(state.legal_actions()))
            yield


if __name__ == "__main__":
    main()
