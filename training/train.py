"""Train the network of a game by self-play, and go on where an earlier run ended.

make train GAME=emperor-of-china MINUTES=20
python -m training.train emperor-of-china --minutes 20 --workers 15 --folder build/training
"""

from __future__ import annotations

import argparse
import contextlib
import copy
import math
import os
import signal
import sys
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from tianxia.environments.missing import missing
from tianxia.games import GAMES, find_game

try:
    import numpy as np
    import torch
    from torch import Tensor
except ModuleNotFoundError as failure:
    sys.exit(str(missing(failure, "train")))

from training import checkpoints, curves
from training.league import GREEDY, KINDS, LEARNER, PAST, League
from training.networks import chances, new_network
from training.play import Play
from training.ppo import Sample, Tuning, Weights
from training.recipes import entropy_weight, recipe_for
from training.returns import (
    Rollout,
    own_advantages,
    own_targets,
    put_own,
    squash,
    to_places,
    to_seats,
    value_targets,
)
from training.rollouts import HALVES, SEATS, Plan, Workers
from training.settings import TrainingSetting, mixture_of, spread, with_base

CPU_GAMES: Final = 16  # of each half of each worker: an update should not take minutes
MOST_PAST: Final = 12  # earlier selves that are kept


def main() -> None:
    begun = time.monotonic()
    arguments = parse_arguments()
    plan = Plan(
        arguments.game,
        arguments.workers,
        arguments.games,
        arguments.groups,
        settings_of(arguments),
        League(arguments.past, arguments.greedy),
        arguments.seed,
    )
    np.random.default_rng(plan.seed).shuffle(plan.settings)  # type: ignore[arg-type]
    workers = Workers(plan)  # before CUDA starts: they are forks
    give_precedence(arguments.workers)
    Training(arguments, plan, workers).run(begun + 60 * arguments.minutes)
    workers.stop()
    sys.stdout.flush()
    os._exit(0)  # what a fork of a process with CUDA would tear down


def settings_of(arguments: argparse.Namespace) -> list[TrainingSetting]:
    """The settings of all groups of games."""
    mixture = with_base(mixture_of(find_game(arguments.game)), arguments.base)
    return spread(mixture, 2 * arguments.workers * arguments.groups)


def give_precedence(workers: int) -> None:
    """Let the learner go before its workers where cores are scarce: they all wait for it.

    It takes only the cores that they leave. More threads would wait for each other, on a busy machine a second a step.
    """
    torch.set_num_threads(max(1, (os.cpu_count() or 1) - workers))
    with contextlib.suppress(OSError):  # not everybody may
        os.nice(-10)


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--groups", type=int, default=4, help="settings of each half of each worker")
    parser.add_argument("--steps", type=int, default=64, help="decisions of each game between two updates")
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--rivals", type=Path, nargs="*", default=[], help="networks that sit beside earlier selves")
    recipe = parser.add_argument_group("what recipes.toml has for each game")
    recipe.add_argument("--games", type=int, help="at once, of each half of each worker")
    recipe.add_argument("--batch", type=int)
    recipe.add_argument("--rate", type=float, help="learning rate; it falls by a cosine to a twentieth")
    recipe.add_argument("--entropy", type=float, nargs=2, help="weight of the entropy: at first, at the end")
    recipe.add_argument("--hold", type=float, help="share of the run in which the entropy's weight stays as at first")
    recipe.add_argument("--lead", type=float, nargs=2, help="weight of the lead in points: at first, at the end")
    recipe.add_argument("--base", type=float, help="share of games with four players and no options")
    recipe.add_argument("--past", type=float, help="share of tables with earlier selves")
    recipe.add_argument("--greedy", type=float, help="share of tables with the program greedy")
    recipe.add_argument("--imitate", type=float, help="weight of imitating greedy; it falls to 0 in a fifth")
    add_common(parser)
    return with_recipe(parser.parse_args())


