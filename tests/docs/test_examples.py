"""The examples for programs that learn: they run, and what the page tells of them is what they found."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

pytest.importorskip("numpy", reason="the extra `research` is not installed")

ROOT = Path(__file__).parent.parent.parent
SVG = "{http://www.w3.org/2000/svg}"
Run = Callable[..., None]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Iterator[Run]:
    """Runs a program of examples/, with as little work as there can be."""
    monkeypatch.syspath_prepend(ROOT / "examples")
    ppo = importlib.import_module("ppo")
    for name, few in {"ROWS": 4, "STEPS": 4, "TESTS": 1}.items():
        monkeypatch.setattr(ppo, name, few)

    def run(program: str, *words: object) -> None:
        monkeypatch.setattr(sys, "argv", [program, *map(str, words)])
        importlib.import_module(program).main()

    yield run
    for name in ("ppo", "search", "learning_curve"):
        sys.modules.pop(name, None)


def test_a_network_learns_is_kept_and_searches(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    network, curve = tmp_path / "network.npz", tmp_path / "curve.svg"
    run("ppo", "--minutes", 0, "--greedy", 1, "--out", network, "--svg", curve)
    told = capsys.readouterr().out.splitlines()
    assert [line.split(" s ")[1].split(":")[0] for line in told] == ["0 decisions", "16 decisions"]
    drawn = ElementTree.parse(curve).getroot()
    assert [len(line.attrib["points"].split()) for line in drawn.iter(f"{SVG}polyline")] == [2, 2]
    assert drawn.findtext(f"{SVG}title") == "The Emperor of China: wins at a table of 3"
    assert "against greedy" in [text.text for text in drawn.iter(f"{SVG}text")]
    run("search", network, "--simulations", 2, "--games", 1)
    assert "in the tree search wins" in capsys.readouterr().out


def test_what_does_not_fit_is_refused(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    network = tmp_path / "network.npz"
    run("ppo", "--minutes", 0, "--greedy", 1, "--out", network)
    for words, reason in (
        (["ppo", "--players", 9], "The Emperor of China is for 3 to 5 players, not 9."),
        (["ppo", "--every", 0], "0 is less than 1"),
        (["ppo", "--out", tmp_path / "none" / "network.npz"], "there is no folder"),
        (["search", network, "year-of-the-dragon"], "is of another game"),
        (["search", network, "--players", 9], "The Emperor of China is for 3 to 5 players, not 9."),
        (["search", network, "--simulations", 0], "0 is less than 1"),
        (["search", tmp_path / "none.npz"], "none.npz"),
        (["search", __file__], "is no network that ppo.py has written."),
    ):
        with pytest.raises(SystemExit):
            run(*words)
        assert reason in capsys.readouterr().err


def test_the_page_tells_what_the_picture_shows() -> None:
    drawn = ElementTree.parse(ROOT / "docs" / "pictures" / "ppo.svg").getroot()
    about: Any = drawn.findtext(f"{SVG}desc")
    page = (ROOT / "docs" / "research.md").read_text(encoding="utf-8")
    assert about.split("; ")[-1] in page
    assert "pictures/ppo.svg" in page
