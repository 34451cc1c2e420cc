"""What came of decisions: advantages for the policy and targets for the values, by generalized advantage estimation.

There are two chains. The advantage follows each seat from its own decision to its own next one (what other seats would
say of it in between knows less: they do not see its hand). The targets of the values follow all decisions of a game, so
that they exist for every seat.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import torch
from torch import Tensor

from training.networks import SEATS

LEAD_SCALE: Final = 25.0  # points of lead


def squash(scores: Tensor, players: Tensor) -> Tensor:
    """The lead of every seat over the mean of the others, from -1 to 1: game, seat."""
    played = torch.arange(SEATS, device=scores.device)[None] < players[:, None]
    total = (scores * played).sum(1, keepdim=True)
    lead = scores - (total - scores) / (players[:, None] - 1)
    return torch.tanh(lead / LEAD_SCALE) * played


def to_seats(values: Tensor, seat: Tensor, players: Tensor) -> Tensor:
    """From places as the observer counts (itself first, then as the turn goes) to seats; seats not played get 0."""
    seats = torch.arange(SEATS, device=values.device)[None]
    places = (seats - seat[:, None]) % players[:, None]
    return values.gather(1, places) * (seats < players[:, None])


def to_places(values: Tensor, seat: Tensor, players: Tensor) -> Tensor:
    """From seats to places as the observer counts; places not played get 0."""
    places = torch.arange(SEATS, device=values.device)[None]
    seats = (places + seat[:, None]) % players[:, None]
    return values.gather(1, seats) * (places < players[:, None])


@dataclass
class Rollout:
    """Some steps of many games: step, game. Values and rewards are by seat; victory and squashed lead apart."""

    seat: Tensor  # the seat to move
    done: Tensor  # whether the game ended with this decision
    rewards: Tensor  # step, game, seat, 2
    values: Tensor  # step, game, seat, 2: what the network thought, by seat
    ahead: Tensor  # game, seat, 2: what it thinks after the last step


def own_advantages(rollout: Rollout, lead_weight: float, lam: float) -> tuple[Tensor, Tensor]:
    """Step, game -> the advantage of what was decided, and whether it is known (its seat decided again, or the end)."""
    steps, games = rollout.seat.shape
    device = rollout.seat.device
    weights = torch.tensor([1.0, 0.5 * lead_weight], device=device)
    values, rewards = rollout.values @ weights, rollout.rewards @ weights
    ahead = torch.zeros((games, SEATS), device=device)
    gain = torch.zeros((games, SEATS), device=device)
    known = torch.zeros((games, SEATS), dtype=torch.bool, device=device)
    advantages = torch.zeros((steps, games), device=device)
    is_known = torch.zeros((steps, games), dtype=torch.bool, device=device)
    every = torch.arange(games, device=device)
    for step in reversed(range(steps)):
        over, seat = rollout.done[step][:, None], rollout.seat[step]
        ahead = torch.where(over, rewards[step], ahead)
        gain = torch.where(over, 0.0, gain)
        known = known | over
        own = values[step][every, seat]
        found = ahead[every, seat] - own + lam * gain[every, seat]
        is_known[step] = known[every, seat]
        advantages[step] = found
        gain[every, seat] = found * is_known[step]
        ahead[every, seat] = own
        known[every, seat] = True
    return advantages, is_known


def value_targets(rollout: Rollout, lam: float) -> Tensor:
    """Step, game, seat, 2 -> what the values should have said: lambda returns over all decisions of a game."""
    gain = torch.zeros_like(rollout.ahead)
    ahead = rollout.ahead
    targets = torch.zeros_like(rollout.values)
    for step in reversed(range(len(rollout.seat))):
        goes_on = (~rollout.done[step])[:, None, None].float()
        gain = rollout.rewards[step] + goes_on * (ahead + lam * gain) - rollout.values[step]
        ahead = rollout.values[step]
        targets[step] = gain + ahead
    return targets
