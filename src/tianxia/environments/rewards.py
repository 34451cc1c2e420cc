"""The rewards of a seat at the end of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from tianxia.engine.position import Position
from tianxia.errors import SettingError
from tianxia.words import error

Reward = Callable[[Position], list[float]]

POINTS: Final = "points"
"""The one reward that comes during the game: points the moment they are scored."""


def win_share(position: Position) -> list[float]:
    """The share of the victory: 1 divided among the winners, 0 for the others."""
    winners = [int(seat) for seat in position.winners()]
    share = 1.0 / len(winners)
    return [share if seat in winners else 0.0 for seat in range(position.players)]


def zero_sum(position: Position) -> list[float]:
    """The share of the victory, shifted and scaled: 1 for a seat that wins alone, and a sum of 0."""
    players = int(position.players)
    return [(players * share - 1.0) / (players - 1.0) for share in win_share(position)]


def score(position: Position) -> list[float]:
    """The points at the end."""
    return [float(points) for points in position.scores()]


def lead(position: Position) -> list[float]:
    """The points at the end, less the average points of the others; the sum over all seats is 0."""
    points = score(position)
    total = sum(points)
    return [own - (total - own) / (len(points) - 1) for own in points]


FINAL_REWARDS: Final[Mapping[str, Reward]] = MappingProxyType(
    {"win": win_share, "zero-sum": zero_sum, "score": score, "lead": lead}
)


def final_reward(name: str, *more: str) -> Reward:
    """A reward by its name; `more` are further names, for the error, that the caller accepts."""
    if name not in FINAL_REWARDS:
        raise error(SettingError, "environment.reward", name=name, known=[*FINAL_REWARDS, *more])
    return FINAL_REWARDS[name]
