"""How a network plays the games of the workers, and what it learns from: observations and masks, kept on its device."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from training.networks import Judgement
from training.ppo import Sample, Tuning, Weights, apply_losses, losses
from training.rollouts import Workers


class Play:
    """The decisions of some steps of all games."""

    def __init__(self, workers: Workers, steps: int, device: str) -> None:
        self.workers = workers
        self.device = device
        space = workers.space
        games = workers.plan.workers * workers.plan.games
        self.host = {
            name: torch.from_numpy(rows.reshape(2, games, rows.shape[-1])) for name, rows in workers.board.rows.items()
        }
        features, actions = int(space.features), int(space.actions)
        self.observations = torch.zeros((steps, 2, games, features), dtype=torch.uint8, device=device)
        self.masks = torch.zeros((steps, 2, games, actions), dtype=torch.bool, device=device)

    def fetch(self, half: int) -> tuple[Tensor, Tensor]:
        """What the workers show of a half, on the device."""
        observations = self.host["observations"][half].to(self.device, non_blocking=True)
        masks = self.host["masks"][half].to(self.device, non_blocking=True)
        return observations, masks

    def keep(self, step: int, half: int, rows: tuple[Tensor, Tensor]) -> None:
        self.observations[step, half], self.masks[step, half] = rows

    def judge(self, network: Any, rows: tuple[Tensor, Tensor]) -> Judgement:
        with torch.autocast(self.device, torch.bfloat16, enabled=self.device == "cuda"):  # slow on most CPUs
            judgement: Judgement = network(rows[0], rows[1])
        return judgement

    def judge_some(self, network: Any, rows: tuple[Tensor, Tensor], which: Tensor) -> Judgement:
        return self.judge(network, (rows[0][which], rows[1][which]))

    def sample(self, judgement: Judgement) -> tuple[Tensor, Tensor]:
        """An action for each decision, drawn by the network's chances, and the logarithm of its chance."""
        logps = judgement.logits.log_softmax(1)
        noise = -torch.log(-torch.log(torch.rand_like(logps).clamp_(1e-9, 1 - 1e-7)))
        actions = (logps + noise).argmax(1)
        return actions, logps.gather(1, actions[:, None])[:, 0]

    def learn(
        self, network: Any, optimizer: Any, known: Tensor, whole: Sample, tuning: Tuning, weights: Weights
    ) -> Tensor:
        """Some epochs over the decisions that are known (step, half and game in one row); the mean losses."""
        observations, masks = self.observations.flatten(0, 2), self.masks.flatten(0, 2)
        which = known.nonzero()[:, 0]
        batches = max(1, round(len(which) / tuning.batch))
        shown = []
        for _ in range(tuning.epochs):
            for part in which[torch.randperm(len(which), device=which.device)].tensor_split(batches):
                sample = Sample(*(getattr(whole, name)[part] for name in Sample.__dataclass_fields__))
                judgement = self.judge(network, (observations[part], masks[part]))
                logps = judgement.logits.log_softmax(1)
                chosen = logps.gather(1, sample.actions[:, None])[:, 0]
                spread = -(logps.exp() * logps.masked_fill(~masks[part], 0)).sum(1)
                found = losses(judgement, chosen, spread, sample, tuning)
                shown.append(apply_losses(found, network, optimizer, tuning, weights))
        return torch.stack(shown).mean(0)
