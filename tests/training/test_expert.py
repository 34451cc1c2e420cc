"""What is learned from searches belongs to the decision, and to what came of its game."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch", reason="networks are trained with PyTorch (the extra `train`)")

from training.expert import Lesson, Memory, learn, losses, possible  # noqa: E402
from training.networks import NEVER, IndexNetwork, Judgement  # noqa: E402


def test_a_decision_gets_its_own_search_and_the_end_of_its_own_game() -> None:
    memory = Memory(16, 2, 3, games=2, device="cpu")
    players = torch.tensor([3, 3])
    both = torch.tensor([0, 1])
    memory.begin(both, torch.tensor([[1, 1], [2, 2]], dtype=torch.uint8), torch.tensor([0, 2]), players)
    memory.decide(torch.tensor([1]), torch.tensor([[0.5, 0.5, -1.0]], dtype=torch.float16))
    memory.begin(both[1:], torch.tensor([[3, 3]], dtype=torch.uint8), torch.tensor([1]), players[1:])
    memory.decide(both, torch.tensor([[1.0, 0.0, -1.0], [0.25, 0.75, -1.0]], dtype=torch.float16))
    assert memory.draw(1) is None
    memory.end(torch.tensor([1]), torch.tensor([[1.0, 0, 0, 0, 0]]), torch.tensor([[0.5, 0.25, -0.75, 0, 0]]))
    lesson = memory.draw(64)
    assert lesson is None  # two decisions have ended: too few
    lesson = memory.draw(2)
    assert lesson is not None
    told = {
        int(row[0]): (policy.tolist(), wins.tolist(), leads.tolist())
        for row, policy, wins, leads in zip(
            memory.observations[:3], memory.policy[:3].float(), memory.wins[:3], memory.leads[:3], strict=True
        )
    }
    # seat 2 sees itself first, then seat 0, which won; seat 1 sees itself, seat 2, seat 0
    assert told[2] == ([0.5, 0.5, -1.0], [0.0, 1.0, 0.0, 0.0, 0.0], [-0.75, 0.5, 0.25, 0.0, 0.0])
    assert told[3] == ([0.25, 0.75, -1.0], [0.0, 0.0, 1.0, 0.0, 0.0], [0.25, -0.75, 0.5, 0.0, 0.0])
    assert memory.is_ready.tolist() == [False, True, True, *[False] * 13]
    assert memory.finished == 2


def test_the_ring_forgets_the_oldest() -> None:
    memory = Memory(4, 1, 2, games=1, device="cpu")
    game, one = torch.tensor([0]), torch.tensor([2])
    for number in range(6):
        memory.begin(game, torch.tensor([[number]], dtype=torch.uint8), torch.tensor([0]), one)
        memory.decide(game, torch.tensor([[1.0, 0.0]], dtype=torch.float16))
        memory.end(game, torch.zeros(1, 5), torch.zeros(1, 5))
    assert memory.is_ready.all()
    assert sorted(memory.observations[:, 0].tolist()) == [2, 3, 4, 5]


def test_what_was_overwritten_before_its_game_ended_is_not_learned() -> None:
    """A long game among short ones: its first decision has lost its place to one of another game."""
    memory = Memory(2, 1, 2, games=2, device="cpu")
    long, short, two = torch.tensor([0]), torch.tensor([1]), torch.tensor([2])
    for number, game in enumerate((long, short, short)):
        memory.begin(game, torch.tensor([[number]], dtype=torch.uint8), torch.tensor([0]), two)
        memory.decide(game, torch.tensor([[1.0, 0.0]], dtype=torch.float16))
    memory.end(long, torch.tensor([[1.0, 0, 0, 0, 0]]), torch.zeros(1, 5))
    assert not memory.is_ready.any()
    assert memory.finished == 0
    memory.end(short, torch.tensor([[0.0, 1, 0, 0, 0]]), torch.zeros(1, 5))
    assert memory.wins[:, 1].tolist() == [1.0, 1.0]
    assert memory.finished == 2


def test_what_is_not_legal_has_no_part_in_the_losses() -> None:
    policy = torch.tensor([[0.0, 1.0, -1.0]])
    lesson = Lesson(torch.zeros(1, 1), policy, torch.tensor([[1.0, 0, 0, 0, 0]]), torch.zeros(1, 5), torch.tensor([2]))
    judgement = Judgement(torch.tensor([[0.0, 0.0, NEVER]]), torch.zeros(1, 5), torch.zeros(1, 5))
    policy_loss, wins, leads, entropy, _ = losses(judgement, lesson)
    assert policy_loss.item() == pytest.approx(0.6931, abs=1e-3)
    assert entropy.item() == pytest.approx(0.6931, abs=1e-3)
    assert wins.item() == pytest.approx(0.6931, abs=1e-3)  # of two players, not of five
    assert leads.item() == 0.0


def test_a_network_learns_what_searches_found() -> None:
    torch.manual_seed(1)
    network = IndexNetwork(4, 3, width=16, inner=8)
    optimizer = torch.optim.AdamW(network.parameters(), lr=1e-2)
    seen = torch.eye(4)[:2] * 1.0
    policy = torch.tensor([[1.0, 0.0, -1.0], [0.0, 0.5, 0.5]])
    wins = torch.tensor([[1.0, 0, 0, 0, 0], [0.0, 1, 0, 0, 0]])
    lesson = Lesson(seen, policy, wins, torch.zeros(2, 5), torch.tensor([2, 2]))
    for _ in range(150):
        learn(network, optimizer, lesson)
    found = network(seen, policy >= 0)
    assert torch.allclose(found.logits.softmax(1), policy.clamp(min=0), atol=0.1)
    assert found.wins[:, :2].softmax(1)[0, 0] > 0.9


def test_all_candidates_that_are_described_are_possible() -> None:
    network = IndexNetwork(4, 3, width=16, inner=8)
    assert possible(network, torch.zeros(2, 4), 3).all()
    network.shape = {"candidates": 2, "candidate": 2}  # type: ignore[assignment]
    shown = torch.tensor([[9, 0, 1, 0, 0], [9, 0, 0, 0, 0]])
    assert possible(network, shown, 3).tolist() == [[True, False, False], [False, False, False]]
