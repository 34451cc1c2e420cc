"""Networks as files, and what they learn from."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="networks are trained with PyTorch (the extra `train`)")

from tianxia.environments.batch import BatchedEnv  # noqa: E402
from tianxia.games import find_game  # noqa: E402
from training import checkpoints, returns  # noqa: E402
from training.encodings import is_compact, training_space  # noqa: E402
from training.networks import NEVER, SEATS, new_network  # noqa: E402
from training.settings import MIXTURES  # noqa: E402

GAMES = 6


def shown(name: str) -> tuple[Any, Any]:
    """Observations and masks after some random moves."""
    env = BatchedEnv(name, 3, games=GAMES, seed=5, compact=is_compact(name))
    for _ in range(20):
        env.step(env.random_actions())
    return torch.from_numpy(env.observations.copy()), torch.from_numpy(env.masks.copy())


@pytest.mark.parametrize("name", sorted(MIXTURES))
def test_a_network_judges_what_is_legal(name: str) -> None:
    game = find_game(name)
    network = new_network(game, training_space(game))
    observations, masks = shown(name)
    judgement = network(observations, masks)
    assert torch.equal(judgement.logits > NEVER, masks)
    assert judgement.wins.shape == judgement.leads.shape == (GAMES, SEATS)


@pytest.mark.parametrize("name", sorted(MIXTURES))
def test_half_precision_keeps_the_chances_of_moves(name: str) -> None:
    """Logits that share an offset of 600, as the Forbidden City's once did, would be rounded to multiples of 4."""
    game = find_game(name)
    network = new_network(game, training_space(game))
    observations, masks = shown(name)
    head = network.score if is_compact(name) else network.policy
    torch.nn.init.normal_(head.weight, 600.0 / head.in_features, 0.05)
    with torch.autocast("cpu", torch.bfloat16):
        judgement = network(observations, masks)
    assert judgement.logits.dtype == judgement.wins.dtype == torch.float32
    logits = judgement.logits[masks]
    assert not torch.equal(logits, logits.bfloat16().float())


@pytest.mark.parametrize("name", sorted(MIXTURES))
def test_both_forms_of_a_checkpoint_play_alike(name: str, tmp_path: Path) -> None:
    game = find_game(name)
    network = new_network(game, training_space(game))
    checkpoints.save(tmp_path / f"{name}.pt", network, [{"decisions": 7}], decisions=7, game=name)
    observations, masks = shown(name)
    expected = network(observations, masks).logits.softmax(1)
    for ending in ("pt", "npz"):
        found, kept = checkpoints.load(tmp_path / f"{name}.{ending}")
        assert (kept["game"], kept["decisions"], kept["history"]) == (name, 7, [{"decisions": 7}])
        assert torch.allclose(found(observations, masks).logits.softmax(1), expected, atol=0.02)
    assert (tmp_path / f"{name}.npz").stat().st_size < 1_400_000


def test_the_newest_checkpoint_is_that_of_the_folder(tmp_path: Path) -> None:
    assert checkpoints.newest(tmp_path, "chess") is None
    for ending in ("npz", "pt"):
        (tmp_path / f"chess.{ending}").touch()
        found = checkpoints.newest(tmp_path, "chess")
        assert found is not None
        assert found.suffix == f".{ending}"


def test_the_compact_city_tells_what_greedy_expects() -> None:
    """A new network for candidates prefers what the hand-made evaluation prefers."""
    game = find_game("forbidden-city")
    network = new_network(game, training_space(game))
    torch.nn.init.zeros_(network.score.weight)
    env = BatchedEnv(game, 4, games=4, seed=2, compact=True)
    evaluation = game.evaluation()
    for _ in range(40):
        observations, masks = torch.from_numpy(env.observations.copy()), torch.from_numpy(env.masks.copy())
        choices = network(observations, masks).logits.argmax(1).numpy()
        for number, choice in enumerate(choices):
            position = env._many.positions[number]
            weights = list(evaluation.score_moves(position, position.legal_actions()))
            assert weights[choice] >= min(max(weights), 15.9) - 0.07  # numbers end at 255, a coin is 16
        env.step(choices)


# ---- returns: two games of three steps with two seats, worked out by hand


def small_rollout(last_is_over: bool) -> returns.Rollout:
    values = torch.zeros((3, 1, SEATS, 2))
    values[0, 0, 0, 0], values[1, 0, 1, 0], values[2, 0, 0, 0] = 0.5, 0.25, 0.75
    rewards = torch.zeros((3, 1, SEATS, 2))
    ahead = torch.zeros((1, SEATS, 2))
    if last_is_over:
        rewards[2, 0, 0, 0] = 1.0
    else:
        ahead[0, 1, 0] = 0.125
    return returns.Rollout(
        seat=torch.tensor([[0], [1], [0]]),
        done=torch.tensor([[False], [False], [last_is_over]]),
        rewards=rewards,
        values=values,
        ahead=ahead,
    )


def test_advantages_follow_each_seat_to_the_end() -> None:
    advantages, known = returns.own_advantages(small_rollout(True), lead_weight=0.0, lam=0.5)
    # seat 0: 1 - 0.75, and before it 0.75 - 0.5 + half of that; seat 1 gets nothing: 0 - 0.25
    assert advantages[:, 0].tolist() == pytest.approx([0.375, -0.25, 0.25])
    assert known.all()


def test_what_no_later_decision_tells_is_not_known() -> None:
    advantages, known = returns.own_advantages(small_rollout(False), lead_weight=0.0, lam=0.5)
    assert known[:, 0].tolist() == [True, False, False]
    assert advantages[0, 0].item() == pytest.approx(0.25)


def test_the_value_of_the_seat_to_move_follows_its_own_decisions() -> None:
    targets, known = returns.own_targets(small_rollout(True), lam=0.5)
    # what the advantages above add to what was thought: 0.375 + 0.5, -0.25 + 0.25, 0.25 + 0.75
    assert targets[:, 0, 0].tolist() == pytest.approx([0.875, 0.0, 1.0])
    assert targets[:, 0, 1].tolist() == [0.0, 0.0, 0.0]
    assert known.all()


def test_the_others_share_what_the_own_seat_does_not_win() -> None:
    wins = torch.tensor([[0.2, 0.6, 0.2, 0.0], [0.5, 0.25, 0.25, 0.0]])
    found = returns.put_own(wins, torch.tensor([0.6, 0.9]), torch.tensor([True, False]))
    assert torch.allclose(found, torch.tensor([[0.6, 0.3, 0.1, 0.0], [0.5, 0.25, 0.25, 0.0]]))


def test_targets_of_values_follow_all_decisions() -> None:
    targets = returns.value_targets(small_rollout(True), lam=1.0)
    assert targets[:, 0, 0, 0].tolist() == pytest.approx([1.0, 1.0, 1.0])
    assert targets[:, 0, 1, 0].tolist() == pytest.approx([0.0, 0.0, 0.0])
    ahead = returns.value_targets(small_rollout(False), lam=1.0)
    assert ahead[:, 0, 1, 0].tolist() == pytest.approx([0.125, 0.125, 0.125])


def test_places_and_seats_are_each_other_s_inverse() -> None:
    players, seat = torch.tensor([2, 3, 5]), torch.tensor([1, 2, 4])
    by_seat = torch.arange(15.0).reshape(3, 5) * (torch.arange(5)[None] < players[:, None])
    by_place = returns.to_places(by_seat, seat, players)
    assert by_place[:, 0].tolist() == [1.0, 7.0, 14.0]  # the observer itself
    assert torch.equal(returns.to_seats(by_place, seat, players), by_seat)
