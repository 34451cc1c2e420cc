"""`simulate`, `games`, and what is wrong with the words after a command."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from support.command import TIANXIA, Run, listen_to_signals
from tianxia.engine import COMPILED

GAME = "forbidden-city"


def test_the_same_seed_gives_the_same_games_with_any_number_of_processes(run: Run, tmp_path: Path) -> None:
    printed = set()
    written = set()
    for processes in (1, 3):
        out = tmp_path / f"{processes}.jsonl"
        ran = run("simulate", GAME, "--players", 2, "--games", 40, "--seed", 7, "--processes", processes, "--out", out)
        assert ran.code == 0
        printed.add(ran.out)
        written.add(out.read_bytes())
    assert len(printed) == len(written) == 1
    assert run("verify", out).out == "40 records: 40 fine, 0 failed.\n"
    other = run("simulate", GAME, "--players", 2, "--games", 40, "--seed", 8, "--processes", 1)
    assert other.out not in printed


def test_the_table_adds_up(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    ran = run("simulate", GAME, "--games", 20, "--seed", 1, "--option", "start=halls", "--out", out)
    records = [json.loads(line) for line in out.read_text().splitlines()]
    assert {(record["options"]["start"], record["players"]) for record in records} == {("halls", 4)}
    assert f"{sum(record['scores'][0] for record in records) / 20:.1f}" in ran.out
    assert "Forbidden City: 20 games, 1760 moves" in ran.out
    wins = sum(1 / len(record["winners"]) for record in records if 1 in record["winners"])
    assert f"{100 * wins / 20:.1f} %" in ran.out


def test_records_can_go_to_standard_output(run: Run) -> None:
    ran = run("simulate", GAME, "--games", 2, "--seed", 1, "--out", "-")
    assert [json.loads(line)["game"] for line in ran.out.splitlines()] == [GAME, GAME]
    assert "2 games" in ran.err


def test_seat_repeated_is_the_same_as_seats_with_commas(run: Run) -> None:
    with_commas = run("simulate", GAME, "--seats", "random, RANDOM", "--games", 3, "--seed", 5)
    repeated = run("simulate", GAME, "--seat", "random", "--seat", "RANDOM", "--games", 3, "--seed", 5)
    assert (with_commas.code, with_commas.out) == (0, repeated.out)


def test_a_file_that_is_there_is_not_overwritten(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    out.write_text("precious\n")
    ran = run("simulate", GAME, "--games", 1, "--seed", 1, "--out", out)
    assert (ran.code, out.read_text()) == (1, "precious\n")
    assert "nothing was overwritten" in ran.err
    assert run("simulate", GAME, "--games", 1, "--seed", 1, "--out", out, "--force").code == 0
    assert json.loads(out.read_text())["game"] == GAME
    empty = tmp_path / "empty.jsonl"
    empty.touch()
    assert run("simulate", GAME, "--games", 1, "--seed", 1, "--out", empty).code == 0
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


WRONG_WORDS = {
    "no such game": (
        ["simulate", "go"],
        'There is no game "go"; the games are emperor-of-china, forbidden-city and year-',
    ),
    "no game": (["simulate"], "GAME is missing. See tianxia simulate --help."),
    "no such command": (["dance"], 'There is no command "dance". See tianxia --help.'),
    "no such parameter": (["simulate", GAME, "--velocity", "9"], "There is no option --velocity here."),
    "too many players": (["simulate", GAME, "--players", "5"], "Forbidden City is for 2 to 4 players, not 5."),
    "a huge number of players": (["simulate", GAME, "--players", "9" * 30], "is for 2 to 4 players"),
    "not a number": (["simulate", GAME, "--players", "four"], '--players must be a whole number, not "four".'),
    "no games": (["simulate", GAME, "--games", "0"], "--games must be from 1 to 10000000, not 0."),
    "too many games": (["simulate", GAME, "--games", "9" * 20], "--games must be from 1 to"),
    "no processes": (["simulate", GAME, "--processes", "-1"], "--processes must be from 1 to 256, not -1."),
    "no such player": (["simulate", GAME, "--seats", "random,wizard"], 'There is no player "wizard"'),
    "seats twice": (["simulate", GAME, "--seats", "random", "--seat", "random"], "either --seats or --seat"),
    "seats and players": (["simulate", GAME, "--seats", "random,random", "--players", "3"], "3 players, but 2 seats"),
    "no such option": (["simulate", GAME, "--option", "wall=true"], 'has no option "wall"; it has: start.'),
    "no such value": (["simulate", GAME, "--option", "start=sea"], 'cannot be "sea"; it can be gardens or halls.'),
    "an option without value": (["simulate", GAME, "--option", "start"], "An option is written name=value"),
    "a wrong seed": (["simulate", GAME, "--seed", "-7"], "A seed is a whole number"),
    "a huge seed": (["simulate", GAME, "--seed", "9" * 39], "A seed is a whole number"),
    "no such edition": (["simulate", GAME, "--edition", "missing.toml"], "missing.toml cannot be read"),
    "nowhere to write": (["simulate", GAME, "--out", "no/such/folder/x"], "x cannot be written"),
    "nothing to verify": (["verify"], "Name a file"),
}


@pytest.mark.parametrize("case", WRONG_WORDS)
def test_wrong_words_get_one_sentence(run: Run, case: str) -> None:
    arguments, sentence = WRONG_WORDS[case]
    ran = run(*arguments)
    assert (ran.code, ran.out) == (1, "")
    lines = [line for line in ran.err.splitlines() if "runs interpreted" not in line]
    assert len(lines) == 1
    assert sentence in lines[0]


def test_another_edition_is_played_and_wanted_again(run: Run, tmp_path: Path) -> None:
    source = Path(sys.modules["tianxia"].__path__[0], "games", "forbidden_city", "standard.toml").read_text()
    edition = tmp_path / "mine.toml"
    edition.write_text(source.replace('edition = "standard"', 'edition = "mine"').replace("green-court", "green-hall"))
    out = tmp_path / "games.jsonl"
    assert run("simulate", GAME, "--games", 2, "--seed", 1, "--edition", edition, "--out", out).code == 0
    assert "green-hall" in out.read_text()
    refused = run("verify", out)
    assert refused.code == 1
    assert 'It needs the edition "mine": give its file with --edition FILE.' in refused.out
    assert run("verify", out, "--edition", edition).code == 0
    edition.write_text(source)
    assert 'the name "standard" belongs' in run("simulate", GAME, "--edition", edition).err
    edition.write_text(source.replace('edition = "standard"', 'edition = "mine"').replace('"#a#."', '"#x#."', 1))
    refused = run("simulate", GAME, "--edition", edition)
    assert refused.err.startswith(f'{edition}, tile "green-alcove": sides must be four characters')


def test_version_and_help_tell_what_one_wants_to_know(run: Run) -> None:
    version = run("--version")
    assert (version.code, version.out.startswith("tianxia ")) == (0, True)
    assert ("interpreted" in version.out, "compiled" in version.out) == (not COMPILED, COMPILED)
    for command in ("games", "simulate", "verify", "legal", "show", "position", "play"):
        assert f"tianxia {command}" in run(command, "--help").out.split("Example")[1]
    games = " ".join(run("games").out.split())
    assert "gardens or halls, default gardens" in games
    sides = "3 players: three-four; 4 players: three-four or four-five, default three-four; 5 players: four-five"
    assert sides in games


def test_an_interrupted_simulation_keeps_what_it_played(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    command = [*TIANXIA, "simulate", GAME]
    command += ["--games", "1000000", "--processes", "1", "--seed", "1", "--out", str(out)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, preexec_fn=listen_to_signals) as process:
        while not any(part.stat().st_size for part in tmp_path.glob(".games.jsonl.*.part")):
            with pytest.raises(subprocess.TimeoutExpired):  # it plays on
                process.wait(0.02)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate()
    assert process.returncode == 130
    assert "Traceback" not in said
    assert said.splitlines()[-1] == "Stopped."
    lines = out.read_text().splitlines()
    assert len(lines) > 0
    assert all(json.loads(line)["winners"] for line in lines)


def test_a_reader_that_has_heard_enough_is_no_error(tmp_path: Path) -> None:
    command = f"{shlex.join(TIANXIA)} simulate {GAME} --games 40 --seed 1 --processes 1 --out - | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, env=dict(os.environ))
    assert "Traceback" not in done.stderr
    assert json.loads(done.stdout)["game"] == GAME
