"""A warm start learns what a program thought, move by move."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="networks are trained with PyTorch (the extra `train`)")

from tianxia.engine.chance import Stream  # noqa: E402
from training import checkpoints, imitate  # noqa: E402
from training.settings import MIXTURES  # noqa: E402


@pytest.mark.parametrize("name", sorted(MIXTURES))
def test_a_game_is_told_with_what_was_searched_and_how_it_ended(name: str) -> None:
    found = imitate.play(imitate.Job(name, 1, 7, simulations=4, loose=0.5))
    assert len(found.observations) >= 20
    policy = found.policy.astype(float)
    assert policy.clip(min=0).sum(1) == pytest.approx(1, abs=2e-3)
    assert ((policy >= 0).sum(1) > 1).all()  # a single move is no decision
    assert found.wins.sum(1) == pytest.approx(1, abs=2e-3)
    assert (abs(found.leads).max(1) <= 1).all()


def test_some_moves_are_drawn_by_the_shares() -> None:
    luck = Stream(1, 2, 3, 4)
    shares = [0.25, 0.75, 0.0]
    assert {imitate.pick(shares, luck, 0.0) for _ in range(50)} == {1}
    drawn = [imitate.pick(shares, luck, 1.0) for _ in range(400)]
    assert set(drawn) == {0, 1}
    assert 60 < drawn.count(0) < 140


def test_the_command_writes_positions_and_a_network(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    name = "emperor-of-china"
    wish = [name, "--folder", str(tmp_path), "--games", "2", "--simulations", "2", "--processes", "1"]
    wish += ["--steps", "12", "--batch", "32", "--anew", "--seconds", "600"]
    monkeypatch.setattr(sys, "argv", ["imitate", *wish])
    imitate.main()
    positions = imitate.read([tmp_path / f"{name}-positions-1.npz"])
    told = capsys.readouterr().out
    assert f"2 games, {len(positions.players):,} decisions" in told
    _, kept = checkpoints.load(tmp_path / f"{name}.pt")
    assert kept["game"] == name
