"""Our games beside those of other libraries: what bench/peers.py measures, and what it tells of it."""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import tianxia
from tianxia.engine import COMPILED
from tianxia.games import GAMES
from tianxia.words import text

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Imports a module of bench/, which is no package."""
    monkeypatch.syspath_prepend(ROOT / "bench")
    yield importlib.import_module
    for name in ("peers", "peers_report", "peers_chart"):
        sys.modules.pop(name, None)


def figures(game: str, speed: float, api: str = "engine", clone: float | None = 1.5) -> dict[str, Any]:
    counts = {"players": 4, "choices": 5.0, "decisions_a_game": 80.0, "new_game_us": 12.0}
    told = {"game": game, "api": api, "decisions_a_second": speed, "clone_us": clone, "clones_by_deepcopy": False}
    return {**counts, **told}


FOUND: dict[str, Any] = {
    "where": {"python": "3.11", "machine": "a machine"},
    "libraries": {
        "tianxia compiled": {
            "games": [figures("Forbidden City", 500_000), figures("The Emperor of China", 1_500_000)],
            "failed": [{"what": "forbidden-city AEC", "reason": "No module named 'there'"}],
        },
        "rlcard": {
            "games": [figures("Uno", 100_000, clone=None), figures("Dou Dizhu", 9)],
            "failed": [],
            "version": "1",
        },
        "pgx": {"games": [figures("go", 9_000_000, "batch")], "failed": [], "version": "2"},
    },
    "missing": {"catanatron": "could not be installed: no such package"},
}


def test_our_games_are_measured(bench: Any) -> None:
    found = bench("peers").measure(Path(sys.executable), "tianxia", Path(tianxia.__file__ or "").parents[1], 0.001)
    engine = [game for game in found["games"] if game["api"] == "engine"]
    assert found["compiled"] == COMPILED
    assert [game["game"] for game in engine] == [text(f"{id}.title") for id in GAMES]
    assert all(min(game["decisions_a_second"], game["choices"], game["clone_us"]) > 0 for game in engine)


def test_a_library_that_is_not_there_is_named_with_the_reason(bench: Any) -> None:
    peers = bench("peers")
    with pytest.raises(subprocess.CalledProcessError) as failure:
        peers.measure(Path(sys.executable), "catanatron", None, 0.001)
    assert "catanatron" in peers.last_line(failure.value.stderr)


def test_bars_are_held_against_the_fastest_game_in_python(bench: Any) -> None:
    """Batches are compared with nothing."""
    assert bench("peers_report").bars(FOUND) == [
        "The Emperor of China, engine: 15.0 x the fastest Python peer (RLCard, Uno); 10 x is reached.",
        "Forbidden City, engine: 5.0 x the fastest Python peer (RLCard, Uno); 3 x is reached.",
    ]
    faster = {"games": [figures("Uno", 200_000)], "failed": []}
    held = bench("peers_report").bars({**FOUND, "libraries": {**FOUND["libraries"], "rlcard": faster}})
    assert len(held) == 2
    assert all(line.endswith("x is NOT reached.") for line in held)


def test_figures_go_between_the_marks_of_the_page(bench: Any, tmp_path: Path) -> None:
    report = bench("peers_report")
    (tmp_path / "pictures").mkdir()
    page = tmp_path / "speed.md"
    page.write_text(f"before\n{report.BEGIN}\nold\n{report.END}\nafter\n", encoding="utf-8")
    report.write_docs(FOUND, tmp_path)
    once = page.read_text(encoding="utf-8")
    report.write_docs(FOUND, tmp_path)
    assert page.read_text(encoding="utf-8") == once
    assert once.startswith("before\n")
    assert once.endswith("\nafter\n")
    assert "old" not in once
    assert "| Tianxia | The Emperor of China | 4 | 1,500,000 | 5.0 | 80 | 12 | 1.5 |" in once
    assert "| RLCard | Uno | 4 | 100,000 | 5.0 | 80 | 12 |  |" in once
    assert "Catanatron: could not be installed: no such package" in once
    assert "Tianxia, forbidden-city AEC: not there (No module named 'there')" in once


def test_the_picture_has_a_bar_for_each_game(bench: Any) -> None:
    picture = ElementTree.fromstring(bench("peers_report").picture(FOUND))
    svg = "{http://www.w3.org/2000/svg}"
    wide = {
        bar.get("class"): float(bar.get("width", "0"))
        for bar in picture.iter(f"{svg}rect")
        if bar.get("x") == str(bench("peers_chart").LEFT)
    }
    assert wide["fill-blue"] > wide["fill-jade"] > wide["fill-gold"] > 0  # native, compiled, Python
    labels = [label.text for label in picture.iter(f"{svg}text")]
    assert "RLCard: Dou Dizhu" in labels


def test_the_page_has_a_place_for_the_figures(bench: Any) -> None:
    report = bench("peers_report")
    page = (ROOT / "docs" / "speed.md").read_text(encoding="utf-8")
    assert page.count(report.BEGIN) == page.count(report.END) == 1
