"""A network in the tree search: here one that can be seen through."""

from __future__ import annotations

from typing import Any

from tianxia.engine.chance import stream_of
from tianxia.engine.evaluation import Evaluation
from tianxia.environments import space_for
from tianxia.environments.network import NetworkEvaluation
from tianxia.games import find_game
from tianxia.players.mcts import Tree

GAME = find_game("year-of-the-dragon")
SETTING = GAME.setting(2)
SPACE = space_for(GAME, SETTING)
POINTS = next(part.first for part in SPACE.parts if part.name == "points")


def count_points(observations: list[bytes]) -> list[float]:
    return [float(seen[POINTS]) for seen in observations]


def middle() -> Any:
    position = GAME.new(SETTING)
    position.deal(bytes(16))
    dice = stream_of(bytes(16), 1)
    for _ in range(30):
        position.apply(position.random_action(dice))
    while len(position.legal_actions()) < 4:
        position.apply(position.random_action(dice))
    return position


def searched(evaluation: Evaluation, simulations: int) -> Tree:
    tree = Tree(evaluation)
    tree.begin(middle(), stream_of(bytes(16), 2))
    tree.search(simulations)
    return tree


def test_the_policy_is_where_the_tree_looks_first() -> None:
    legal = [int(action) for action in middle().legal_actions()]
    favourite = int(SPACE.index_of(middle(), legal[2]))

    def policy(observation: bytes, mask: bytes) -> list[float]:
        assert mask[favourite] in (0, 1)
        return [5.0 if index == favourite else 0.0 for index in range(len(mask))]

    tree = searched(NetworkEvaluation(SPACE, policy, count_points), 60)
    assert tree.root.priors[2] == max(tree.root.priors) > 0.8
    assert int(tree.root.actions[tree.best_index()]) == legal[2]


def test_values_are_asked_for_all_seats_and_not_at_the_end() -> None:
    evaluation = NetworkEvaluation(SPACE, lambda seen, mask: [0.0] * len(mask), count_points)
    position = middle()
    assert [float(points) for points in evaluation.expected_scores(position)] == [
        float(points) for points in position.scores()
    ]
    asked: list[int] = []

    def value(observations: list[bytes]) -> list[float]:
        asked.append(len(observations))
        return [0.0] * len(observations)

    searched(NetworkEvaluation(SPACE, lambda seen, mask: [0.0] * len(mask), value), 20)
    assert set(asked) == {2}
    assert len(asked) == 20
    dice = stream_of(bytes(16), 3)
    while not position.over:
        position.apply(position.random_action(dice))
    assert [float(points) for points in evaluation.expected_scores(position)] == [
        float(points) for points in position.scores()
    ]
