"""A warm start: positions with what a strong program thinks of them, and a network that learns from those.

    python -m training.imitate emperor-of-china --seconds 90 --simulations 100         positions, and then the network
    python -m training.imitate emperor-of-china --seconds 3600 --steps 0               only the positions
    python -m training.imitate emperor-of-china --seconds 0 --steps 4000               only the network

All seats search with the hand-made evaluation of their game, as `mcts:100` does. What is kept is what `expert` learns
from: what the seat saw, the shares of the simulations, and what came of the game. Files lie in the folder, one for each
call, and are all learned from; so positions can be made before, on a machine without a GPU.
"""

from __future__ import annotations

import argparse
import contextlib
import multiprocessing as mp
import os
import sys
import time
from pathlib import Path
from typing import Any, Final, NamedTuple

from tianxia.environments.missing import missing
from tianxia.games import GAMES

try:
    import numpy as np
    import torch
    from numpy.typing import NDArray
except ModuleNotFoundError as failure:
    sys.exit(str(missing(failure, "train")))

from tianxia.engine.chance import Stream, derive_seed, stream_of
from tianxia.engine.position import Position
from tianxia.environments import observe
from tianxia.games import find_game
from tianxia.players.mcts import Tree
from training import checkpoints
from training.encodings import training_space
from training.expert import Lesson, learn
from training.networks import SEATS, new_network
from training.recipes import recipe_for
from training.returns import squash, to_places
from training.settings import mixture_of, spread, with_base

ILLEGAL: Final = -1.0
VALUES: Final = 0.1  # weight of the ends of games: there are few, and they are learned by heart soon
OFTEN: Final = 997  # groups over which the settings are spread


class Job(NamedTuple):
    """One game."""

    game: str
    number: int
    seed: int
    simulations: int
    loose: float  # share of moves that are drawn by the simulations' shares, so that games differ


class Positions(NamedTuple):
    """Decisions, one in a row: as files hold them."""

    observations: NDArray[Any]
    policy: NDArray[Any]
    wins: NDArray[Any]
    leads: NDArray[Any]
    players: NDArray[Any]


def play(job: Job) -> Positions:
    """Play a game; its decisions."""
    game = find_game(job.game)
    mixture = with_base(mixture_of(game), recipe_for(job.game).base)
    settings = spread(mixture, OFTEN)
    chosen = settings[job.number * 379 % OFTEN]  # 379 and 997 have no common divisor: all settings in turn
    position = game.new(game.setting(chosen.players, chosen.options_dict()))
    seed = derive_seed(bytes(16), f"imitate {job.seed} {job.number}")
    position.deal(seed)
    space = training_space(game)
    trees = [Tree(game.evaluation()) for _ in range(chosen.players)]
    luck = stream_of(seed, 1)
    rows: list[tuple[int, bytes, NDArray[Any]]] = []
    while not position.over:
        actions = position.legal_actions()
        if len(actions) == 1:
            position.apply(actions[0])
            continue
        seat = int(position.seat)
        shares = search(trees[seat], position, luck, job.simulations)
        policy = np.full(int(space.actions), ILLEGAL, np.float16)
        indices = [int(index) for index in space.indices_of(position, actions)]
        for index, share in zip(indices, shares, strict=True):
            if index >= 0:
                policy[index] = share
        rows.append((seat, observe(space, position, seat), policy))
        position.apply(actions[pick(shares, luck, job.loose)])
    return with_end(rows, position)


def search(tree: Tree, position: Position, luck: Stream, simulations: int) -> list[float]:
    """The shares of the simulations of the legal actions."""
    seen = position.clone()
    seen.determinize(position.seat, luck)
    tree.begin(seen, luck)
    tree.search(simulations)
    total = sum(tree.root.tries)
    return [tries / total for tries in tree.root.tries]


def pick(shares: list[float], luck: Stream, loose: float) -> int:
    """The place of the action to play."""
    if int(luck.below(1000)) >= 1000 * loose:
        return shares.index(max(shares))
    left = luck.below(1 << 30) / (1 << 30)
    for place, share in enumerate(shares):
        left -= share
        if left < 0:
            return place
    return len(shares) - 1


def with_end(rows: list[tuple[int, bytes, NDArray[Any]]], position: Position) -> Positions:
    """Decisions with what came of the game."""
    players, count = int(position.players), len(rows)
    winners = [int(seat) for seat in position.winners()]
    wins = torch.tensor([[(seat in winners) / len(winners) for seat in range(SEATS)]]).float().repeat(count, 1)
    scores = torch.tensor([[*map(int, position.scores()), *[0] * (SEATS - players)]]).float()
    many = torch.full((count,), players)
    leads = squash(scores, many[:1]).repeat(count, 1)
    seats = torch.tensor([seat for seat, _, _ in rows])
    return Positions(
        np.stack([np.frombuffer(seen, np.uint8) for _, seen, _ in rows]),
        np.stack([policy for _, _, policy in rows]),
        to_places(wins, seats, many).numpy().astype(np.float16),
        to_places(leads, seats, many).numpy().astype(np.float16),
        np.full(count, players, np.int8),
    )


