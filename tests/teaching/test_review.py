"""The review of a whole analysis: accuracy, costliest moves, and turning points."""

from __future__ import annotations

from typing import Any

import pytest

from tianxia.games import find_game
from tianxia.games.base import Document
from tianxia.teaching.review import accuracy, find_turning_points, mean_accuracy, review_seats

GAME = find_game("year-of-the-dragon")  # its win scale is 5 points


def decision(number: int, seat: int, cost: float | None = 0.0, chance: float = 0.5, **more: Any) -> Document:
    """A judged decision of a game for two; `chance` is that of seat 1."""
    explanation = None if not cost else {"points": -cost}
    return {
        "number": number,
        "seat": seat,
        "mistake": False,
        "loss": 0.0,
        "cost": cost,
        "explanation": explanation,
        "chances": [chance, 1 - chance],
        "errors": [0.01, 0.01],
        **more,
    }


def test_accuracy_falls_with_the_cost() -> None:
    assert accuracy(GAME, 0) == 100
    assert accuracy(GAME, 5 / 3) == pytest.approx(36.8, abs=0.1)
    assert mean_accuracy(GAME, [0, 0, 5 / 3]) == pytest.approx((200 + 36.8) / 3, abs=0.1)
    assert mean_accuracy(GAME, []) == 100


def test_each_seat_has_its_costliest_moves() -> None:
    judged = [decision(1, 1, 2.0), decision(2, 2), decision(3, 1, 7.0, mistake=True), decision(4, 1, 1.0)]
    judged += [decision(5, 1, 0.0, explanation={"points": -0.4}), decision(6, 1, 5.0)]
    first, second = review_seats(GAME, 2, judged)
    assert (first["costliest"], first["decisions"], first["mistakes"]) == ([3, 6, 1], 5, 1)
    assert first["cost"] == 3
    assert (second["costliest"], second["accuracy"]) == ([], 100)


def test_moves_within_the_noise_come_last_by_the_estimate() -> None:
    close = [decision(number, 1, explanation={"points": points}) for number, points in ((1, -0.2), (2, -0.9), (3, 0.3))]
    [seat] = review_seats(GAME, 1, [*close, decision(4, 1, 2.0)])
    assert seat["costliest"] == [4, 2, 1]


def test_an_analysis_without_costs_has_no_review_of_seats() -> None:
    assert review_seats(GAME, 2, [decision(1, 1, 1.0), decision(2, 2, None)]) == []


def test_turning_points_are_the_largest_changes_of_a_chance() -> None:
    chances = [0.5, 0.52, 0.3, 0.31, 0.75]
    judged = [decision(number, 1, chance=chance) for number, chance in enumerate(chances, 1)]
    turns = find_turning_points(judged, [1])
    assert [(turn["number"], turn["seat"]) for turn in turns] == [(4, 1), (5, 1), (2, 1)]
    assert (turns[1]["before"], turns[1]["after"]) == (0.75, 1)
    assert [turn["number"] for turn in find_turning_points(judged, [])] == [4, 2], "the game was not played to its end"


def test_what_sampling_explains_is_no_turning_point() -> None:
    judged = [decision(number, 1, chance=chance, errors=[0.1, 0.1]) for number, chance in ((1, 0.5), (2, 0.7))]
    assert find_turning_points(judged, []) == []
