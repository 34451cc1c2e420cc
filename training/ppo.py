"""One update by proximal policy optimization (PPO), with losses for who wins and by how much."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
import torch.nn.functional as fn
from torch import Tensor, nn

from training.networks import NEVER, SEATS, Judgement


@dataclass(frozen=True)
class Tuning:
    """The constants of PPO."""

    clip: float = 0.2
    lam: float = 0.97  # of the advantages
    value_lam: float = 0.99  # of the targets of the values
    epochs: int = 2
    batch: int = 32768
    gradient: float = 0.5  # the norm that gradients are cut to
    win_weight: float = 0.5
    lead_weight: float = 0.5
    drift_weight: float = 1e-4  # of logits that drift away from 0, all by the same: nothing else would hold them


@dataclass(frozen=True)
class Weights:
    """What changes in the course of a run."""

    rate: float  # of learning
    entropy: float
    lead: float  # of the lead in points, beside victories, in what is rewarded
    imitation: float  # of the greedy program


@dataclass
class Sample:
    """Decisions to learn from."""

    actions: Tensor
    logps: Tensor  # when it was chosen
    advantages: Tensor
    wins: Tensor  # decision, place -> target
    leads: Tensor
    players: Tensor
    taught: Tensor  # whether the greedy program decided: these are imitated


def losses(judgement: Judgement, logp: Tensor, entropy: Tensor, sample: Sample, tuning: Tuning) -> tuple[Tensor, ...]:
    """Policy, wins, leads, entropy, imitation, drift: each a mean over the decisions that it is about."""
    taught = sample.taught.float()
    own = 1.0 - taught
    count = own.sum().clamp(min=1.0)
    mean = (sample.advantages * own).sum() / count
    deviation = (((sample.advantages - mean).pow(2) * own).sum() / count).sqrt()
    advantages = (sample.advantages - mean) / (deviation + 1e-6)
    ratio = (logp - torch.where(sample.taught, logp.detach(), sample.logps)).exp()
    clipped = ratio.clamp(1 - tuning.clip, 1 + tuning.clip)
    policy = -(torch.min(ratio * advantages, clipped * advantages) * own).sum() / count
    imitation = -(logp * taught).sum() / taught.sum().clamp(min=1.0)
    played = torch.arange(SEATS, device=logp.device)[None] < sample.players[:, None]
    log_chances = judgement.wins.masked_fill(~played, NEVER).log_softmax(-1).masked_fill(~played, 0.0)
    wins = -(sample.wins.clamp(0, 1) * log_chances).sum(1).mean()
    leads = (fn.smooth_l1_loss(judgement.leads, sample.leads, beta=0.5, reduction="none") * played).sum(1).mean()
    drift = judgement.logits.logsumexp(1).pow(2).mean()
    return policy, wins, leads, (entropy * own).sum() / count, imitation, drift


def apply_losses(
    found: tuple[Tensor, ...], network: nn.Module, optimizer: Any, tuning: Tuning, weights: Weights
) -> Tensor:
    """Take one step; the losses, to be shown."""
    policy, wins, leads, entropy, imitation, drift = found
    loss = policy + tuning.win_weight * wins + tuning.lead_weight * leads
    loss = loss - weights.entropy * entropy + weights.imitation * imitation + tuning.drift_weight * drift
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    nn.utils.clip_grad_norm_(network.parameters(), tuning.gradient)
    optimizer.step()
    return torch.stack([part.detach() for part in found])
