"""The networks, in PyTorch.

They are built from what integer arithmetic does exactly and quickly: sums of weighted rows, ReLU, and RMS norm without
weights of its own. So the same network can run quantized, without dependencies.

Seats are told from the observing seat on, in `SEATS` places; seats that are not played are left out of the softmax over
who wins.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import torch
import torch.nn.functional as fn
from torch import Tensor, nn

from tianxia.engine.observation import Space
from tianxia.games import AnyGame
from tianxia.games.forbidden_city.environment import candidates as city
from training.encodings import is_compact, scale_for, shape_for

SEATS: Final = 5
NEVER: Final = -1.0e9  # the logit of what is not legal


@dataclass
class Judgement:
    """What a network thinks of some positions."""

    logits: Tensor  # decision, index; NEVER where it is not legal
    wins: Tensor  # decision, place -> logit of winning; softmax over the seats that are played
    leads: Tensor  # decision, place -> the lead that is expected at the end, see returns.squash


def rms_norm(x: Tensor) -> Tensor:
    """Scale every row to a root mean square of 1."""
    return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-5)


def exactly(x: Tensor) -> torch.autocast:
    """Where results keep 32 bits: in 16, logits and so the chances of moves are rounded, to multiples of 4 from 512 on.

    The first network of the Forbidden City had learned an offset of 600 that its logits share: their roundings alone
    left the clip of PPO for 8 % of the moves.
    """
    return torch.autocast(x.device.type, enabled=False)


class Block(nn.Module):
    """A residual block with a narrow middle."""

    def __init__(self, width: int, inner: int) -> None:
        super().__init__()
        self.narrow = nn.Linear(width, inner)
        self.widen = nn.Linear(inner, width)
        nn.init.zeros_(self.widen.bias)
        nn.init.normal_(self.widen.weight, std=0.3 / inner**0.5)

    def forward(self, x: Tensor) -> Tensor:
        widened: Tensor = self.widen(fn.relu(self.narrow(rms_norm(x))))
        return x + widened


class IndexNetwork(nn.Module):
    """For games whose moves have an index each: a logit for every index."""

    scale: Tensor  # feature -> what it is multiplied with

    def __init__(self, features: int, actions: int, width: int = 512, inner: int = 192, blocks: int = 2) -> None:
        super().__init__()
        self.shape = {"features": features, "actions": actions, "width": width, "inner": inner, "blocks": blocks}
        self.first = nn.Linear(features, width)
        self.blocks = nn.ModuleList(Block(width, inner) for _ in range(blocks))
        self.policy = nn.Linear(width, actions)
        self.value = nn.Linear(width, 2 * SEATS)
        self.register_buffer("scale", torch.ones(features))
        nn.init.normal_(self.policy.weight, std=0.01)
        nn.init.zeros_(self.policy.bias)
        nn.init.normal_(self.value.weight, std=0.01)

    def forward(self, observations: Tensor, masks: Tensor) -> Judgement:
        x = self.first(observations.float() * self.scale)
        for block in self.blocks:
            x = block(x)
        x = fn.relu(rms_norm(x)).float()
        with exactly(x):
            wins, leads = self.value(x).split(SEATS, -1)
            logits = self.policy(x)
        return Judgement(logits.masked_fill(~masks, NEVER), wins, leads)


class CandidateNetwork(nn.Module):
    """For games whose legal moves are described one by one: a logit for each, from its numbers and from the table.

    An observation is the table's numbers, then `rooms` rows that are a set (all go through one layer, and are summed
    up), then `candidates` rows, one for each index. Rows of zeros stand for nothing.
    """

    scale: Tensor  # what the numbers of the table, of a room and of a candidate are multiplied with

    def __init__(
        self,
        table: int,
        rooms: int,
        room: int,
        candidates: int,
        candidate: int,
        width: int = 256,
        inner: int = 128,
        hidden: int = 96,
        scored: int = 64,
    ) -> None:
        super().__init__()
        self.shape = {"table": table, "rooms": rooms, "room": room, "candidates": candidates, "candidate": candidate}
        self.shape |= {"width": width, "inner": inner, "hidden": hidden, "scored": scored}
        self.register_buffer("scale", torch.ones(table + room + candidate))
        self.table = nn.Linear(table, width)
        self.room = nn.Linear(room, inner, bias=False)
        self.pooled = nn.Linear(inner, width)
        self.blocks = nn.ModuleList(Block(width, inner) for _ in range(2))
        self.value = nn.Linear(width, 2 * SEATS)
        self.context = nn.Linear(width, hidden)
        self.candidate = nn.Linear(candidate, hidden, bias=False)
        self.middle = nn.Linear(hidden, scored)
        self.score = nn.Linear(scored, 1, bias=False)
        self.direct = nn.Linear(candidate, 1, bias=False)
        nn.init.normal_(self.value.weight, std=0.01)
        nn.init.normal_(self.score.weight, std=0.02)
        nn.init.zeros_(self.direct.weight)

    def forward(self, observations: Tensor, masks: Tensor) -> Judgement:
        shape = self.shape
        size, each_room, each_candidate = shape["table"], shape["room"], shape["candidate"]
        table, rooms, candidates = observations.split(
            [size, shape["rooms"] * each_room, shape["candidates"] * each_candidate], 1
        )
        table_scale, room_scale, candidate_scale = self.scale.split([size, each_room, each_candidate])
        rooms = rooms.unflatten(1, (shape["rooms"], each_room)).float() * room_scale
        x = self.table(table.float() * table_scale) + self.pooled(0.2 * fn.relu(self.room(rooms)).sum(1))
        for block in self.blocks:
            x = block(x)
        x = fn.relu(rms_norm(x))
        with exactly(x):
            wins, leads = self.value(x.float()).split(SEATS, -1)
        legal = masks[:, : shape["candidates"]]
        owners, indices = legal.nonzero(as_tuple=True)  # candidate -> the decision that it belongs to, and its index
        candidates = candidates.unflatten(1, (shape["candidates"], each_candidate))
        each = candidates[owners, indices].float() * candidate_scale
        hidden = fn.relu(self.candidate(each) + self.context(x)[owners])
        hidden = fn.relu(self.middle(hidden))
        with exactly(hidden):
            scores = self.score(hidden.float()) + self.direct(each)
        logits = scores.new_full(masks.shape, NEVER).index_put((owners, indices), scores[:, 0])
        return Judgement(logits, wins, leads)

    def begin_with(self, column: int, weight: float) -> None:
        """Let one of a candidate's numbers count directly, so that a new network does not begin with random moves."""
        with torch.no_grad():
            self.direct.weight[0, column] = weight


def chances(wins: Tensor, players: Tensor) -> Tensor:
    """Decision, place -> the chance to win; 0 for places that are not played."""
    places = torch.arange(SEATS, device=wins.device)
    return wins.masked_fill(places[None] >= players[:, None], NEVER).softmax(-1)


def new_network(game: AnyGame, space: Space) -> Any:
    """An untrained network of the kind that fits a game."""
    shape = shape_for(game, space)
    scale = torch.from_numpy(scale_for(game, space))
    if not is_compact(game.id):
        plain = IndexNetwork(**shape, width=512 if space.features < 1000 else 416)  # so that checkpoints stay small
        plain.scale.copy_(scale)
        return plain
    network = CandidateNetwork(**shape)
    network.scale.copy_(scale)
    network.begin_with(city.GAIN, 4.0)  # 2 for each coin
    network.begin_with(city.LOSS, -4.0)
    return network