def generate(arguments: argparse.Namespace) -> None:
    """Play games for some seconds on all cores, and write their decisions."""
    begun = time.monotonic()
    given = (arguments.seed, arguments.simulations, arguments.loose)
    jobs = [Job(arguments.game, number, *given) for number in range(arguments.games)]
    found: list[Positions] = []
    with mp.get_context("fork").Pool(arguments.processes) as pool:
        results = pool.imap_unordered(play, jobs)
        while time.monotonic() - begun < arguments.seconds and len(found) < len(jobs):
            with contextlib.suppress(mp.TimeoutError):
                found.append(results.next(timeout=1))
        pool.terminate()
    if not found:
        return
    parts = [np.concatenate(columns) for columns in zip(*found, strict=True)]
    path = arguments.folder / f"{arguments.game}-positions-{arguments.seed}.npz"
    path.parent.mkdir(parents=True, exist_ok=True)
    named: dict[str, Any] = dict(zip(Positions._fields, parts, strict=True))
    np.savez_compressed(path, **named)
    minutes = (time.monotonic() - begun) / 60
    each = len(parts[0]) / minutes / arguments.processes
    print(f"{path}: {len(found)} games, {len(parts[0]):,} decisions, {each:,.0f} a minute and process", flush=True)


def read(paths: list[Path]) -> Positions:
    """The decisions of some files."""
    columns: list[list[NDArray[Any]]] = [[] for _ in Positions._fields]
    for path in paths:
        with np.load(path) as arrays:
            for column, name in zip(columns, Positions._fields, strict=True):
                column.append(arrays[name])
    return Positions(*(np.concatenate(column) for column in columns))


def teach(arguments: argparse.Namespace) -> None:
    """Let the network learn from all files of the folder."""
    device = "cuda" if torch.cuda.is_available() else "cpu"
    game = find_game(arguments.game)
    begun = None if arguments.anew else checkpoints.newest(arguments.folder, arguments.game)
    network, history, before = new_network(game, training_space(game)).to(device), [], 0
    if begun is not None:
        network, kept = checkpoints.load(begun, device)
        history, before = kept["history"], kept["decisions"]
    positions = read(sorted(arguments.folder.glob(f"{arguments.game}-positions-*.npz")))
    columns = [torch.from_numpy(column).to(device) for column in positions]
    count = len(columns[0])
    held = max(1, min(count // 20, 20_000))  # at the end: to see what was not learned by heart
    optimizer = torch.optim.AdamW(network.parameters(), lr=arguments.rate, betas=(0.9, 0.99), weight_decay=1e-2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, arguments.rate, total_steps=arguments.steps + 1)
    for step in range(arguments.steps):
        which = torch.randint(count - held, (arguments.batch,), device=device)
        shown = learn(network, optimizer, lesson_of(columns, which), VALUES)
        schedule.step()
        if step % max(1, arguments.steps // 10) == 0 or step == arguments.steps - 1:
            right = agreement(network, columns, torch.arange(count - held, count, device=device))
            print(
                f"step {step}: policy {shown[0]:.3f} wins {shown[1]:.3f}; held back: same move {right:.1%}", flush=True
            )
    path = arguments.folder / f"{arguments.game}.pt"
    checkpoints.save(path, network, history, decisions=before, game=arguments.game)
    print(f"{path}: learned from {count - held:,} decisions", flush=True)


def lesson_of(columns: list[Any], which: Any) -> Lesson:
    observations, policy, wins, leads, players = (column[which] for column in columns)
    return Lesson(observations, policy.float(), wins.float(), leads.float(), players.long())


@torch.no_grad()
def agreement(network: Any, columns: list[Any], which: Any) -> float:
    """How often the network likes best what the program did."""
    same = 0
    for part in which.split(4096):
        policy = columns[1][part].float()
        same += int((network(columns[0][part], policy >= 0).logits.argmax(1) == policy.argmax(1)).sum())
    return same / len(which)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--seconds", type=float, default=90, help="of playing")
    parser.add_argument("--games", type=int, default=20_000, help="at most")
    parser.add_argument("--simulations", type=int, default=100, help="of each decision")
    parser.add_argument("--loose", type=float, default=0.15, help="share of moves drawn by the simulations' shares")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    parser.add_argument("--seed", type=int, default=1, help="of the games; it names the file, too")
    parser.add_argument("--steps", type=int, default=3000, help="of the optimizer; 0: only write positions")
    parser.add_argument("--batch", type=int, default=2048)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--folder", type=Path, default=Path("build", "training"))
    parser.add_argument("--anew", action="store_true", help="do not go on from a checkpoint")
    arguments = parser.parse_args()
    if arguments.seconds:
        generate(arguments)
    if arguments.steps:
        teach(arguments)


if __name__ == "__main__":
    main()
