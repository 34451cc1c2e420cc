"""How many decisions a second the batched environment makes on one core, observations and masks included.

PYTHONPATH=build/native python bench/batch.py                 all games, four players, random legal actions
PYTHONPATH=build/native python bench/batch.py --games 1024    so many at once

Each figure is the best of several repetitions; with `--parts`, nanoseconds a decision for each part of a step.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from time import process_time

from tianxia.engine import COMPILED
from tianxia.games import GAMES
from tianxia.research.batch import BatchedEnv

PLAYERS = 4
REPETITIONS = 7
CYCLE = 88 if COMPILED else 4  # steps of a repetition: a whole game of Forbidden City, where all games are equally long
WARM_UP = 300 if COMPILED else 0  # steps until the games are not all in the same round


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=256 if COMPILED else 8, help="at once")
    parser.add_argument("--parts", action="store_true", help="how long each part of a step takes")
    arguments = parser.parse_args()
    print("compiled" if COMPILED else "interpreted", f"{arguments.games} games at once, {PLAYERS} players, one core")
    for game in GAMES:
        env = BatchedEnv(game, PLAYERS, games=arguments.games, seed=1)
        for _ in range(WARM_UP):
            env.step(env.random_actions())
        best = min(seconds(env) for _ in range(REPETITIONS))
        print(f"{game:20} {CYCLE * env.games / best:12,.0f} decisions/s   {env.space.features} numbers, {env.space.actions} actions")
        if arguments.parts:
            print_parts(env)


def seconds(env: BatchedEnv) -> float:
    """How long so many steps take, with a random legal action for each decision."""
    start = process_time()
    for _ in range(CYCLE):
        env.step(env.random_actions())
    return process_time() - start


def print_parts(env: BatchedEnv) -> None:
    parts: dict[str, Callable[[], object]] = {
        "draw a random action": env.random_actions,
        "check the actions": lambda: env.choose(env.random_actions()),
    }
    for name, call in parts.items():
        start = process_time()
        call()
        print(f"    {name}: {(process_time() - start) / env.games * 1e9:.0f} ns")


if __name__ == "__main__":
    main()
