"""Measures the engine that is on the path, and prints the figures as JSON. `bench.py` runs it for both builds.

Each figure is the best of several repetitions on one core: the least disturbed by whatever else the machine does.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from random import Random
from time import perf_counter
from typing import Any

from tianxia.engine import COMPILED
from tianxia.engine.chance import stream_of
from tianxia.engine.evaluation import Evaluation
from tianxia.engine.playout import play_out
from tianxia.engine.position import Position
from tianxia.games import GAMES, AnyGame, find_game
from tianxia.games.base import Setting
from tianxia.players.mcts import Tree

PLAYERS = 4
REPETITIONS = 5
GAMES_A_RUN = 2000 if COMPILED else 40
SIMULATIONS_A_RUN = 3000 if COMPILED else 50


def main() -> None:
    figures: dict[str, Any] = {"compiled": COMPILED, "python": sys.version.split()[0], "games": {}}
    for id in GAMES:
        game = find_game(id)
        for name, options in variants(game):
            figures["games"][name] = measure(game, game.setting(PLAYERS, options))
    print(json.dumps(figures))


def variants(game: AnyGame) -> Iterator[tuple[str, dict[str, bool]]]:
    """A game with its default options, and with each of those that are off turned on."""
    yield game.id, {}
    for option in game.options(PLAYERS):
        if option.default is False:
            yield f"{game.id}, {option.name}", {option.name: True}


def measure(game: AnyGame, setting: Setting) -> dict[str, float]:
    """The figures of one game, set up in one way."""
    middle = middle_of_a_game(game, setting)
    return {
        "playout decisions/s": best_rate(lambda: random_playouts(game, setting, GAMES_A_RUN)),
        "Python loop decisions/s": best_rate(lambda: python_loop(game, setting, GAMES_A_RUN // 4)),
        "clone µs": best_time(middle.clone),
        "legal actions µs": best_time(middle.legal_actions),
        "new game µs": best_time(lambda: new_game(game, setting, 0)),
        "hide µs": best_time(hiding(middle), 1000),
        "search simulations/s, random playouts": best_rate(searching(middle, Evaluation())),
        "search simulations/s, as programs do it": best_rate(searching(middle, game.evaluation())),
    }


def hiding(position: Position) -> Callable[[], None]:
    """Draw afresh what the seat to move cannot know."""
    stream = stream_of(bytes(16), 2)
    copy = position.clone()
    return lambda: copy.determinize(copy.seat, stream)


def searching(position: Position, evaluation: Evaluation) -> Callable[[], int]:
    """Tree search with a new tree."""

    def search() -> int:
        tree = Tree(evaluation)
        tree.begin(position, stream_of(bytes(16), 3))
        tree.search(SIMULATIONS_A_RUN)
        return SIMULATIONS_A_RUN

    return search


def new_game(game: AnyGame, setting: Setting, number: int) -> Position:
    position: Position = game.new(setting)
    position.deal(number.to_bytes(16, "big"))
    return position


def middle_of_a_game(game: AnyGame, setting: Setting) -> Position:
    decisions = play_out(new_game(game, setting, 7), stream_of(bytes(16), 1))
    position = new_game(game, setting, 7)
    stream = stream_of(bytes(16), 1)
    for _ in range(decisions // 2):
        position.apply(position.random_action(stream))
    while len(position.legal_actions()) == 1:
        position.apply(position.random_action(stream))
    return position


def random_playouts(game: AnyGame, setting: Setting, games: int) -> int:
    """Whole random games, set-up and final scoring included, driven by compiled code."""
    stream = stream_of(bytes(16), 1)
    return sum(int(play_out(new_game(game, setting, number), stream)) for number in range(games))


def python_loop(game: AnyGame, setting: Setting, games: int) -> int:
    """Whole random games, driven from Python: list the legal actions, choose one, apply it."""
    luck = Random(1).random
    decisions = 0
    for number in range(games):
        position = new_game(game, setting, number)
        legal_actions, apply = position.legal_actions, position.apply
        while not position.over:
            actions = legal_actions()
            choices: int = len(actions)
            apply(actions[int(luck() * choices)])
            decisions += 1
    return decisions


def best_rate(run: Callable[[], int]) -> float:
    best = 0.0
    for _ in range(REPETITIONS):
        start = perf_counter()
        done = run()
        best = max(best, done / (perf_counter() - start))
    return best


def best_time(call: Callable[[], object], number: int = 20_000) -> float:
    """Microseconds a call, of so many (a tenth where it is slow)."""
    number = number if COMPILED else number // 10
    best = float("inf")
    for _ in range(REPETITIONS):
        start = perf_counter()
        for _ in range(number):
            call()
        best = min(best, (perf_counter() - start) / number)
    return best * 1e6


if __name__ == "__main__":
    main()
