"""`arena`: who is better, in the terminal, as JSON, and in a file that can be gone on with."""

from __future__ import annotations

import io
import json
import re
import signal
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from support.command import TIANXIA, Ran, Run, listen_to_signals
from support.contests import made_up
from tianxia.arena import Plan
from tianxia.arena.contest import Contest
from tianxia.arena.contest import arena as contest_of
from tianxia.arena.contest_run import ContestRun
from tianxia.arena.tally import tally
from tianxia.cli.contest import _Bar
from tianxia.cli.contest_tables import arena_table, plus_minus, points, share, signed
from tianxia.games import find_game

GAME = "forbidden-city"
SEATS = ("--seats", "greedy,random")


def games_in(file: Path) -> list[dict[str, Any]]:
    """The games of a file by number, without what depends on the machine."""
    _, *lines = file.read_text().splitlines()
    found = [json.loads(line) for line in lines]
    for game in found:
        del game["thinking"]
    return sorted(found, key=lambda game: int(game["number"]))


def remarks(ran: Ran) -> list[str]:
    return [line for line in ran.err.splitlines() if "runs interpreted" not in line]


def test_the_table_tells_who_is_better(run: Run, tmp_path: Path) -> None:
    result = tmp_path / "result.json"
    ran = run("arena", GAME, "--seats", "greedy,random,random", "--games", 20, "--seed", 7, "--json", result)
    assert ran.code == 0
    assert remarks(ran) == ["20 games are not whole rounds: 21 are played.", f"Wrote {result}."]
    assert "Few rounds" not in ran.out
    assert "Forbidden City: 21 games in 7 rounds" in ran.out
    found = json.loads(result.read_text())
    assert (found["contest"], found["game"], found["seats"]) == ("arena", GAME, ["greedy", "random", "random"])
    assert (found["games"], found["rounds"], found["complete"], found["repeatable"]) == (21, 7, True, True)
    greedy, random = found["standings"]
    assert (greedy["player"], greedy["seats"], random["player"], random["seats"]) == ("greedy", 1, "random", 2)
    assert greedy["wins"]["mean"] + random["wins"]["mean"] == pytest.approx(1)
    assert greedy["wins"]["low"] > greedy["fair_share"] == pytest.approx(1 / 3)
    assert sum(greedy["points"].values()) == pytest.approx(greedy["score"]["mean"])
    lines = {line.split("│")[1].strip(): line for line in ran.out.splitlines() if "│" in line}
    low, high = 100 * greedy["wins"]["low"], 100 * greedy["wins"]["high"]
    assert f"{100 * greedy['wins']['mean']:.0f} % ({low:.0f} to {high:.0f})" in lines["greedy"]
    reach = greedy["score"]["high"] - greedy["score"]["mean"]
    assert f"{greedy['score']['mean']:.1f} ± {reach:.1f}" in lines["greedy"]
    assert f"{random['margin']['mean']:+.1f} ±" in lines["random"]
    assert ("better" in lines["against fair share"], "worse" in lines["against fair share"]) == (True, True)
    assert f"{greedy['points']['room']:.1f}" in lines["rooms"]
    assert {"fair share", "slowest move", "last tiles"} <= set(lines)
    assert "forfeits" not in lines


SPECS = ["level:novice", "pipe:python3 /home/somebody/bots/careful.py --seconds 5", "level:master", "greedy", "mcts:1s"]


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_no_figure_is_broken_on_a_narrow_screen(players: int, width: int) -> None:
    specs = tuple(SPECS[:players])
    plan = Plan("year-of-the-dragon", players, {}, specs, bytes(16), "standard")
    contest = Contest(plan, (specs,), is_ladder=False, is_repeatable=True)
    scores = [[98 + 5 * round_number, 71, 104, 87, 65][:players] for round_number in range(6)]
    played = [made_up(fixture, scores[fixture.round % 6]) for fixture in contest.fixtures(6 * players)]
    figures = tally(contest, [replace(game, points=[{"palace": 9}] * players) for game in played])
    assert figures is not None
    console = Console(width=width, file=io.StringIO(), record=True)
    console.print(arena_table(find_game("year-of-the-dragon"), contest, figures))
    rows = [line for line in console.export_text().splitlines() if " to " in line and "│" in line]
    assert len(rows) == players
    for row, who in zip(rows, figures.standings, strict=True):
        figure = share(who.wins)
        assert row.startswith(f"│{who.spec[:9]}")
        assert all(
            f" {told} " in row for told in (figure, plus_minus(who.score, points), plus_minus(who.margin, signed))
        )


