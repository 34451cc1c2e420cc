"""Measures one library that is on the path, game by game, and prints the figures as JSON. `peers.py` runs it for each.

Every library is driven in the same way, from Python: list the legal moves, choose one at random, carry it out, to the
end of the game. What a library offers for that differs, so each has a class of its own here, whose loop is written as
its users would write a quick one. Each figure is the best of several repetitions in this process.
"""

from __future__ import annotations

import argparse
import copy
import json
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from dataclasses import asdict, dataclass
from functools import partial
from importlib import import_module
from importlib.metadata import version
from itertools import count, cycle
from math import ceil
from random import Random
from time import perf_counter, process_time
from typing import Any, Final

REPETITIONS: Final = 5
NO_END: Final = 1_000_000  # decisions: more than any game has
BATCH: Final = 1024  # games side by side, where a library is made for that
OUR_PLAYERS: Final = 4

luck = Random(1).random


class Contender:
    """One game of one library. `state` is whatever the library calls a game in progress."""

    game: str
    players: int
    api = "engine"  # or "AEC", "AEC, bare", "batch": only the same are compared
    clones_by_deepcopy = False
    clock = staticmethod(process_time)  # of this process alone, whatever else the machine does

    def new(self, number: int) -> Any:
        """A new game, up to its first decision."""
        raise NotImplementedError

    def play(self, state: Any, most: int) -> tuple[int, int]:
        """Random moves to the end, or so many: how many were made, and how many there were to choose from in all."""
        raise NotImplementedError

    def clone(self, state: Any) -> object:
        """A copy that can be played on by itself."""
        raise NotImplementedError


@dataclass
class Figures:
    game: str
    players: int
    api: str
    decisions_a_second: float
    choices: float  # legal moves at a decision, on average
    decisions_a_game: float
    new_game_us: float
    clone_us: float | None  # None: there is no way to copy a game
    clones_by_deepcopy: bool


# ---- ours


class Ours(Contender):
    def __init__(self, id: str) -> None:
        self.rules = import_module("tianxia.games").find_game(id)
        self.setting = self.rules.setting(OUR_PLAYERS, {})
        self.game, self.players = title_of(id), OUR_PLAYERS

    def new(self, number: int) -> Any:
        position = self.rules.new(self.setting)
        position.deal(number.to_bytes(16, "big"))
        return position

    def play(self, state: Any, most: int) -> tuple[int, int]:
        legal_actions, apply = state.legal_actions, state.apply
        choices = 0
        for decisions in range(most):
            if state.over:
                return decisions, choices
            actions = legal_actions()
            number = len(actions)
            apply(actions[int(luck() * number)])
            choices += number
        return most, choices

    def clone(self, state: Any) -> object:
        return state.clone()


class AgentCycle(Contender):
    """An environment of PettingZoo, theirs or ours: `last`, the mask of legal actions, `step`."""

    clones_by_deepcopy = True

    def __init__(self, game: str, env: Any, players: int, api: str) -> None:
        self.game, self.env, self.players, self.api = game, env, players, api

    def new(self, number: int) -> Any:
        self.env.reset(seed=number)
        return self.env

    def play(self, state: Any, most: int) -> tuple[int, int]:
        last, step = state.last, state.step
        decisions = choices = 0
        while state.agents and decisions < most:
            observation, _, terminated, truncated, info = last()
            if terminated or truncated:
                step(None)
                continue
            mask = info["action_mask"] if "action_mask" in info else observation["action_mask"]
            actions = mask.nonzero()[0]
            number = len(actions)
            step(int(actions[int(luck() * number)]))
            decisions += 1
            choices += number
        return decisions, choices

    def clone(self, state: Any) -> object:
        return copy.deepcopy(state)


def ours() -> Iterator[Callable[[], Contender]]:
    for id in import_module("tianxia.games").GAMES:
        yield partial(Ours, id)
    for id in import_module("tianxia.games").GAMES:
        for api in AGENT_CYCLES:
            yield partial(our_environment, id, api)


