"""A network against programs: one network, the other seats all of one program, seats rotated, with 95 % confidence
intervals (Wilson). The same shuffles for every rotation.

    python -m training.contest build/training/emperor-of-china.pt --rivals greedy level:adept --games 400 --seconds 60
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing as mp
import os
import time
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from tianxia.environments.missing import missing

try:
    import torch
except ModuleNotFoundError as failure:
    raise SystemExit(str(missing(failure, "train"))) from failure

from tianxia.engine.chance import Stream, derive_seed
from tianxia.engine.position import Position
from tianxia.environments import legal_mask, observe, space_for
from tianxia.games import find_game
from tianxia.players import make_player
from tianxia.players.player import Player, choose_fairly
from training import checkpoints
from training.encodings import is_compact
from training.networks import NEVER


class Job(NamedTuple):
    """One game of a contest."""

    path: str
    rival: str
    players: int
    options: str  # JSON
    number: int


class Result(NamedTuple):
    """What came of it for the network, and the milliseconds a decision that both took."""

    share: float
    points: float
    rivals: float
    best: float
    own_ms: float
    rival_ms: float


class NetworkPlayer(Player):
    """A network that plays the move that it likes best."""

    spec = "net"

    def __init__(self, path: str, players: int, options: str) -> None:
        network, kept = checkpoints.load(Path(path))
        self.network = network.eval()
        self.game = find_game(kept["game"])
        setting = self.game.setting(players, json.loads(options))
        self.space = space_for(self.game, setting, is_compact(self.game.id))

    def logits(self, position: Position) -> list[float]:
        """For each legal action."""
        seen = torch.frombuffer(bytearray(observe(self.space, position, int(position.seat))), dtype=torch.uint8)
        mask = torch.frombuffer(bytearray(legal_mask(self.space, position)), dtype=torch.bool)
        logits = self.network(seen[None], mask[None]).logits[0]
        if is_compact(self.game.id):  # the index is the place among the legal actions
            return [float(logit) for logit in logits[: len(position.legal_actions())]]
        indices = [int(self.space.index_of(position, action)) for action in position.legal_actions()]
        return [float(logits[index]) if index >= 0 else NEVER for index in indices]

    @torch.no_grad()
    def choose(self, position: Position, stream: Stream) -> int:
        logits = self.logits(position)
        return int(position.legal_actions()[logits.index(max(logits))])


@cache
def network_player(path: str, players: int, options: str) -> NetworkPlayer:
    torch.set_num_threads(1)
    return NetworkPlayer(path, players, options)


def play(job: Job) -> Result:
    """Play one game."""
    mine = network_player(job.path, job.players, job.options)
    game = mine.game
    seed = derive_seed(bytes(16), f"contest {job.number // job.players}")
    position = game.new(game.setting(job.players, json.loads(job.options)))
    position.deal(seed)
    own = job.number % job.players
    seats = [mine if seat == own else make_player(job.rival, game) for seat in range(job.players)]
    spent = [[0.0, 0], [0.0, 0]]
    number = 0
    while not position.over:
        seat = int(position.seat)
        begun = time.perf_counter()
        action = choose_fairly(seats[seat], position, seed, number)
        clock = spent[seat != own]
        clock[0] += time.perf_counter() - begun
        clock[1] += 1
        position.apply(action)
        number += 1
    winners = [int(seat) for seat in position.winners()]
    scores = [int(score) for score in position.scores()]
    rivals = (sum(scores) - scores[own]) / (job.players - 1)
    milliseconds = [1e3 * seconds / max(1, count) for seconds, count in spent]
    return Result((own in winners) / len(winners), scores[own], rivals, max(scores), *milliseconds)


def wilson(share: float, games: int) -> tuple[float, float]:
    """The 95 % confidence interval of a share of victories.

    >>> [round(end, 3) for end in wilson(0.5, 100)]
    [0.404, 0.596]
    """
    z = 1.96
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return middle - half, middle + half


def contest(pool: Any, jobs: list[Job], seconds: float) -> list[Result]:
    """Play as many of the games as the time allows."""
    end = time.monotonic() + seconds
    found: list[Result] = []
    results = pool.imap_unordered(play, jobs)
    while len(found) < len(jobs):
        try:
            found.append(results.next(timeout=max(0.1, end - time.monotonic())))
        except mp.TimeoutError:
            break
    return found


def tell(path: str, rival: str, players: int, options: str, found: list[Result]) -> None:
    if not found:
        print(f"{Path(path).stem} {players} {options} against {rival}: no game ended in time", flush=True)
        return
    share = sum(result.share for result in found) / len(found)
    low, high = wilson(share, len(found))
    means = [sum(getattr(result, name) for result in found) / len(found) for name in Result._fields]
    print(
        f"{Path(path).stem} {players} {options} against {rival}: {share:.1%} ({low:.1%} to {high:.1%}) of {len(found)} "
        f"games; points {means[1]:.1f} against {means[2]:.1f}, winner {means[3]:.1f}; "
        f"{means[4]:.2f} ms against {means[5]:.2f} ms a decision",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("network")
    parser.add_argument("--rivals", nargs="+", default=["greedy", "level:adept"])
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--options", default="{}", help="as JSON")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seconds", type=float, default=600, help="for each rival, at most")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    arguments = parser.parse_args()
    for rival in arguments.rivals:
        jobs = [
            Job(arguments.network, rival, arguments.players, arguments.options, number)
            for number in range(arguments.games)
        ]
        with mp.get_context("fork").Pool(arguments.processes) as pool:
            found = contest(pool, jobs, arguments.seconds)
            tell(arguments.network, rival, arguments.players, arguments.options, found)


if __name__ == "__main__":
    main()
