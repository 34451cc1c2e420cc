"""A program that learns a game by playing against itself: proximal policy optimisation, in NumPy alone.

python examples/ppo.py                                     The Emperor of China, three players, ten minutes
python examples/ppo.py year-of-the-dragon --minutes 5      another game
python examples/ppo.py --out network.npz                   keep what it learned
python examples/ppo.py --svg curve.svg                     draw how it got better

One network with one hidden layer plays all seats. Every so often it plays some games against random players, and some
against greedy ones, and prints the share of victories: 1 / players is as good as they are. What it learned can be used
in the tree search: examples/search.py.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from learning_curve import Trial, learning_curve
from tianxia.engine.chance import Stream, derive_seed
from tianxia.engine.position import Position
from tianxia.environments import Space, legal_mask, observe, space_for
from tianxia.environments.batch import BatchedEnv, scale_of
from tianxia.errors import TianxiaError
from tianxia.games import GAMES, AnyGame, find_game
from tianxia.players import Player, make_player
from tianxia.players.player import choose_fairly
from tianxia.words import say

Floats = NDArray[np.float32]

ROWS, STEPS = 128, 128  # a rollout: so many games at once, so many decisions of each
EPOCHS, MINIBATCH = 3, 2048
HIDDEN = 128
RATE, CLIP, TRACE, ENTROPY = 1e-3, 0.2, 0.95, 0.01
POINTS = 20.0  # a lead that is a reward of 1
TESTS = 60  # games of each seat against random players, in a test


class Network:
    """A hidden layer, from which come a preference for every action and how much the seat will be ahead."""

    def __init__(self, features: int, actions: int, scale: Floats, luck: np.random.Generator) -> None:
        def layer(inputs: int, outputs: int, gain: float) -> Floats:
            weights = luck.standard_normal((inputs, outputs), np.float32)
            return weights * np.float32(gain / np.sqrt(inputs))

        self.scale = scale
        self.weights = {
            "hidden": layer(features + 1, HIDDEN, 2.0),  # the last input is always 1
            "policy": layer(HIDDEN + 1, actions, 0.1),
            "value": layer(HIDDEN + 1, 1, 0.1),
        }
        self.first = {name: np.zeros_like(weight) for name, weight in self.weights.items()}  # moments, for Adam
        self.second = {name: np.zeros_like(weight) for name, weight in self.weights.items()}
        self.updates = 0

    def write(self, file: Path) -> None:
        kept: dict[str, Any] = {"scale": self.scale, **self.weights}
        np.savez(file, **kept)

    @classmethod
    def read(cls, file: Path) -> Network:
        with np.load(file) as kept:
            scale, (_, actions) = kept["scale"], kept["policy"].shape
            network = cls(len(scale), actions, scale, np.random.default_rng(0))
            network.weights = {name: kept[name] for name in network.weights}
        return network

    def inputs(self, observations: NDArray[np.uint8]) -> Floats:
        return with_one(observations * self.scale)

    def hidden(self, inputs: Floats) -> Floats:
        return with_one(np.maximum(inputs @ self.weights["hidden"], 0))

    def judge(self, hidden: Floats, masks: NDArray[np.bool_]) -> tuple[Floats, Floats]:
        """The logarithm of the chance of every action, and the value."""
        logits = np.where(masks, hidden @ self.weights["policy"], np.float32(-1e9))
        logits -= logits.max(axis=1, keepdims=True)
        logits -= np.log(np.exp(logits).sum(axis=1, keepdims=True))
        return logits, self.values(hidden)

    def values(self, hidden: Floats) -> Floats:
        found: Floats = (hidden @ self.weights["value"])[:, 0]
        return found

    def improve(self, gradients: dict[str, Floats]) -> None:
        """One step of Adam."""
        self.updates += 1
        for name, gradient in gradients.items():
            self.first[name] += 0.1 * (gradient - self.first[name])
            self.second[name] += 0.001 * (gradient**2 - self.second[name])
            step = self.first[name] / (1 - 0.9**self.updates)
            self.weights[name] -= RATE * step / (np.sqrt(self.second[name] / (1 - 0.999**self.updates)) + 1e-8)


def with_one(numbers: Floats) -> Floats:
    return np.concatenate([numbers, np.ones((len(numbers), 1), np.float32)], axis=1)


def draw(chances: Floats, luck: np.random.Generator) -> NDArray[np.int64]:
    """An action for each row, by the logarithms of their chances (the trick of Gumbel)."""
    noise = -np.log(-np.log(luck.random(chances.shape, np.float32) + 1e-12) + 1e-12)
    found: NDArray[np.int64] = (chances + noise).argmax(axis=1)
    return found


@dataclass
class Rollout:
    """What happened: time, game -> whatever the name says."""

    observations: NDArray[np.uint8]
    masks: NDArray[np.bool_]
    seats: NDArray[np.int64]
    actions: NDArray[np.int64]
    chances: Floats  # logarithms, of the actions chosen
    values: Floats
    rewards: Floats  # by seat
    dones: NDArray[np.bool_]


def play(env: BatchedEnv, network: Network, luck: np.random.Generator) -> Rollout:
    """So many steps of all games."""
    rows: list[tuple[Any, ...]] = []
    for _ in range(STEPS):
        chances, values = network.judge(network.hidden(network.inputs(env.observations)), env.masks)
        actions = draw(chances, luck)
        seen = (env.observations.copy(), env.masks.copy(), env.seats.copy(), actions)
        env.step(actions)
        chosen = np.take_along_axis(chances, actions[:, None], axis=1)[:, 0]
        rows.append((*seen, chosen, values, env.rewards / POINTS, env.dones.copy()))
    return Rollout(*(np.stack(column) for column in zip(*rows, strict=True)))


def advantages(rollout: Rollout, players: int) -> tuple[Floats, NDArray[np.bool_]]:
    """How much better each decision turned out than expected, seat by seat; and for which decisions that is known."""
    games = np.arange(rollout.seats.shape[1])
    ahead = np.zeros((len(games), players), np.float32)  # game, seat -> its value at its next decision
    gain = np.zeros_like(ahead)
    known = np.zeros(ahead.shape, np.bool_)
    found, is_known = np.zeros_like(rollout.values), np.zeros(rollout.values.shape, np.bool_)
    for time in reversed(range(len(found))):
        ended = rollout.dones[time]
        ahead[ended], gain[ended], known[ended] = rollout.rewards[time][ended], 0, True
        here = games, rollout.seats[time]
        gain[here] = ahead[here] - rollout.values[time] + TRACE * gain[here]
        found[time], is_known[time] = gain[here], known[here]
        gain[here] *= known[here]
        ahead[here], known[here] = rollout.values[time], True
    return found, is_known


def learn(network: Network, rollout: Rollout, players: int, luck: np.random.Generator) -> None:
    gains, known = advantages(rollout, players)
    which = np.flatnonzero(known)
    flat = {name: getattr(rollout, name).reshape(known.size, -1)[which] for name in ("observations", "masks")}
    actions, before = rollout.actions.reshape(-1)[which], rollout.chances.reshape(-1)[which]
    gain = gains.reshape(-1)[which]
    goal = gain + rollout.values.reshape(-1)[which]
    gain = (gain - gain.mean()) / (gain.std() + 1e-8)
    for _ in range(EPOCHS):
        for batch in np.array_split(luck.permutation(len(which)), max(1, len(which) // MINIBATCH)):
            part = flat["observations"][batch], flat["masks"][batch], actions[batch]
            network.improve(gradients(network, *part, before[batch], gain[batch], goal[batch]))


def gradients(
    network: Network,
    observations: NDArray[np.uint8],
    masks: NDArray[np.bool_],
    actions: NDArray[np.int64],
    before: Floats,
    gain: Floats,
    goal: Floats,
) -> dict[str, Floats]:
    """Which way the weights make the loss grow: clipped policy loss, squared error of the value, less entropy."""
    inputs = network.inputs(observations)
    hidden = network.hidden(inputs)
    logs, values = network.judge(hidden, masks)
    chances = np.exp(logs)
    rows = np.arange(len(actions))
    ratio = np.exp(logs[rows, actions] - before)
    is_clipped = np.where(gain > 0, ratio > 1 + CLIP, ratio < 1 - CLIP)
    push = np.where(is_clipped, 0, -gain * ratio)[:, None]
    entropy = -(chances * np.where(masks, logs, 0)).sum(axis=1, keepdims=True)
    to_policy = -push * chances + ENTROPY * chances * (np.where(masks, logs, 0) + entropy)
    to_policy[rows, actions] += push[:, 0]
    to_policy /= len(actions)
    to_value = (values - goal)[:, None] / len(actions)
    back = to_policy @ network.weights["policy"].T + to_value @ network.weights["value"].T
    back = back[:, :-1] * (hidden[:, :-1] > 0)
    return {"hidden": inputs.T @ back, "policy": hidden.T @ to_policy, "value": hidden.T @ to_value}


# ---- how good it is


def wins_against_random(game: str, players: int, network: Network, games: int) -> float:
    """The share of victories of one seat, which rotates, against random players."""
    env = BatchedEnv(game, players, games=games, seed=12345)
    own = np.arange(games) % players
    won, over = np.zeros(games), np.zeros(games, np.bool_)
    while not over.all():
        chances, _ = network.judge(network.hidden(network.inputs(env.observations)), env.masks)
        env.step(np.where(env.seats == own, chances.argmax(axis=1), env.random_actions()))
        ended = env.dones & ~over
        won[ended] = env.rewards[ended, own[ended]]
        over |= env.dones
    return float(won.mean())


class NetworkPlayer(Player):
    """The network as a player: it takes the action that it likes best."""

    spec = "network"

    def __init__(self, space: Space, network: Network) -> None:
        self.space, self.network = space, network

    def choose(self, position: Position, stream: Stream) -> int:
        seen = rows_of([observe(self.space, position, int(position.seat))])
        mask = rows_of([legal_mask(self.space, position)]).view(np.bool_)
        chances, _ = self.network.judge(self.network.hidden(self.network.inputs(seen)), mask)
        return int(self.space.action_at(position, int(chances.argmax())))


def rows_of(rows: list[bytes]) -> NDArray[np.uint8]:
    return np.frombuffer(b"".join(rows), np.uint8).reshape(len(rows), -1)


def wins_against_greedy(game: AnyGame, players: int, player: Player, games: int) -> float:
    """The share of victories of one player, whose seat rotates, against greedy ones."""
    rival, setting = make_player("greedy", game), game.setting(players)
    won = 0.0
    for number in range(games):
        seed = derive_seed(bytes(16), f"greedy {number}")
        position = game.new(setting)
        position.deal(seed)
        decisions = 0
        while not position.over:
            whose = player if position.seat == number % players else rival
            position.apply(choose_fairly(whose, position, seed, decisions))  # of a copy without what it cannot know
            decisions += 1
        winners = [int(seat) for seat in position.winners()]
        won += (number % players in winners) / len(winners)
    return won / games


def count(word: str) -> int:
    """For the command line: at least one."""
    if int(word) < 1:
        raise argparse.ArgumentTypeError(f"{word} is less than 1")
    return int(word)


def place(word: str) -> Path:
    """For the command line: where a file can be written, which it would be a pity to find out at the end."""
    if not Path(word).parent.is_dir():
        raise argparse.ArgumentTypeError(f"there is no folder {Path(word).parent}")
    return Path(word)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", choices=sorted(GAMES), default="emperor-of-china")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--minutes", type=float, default=10, help="how long it learns, tests included")
    parser.add_argument("--every", type=count, default=20, help="rollouts between two tests, of 16,384 decisions each")
    parser.add_argument("--greedy", type=count, default=30, help="games of a test against greedy players")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=place, help="write the weights there, as .npz")
    parser.add_argument("--svg", type=place, help="draw the share of victories over time there")
    arguments = parser.parse_args()
    luck = np.random.default_rng(arguments.seed)
    try:
        env = BatchedEnv(arguments.game, arguments.players, games=ROWS, seed=arguments.seed, reward="lead")
    except TianxiaError as error:
        parser.error(str(error))
    network = Network(int(env.space.features), int(env.space.actions), scale_of(env.space.parts), luck)
    start, rollouts, trials = perf_counter(), 0, [try_out(arguments, network, 0, 0.0)]
    while not rollouts or perf_counter() - start < 60 * arguments.minutes:
        learn(network, play(env, network, luck), arguments.players, luck)
        rollouts += 1
        if rollouts % arguments.every == 0:
            trials.append(try_out(arguments, network, rollouts, perf_counter() - start))
    if rollouts % arguments.every:
        trials.append(try_out(arguments, network, rollouts, perf_counter() - start))
    if arguments.out:
        network.write(arguments.out)
    if arguments.svg:
        heading = f"{say(env.game.title)}: wins at a table of {arguments.players}"
        arguments.svg.write_text(learning_curve(heading, arguments.players, trials), encoding="utf-8")


def try_out(arguments: argparse.Namespace, network: Network, rollouts: int, seconds: float) -> Trial:
    random = wins_against_random(arguments.game, arguments.players, network, TESTS * arguments.players)
    game = find_game(arguments.game)
    space = space_for(game, game.setting(arguments.players))
    greedy = wins_against_greedy(game, arguments.players, NetworkPlayer(space, network), arguments.greedy)
    trial = Trial(rollouts * ROWS * STEPS, seconds, random, greedy)
    print(f"{seconds:5.0f} s {trial}", flush=True)
    return trial


if __name__ == "__main__":
    main()