AGENT_CYCLES: Final = {"AEC": "env", "AEC, bare": "raw_env"}
"""How environments are made: with the checks around them that they are published with, and without."""


def our_environment(id: str, api: str) -> AgentCycle:
    env = getattr(import_module(f"tianxia.environments.{id.replace('-', '_')}_v0"), AGENT_CYCLES[api])(
        players=OUR_PLAYERS
    )
    return AgentCycle(title_of(id), env, OUR_PLAYERS, api)


def title_of(id: str) -> str:
    title: str = import_module("tianxia.words").text(f"{id}.title")
    return title


# ---- OpenSpiel


class Spiel(Contender):
    """C++ behind a Python interface. Chance is a player of its own there; only decisions of the others are counted."""

    def __init__(self, game: str, spec: str) -> None:
        self.rules = import_module("pyspiel").load_game(spec)
        self.game, self.players = game, self.rules.num_players()

    def new(self, number: int) -> Any:
        state = self.rules.new_initial_state()
        self.settle_chance(state)
        return state

    def settle_chance(self, state: Any) -> None:
        while state.is_chance_node():
            rest = luck()
            for outcome, share in state.chance_outcomes():  # noqa: B007
                rest -= share
                if rest <= 0:
                    break
            state.apply_action(outcome)

    def play(self, state: Any, most: int) -> tuple[int, int]:
        legal_actions, apply_action, is_terminal = state.legal_actions, state.apply_action, state.is_terminal
        is_chance_node = state.is_chance_node
        choices = 0
        for decisions in range(most):
            if is_terminal():
                return decisions, choices
            actions = legal_actions()
            number = len(actions)
            apply_action(actions[int(luck() * number)])
            choices += number
            if is_chance_node():
                self.settle_chance(state)
        return most, choices

    def clone(self, state: Any) -> object:
        return state.clone()


def open_spiel() -> Iterator[Callable[[], Contender]]:
    games = {
        "tic-tac-toe": "tic_tac_toe",
        "Leduc hold'em": "leduc_poker",
        "go, 9 x 9": "go(board_size=9)",
        "chess": "chess",
        "hearts": "hearts",
        "backgammon": "backgammon",
        "gin rummy": "gin_rummy",
    }
    for game, spec in games.items():
        yield partial(Spiel, game, spec)


# ---- PettingZoo


def pettingzoo() -> Iterator[Callable[[], Contender]]:
    games = {
        "tic-tac-toe": "tictactoe_v3",
        "connect four": "connect_four_v3",
        "Leduc hold'em": "leduc_holdem_v4",
        "Texas hold'em": "texas_holdem_v4",
        "hanabi": "hanabi_v5",
        "go, 19 x 19": "go_v5",
        "chess": "chess_v6",
    }
    for game, module in games.items():
        for api in AGENT_CYCLES:
            yield partial(their_environment, game, module, api)


def their_environment(game: str, module: str, api: str) -> AgentCycle:
    make = getattr(import_module(f"pettingzoo.classic.{module}"), AGENT_CYCLES[api])
    return AgentCycle(game, make(), 2, api)


# ---- RLCard


class CardGame(Contender):
    """The game below the environment of RLCard: no observations are encoded."""

    clones_by_deepcopy = True

    def __init__(self, game: str, name: str, legal: Callable[[Any], Callable[[], Any]]) -> None:
        env = import_module("rlcard").make(name, config={"seed": 1})
        self.rules, self.legal = env.game, legal
        self.game, self.players = game, env.num_players

    def new(self, number: int) -> Any:
        self.rules.init_game()
        return self.rules

    def play(self, state: Any, most: int) -> tuple[int, int]:
        legal_actions, step, is_over = self.legal(state), state.step, state.is_over
        choices = 0
        for decisions in range(most):
            if is_over():
                return decisions, choices
            actions = legal_actions()
            number = len(actions)
            step(actions[int(luck() * number)])
            choices += number
        return most, choices

    def clone(self, state: Any) -> object:
        return copy.deepcopy(state)