def add_common(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of all commands that train with workers."""
    parser.add_argument("--workers", type=int, default=max(1, (os.cpu_count() or 2) - 1), help="processes that play")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=Path("build", "training"))
    parser.add_argument("--anew", action="store_true", help="do not go on from a checkpoint")


def with_recipe(arguments: argparse.Namespace) -> argparse.Namespace:
    """Take from the recipe of the game what was not given. Without a GPU few games are played at once."""
    for name, usual in asdict(recipe_for(arguments.game)).items():
        if getattr(arguments, name, None) is None:
            setattr(arguments, name, usual if name != "games" or has_gpu() else CPU_GAMES)
    return arguments


def has_gpu() -> bool:
    # PyTorch asks the driver's library then, and does not start CUDA, which forked workers could not share
    os.environ.setdefault("PYTORCH_NVML_BASED_CUDA_CHECK", "1")
    return torch.cuda.is_available()


class Training:
    """One run."""

    def __init__(self, arguments: argparse.Namespace, plan: Plan, workers: Workers) -> None:
        torch.backends.cuda.matmul.allow_tf32 = True
        self.arguments = arguments
        self.plan = plan
        self.workers = workers
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        self.tuning = Tuning(epochs=arguments.epochs, batch=arguments.batch)
        self.steps: int = arguments.steps
        self.games = plan.workers * plan.games
        self.play = Play(workers, self.steps, self.device)
        self.path = arguments.folder / f"{plan.game}.pt"
        self.history: list[dict[str, Any]] = []
        self.network: Any = new_network(workers.game, workers.space).to(self.device)
        self.before = 0  # decisions of earlier runs
        begun = None if arguments.anew else checkpoints.newest(arguments.folder, plan.game)
        if begun is not None:
            self.network, kept = checkpoints.load(begun, self.device)
            self.history, self.before = kept["history"], kept["decisions"]
            print(f"{plan.game}: goes on from {begun}, after {self.before / 1e6:.1f} M decisions", flush=True)
        self.league: list[Any] = [copy.deepcopy(self.network).eval()]
        self.guests = [checkpoints.load(path, self.device)[0].eval() for path in arguments.rivals]
        self.optimizer = torch.optim.AdamW(
            self.network.parameters(),
            lr=arguments.rate,
            betas=(0.9, 0.99),
            weight_decay=1e-4,
            eps=1e-5,
            fused=self.device == "cuda",
        )
        board, shape = workers.board, (2, self.games)
        self.host = {
            name: torch.from_numpy(getattr(board, name).reshape(2, self.games, *getattr(board, name).shape[3:]))
            for name in ("seats", "players", "deciders", "wins", "scores", "dones", "actions")
        }
        each = (self.steps, *shape)
        self.seats = torch.zeros(each, dtype=torch.int64, device=self.device)
        self.deciders = torch.zeros(each, dtype=torch.uint8, device=self.device)
        self.actions = torch.zeros(each, dtype=torch.int64, device=self.device)
        self.logps = torch.zeros(each, device=self.device)
        self.dones = torch.zeros(each, dtype=torch.bool, device=self.device)
        self.wins = torch.zeros((*each, SEATS), device=self.device)  # shares of victory, where a game ended
        self.scores = torch.zeros((*each, SEATS), dtype=torch.int16, device=self.device)
        self.expected = torch.zeros((*each, 2 * SEATS), device=self.device)  # what the network thought: wins, leads
        self.carried: list[Any] = [None, None]
        self.decisions = 0
        self.is_stopping = False
        if self.device == "cuda":
            self.pin()

    def pin(self) -> None:
        """Let the GPU read and write the shared memory directly."""
        board = self.workers.board
        arrays = [getattr(board, name) for name in self.host] + list(board.rows.values())
        for array in arrays:
            torch.cuda.cudart().cudaHostRegister(array.ctypes.data, array.nbytes, 0)

    def run(self, deadline: float) -> None:
        """Train until a moment of the monotonic clock, or until somebody asks to stop."""
        weights = sum(parameter.numel() for parameter in self.network.parameters())
        print(f"{self.plan.game}: {weights / 1e6:.2f} M weights, {2 * self.games} games, {self.device}", flush=True)
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self.stop_soon)
        for half in HALVES:
            self.workers.wait(half)
            self.carried[half] = self.look(half)
        self.players = self.host["players"].to(self.device).long()
        start = saved = time.monotonic()
        updates = 0
        while (now := time.monotonic()) < deadline and not self.is_stopping:
            self.update((now - start) / (deadline - start), start, updates)
            updates += 1
            if updates % 25 == 0:
                self.league = [*self.league[1 - MOST_PAST :], copy.deepcopy(self.network).eval()]
            if time.monotonic() - saved > 60:
                saved = time.monotonic()
                self.save()
        if updates:
            self.save()

    def stop_soon(self, number: int, frame: object) -> None:
        """Stop after this update; what handles signals."""
        self.is_stopping = True

    def save(self) -> None:
        checkpoints.save(
            self.path, self.network, self.history, decisions=self.before + self.decisions, game=self.plan.game
        )
        self.path.with_suffix(".svg").write_text(curves.draw(self.plan.game, self.history), encoding="utf-8")

    def update(self, progress: float, start: float, number: int) -> None:
        weights = self.weights(progress, number)
        for group in self.optimizer.param_groups:
            group["lr"] = weights.rate
        begun = time.monotonic()
        rival = self.rival(number)
        results = self.workers.board.results.sum(0)
        self.collect(rival)
        played = time.monotonic()
        rollout = self.rollout()
        advantages, known = own_advantages(rollout, weights.lead, self.tuning.lam)
        sample = self.sample(rollout, advantages)
        known = (known & (self.deciders.flatten(1) == LEARNER)).reshape(-1) | sample.taught
        shown = self.play.learn(self.network, self.optimizer, known, sample, self.tuning, weights)
        self.decisions += self.steps * 2 * self.games
        self.tell(number, start, begun, played, shown.tolist(), self.workers.board.results.sum(0) - results)

    def rival(self, number: int) -> Any:
        """The network at the tables of earlier selves during an update: every second time a guest, if there are any."""
        luck = np.random.default_rng(number)
        networks = self.guests if self.guests and number % 2 else self.league
        return networks[int(luck.integers(len(networks)))]

    def weights(self, progress: float, number: int) -> Weights:
        """What changes in the course of a run; the first updates are gentle, since the optimizer knows nothing yet."""
        given = self.arguments
        falling = 0.05 + 0.95 * 0.5 * (1 + math.cos(math.pi * progress))
        return Weights(
            rate=given.rate * falling * min(1.0, (number + 1) / 10),
            entropy=entropy_weight(given.entropy, given.hold, progress),
            lead=given.lead[0] + (given.lead[1] - given.lead[0]) * min(1.0, 1.5 * progress),
            imitation=given.imitate * max(0.0, 1 - 5 * progress),
        )

    # ---- playing

    def look(self, half: int) -> tuple[Any, Tensor, Tensor, Tensor]:
        seats = self.host["seats"][half].to(self.device, non_blocking=True)
        deciders = self.host["deciders"][half].to(self.device, non_blocking=True)
        past = (self.host["deciders"][half] == PAST).nonzero()[:, 0].to(self.device)
        return self.play.fetch(half), seats, deciders, past

    @torch.no_grad()
    def collect(self, rival: Any) -> None:
        """Play so many steps of all games."""
        for step in range(self.steps):
            for half in HALVES:
                if step:
                    self.receive(step - 1, half)
                rows, seats, deciders, past = self.carried[half]
                self.play.keep(step, half, rows)
                self.seats[step, half], self.deciders[step, half] = seats, deciders
                judgement = self.play.judge(self.network, rows)
                self.expected[step, half] = torch.cat([judgement.wins, judgement.leads], 1)
                actions, self.logps[step, half] = self.play.sample(judgement)
                if len(past):
                    actions[past] = self.play.sample(self.play.judge_some(rival, rows, past))[0]
                self.host["actions"][half].copy_(actions.int())
                self.workers.step(half)
        for half in HALVES:
            self.receive(self.steps - 1, half)

    def receive(self, step: int, half: int) -> None:
        """What came of a step of a half, and what is seen now."""
        self.workers.wait(half)
        self.actions[step, half] = self.host["actions"][half].to(self.device, non_blocking=True)
        self.dones[step, half] = self.host["dones"][half].to(self.device, non_blocking=True)
        self.wins[step, half] = self.host["wins"][half].to(self.device, non_blocking=True)
        self.scores[step, half] = self.host["scores"][half].to(self.device, non_blocking=True)
        self.carried[half] = self.look(half)

    def by_seat(self, expected: Tensor, seats: Tensor, players: Tensor) -> Tensor:
        """Decision, seat, 2 -> what the network thinks of every seat."""
        wins, leads = expected.split(SEATS, -1)
        return torch.stack([to_seats(chances(wins, players), seats, players), to_seats(leads, seats, players)], -1)

    # ---- learning

    @torch.no_grad()
    def rollout(self) -> Rollout:
        players = self.players.reshape(-1).repeat(self.steps)
        seats = self.seats.reshape(-1)
        leads = squash(self.scores.reshape(-1, SEATS).float(), players)
        rewards = torch.stack([self.wins.reshape(-1, SEATS), leads], -1) * self.dones.reshape(-1, 1, 1)
        ahead = []
        for half in HALVES:
            judgement = self.play.judge(self.network, self.carried[half][0])
            expected = torch.cat([judgement.wins, judgement.leads], 1)
            ahead.append(self.by_seat(expected, self.carried[half][1].long(), self.players[half]))
        in_steps = (self.steps, 2 * self.games, SEATS, 2)
        return Rollout(
            self.seats.flatten(1),
            self.dones.flatten(1),
            rewards.reshape(in_steps),
            self.by_seat(self.expected.reshape(-1, 2 * SEATS), seats, players).reshape(in_steps),
            torch.cat(ahead),
        )

    def sample(self, rollout: Rollout, advantages: Tensor) -> Sample:
        """Everything that was decided, in one row: step, half, game."""
        seats, players = self.seats.reshape(-1), self.players.reshape(-1).repeat(self.steps)
        targets = value_targets(rollout, self.tuning.value_lam).reshape(-1, SEATS, 2)
        own, known = own_targets(rollout, self.tuning.lam)
        own, known = own.reshape(-1, 2), known.reshape(-1)
        leads = to_places(targets[..., 1], seats, players)
        leads[:, 0] = torch.where(known, own[:, 1], leads[:, 0])
        return Sample(
            actions=self.actions.reshape(-1),
            logps=self.logps.reshape(-1),
            advantages=advantages.reshape(-1),
            wins=put_own(to_places(targets[..., 0], seats, players), own[:, 0], known),
            leads=leads,
            players=players,
            taught=self.deciders.reshape(-1) == GREEDY,
        )

    def tell(self, number: int, start: float, begun: float, played: float, shown: list[float], results: Any) -> None:
        now = time.monotonic()
        fair = [float(total / count) if count else None for total, count in results]
        if number % 10 == 0:
            self.history.append(
                {
                    "decisions": self.before + self.decisions,
                    "losses": shown,
                    "fair": dict(zip(KINDS, fair, strict=True)),
                }
            )
        if number % 10 and number > 3:
            return
        told = ", ".join(f"{kind} {share:.2f}" for kind, share in zip(KINDS, fair, strict=True) if share is not None)
        rate = self.steps * 2 * self.games / (now - begun) / 1e6
        print(
            f"{now - start:5.0f} s  {(self.before + self.decisions) / 1e6:7.1f} M decisions  {rate:.2f} M/s "
            f"(play {played - begun:.2f} s, learn {now - played:.2f} s)  policy {shown[0]:+.4f} wins {shown[1]:.3f} "
            f"leads {shown[2]:.3f} entropy {shown[3]:.3f} imitation {shown[4]:.3f}  fair shares: {told}",
            flush=True,
        )


if __name__ == "__main__":
    main()
