"""Train the network of a game by expert iteration: it learns from a search that uses it, and goes on where a run ended.

python -m training.expert emperor-of-china --minutes 6 --simulations 32

Worker processes search in thousands of games at once (`searches.py`), and the GPU judges the positions that they ask
for. What a search found becomes the target of the policy; what came of the game in the end, that of the values.
"""

from __future__ import annotations

import argparse
import math
import os
import signal
import sys
import time
from dataclasses import dataclass
from typing import Any, Final

from tianxia.environments.missing import missing
from tianxia.games import GAMES

try:
    import numpy as np
    import torch
    import torch.nn.functional as fn
    from torch import Tensor, nn
except ModuleNotFoundError as failure:
    sys.exit(str(missing(failure, "train")))

from training import checkpoints, curves
from training.league import KINDS, League
from training.networks import NEVER, SEATS, Judgement, chances, new_network
from training.recipes import recipe_for
from training.returns import squash, to_places
from training.rollouts import HALVES
from training.searches import SearchPlan, SearchWorkers
from training.train import add_common, give_precedence, has_gpu, settings_of, with_recipe

MOST_DECISIONS: Final = 512  # of a game that are learned from
DRIFT: Final = 1e-4  # see ppo.Tuning
MOST_MEMORY: Final = 2_000_000  # decisions on a GPU
SAVE_EVERY: Final = 60  # seconds


@dataclass
class Lesson:
    """Decisions to learn from."""

    observations: Tensor
    policy: Tensor  # decision, index -> improved chance; less than 0: not legal
    wins: Tensor  # decision, place
    leads: Tensor
    players: Tensor


class Memory:
    """The decisions of late, on the device: a ring. A decision is of use once its game has ended."""

    def __init__(self, size: int, features: int, actions: int, games: int, device: str) -> None:
        self.size = size
        self.device = device
        self.observations = torch.zeros((size, features), dtype=torch.uint8, device=device)
        self.policy = torch.zeros((size, actions), dtype=torch.float16, device=device)
        self.wins = torch.zeros((size, SEATS), device=device)
        self.leads = torch.zeros((size, SEATS), device=device)
        self.players = torch.zeros(size, dtype=torch.int64, device=device)
        self.seats = torch.zeros(size, dtype=torch.int64, device=device)
        self.is_ready = torch.zeros(size, dtype=torch.bool, device=device)
        self.next = 0  # the number of the next decision; its place is that modulo the size
        self.numbers = torch.full((size,), -1, dtype=torch.int64, device=device)  # place -> the decision that is there
        self.under_way = torch.zeros(games, dtype=torch.int64, device=device)  # game -> the number of its decision
        self.past = torch.zeros((games, MOST_DECISIONS), dtype=torch.int64, device=device)  # game -> those before
        self.counts = torch.zeros(games, dtype=torch.int64, device=device)  # how many of them
        self.finished = 0

    def begin(self, games: Tensor, observations: Tensor, seats: Tensor, players: Tensor) -> None:
        """Keep what is seen where searches begin."""
        numbers = self.next + torch.arange(len(games), device=self.device)
        slots = numbers % self.size
        self.next += len(games)
        self.is_ready[slots] = False
        self.numbers[slots] = numbers
        self.observations[slots] = observations
        self.seats[slots], self.players[slots] = seats, players
        self.under_way[games] = numbers

    def decide(self, games: Tensor, policy: Tensor) -> None:
        """Keep what searches found."""
        numbers = self.under_way[games]
        slots = numbers % self.size
        is_here = self.numbers[slots] == numbers
        self.policy[slots[is_here]] = policy[is_here]
        self.past[games, self.counts[games].clamp(max=MOST_DECISIONS - 1)] = numbers
        self.counts[games] = (self.counts[games] + 1).clamp(max=MOST_DECISIONS)

    def end(self, games: Tensor, wins: Tensor, leads: Tensor) -> None:
        """Tell what came of games: game, seat."""
        counts = self.counts[games]
        rows, columns = (torch.arange(MOST_DECISIONS, device=self.device)[None] < counts[:, None]).nonzero(
            as_tuple=True
        )
        numbers = self.past[games[rows], columns]
        is_here = self.numbers[numbers % self.size] == numbers  # the others were overwritten before their game ended
        slots, rows = (numbers % self.size)[is_here], rows[is_here]
        seats, players = self.seats[slots], self.players[slots]
        self.wins[slots] = to_places(wins[rows], seats, players)
        self.leads[slots] = to_places(leads[rows], seats, players)
        self.is_ready[slots] = True
        self.counts[games] = 0
        self.finished += len(slots)

    def draw(self, batch: int) -> Lesson | None:
        """Some decisions of finished games; none where there are too few."""
        ready = self.is_ready.nonzero()[:, 0]
        if len(ready) < batch:
            return None
        slots = ready[torch.randint(len(ready), (batch,), device=self.device)]
        return Lesson(
            self.observations[slots],
            self.policy[slots].float(),
            self.wins[slots],
            self.leads[slots],
            self.players[slots],
        )