def rlcard() -> Iterator[Callable[[], Contender]]:
    def of_game(game: Any) -> Any:
        return game.get_legal_actions

    def of_judge(game: Any) -> Any:
        return game.judge.get_legal_actions

    def of_state(game: Any) -> Any:
        return lambda: game.state["actions"]

    yield partial(CardGame, "Leduc hold'em", "leduc-holdem", of_game)
    yield partial(CardGame, "limit hold'em", "limit-holdem", of_game)
    yield partial(CardGame, "Uno", "uno", of_game)
    yield partial(CardGame, "gin rummy", "gin-rummy", of_judge)
    yield partial(CardGame, "Dou Dizhu", "doudizhu", of_state)


# ---- Catanatron


class Settlers(Contender):
    game = "Catan"
    players = OUR_PLAYERS

    def __init__(self) -> None:
        self.catanatron = import_module("catanatron")

    def new(self, number: int) -> Any:
        colours = list(self.catanatron.Color)[: self.players]
        return self.catanatron.Game([self.catanatron.RandomPlayer(colour) for colour in colours], seed=number)

    def play(self, state: Any, most: int) -> tuple[int, int]:
        execute, winning_color, inner = state.execute, state.winning_color, state.state
        choices = 0
        for decisions in range(most):
            if winning_color() is not None:
                return decisions, choices
            actions = inner.playable_actions
            number = len(actions)
            execute(actions[int(luck() * number)], validate_action=False)
            choices += number
        return most, choices

    def clone(self, state: Any) -> object:
        return state.copy()


def catanatron() -> Iterator[Callable[[], Contender]]:
    yield Settlers


# ---- Pgx


class OneGraph(Contender):
    """Compiled by XLA, one game at a time: every step goes through Python. States never change, so none is copied."""

    clock = staticmethod(perf_counter)  # it works on all cores

    def __init__(self, game: str, name: str) -> None:
        self.jax = import_module("jax")
        self.numpy = import_module("numpy")
        env = import_module("pgx").make(name)
        self.game, self.players = game, env.num_players
        self.init, self.step = self.jax.jit(env.init), self.jax.jit(env.step)
        self.keys = cycle(self.jax.random.split(self.jax.random.PRNGKey(1), 1000))  # made before: they cost much

    def new(self, number: int) -> Any:
        return self.jax.block_until_ready(self.init(self.jax.random.PRNGKey(number)))

    def play(self, state: Any, most: int) -> tuple[int, int]:
        step, asarray = self.step, self.numpy.asarray
        choices = 0
        for decisions in range(most):
            if state.terminated:
                return decisions, choices
            actions = asarray(state.legal_action_mask).nonzero()[0]
            number = len(actions)
            state = step(state, int(actions[int(luck() * number)]), next(self.keys))
            choices += number
        return most, choices


class ManyGraphs(Contender):
    """Pgx as it is meant to be used: many games in one call, which chooses the moves, too."""

    api = "batch"
    clock = staticmethod(perf_counter)

    def __init__(self, game: str, name: str) -> None:
        jax = self.jax = import_module("jax")
        env = import_module("pgx").make(name)
        again = import_module("pgx.experimental").auto_reset(env.step, env.init)
        self.game, self.players = game, env.num_players
        self.init = jax.jit(jax.vmap(env.init))
        self.key = jax.random.PRNGKey(1)

        def step(states: Any, key: Any) -> Any:
            to_choose, to_play = jax.random.split(key)
            chances = jax.numpy.log(states.legal_action_mask.astype(jax.numpy.float32))
            actions = jax.random.categorical(to_choose, chances, axis=-1)
            return jax.vmap(again)(states, actions, jax.random.split(to_play, BATCH))

        self.step = jax.jit(step)

    def new(self, number: int) -> Any:
        keys = self.jax.random.split(self.jax.random.PRNGKey(number), BATCH)
        return self.jax.block_until_ready(self.init(keys))

    def play(self, state: Any, most: int) -> tuple[int, int]:
        steps = min(most, 16)  # games begin again by themselves, so there is no end to wait for
        choices = self.jax.numpy.zeros((), int)
        for key in self.jax.random.split(self.key, steps):
            choices += state.legal_action_mask.sum()
            state = self.step(state, key)
        self.jax.block_until_ready(state)
        return steps * BATCH, int(choices)


