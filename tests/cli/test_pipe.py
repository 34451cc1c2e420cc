"""Programs of one's own on the command line: seated, told about when they fail, never started by a file."""

from __future__ import annotations

import json
import shlex
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pexpect
import pytest

from cli.test_play import spawn
from support.bots import FIRST, HOLD, Lifeline, write_bot
from support.command import TIANXIA, Run, listen_to_signals

GAME = "forbidden-city"


def test_a_program_of_ones_own_takes_part_in_a_simulation(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    bot = write_bot(tmp_path, FIRST)
    ran = run("simulate", GAME, "--seats", f"random,{bot}", "--games", 2, "--seed", 1, "--out", out)
    assert ran.code == 0
    assert "forfeit" not in ran.err
    assert [json.loads(line)["seats"][1] for line in out.read_text().splitlines()] == [bot, bot]
    assert run("verify", out).code == 0


def test_a_simulation_says_who_forfeited_how_often_and_why(run: Run, tmp_path: Path) -> None:
    counter = tmp_path / "games"
    body = f"""
    with open({str(counter)!r}, "a") as file:
        file.write("x")
    for view in views():
        answer({{"move": view["legal"][0] if len(open({str(counter)!r}).read()) % 2 else "resign"}})
    """
    out = tmp_path / "games.jsonl"
    bot = write_bot(tmp_path, body)
    words = ["simulate", GAME, "--seat", "random", "--seat", bot, "--games", 3, "--processes", 1, "--seed", 1]
    ran = run(*words, "--out", out)
    assert ran.code == 0
    told = "Seat 2 forfeited 1 of 3 games: it cannot win those, and a stand-in finished them. The first time: Seat 2"
    assert told in ran.err
    assert 'forfeits before move 2: it answered the move "resign". "resign" is not a move' in ran.err
    assert ran.err.count("forfeits") == 1
    games = [json.loads(line) for line in out.read_text().splitlines()]
    assert [entry["from"] for game in games for entry in game.get("stand_ins", [])] == [2]
    assert "stand_ins" in games[1]


def test_a_command_with_a_comma_needs_seat(run: Run) -> None:
    ran = run("simulate", GAME, "--seats", "random,pipe:python3 bot.py a,b")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.splitlines()[-1] == (
        'There is no player "b": --seats splits at every comma. Give a command that has one with --seat, '
        "once for each player: --seat random --seat 'pipe:python3 bot.py a,b'."
    )
    ran = run("simulate", GAME, "--seat", "random", "--seat", "pipe:echo a,b", "--games", 1)
    assert ran.code == 0
    assert 'it answered "a,b".' in ran.err
    for command in ("simulate", "play"):
        assert "--seat 'pipe:python3 bot.py a,b'" in " ".join(run(command, "--help").out.split())


@pytest.mark.parametrize("words", [["--resume"], ["--from"]])
def test_a_name_in_a_file_starts_nothing(
    run: Run, tmp_path: Path, written: Callable[[object], Path], unfinished: dict[str, Any], words: list[str]
) -> None:
    traces = tmp_path / "traces"
    for name in (f"pipe:touch {traces}", f" PIPE:touch {traces}", f"Pipe:1s:touch {traces}"):
        file = written(unfinished | {"seats": ["Ada", name, "random"]})
        ran = run("play", *words, file)
        assert (ran.code, ran.out) == (1, "")
        assert f"In {file}, seat 2 was played by a program of your own:" in ran.err
        assert "A program is never started just because a file names it: say who plays with --seats" in ran.err
        assert f"for this one --seat {shlex.quote(name)} if you trust it." in ran.err
        assert json.loads(file.read_text())["seats"][1] == name
        assert not traces.exists()


def test_who_says_so_has_the_program_back(run: Run, written: Callable[[object], Path], unfinished: Any) -> None:
    file = written(unfinished | {"seats": ["random", "pipe:true", "random"]})
    seats = ["--seat", "random", "--seat", "pipe:true", "--seat", "random"]
    ran = run("play", "--resume", file, *seats)
    assert ran.code == 0
    assert "Seat 2 (pipe:true) forfeits before move 14: its program ended with exit code 0." in ran.out.replace(
        "\n", ""
    )
    record = json.loads(file.read_text())
    assert [(entry["seat"], entry["from"]) for entry in record["stand_ins"]] == [(2, 14)]
    assert run("verify", file).code == 0


def test_another_way_from_an_earlier_move_forgets_later_stand_ins(
    run: Run, tmp_path: Path, written: Callable[[object], Path], unfinished: dict[str, Any]
) -> None:
    entries = [{"seat": 2, "from": 5}, {"seat": 3, "from": 12}, "what others wrote"]
    file = written(unfinished | {"stand_ins": entries})
    save = tmp_path / "save.json"
    run("play", "--from", file, "--at", 9, "--seats", "random,random,random", "--save", save)
    assert json.loads(save.read_text())["stand_ins"] == [entries[0], entries[2]]


def test_a_game_with_a_program_is_left_and_taken_up_again(tmp_path: Path) -> None:
    save = tmp_path / "game.json"
    bot = write_bot(tmp_path, FIRST)
    words = ["play", GAME, "--seat", "me:Ada", "--seat", bot, "--save", save, "--no-confirm"]
    first = spawn(*words, data=tmp_path)
    first.expect("your move")
    first.sendline("quit")
    first.expect("Resume it with: tianxia ")
    first.expect("\r")
    again = shlex.split(str(first.before))
    first.expect(pexpect.EOF)
    assert again == ["play", "--resume", str(save), "--seat", "me:Ada", "--seat", bot]
    second = spawn(*again, "--no-confirm", data=tmp_path)
    second.expect("your move")
    second.sendline("quit")
    second.expect(pexpect.EOF)


def test_who_leaves_while_a_program_thinks_leaves_nobody_behind(tmp_path: Path) -> None:
    lifeline = Lifeline(tmp_path)
    bot = write_bot(tmp_path, HOLD.format(file=str(lifeline.file)) + "signal.pause()")
    table = spawn("play", GAME, "--seats", f"{bot},me", data=tmp_path)
    lifeline.await_life()
    table.sendcontrol("c")
    table.expect("The game is saved. Resume it with:")
    table.expect(pexpect.EOF)
    lifeline.await_death()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_whoever_stops_us_stops_the_programs_we_started(how: signal.Signals, tmp_path: Path) -> None:
    lifeline = Lifeline(tmp_path)
    bot = write_bot(tmp_path, HOLD.format(file=str(lifeline.file)) + "signal.pause()")
    command = [*TIANXIA, "simulate", GAME]
    command += ["--seats", f"{bot},random", "--processes", "1"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, preexec_fn=listen_to_signals) as process:
        lifeline.await_life()
        process.send_signal(how)
        _, said = process.communicate()
    assert process.returncode == 128 + how
    assert "Traceback" not in said
    lifeline.await_death()
