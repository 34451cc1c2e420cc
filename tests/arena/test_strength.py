"""The table of how strong players are, made by bench/strength.py."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path

import pytest

STRENGTH = Path(__file__).parents[2] / "bench" / "strength.py"


@pytest.mark.parametrize(("low", "high", "shown"), [(0.5, 0.875, "75.0 % (50.0 to 87.5)"), (None, None, "75.0 % (–)")])
def test_a_row_has_its_interval_if_there_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, low: float | None, high: float | None, shown: str
) -> None:
    spec = importlib.util.spec_from_file_location("strength", STRENGTH)
    assert spec is not None
    assert spec.loader is not None
    strength = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "strength", strength)
    spec.loader.exec_module(strength)
    claim = strength.Claim("forbidden-city", ("greedy", "random"), 2, "wins", 90)
    wins = {"mean": 0.75, "low": low, "high": high}
    standing = {"wins": wins, "seconds_a_move": 0.001, "slowest_move": 0.02}
    (tmp_path / f"{claim.name}.json").write_text(json.dumps({"standings": [standing], "games": 2}))
    row = claim.row(tmp_path)
    assert f"| {shown} | 90 % | 2 | 1 ms, 20 ms |" in row
