"""What came of decisions: advantages for the policy and targets for the values, by generalized advantage estimation.

There are two chains. The advantage follows each seat from its own decision to its own next one (what other seats would
say of it in between knows less: they do not see its hand), and so does the target of the value of the seat to move. The
targets of the others' values follow all decisions of a game, so that they exist for every seat.
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
    weights = torch.tensor([[1.0], [0.5 * lead_weight]], device=rollout.seat.device)
    gains, known = _own_gains(rollout, rollout.values @ weights, rollout.rewards @ weights, lam)
    return gains[..., 0], known


def own_targets(rollout: Rollout, lam: float) -> tuple[Tensor, Tensor]:
    """Step, game, 2 -> what the values of the seat to move should have said, by its own decisions; what is known."""
    gains, known = _own_gains(rollout, rollout.values, rollout.rewards, lam)
    return gains + _of_seat(rollout.values, rollout.seat), known


def _own_gains(rollout: Rollout, values: Tensor, rewards: Tensor, lam: float) -> tuple[Tensor, Tensor]:
    """Step, game, kind -> by how much the values of the seat to move should rise, from own decision to own decision."""
    steps, games = rollout.seat.shape
    device = rollout.seat.device
    ahead = torch.zeros_like(values[0])
    gain = torch.zeros_like(ahead)
    known = torch.zeros((games, SEATS), dtype=torch.bool, device=device)
    gains = torch.zeros((steps, games, values.shape[-1]), device=device)
    is_known = torch.zeros((steps, games), dtype=torch.bool, device=device)
    every = torch.arange(games, device=device)
    for step in reversed(range(steps)):
        over, seat = rollout.done[step][:, None], rollout.seat[step]
        ahead = torch.where(over[..., None], rewards[step], ahead)
        gain = torch.where(over[..., None], 0.0, gain)
        known = known | over
        own = values[step][every, seat]
        found = ahead[every, seat] - own + lam * gain[every, seat]
        is_known[step] = known[every, seat]
        gains[step] = found
        gain[every, seat] = found * is_known[step][:, None]
        ahead[every, seat] = own
        known[every, seat] = True
    return gains, is_known


def _of_seat(values: Tensor, seat: Tensor) -> Tensor:
    """Step, game, seat, kind -> step, game, kind."""
    index = seat[..., None, None].expand(*seat.shape, 1, values.shape[-1])
    return values.gather(2, index)[:, :, 0]


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


def put_own(wins: Tensor, own: Tensor, known: Tensor) -> Tensor:
    """Targets of who wins by place, with that of the observing seat where it is known; the others share what is left.

    >>> put_own(torch.tensor([[0.4, 0.3, 0.3]]), torch.tensor([0.7]), torch.tensor([True]))[0].tolist()
    [0.699..., 0.15..., 0.15...]
    """
    own = torch.where(known, own, wins[:, 0]).clamp(0, 1)
    others = wins[:, 1:].clamp(min=0)
    others = others * ((1 - own) / others.sum(1).clamp(min=1e-6))[:, None]
    return torch.cat([own[:, None], others], 1)