def losses(judgement: Judgement, lesson: Lesson) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
    """Policy (as cross entropy), wins, leads, entropy of the network's moves, drift."""
    legal = lesson.policy >= 0
    target = lesson.policy.clamp(min=0)
    logps = judgement.logits.log_softmax(1)
    policy = -(target * logps.masked_fill(~legal, 0)).sum(1).mean()
    entropy = -(logps.exp() * logps.masked_fill(~legal, 0)).sum(1).mean()
    played = torch.arange(SEATS, device=logps.device)[None] < lesson.players[:, None]
    log_chances = judgement.wins.masked_fill(~played, NEVER).log_softmax(-1).masked_fill(~played, 0.0)
    wins = -(lesson.wins * log_chances).sum(1).mean()
    leads = (fn.smooth_l1_loss(judgement.leads, lesson.leads, beta=0.5, reduction="none") * played).sum(1).mean()
    return policy, wins, leads, entropy, judgement.logits.logsumexp(1).pow(2).mean()


def learn(network: nn.Module, optimizer: Any, lesson: Lesson, values: float = 0.5) -> Tensor:
    """One step of the optimizer; the losses, to be shown as `ppo` shows its own."""
    judgement: Judgement = network(lesson.observations, lesson.policy >= 0)
    policy, wins, leads, entropy, drift = losses(judgement, lesson)
    optimizer.zero_grad(set_to_none=True)
    (policy + values * (wins + leads) + DRIFT * drift).backward()
    nn.utils.clip_grad_norm_(network.parameters(), 1.0)
    optimizer.step()
    return torch.stack([policy.detach(), wins.detach(), leads.detach(), entropy.detach(), drift.detach()])


def possible(network: Any, observations: Tensor, actions: int) -> Tensor:
    """Which indices may be legal: all, or the candidates that an observation describes."""
    if "candidates" not in network.shape:
        return torch.ones((len(observations), actions), dtype=torch.bool, device=observations.device)
    shape = network.shape
    rows = observations[:, -shape["candidates"] * shape["candidate"] :].unflatten(1, (-1, shape["candidate"]))
    return fn.pad((rows != 0).any(-1), (0, actions - shape["candidates"]))