def pgx() -> Iterator[Callable[[], Contender]]:
    for kind in (OneGraph, ManyGraphs):
        for game, name in {
            "tic-tac-toe": "tic_tac_toe",
            "Leduc hold'em": "leduc_holdem",
            "connect four": "connect_four",
            "backgammon": "backgammon",
        }.items():
            yield partial(kind, game, name)


LIBRARIES: Final[dict[str, Callable[[], Iterator[Callable[[], Contender]]]]] = {
    "tianxia": ours,
    "open_spiel": open_spiel,
    "pettingzoo": pettingzoo,
    "rlcard": rlcard,
    "catanatron": catanatron,
    "pgx": pgx,
}


# ---- measuring


def measure(contender: Contender, seconds: float) -> Figures:
    contender.play(contender.new(0), 3)  # what is compiled when it is first used
    decisions, choices, games = 0, 0, 0
    start = contender.clock()
    for games in count(1):
        made, seen = contender.play(contender.new(games), NO_END)
        decisions, choices = decisions + made, choices + seen
        if contender.clock() - start > seconds / 2:
            break
    enough = ceil(games * seconds / (contender.clock() - start))
    return Figures(
        contender.game,
        contender.players,
        contender.api,
        decisions_a_second=max(rate(contender, enough) for _ in range(REPETITIONS)),
        choices=choices / decisions,
        decisions_a_game=decisions / games,
        new_game_us=best_time(contender, lambda: contender.new(0), seconds),
        clone_us=time_of_clone(contender, decisions // games // 2, seconds),
        clones_by_deepcopy=contender.clones_by_deepcopy,
    )


def rate(contender: Contender, games: int) -> float:
    start = contender.clock()
    decisions = sum(contender.play(contender.new(number), NO_END)[0] for number in range(games))
    return decisions / (contender.clock() - start)


def time_of_clone(contender: Contender, after: int, seconds: float) -> float | None:
    """The time that a clone of a game in its middle takes."""
    state = contender.new(7)
    contender.play(state, after)
    try:
        contender.clone(state)
    except (NotImplementedError, TypeError):  # no way to, or it holds what cannot be copied
        return None
    return best_time(contender, lambda: contender.clone(state), seconds)


def best_time(contender: Contender, call: Callable[[], object], seconds: float) -> float:
    """Microseconds a call."""
    clock = contender.clock
    start = clock()
    call()
    once = max(clock() - start, 1e-7)
    number = min(20_000, max(1, int(seconds / 4 / once)))
    best = float("inf")
    for _ in range(REPETITIONS):
        start = clock()
        for _ in range(number):
            call()
        best = min(best, (clock() - start) / number)
    return best * 1e6


def what(make: Callable[[], Contender]) -> str:
    """A game that could not be measured, in words."""
    return " ".join(word for word in make.args if isinstance(word, str)) if isinstance(make, partial) else ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("library", choices=LIBRARIES)
    parser.add_argument("--seconds", type=float, default=0.5, help="that a repetition takes, about")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    found: dict[str, Any] = {"games": [], "failed": []}
    with redirect_stdout(sys.stderr):  # some libraries greet
        if arguments.library == "tianxia":
            found["compiled"] = import_module("tianxia.engine").COMPILED
        else:
            found["version"] = version(arguments.library)
        for make in LIBRARIES[arguments.library]():
            try:
                found["games"].append(asdict(measure(make(), arguments.seconds)))
            except Exception as failure:
                reason = str(failure).strip().partition("\n")[0] or type(failure).__name__
                found["failed"].append({"what": what(make), "reason": reason})
    print(json.dumps(found))


if __name__ == "__main__":
    main()
