"""`tianxia play` in a real terminal, as a person would use it."""

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


def spawn(*arguments: object, data: Path) -> pexpect.spawn[str]:
    environment = {**os.environ, "TIANXIA_DATA": str(data), "TERM": "xterm-256color"}
    words = [*TIANXIA[1:], *(str(argument) for argument in arguments)]
    return pexpect.spawn(
        sys.executable,
        words,
        env=environment,
        encoding="utf-8",
        dimensions=(60, 160),
        timeout=PATIENCE,
        preexec_fn=listen_to_signals,
    )


def test_a_game_is_played_left_and_taken_up_again(tmp_path: Path, run: Run) -> None:
    save = tmp_path / "game.json"
    first = spawn("play", "forbidden-city", "--seed", 7, "--seats", "me,random", "--save", save, data=tmp_path)
    first.expect("your move")
    first.sendline("5,5 r0")
    first.expect("does not share a side")
    first.expect("your move")
    first.sendline(run("legal", save).out.splitlines()[0])
    first.expect("Enter plays it")
    assert json.loads(save.read_text())["moves"] == []
    first.sendline("")
    first.expect("your move")
    assert [move["seat"] for move in json.loads(save.read_text())["moves"]] == [1, 2]
    first.sendline("quit")
    first.expect("tianxia play --resume")
    first.expect(pexpect.EOF)

    again = spawn("play", "--resume", save, "--no-confirm", data=tmp_path)
    again.expect("your move")
    again.sendline(run("legal", save).out.splitlines()[0])
    again.expect("your move")
    assert len(json.loads(save.read_text())["moves"]) == 4
    again.sendcontrol("c")
    again.expect("tianxia play --resume")
    again.expect(pexpect.EOF)
    assert run("verify", save).code == 0


def test_a_game_is_kept_in_the_data_folder_if_nobody_says_where(tmp_path: Path) -> None:
    table = spawn("play", data=tmp_path)
    table.expect("your move")
    table.sendeof()
    table.expect(pexpect.EOF)
    (saved,) = (tmp_path / "games").iterdir()
    record: dict[str, Any] = json.loads(saved.read_text())
    assert (record["game"], record["players"], sorted(record["seats"])) == (
        "forbidden-city",
        3,
        ["level:novice", "level:novice", "me"],
    )


def test_play_goes_on_from_a_position(tmp_path: Path, run: Run, unfinished: dict[str, Any]) -> None:
    record = tmp_path / "record.json"
    record.write_text(json.dumps(unfinished))
    puzzle = tmp_path / "puzzle.json"
    puzzle.write_text(run("position", record, "--at", 9).out)
    save = tmp_path / "save.json"
    table = spawn("play", "--from", puzzle, "--seats", "me:Ada,random,random", "--save", save, data=tmp_path)
    table.expect("Ada")
    table.expect("your move")
    table.sendline("quit")
    table.expect(pexpect.EOF)
    assert json.loads(save.read_text())["position"] == json.loads(puzzle.read_text())["position"]


WRONG = {
    "a game that is over": (["--resume", "finished.json"], "The game in finished.json is over"),
    "a save that is there": (["forbidden-city", "--save", "finished.json"], "finished.json exists already"),
    "too many words": (["forbidden-city", "--resume", "finished.json"], "With --resume and --from, only"),
    "at without from": (["forbidden-city", "--at", "3"], "--at and --record need --from"),
    "seats that do not fit": (["--from", "finished.json", "--at", "3", "--seats", "me"], "3 players, but 1 seat: "),
    "a broken record": (["--resume", "broken.json"], "It is not complete JSON"),
    "a missing record": (["--resume", "missing.json"], "missing.json cannot be read"),
    "an unknown player": (["forbidden-city", "--seats", "me,wizard"], 'There is no player "wizard"'),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_cannot_be_played_is_refused_and_left_alone(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, finished: dict[str, Any], case: str
) -> None:
    monkeypatch.chdir(tmp_path)
    files = {"finished.json": json.dumps(finished), "broken.json": json.dumps(finished)[:999]}
    for name, content in files.items():
        Path(name).write_text(content)
    arguments, sentence = WRONG[case]
    ran = run("play", *arguments)
    assert (ran.code, ran.out) == (1, "")
    assert sentence in ran.err
    assert {name: Path(name).read_text() for name in files} == files
