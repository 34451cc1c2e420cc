"""How many decisions a second the batched environment makes on one core, observations and masks included.

build/python bench/batch.py                 all games, four players, random legal actions
build/python bench/batch.py --games 1024    so many at once

Processor time is counted, not time on the clock. Plain playouts, which nobody watches, are measured in turn with it:
the ratio is worth more than the figures where other programs keep the machine busy.
"""

from __future__ import annotations

import argparse
from statistics import median
from time import process_time

from tianxia.engine import COMPILED
from tianxia.engine.chance import stream_of
from tianxia.engine.playout import play_out
from tianxia.environments.batch import BatchedEnv
from tianxia.games import GAMES

PLAYERS = 4
REPETITIONS = 15 if COMPILED else 3
CYCLE = 88 if COMPILED else 4  # steps of a repetition: a whole game of Forbidden City, where all games are equally long
WARM_UP = 300 if COMPILED else 0  # steps until the games are not all in the same round
PLAYOUTS = 40 if COMPILED else 2  # of a repetition


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=256 if COMPILED else 8, help="at once")
    arguments = parser.parse_args()
    print(f"{'compiled' if COMPILED else 'interpreted'}, {arguments.games} games at once, {PLAYERS} players, one core")
    for game in GAMES:
        env = BatchedEnv(game, PLAYERS, games=arguments.games, seed=1)
        for _ in range(WARM_UP):
            env.step(env.random_actions())
        pairs = [(playouts(env), steps(env)) for _ in range(REPETITIONS)]
        best, alone = max(rate for _, rate in pairs), max(rate for rate, _ in pairs)
        share = median(rate / plain for plain, rate in pairs)
        print(f"{game:20} {best:10,.0f} decisions/s; playouts {alone:10,.0f}; median ratio {share:.3f}", flush=True)


def steps(env: BatchedEnv) -> float:
    """Decisions a second, with a random legal action for each."""
    start = process_time()
    for _ in range(CYCLE):
        env.step(env.random_actions())
    return CYCLE * env.games / (process_time() - start)


def playouts(env: BatchedEnv) -> float:
    """Decisions a second of whole random games, driven by compiled code."""
    stream = stream_of(bytes(16), 1)
    decisions = 0
    start = process_time()
    for number in range(PLAYOUTS):
        position = env.game.new(env.setting)
        position.deal(number.to_bytes(16, "big"))
        decisions += int(play_out(position, stream))
    return decisions / (process_time() - start)


if __name__ == "__main__":
    main()
