"""The settings of training by game, from `recipes.toml`, which explains them."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Final

FILE: Final = Path(__file__).parent / "recipes.toml"


@dataclass(frozen=True)
class Stages:
    """The stages of a run of `program.py`, as shares of its time; contests have what is left."""

    train: float
    expert: float
    anew: bool = False


@dataclass(frozen=True)
class Recipe:
    """How the network of a game is trained."""

    games: int
    batch: int
    rate: float
    entropy: tuple[float, float]
    hold: float
    lead: tuple[float, float]
    base: float
    past: float
    greedy: float
    imitate: float
    searches: int
    simulations: int
    considered: int
    stages: Stages


USUAL: Final = Recipe(
    256, 16384, 5e-4, (0.02, 0.002), 0.4, (1.0, 0.2), 0.0, 0.15, 0.25, 0.0, 128, 32, 8, Stages(0.4, 0.4)
)


def recipe_for(game: str) -> Recipe:
    """The recipe of a game; where the file has none, one that suits most.

    >>> recipe_for("emperor-of-china").entropy
    (0.02, 0.002)
    >>> recipe_for("teahouse") == USUAL
    True
    """
    found = tomllib.loads(FILE.read_text(encoding="utf-8")).get(game)
    if found is None:
        return USUAL
    found["stages"] = Stages(**found["stages"])
    found["entropy"], found["lead"] = tuple(found["entropy"]), tuple(found["lead"])
    return Recipe(**found)


def entropy_weight(weights: tuple[float, float], hold: float, progress: float) -> float:
    """The weight of the entropy in the course of a run: it stays for a while, then falls by the same factor each time.

    >>> [round(entropy_weight((0.02, 0.002), 0.4, progress), 4) for progress in (0.0, 0.4, 0.7, 1.0)]
    [0.02, 0.02, 0.0063, 0.002]
    """
    first, last = weights
    if progress <= hold:
        return first
    return float(first * (last / first) ** ((progress - hold) / (1 - hold)))