def test_the_same_seed_gives_the_same_games_with_any_number_of_processes(run: Run, tmp_path: Path) -> None:
    files = [tmp_path / f"{processes}.jsonl" for processes in (1, 2)]
    for processes, file in enumerate(files, 1):
        ran = run("arena", GAME, *SEATS, "--games", 8, "--seed", 7, "--processes", processes, "--out", file)
        assert ran.code == 0
    one, two = map(games_in, files)
    assert one == two
    numbers = [json.loads(line)["number"] for line in files[1].read_text().splitlines()[1:]]
    assert numbers == list(range(8))
    other = tmp_path / "other.jsonl"
    run("arena", GAME, *SEATS, "--games", 8, "--seed", 8, "--processes", 1, "--out", other)
    assert games_in(other) != one


def test_a_finished_file_only_prints_the_table_and_more_games_can_be_added(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    first = run("arena", GAME, *SEATS, "--games", 4, "--out", file, "--processes", 1)  # a random seed
    content = file.read_bytes()
    again = run("arena", GAME, *SEATS, "--games", 4, "--out", file, "--processes", 1)
    assert (again.code, timeless(again.out), file.read_bytes()) == (0, timeless(first.out), content)
    more = run("arena", GAME, *SEATS, "--games", 6, "--out", file, "--processes", 1)
    assert remarks(more) == [f"{file} has 4 games of 6 already."]
    assert file.read_bytes().startswith(content)
    assert len(games_in(file)) == 6
    fewer = run("arena", GAME, *SEATS, "--games", 2, "--out", file, "--processes", 1)
    assert (fewer.code, timeless(fewer.out)) == (0, timeless(more.out))


def timeless(table: str) -> str:
    """A table without times, which the file keeps rounded."""
    return re.sub(r"[\s─━]+", " ", re.sub(r"[0-9.]+ m?s\b", "", table))


def test_a_line_that_was_cut_off_is_played_again(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    command = ("arena", GAME, *SEATS, "--games", 4, "--seed", 7, "--processes", 1, "--out", file)
    run(*command)
    games = games_in(file)
    file.write_bytes(file.read_bytes()[:-30])
    ran = run(*command)
    assert remarks(ran) == [
        f"The last line of {file} was incomplete: it is removed, and its game is played again.",
        f"{file} has 3 games of 4 already.",
    ]
    assert games_in(file) == games


@pytest.mark.parametrize("processes", [1, 2])
def test_ctrl_c_leaves_a_file_that_the_same_command_goes_on_from(run: Run, tmp_path: Path, processes: int) -> None:
    file, result = tmp_path / "games.jsonl", tmp_path / "result.json"
    contest = ["arena", GAME, *SEATS, "--seed", "7"]
    command = [*contest, "--processes", str(processes), "--out", str(file), "--json", str(result), "--games"]
    with subprocess.Popen(
        [*TIANXIA, *command, "100000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=listen_to_signals,
    ) as process:
        while not file.exists() or file.read_bytes().count(b"\n") < 5:
            with pytest.raises(subprocess.TimeoutExpired):  # it plays on
                process.wait(0.02)
        process.send_signal(signal.SIGINT)
        printed, said = process.communicate()
    assert process.returncode == 130
    assert "Traceback" not in said
    kept = games_in(file)
    last = f"Stopped after {len(kept)} of 100000 games. They are kept in {file}; the same command continues from there."
    assert said.splitlines()[-1] == last
    seats_played = Counter(game["number"] // 2 for game in kept)  # two processes may leave a gap
    assert f"{2 * list(seats_played.values()).count(2)} games in" in printed
    assert json.loads(result.read_text())["complete"] is False
    assert run(*command, len(kept) + 2).code == 0
    assert json.loads(result.read_text())["complete"] is True
    games = games_in(file)
    assert [game["number"] for game in games] == list(range(len(games)))
    assert [game for game in games if game["number"] in {game["number"] for game in kept}] == kept
    straight = tmp_path / "straight.jsonl"
    run(*contest, "--processes", 1, "--out", straight, "--games", len(games))
    assert games_in(straight) == games


@pytest.mark.parametrize(
    ("key", "value"),
    [("scores", [10**400, 1]), ("points", [{"tips": 1}, {}]), ("winners", [2, 2]), ("thinking", [1e308, 1e308])],
)
def test_a_file_that_somebody_edited_is_refused_with_its_line(
    run: Run, tmp_path: Path, key: str, value: object
) -> None:
    file = tmp_path / "games.jsonl"
    command = ("arena", GAME, *SEATS, "--games", 2, "--seed", 7, "--processes", 1, "--out", file)
    run(*command)
    head, first, second = file.read_text().splitlines()
    file.write_text("\n".join([head, first, json.dumps(json.loads(second) | {key: value}), ""]))
    ran = run(*command)
    assert (ran.code, ran.out) == (1, "")
    assert remarks(ran)[0].startswith(f"{file}, line 3: ")


def test_records_are_kept_when_asked_for(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    run("arena", GAME, *SEATS, "--games", 4, "--seed", 7, "--processes", 1, "--out", file, "--records")
    assert run("verify", file).out == "4 records: 4 fine, 0 failed.\n"
    assert "records" not in json.loads(file.read_text().splitlines()[0])
    third = tmp_path / "third.json"
    third.write_text(json.dumps(games_in(file)[2]["record"]))
    assert run("show", file, "--record", 3).out == run("show", third).out
    assert "has 4 records: choose one with --record N" in run("show", file).err
    assert run("hint", file, "--record", 3, "--at", 10, "--think", 20, "--seed", 1).code == 0
    without = tmp_path / "without.jsonl"
    run("arena", GAME, *SEATS, "--games", 2, "--seed", 7, "--processes", 1, "--out", without)
    for command in ("show", "verify", "analyse", "hint"):
        ran = run(command, without)
        assert ran.code == 1
        assert "It is the file of a contest, which kept no records (--records keeps them)." in ran.out + ran.err


def test_json_can_go_to_standard_output(run: Run) -> None:
    ran = run("arena", GAME, *SEATS, "--games", 2, "--seed", 7, "--processes", 1, "--json", "-")
    assert json.loads(ran.out)["games"] == 2
    assert "2 games in 1 round" in ran.err
    assert "(one round)" in ran.err
    assert "Wrote" not in ran.err


def test_one_game_is_told_in_one_number(run: Run) -> None:
    ran = run("arena", GAME, *SEATS, "--games", 1, "--seed", 7, "--processes", 1)
    assert remarks(ran) == ["1 game is not a whole round: 2 are played."]


@pytest.mark.parametrize("is_ladder", [False, True])
def test_the_bar_labels_its_times_and_has_no_favourite_on_a_ladder(
    monkeypatch: pytest.MonkeyPatch, is_ladder: bool
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "120")
    specs = ("greedy", "random")
    contest = Contest(Plan(GAME, 2, {}, specs, bytes(16), "standard"), (specs,), is_ladder, is_repeatable=True)
    bar = _Bar(ContestRun(contest, 4, None))
    bar.advance(made_up(contest.fixtures(2)[0], (2, 1)))
    console = Console(width=120, file=io.StringIO(), record=True)
    console.print(bar.progress.get_renderable())
    shown = console.export_text()
    assert "1/4 elapsed 0:00:00 left -:--:--" in shown
    assert ("% wins" in shown) == (not is_ladder)


def test_a_player_that_thinks_by_the_clock_is_told(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    for seats, is_told in (("mcts:1s", "random"), True), (("greedy", "random"), False):
        plan = Plan(GAME, 2, {"start": "gardens"}, seats, bytes(16), "standard")
        held = ContestRun(contest_of(plan), 2, file.with_suffix(f".{is_told}"))
        assert held.archive is not None
        with held.archive:
            for fixture in held.fixtures:
                held.archive.add(made_up(fixture, (2, 1)))
        ran = run("arena", GAME, "--seats", ",".join(seats), "--games", 2, "--out", held.archive.path)
        assert ("Not repeatable: a player thinks by the clock" in ran.out) == is_told


def test_a_program_that_fails_does_not_win_by_its_stand_in(run: Run) -> None:
    fails = f"pipe:{sys.executable} -c pass"
    ran = run("arena", GAME, "--seat", fails, "--seat", "random", "--games", 2, "--processes", 1, "--json", "-")
    failed, random = json.loads(ran.out)["standings"]
    assert (failed["forfeits"], failed["wins"]["mean"], random["wins"]["mean"]) == (2, 0.0, 1.0)
    assert (failed["score"], failed["margin"], random["margin"]) == (None, None, None)
    assert "A player that forfeited cannot win" in ran.err
    simulated = run("simulate", GAME, "--seat", fails, "--seat", "random", "--games", 2)
    rows = {line.split("│")[1].strip(): line.split("│")[2:4] for line in simulated.out.splitlines() if "│" in line}
    assert [cell.strip() for cell in rows["wins"]] == ["0.0 %", "100.0 %"]
    assert [cell.strip() for cell in rows["forfeits"]] == ["2", "0"]


def test_seat_repeated_is_the_same_as_seats_with_commas(run: Run) -> None:
    rest = ("--games", 2, "--seed", 7, "--processes", 1, "--json", "-")
    with_commas = json.loads(run("arena", GAME, "--seats", "Greedy, random", *rest).out)
    repeated = json.loads(run("arena", GAME, "--seat", "greedy", "--seat", "random", *rest).out)
    assert with_commas["seats"] == repeated["seats"] == ["greedy", "random"]
    assert with_commas["winner_score"] == repeated["winner_score"]


def test_options_and_editions_are_played(run: Run, tmp_path: Path) -> None:
    source = Path(sys.modules["tianxia"].__path__[0], "games", "forbidden_city", "standard.toml").read_text()
    edition = tmp_path / "mine.toml"
    edition.write_text(source.replace('edition = "standard"', 'edition = "mine"'))
    ran = run(
        *("arena", GAME, *SEATS, "--games", 4, "--seed", 7, "--processes", 2),
        *("--option", "start=halls", "--edition", edition, "--json", "-"),
    )
    found = json.loads(ran.out)
    assert (found["options"], found["edition"]) == ({"start": "halls"}, "mine")


WRONG_WORDS = {
    "no such game": (["go", *SEATS], 'There is no game "go"'),
    "nobody plays": ([GAME], "Say who plays, for instance --seats"),
    "no such player": ([GAME, "--seats", "greedy,wizard"], 'There is no player "wizard"'),
    "too many seats": ([GAME, "--seats", "random,random,random,random,random"], "is for 2 to 4 players, not 5"),
    "a seat": ([GAME, "--seats", "random"], "is for 2 to 4 players, not 1"),
    "no games": ([GAME, *SEATS, "--games", "0"], "--games must be from 1 to 1000000, not 0."),
    "no processes": ([GAME, *SEATS, "--processes", "0"], "--processes must be from 1 to 256, not 0."),
    "an address alone": ([GAME, *SEATS, "--ray-address", "x:1"], "--ray-address needs --on ray."),
    "no such place": ([GAME, *SEATS, "--on", "moon"], "moon"),
    "no such option": ([GAME, *SEATS, "--option", "wall=true"], 'has no option "wall"'),
    "a wrong seed": ([GAME, *SEATS, "--seed", "x"], "A seed is a whole number"),
    "nowhere to keep": ([GAME, *SEATS, "--out", "no/such/folder/x"], "x cannot be written"),
    "nowhere to tell": ([GAME, *SEATS, "--json", "no/such/folder/x"], "x cannot be written"),
    "a folder": ([GAME, *SEATS, "--out", "."], ". is not a regular file."),
    "out to nowhere": ([GAME, *SEATS, "--out", "-"], "--out needs the name of a file, not -."),
    "records of nothing": ([GAME, *SEATS, "--records"], "--records needs --out."),
}


@pytest.mark.parametrize("case", WRONG_WORDS)
def test_wrong_words_get_one_sentence(run: Run, case: str) -> None:
    arguments, sentence = WRONG_WORDS[case]
    ran = run("arena", *arguments)
    assert (ran.code, ran.out) == (1, "")
    assert len(remarks(ran)) == 1
    assert sentence in remarks(ran)[0]


def test_files_of_others_are_left_alone(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "precious"
    for content in ("precious\n", '{"precious": true}\n'):
        file.write_text(content)
        for option in ("--out", "--json"):
            ran = run("arena", GAME, *SEATS, "--games", 2, option, file)
            assert (ran.code, file.read_text()) == (1, content)
            assert ("is not the file of a contest" in ran.err) == (option == "--out")
            assert ("nothing was overwritten" in ran.err) == (option == "--json")


def test_a_file_of_another_contest_is_refused_with_what_differs(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    run("arena", GAME, *SEATS, "--games", 2, "--processes", 1, "--out", file)
    other = run("arena", "emperor-of-china", "--seats", "greedy,random,random", "--games", 2, "--out", file)
    assert other.code == 1
    assert (
        "These are games of forbidden-city, not of emperor-of-china. There were 2 players at a table there, 3 here."
        in other.err
    )
    level = run("ladder", GAME, "--levels", "greedy,random", "--players", 2, "--games", 2, "--out", file)
    assert "It was written by tianxia arena, not by tianxia ladder. Give another name" in level.err


def test_help_has_examples(run: Run) -> None:
    assert "tianxia arena" in run("arena", "--help").out.split("Example")[1]