class Expert:
    """One run."""

    def __init__(self, arguments: argparse.Namespace, plan: SearchPlan, workers: SearchWorkers) -> None:
        torch.backends.cuda.matmul.allow_tf32 = True
        self.arguments, self.plan, self.workers = arguments, plan, workers
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        self.games = plan.workers * plan.games
        self.path = arguments.folder / f"{plan.game}.pt"
        self.network: Any = new_network(workers.game, workers.space).to(self.device)
        self.history: list[dict[str, Any]] = []
        self.before = 0
        begun = None if arguments.anew else checkpoints.newest(arguments.folder, plan.game)
        if begun is not None:
            self.network, kept = checkpoints.load(begun, self.device)
            self.history, self.before = kept["history"], kept["decisions"]
            print(f"{plan.game}: goes on from {begun}, after {self.before / 1e6:.1f} M decisions", flush=True)
        self.optimizer = torch.optim.AdamW(
            self.network.parameters(), lr=arguments.rate, betas=(0.9, 0.99), weight_decay=1e-4, eps=1e-5
        )
        features, self.actions = int(workers.space.features), int(workers.space.actions)
        self.memory = Memory(arguments.memory, features, self.actions, 2 * self.games, self.device)
        board = workers.board
        kept_small = {name: getattr(board, name) for name in ("seats", "players", "wins", "scores", "dones")}
        arrays = {**kept_small, **board.rows}
        self.host = {
            name: torch.from_numpy(array.reshape(2, self.games, *array.shape[3:])) for name, array in arrays.items()
        }
        if self.device == "cuda":
            for array in arrays.values():
                torch.cuda.cudart().cudaHostRegister(array.ctypes.data, array.nbytes, 0)
        self.judged = self.decisions = self.steps = 0
        self.shown: list[Tensor] = []
        self.is_stopping = False

    def run(self, deadline: float) -> None:
        """Train until a moment of the monotonic clock, or until somebody asks to stop."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self.stop_soon)
        for half in HALVES:
            self.workers.wait(half)
        self.players = self.host["players"].to(self.device).long()
        start = saved = told = time.monotonic()
        for half in HALVES:
            self.answer(half)
        while (now := time.monotonic()) < deadline and not self.is_stopping:
            for half in HALVES:
                self.workers.wait(half)
                self.answer(half)
            self.catch_up((now - start) / (deadline - start))
            if now - told > self.arguments.tell:
                self.tell(now - start)
                told = now
            if now - saved > SAVE_EVERY:
                saved = now
                self.save()
        for half in HALVES:
            self.workers.wait(half)
        if self.steps:
            self.tell(time.monotonic() - start)
        self.save()

    def stop_soon(self, number: int, frame: object) -> None:
        """Stop after this step; what handles signals."""
        self.is_stopping = True

    def save(self) -> None:
        decisions = self.before + self.decisions
        checkpoints.save(self.path, self.network, self.history, decisions=decisions, game=self.plan.game)
        if self.history:
            self.path.with_suffix(".svg").write_text(curves.draw(self.plan.game, self.history), encoding="utf-8")

    # ---- playing

    @torch.no_grad()
    def answer(self, half: int) -> None:
        """Remember what came of a step of a half, and judge what it asks."""
        observations = self.host["observations"][half].to(self.device, non_blocking=True)
        self.remember(half, observations)
        with torch.autocast(self.device, torch.bfloat16, enabled=self.device == "cuda"):
            judgement = self.network(observations, possible(self.network, observations, self.actions))
        outlook = torch.cat([chances(judgement.wins, self.players[half]), judgement.leads], 1)
        self.host["outlook"][half].copy_(outlook)
        self.host["logits"][half].copy_(judgement.logits)
        self.workers.step(half)
        self.judged += self.games

    def remember(self, half: int, observations: Tensor) -> None:
        first = half * self.games
        decided = self.host["decided"][half].nonzero()[:, 0]
        if len(decided):
            found = self.host["targets"][half][decided].to(self.device)
            self.memory.decide(first + decided.to(self.device), found)
            self.decisions += len(decided)
        done = self.host["dones"][half].nonzero()[:, 0]
        if len(done):
            players = self.players[half][done.to(self.device)]
            leads = squash(self.host["scores"][half][done].to(self.device).float(), players)
            self.memory.end(first + done.to(self.device), self.host["wins"][half][done].to(self.device), leads)
        begun = (self.host["roots"][half] & self.host["searching"][half]).nonzero()[:, 0].to(self.device)
        if len(begun):
            seats = self.host["seats"][half].to(self.device).long()[begun]
            self.memory.begin(first + begun, observations[begun], seats, self.players[half][begun])

    # ---- learning

    def catch_up(self, progress: float) -> None:
        """Take the steps of the optimizer that are due: every decision is learned from so many times."""
        rate = self.arguments.rate * (0.05 + 0.95 * 0.5 * (1 + math.cos(math.pi * progress)))
        due = int(self.memory.finished * self.arguments.replay / self.arguments.batch)
        for _ in range(min(due - self.steps, self.arguments.most_steps)):
            lesson = self.memory.draw(self.arguments.batch)
            if lesson is None:
                return
            for group in self.optimizer.param_groups:
                group["lr"] = rate * min(1.0, (self.steps + 1) / 50)  # gently: the optimizer knows nothing yet
            with torch.autocast(self.device, torch.bfloat16, enabled=self.device == "cuda"):
                self.shown.append(learn(self.network, self.optimizer, lesson))
            self.steps += 1

    def tell(self, seconds: float) -> None:
        shown = torch.stack(self.shown).mean(0).tolist() if self.shown else [0.0] * 5
        self.shown = []
        results = self.workers.board.results
        fair = [float(total / count) if count else None for total, count in results.sum(0)]
        results[:] = 0
        losses_now = [shown[0], shown[1], shown[2], shown[3], 0.0, shown[4]]
        told = dict(zip(KINDS, fair, strict=True))
        decisions = self.before + self.decisions
        self.history.append({"decisions": decisions, "losses": losses_now, "fair": told})
        shares = ", ".join(f"{kind} {share:.2f}" for kind, share in told.items() if share is not None)
        pace = self.judged / max(1.0, seconds)
        print(
            f"{seconds:5.0f} s  {decisions / 1e6:7.2f} M decisions, {pace:,.0f} judged a second, {self.steps} steps  "
            f"policy {shown[0]:.3f} wins {shown[1]:.3f} leads {shown[2]:.3f} entropy {shown[3]:.3f}  "
            f"fair shares: {shares}",
            flush=True,
        )


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--minutes", type=float, default=6)
    parser.add_argument("--groups", type=int, default=4, help="settings of each half of each worker")
    parser.add_argument("--replay", type=float, default=4.0, help="how often each decision is learned from")
    parser.add_argument("--most-steps", type=int, default=8, help="of the optimizer, between two steps of the games")
    parser.add_argument("--memory", type=int, help="decisions that are kept to learn from")
    parser.add_argument("--weight", type=float, default=0.3, help="of the lead in points, beside victory, in searches")
    parser.add_argument("--scale", type=float, default=1.0, help="of the values that searches find, against the policy")
    parser.add_argument("--tell", type=float, default=15.0, help="seconds between two reports")
    recipe = parser.add_argument_group("what recipes.toml has for each game")
    recipe.add_argument("--simulations", type=int)
    recipe.add_argument("--considered", type=int, help="actions with which a search begins")
    recipe.add_argument("--games", type=int, help="at once, of each half of each worker")
    recipe.add_argument("--batch", type=int)
    recipe.add_argument("--rate", type=float, help="learning rate; it falls by a cosine to a twentieth")
    recipe.add_argument("--base", type=float, help="share of games with four players and no options")
    recipe.add_argument("--past", type=float, help="share of tables where rivals play by the network alone")
    recipe.add_argument("--greedy", type=float, help="share of tables with the program greedy")
    add_common(parser)
    arguments = parser.parse_args()
    if arguments.games is None and has_gpu():
        arguments.games = recipe_for(arguments.game).searches
    if arguments.memory is None:
        arguments.memory = MOST_MEMORY if has_gpu() else MOST_MEMORY // 40
    return with_recipe(arguments)


def main() -> None:
    begun = time.monotonic()
    arguments = parse_arguments()
    plan = SearchPlan(
        arguments.game,
        arguments.workers,
        arguments.games,
        arguments.groups,
        settings_of(arguments),
        League(arguments.past, arguments.greedy),
        arguments.seed,
        arguments.simulations,
        arguments.considered,
        arguments.weight,
        arguments.scale,
    )
    np.random.default_rng(plan.seed).shuffle(plan.settings)  # type: ignore[arg-type]
    workers = SearchWorkers(plan)  # before CUDA starts: they are forks
    give_precedence(arguments.workers)
    Expert(arguments, plan, workers).run(begun + 60 * arguments.minutes)
    workers.stop()
    sys.stdout.flush()
    os._exit(0)  # what a fork of a process with CUDA would tear down


if __name__ == "__main__":
    main()
