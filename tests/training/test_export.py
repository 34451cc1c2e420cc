"""Networks as Tianxia plays with them: made from the checkpoints that the repository keeps, and as good as those."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

np = pytest.importorskip("numpy", reason="training needs NumPy")

from contract.cases import every_case  # noqa: E402
from support.networks import decisions, judged, numbers_of  # noqa: E402
from tianxia.environments import observe  # noqa: E402
from tianxia.games import data_of, find_game  # noqa: E402
from tianxia.players.network.file import MOST_BYTES, NAME, read_parts  # noqa: E402
from tianxia.players.network.networks import NEVER  # noqa: E402
from training import export, quantized  # noqa: E402
from training.settings import MIXTURES  # noqa: E402

NAMES = sorted(MIXTURES)
ONE = 2048


def checkpoint(name: str) -> Path:
    return quantized.COMMITTED / f"{name}.npz"


@pytest.mark.parametrize("name", NAMES)
def test_what_ships_was_made_from_what_the_repository_keeps(name: str) -> None:
    """After a change of either: make networks."""
    assert export.export(*quantized.read(checkpoint(name))) == data_of(name, NAME).read_bytes()


def test_the_command_writes_into_the_folder_of_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    name = "forbidden-city"
    folder = tmp_path / "tianxia" / "games" / "forbidden_city"
    folder.mkdir(parents=True)
    monkeypatch.setattr(sys, "argv", ["export", str(checkpoint(name)), "--sources", str(tmp_path)])
    export.main()
    data = (folder / NAME).read_bytes()
    assert capsys.readouterr().out == f"tianxia/games/forbidden_city/{NAME}: {len(data):,} bytes\n"
    assert len(data) <= MOST_BYTES
    kept, _ = quantized.read(checkpoint(name))
    head, _ = read_parts(data)
    assert (head["game"], head["kind"], head["decisions"]) == (name, "candidates", kept["decisions"])


# ---- as good as what was trained


class FloatNetwork:
    """What was trained, in floating-point numbers: `training/networks.py` without PyTorch."""

    def __init__(self, kept: dict[str, Any], weights: dict[str, Any]) -> None:
        self.kept = kept
        self.weights = {name: array.astype(np.float64) for name, array in weights.items()}

    def judge(self, seen: bytes, indices: list[int]) -> tuple[Any, Any]:
        """The scores of actions with these indices, and the outlook by place."""
        numbers = np.frombuffer(seen, np.uint8).astype(np.float64)
        scale = self.weights["scale"]
        if self.kept["kind"] == "index":
            trunk = self.trunk(self.apply("first", numbers * scale))
            return self.apply("policy", trunk)[indices], self.apply("value", trunk)
        shape = self.kept["shape"]
        table, room = shape["table"], shape["room"]
        ends = [table, table + shape["rooms"] * room]
        here, rooms, candidates = np.split(numbers, ends)
        table_scale, room_scale, candidate_scale = np.split(scale, [table, table + room])
        told = positive(self.apply("room", rooms.reshape(-1, room) * room_scale)).sum(0)
        trunk = self.trunk(self.apply("table", here * table_scale) + self.apply("pooled", 0.2 * told))
        each = candidates.reshape(-1, shape["candidate"])[indices] * candidate_scale
        hidden = positive(self.apply("candidate", each) + self.apply("context", trunk))
        scores = self.apply("score", positive(self.apply("middle", hidden))) + self.apply("direct", each)
        return scores[:, 0], self.apply("value", trunk)

    def apply(self, name: str, values: Any) -> Any:
        return values @ self.weights[f"{name}.weight"].T + self.weights.get(f"{name}.bias", 0.0)

    def trunk(self, values: Any) -> Any:
        for block in range(2):
            narrow = positive(self.apply(f"blocks.{block}.narrow", normed(values)))
            values = values + self.apply(f"blocks.{block}.widen", narrow)
        return positive(normed(values))


def positive(values: Any) -> Any:
    return np.maximum(values, 0)


def normed(values: Any) -> Any:
    return values / np.sqrt((values**2).mean() + 1e-5)


@pytest.mark.parametrize("name", NAMES)
def test_it_judges_as_the_trained_network_does(name: str) -> None:
    trained = FloatNetwork(*quantized.read(checkpoint(name)))
    game = find_game(name)
    cases = every_case(game)
    seen = same = 0
    errors, wins = [], []
    for number, case in enumerate(cases[:: max(1, len(cases) // 8)]):
        for position in decisions(case, number, 12):
            space = game.network_space(position)
            assert space is not None
            found = numbers_of(judged(case, position))
            known = [place for place, score in enumerate(found[0]) if score != NEVER]
            actions = [int(action) for action in position.legal_actions()]
            indices = [int(space.index_of(position, actions[place])) for place in known]
            expected, outlook = trained.judge(observe(space, position, int(position.seat)), indices)
            scores = np.array([found[0][place] for place in known]) / ONE
            differences = (scores - scores.max()) - (expected - expected.max())  # what all share does not count
            errors.append(float(np.abs(differences).mean()))
            places = [(seat - int(position.seat)) % case.players for seat in range(case.players)]
            wins.append(float(np.abs(np.array(found[1]) / ONE - outlook[places]).max()))
            seen += 1
            same += int(scores.argmax() == expected.argmax())
    assert seen >= 30
    assert same >= 0.95 * seen
    assert float(np.mean(errors)) < 0.05
    assert max(wins) < 0.05
