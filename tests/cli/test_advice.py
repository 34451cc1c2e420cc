"""`tianxia hint` and `tianxia analyse`."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pexpect
import pytest

from support.command import TIANXIA, Run, listen_to_signals
from support.patience import PATIENCE
from tianxia.play.files import print_json


def written(file: Path, record: dict[str, Any]) -> Path:
    file.write_text(print_json(record), encoding="utf-8")
    return file


def test_a_hint_shows_the_best_moves_with_chances_and_scores(
    tmp_path: Path, run: Run, unfinished: dict[str, Any]
) -> None:
    file = written(tmp_path / "game.json", unfinished)
    legal = run("legal", file, "--at", 6).out.splitlines()
    told = run("hint", file, "--at", 6, "--think", 200, "--moves", 3, "--seed", 1, "--json", tmp_path / "hint.json")
    assert told.code == 0
    document = json.loads((tmp_path / "hint.json").read_text())
    assert document["seat"] == 1
    assert len(document["moves"]) == 3
    assert {judged["move"] for judged in document["moves"]} <= set(legal)
    rows = told.out.splitlines()
    assert rows[0].startswith("What Ada could do, by 200 simulations, the most trusted move first; ")
    assert "chance to win" in told.out
    table = [row for row in rows if row.startswith(tuple(judged["move"] + " " for judged in document["moves"]))]
    for row, judged in zip(table, document["moves"], strict=True):
        assert row.startswith(judged["move"])
        shown = 100 * (judged["chance"] if judged["sure"] else judged["chance"] + 1.96 * judged["error"])
        assert int(row.split(" %")[0].split()[-1]) == pytest.approx(shown, abs=0.6 if judged["sure"] else 1.1)
        assert [float(score) for score in row.split()[-3:]] == pytest.approx(judged["scores"], abs=0.06)
    told_of = document["explanation"]
    assert told_of is None or told_of["move"] == document["moves"][0]["move"] != told_of["other"]
    assert ("too close to call" in told.out) == document["close"]
    if told_of is not None and not told_of["close"]:
        assert f"Rather {told_of['move']} than {told_of['other']}" in told.out
    again = run("hint", file, "--at", 6, "--think", 200, "--moves", 3, "--seed", 1)
    assert again.out == told.out


def test_an_analysis_judges_every_decision(tmp_path: Path, run: Run, unfinished: dict[str, Any]) -> None:
    file = written(tmp_path / "game.json", unfinished)
    told = run("analyse", file, "--think", 30, "--seed", 1, "--moves", 2, "--json", tmp_path / "a.json")
    assert told.code == 0
    document = json.loads((tmp_path / "a.json").read_text())
    assert (document["game"], document["players"]) == ("forbidden-city", 3)
    assert [decision["number"] for decision in document["decisions"]] == list(range(1, 13))
    for decision, move in zip(document["decisions"], unfinished["moves"], strict=True):
        assert (decision["seat"], decision["played"]["move"]) == (move["seat"], move["move"])
        assert 1 <= len(decision["best"]) <= 2
        assert decision["loss"] >= 0
    assert [seat["seat"] for seat in document["seats"]] == [1, 2, 3]
    for seat in document["seats"]:
        assert 0 < seat["accuracy"] <= 100
        own = [decision for decision in document["decisions"] if decision["seat"] == seat["seat"]]
        assert set(seat["costliest"]) <= {decision["number"] for decision in own if decision["explanation"]}
    assert "The costliest moves of Ada:" in told.out
    assert "The moves that lost most:" in told.out
    assert "Ada" in told.out
    assert "lost on average" in told.out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--think", "soon"), '"soon" is neither a number of simulations (such as 1000; '),
        (("--moves", 0), "--moves must be from 1 to 1000, not 0."),
        (("--json", "game.json"), "game.json"),
        (("--record", 2), "game.json"),
    ],
)
@pytest.mark.parametrize("command", ["hint", "analyse"])
def test_bad_words_are_refused_in_a_sentence(
    tmp_path: Path,
    run: Run,
    unfinished: dict[str, Any],
    monkeypatch: pytest.MonkeyPatch,
    command: str,
    words: tuple[object, ...],
    sentence: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    written(Path("game.json"), unfinished)
    told = run(command, "game.json", *words)
    assert (told.code, told.out) == (1, "")
    assert sentence in told.err
    assert len(told.err.splitlines()) == 1


def test_there_is_no_hint_once_it_is_over(tmp_path: Path, run: Run, finished: dict[str, Any]) -> None:
    told = run("hint", written(tmp_path / "game.json", finished))
    assert (told.code, told.out) == (1, "")
    assert told.err == "The game is over: ask about an earlier move with --at N.\n"


@pytest.mark.parametrize("command", [("hint", "--at", 6), ("analyse",)])
def test_json_can_go_to_standard_output(
    tmp_path: Path, run: Run, unfinished: dict[str, Any], command: tuple[object, ...]
) -> None:
    word, *rest = command
    words = (word, written(tmp_path / "game.json", unfinished), *rest, "--think", 5, "--seed", 1, "--json")
    kept = run(*words, tmp_path / "kept.json")
    told = run(*words, "-")
    assert json.loads(told.out) == json.loads((tmp_path / "kept.json").read_text())
    assert kept.out in told.err
    assert f"Wrote {tmp_path / 'kept.json'}." in kept.err
    assert "Wrote" not in told.err


def test_help_tells_what_a_seed_does_and_who_plays_by_default(run: Run) -> None:
    for command in ("hint", "analyse"):
        seed = " ".join(run(command, "--help").out.replace("│", " ").split()).partition("--seed")[2]
        assert "the seed of the search" in seed
        assert "the same games" not in seed
    assert "you in a seat that is drawn, against level:novice" in " ".join(
        run("play", "--help").out.replace("│", " ").split()
    )
    examples = run("--help").out.partition("Examples:")[2]
    assert all(f"tianxia {command} " in examples for command in ("play", "hint", "analyse", "arena", "ladder"))


def test_a_broken_record_is_not_analysed(tmp_path: Path, run: Run, unfinished: dict[str, Any]) -> None:
    moves = [*unfinished["moves"][:5], {"seat": 3, "move": "9,9 r0"}]
    told = run("analyse", written(tmp_path / "game.json", {**unfinished, "moves": moves}), "--think", 5)
    assert (told.code, told.out) == (1, "")
    assert told.err.startswith('Move 6 (seat 3, "9,9 r0"): ')


def test_an_analysis_that_is_broken_off_shows_what_there_is(tmp_path: Path, finished: dict[str, Any]) -> None:
    file = written(tmp_path / "game.json", finished)
    words = [*TIANXIA[1:], "analyse", str(file), "--think", "0.2s"]
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "120"}
    analysis = pexpect.spawn(
        sys.executable, words, env=environment, encoding="utf-8", timeout=PATIENCE, preexec_fn=listen_to_signals
    )
    analysis.expect(r"3/\d+")
    analysis.sendcontrol("c")
    analysis.expect("The moves that lost most")
    analysis.expect("Stopped")
    analysis.expect(pexpect.EOF)
    analysis.wait()
    assert analysis.exitstatus == 130
