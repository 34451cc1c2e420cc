"""What the analysis of a whole game says about each seat, and where the game turned."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, hypot
from statistics import fmean
from typing import Any, Final

from tianxia.games import AnyGame
from tianxia.games.base import Document

COSTLIEST: Final = 3  # moves of a seat that its review names
TURNS: Final = 3  # turning points of a game
TURN: Final = 0.1  # of the chance to win
CONFIDENT: Final = 1.96  # standard errors: 95 %
SCALES: Final = 3.0  # the accuracy of a move is 1 / e when it costs this part of the win scale of the game


def review_seats(game: AnyGame, players: int, decisions: Sequence[Document]) -> list[Document]:
    """The decisions of each seat together; empty where the analysis was made before costs in points were."""
    if any(decision.get("cost") is None for decision in decisions):
        return []
    return [_review_seat(game, seat, decisions) for seat in range(1, players + 1)]


def _review_seat(game: AnyGame, seat: int, decisions: Sequence[Document]) -> Document:
    own = [decision for decision in decisions if decision["seat"] == seat]
    costs = [decision["cost"] for decision in own]
    return {
        "seat": seat,
        "decisions": len(own),
        "mistakes": sum(decision["mistake"] for decision in own),
        "loss": round(_mean([decision["loss"] for decision in own]), 4),
        "cost": round(_mean(costs), 2),
        "accuracy": round(mean_accuracy(game, costs), 1),
        "costliest": [decision["number"] for decision in _costliest(own)],
    }


def mean_accuracy(game: AnyGame, costs: Sequence[float]) -> float:
    """The accuracy of a seat from the costs of its decisions; 100 if it had none."""
    return fmean(accuracy(game, cost) for cost in costs) if costs else 100.0


def accuracy(game: AnyGame, cost: float) -> float:
    """The accuracy of a move from 0 to 100, by the points of the lead that it cost.

    A third of the win scale of the game, as its programs know it, makes 37 of 100.
    """
    return 100 * exp(-SCALES * cost / float(game.evaluation().win_scale))


def _mean(values: Sequence[float]) -> float:
    return fmean(values) if values else 0.0


def _costliest(decisions: Sequence[Document]) -> list[Document]:
    """The costliest decisions that were explained: by cost; of those within the noise, by the estimate."""
    explained = [decision for decision in decisions if decision["explanation"] is not None]
    return sorted(explained, key=lambda one: (-one["cost"], one["explanation"]["points"]))[:COSTLIEST]


def find_turning_points(decisions: Sequence[Document], winners: Sequence[int]) -> list[Document]:
    """The moves after which somebody's chance to win is very different, the largest change first."""
    found = []
    for decision, after in zip(decisions, [*decisions[1:], None], strict=True):
        turn = _turn(decision, after, winners)
        if turn is not None:
            found.append(turn)
    return sorted(found, key=lambda turn: -abs(turn["after"] - turn["before"]))[:TURNS]


def _turn(decision: Document, following: Document | None, winners: Sequence[int]) -> Document | None:
    """The largest change of a chance by one move, from the decision to the next one or to the result."""
    before, errors = decision["chances"], decision["errors"]
    if following is None and not winners:  # the record ends before its game
        return None
    if following is None:
        result = [1 / len(winners) if seat in winners else 0.0 for seat in range(1, len(before) + 1)]
        after: list[float] = result
        errors_after: list[float] = [0.0] * len(before)
    else:
        after, errors_after = following["chances"], following["errors"]
    changes = [now - then for then, now in zip(before, after, strict=True)]
    own = max(range(len(changes)), key=lambda seat: abs(changes[seat]))
    margin = CONFIDENT * hypot(errors[own], errors_after[own])
    if abs(changes[own]) < max(TURN, margin):
        return None
    return {"number": decision["number"], "seat": own + 1, "before": before[own], "after": round(after[own], 4)}


def review(game: AnyGame, players: int, decisions: Sequence[Document], winners: Sequence[int]) -> dict[str, Any]:
    """The review of an analysis that is done, from its decisions as plain data."""
    return {
        "seats": review_seats(game, players, decisions),
        "turning_points": find_turning_points(decisions, winners),
    }
