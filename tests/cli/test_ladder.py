"""`ladder`: ratings in the terminal, as JSON and as a picture."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from xml.etree import ElementTree

import pytest

from support.command import Run
from tianxia.arena import Played, contest
from tianxia.arena.ratings import Rating
from tianxia.arena.statistics import Estimate
from tianxia.cli.ladder_chart import _signed, rating_scale

GAME = "forbidden-city"
LADDER = ("ladder", GAME, "--levels", "random,greedy,level:novice", "--players", 3, "--seed", 7)
SVG = "{http://www.w3.org/2000/svg}"


def test_a_ladder_is_complete_in_table_json_and_picture(run: Run, tmp_path: Path) -> None:
    result, picture = tmp_path / "ladder.json", tmp_path / "ladder.svg"
    ran = run(*LADDER, "--games", 10, "--json", result, "--svg", picture, "--processes", 2)
    assert ran.code == 0
    assert "12 games, in which every two players meet at least 10 times." in ran.err
    assert f"Wrote {result}.\nWrote {picture}.\n" in ran.err
    assert "Few rounds: the intervals are rough." in ran.out  # four
    found = json.loads(result.read_text())
    levels = [rated["level"] for rated in found["ratings"]]
    assert sorted(levels) == ["greedy", "level:novice", "random"]
    assert levels[0] == "greedy"
    assert sum(rated["rating"]["mean"] for rated in found["ratings"]) == pytest.approx(0, abs=1e-6)
    assert all(rated["rating"]["low"] < rated["rating"]["mean"] < rated["rating"]["high"] for rated in found["ratings"])
    assert [meeting["games"] for meeting in found["meetings"]] == [12, 12, 12]
    assert (found["contest"], found["levels"], found["games"]) == ("ladder", ["random", "greedy", "level:novice"], 12)
    rows = [line for line in ran.out.splitlines() if any(f"│{level}" in line for level in levels)]
    for row, rated in zip(rows, found["ratings"], strict=True):
        assert row.startswith(f"│{rated['level']}")
        assert f"{rated['rating']['mean']:+.0f} ± " in row
        if rated["ahead_of_next"] is not None:
            assert f"{100 * rated['ahead_of_next']['mean']:.0f} % (" in row
    drawing = ElementTree.fromstring(picture.read_text(encoding="utf-8"))
    assert drawing.tag == f"{SVG}svg"
    assert drawing.get("role") == "img"
    title, about = drawing.findtext(f"{SVG}title"), drawing.findtext(f"{SVG}desc")
    assert title == f"Forbidden City: ratings of {levels[0]}, {levels[1]} and {levels[2]}"
    assert about is not None
    assert all(f"{rated['level']} {rated['rating']['mean']:+.0f} (" in about for rated in found["ratings"])
    labels = [element.text for element in drawing.iter(f"{SVG}text")]
    assert [label for label in labels if label in levels] == levels
    assert (
        len(drawing.findall(f"{SVG}circle")) == len(drawing.findall(f"{SVG}line[@class='interval stroke-jade']")) == 3
    )
    assert "prefers-color-scheme: dark" in (drawing.findtext(f"{SVG}style") or "")


def test_a_ladder_goes_on_from_its_file(run: Run, tmp_path: Path) -> None:
    file, picture = tmp_path / "ladder.jsonl", tmp_path / "ladder.svg"
    run(*LADDER, "--games", 6, "--out", file, "--processes", 1)
    more = run(*LADDER, "--games", 12, "--out", file, "--processes", 1, "--svg", picture)
    assert f"{file} has 6 games of 12 already." in more.err
    straight = run(*LADDER, "--games", 12, "--out", tmp_path / "straight.jsonl", "--processes", 2, "--svg", picture)
    without_times = [
        [line.rpartition("│")[0].rpartition("│")[0] for line in ran.out.splitlines()] for ran in (more, straight)
    ]
    assert without_times[0] == without_times[1]


@pytest.mark.parametrize("rounds", range(1, 6))
def test_a_ladder_stopped_after_any_round_tells_what_there_is(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rounds: int
) -> None:
    play, heard = contest.play, signal.getsignal(signal.SIGINT)

    def play_some(*job: object) -> Iterator[tuple[int, Played]]:
        yield from islice(play(*job), 2 * rounds)  # type: ignore[arg-type]
        raise KeyboardInterrupt

    monkeypatch.setattr(contest, "play", play_some)
    levels = ["random", "greedy", "level:novice"]
    result, picture = tmp_path / "ladder.json", tmp_path / "ladder.svg"
    command = ("ladder", GAME, "--levels", ",".join(levels), "--players", 2, "--seed", 7, "--processes", 1)
    ran = run(*command, "--games", 40, "--json", result, "--svg", picture)
    signal.signal(signal.SIGINT, heard)
    assert ran.code == 130
    found = json.loads(result.read_text())
    assert found["rounds"] == rounds
    assert [standing["player"] for standing in found["standings"]] + found["not_played"] == levels
    assert ("level:novice has not played a whole round yet" in ran.err) == (rounds == 1)
    assert ("There are no ratings yet: they need 2 whole rounds." in ran.err) == (rounds == 1)
    assert len(found["ratings"]) == (0 if rounds == 1 else 3)
    assert picture.exists() == (rounds > 1)
    assert all(level in ran.out for level in levels[:2])


def test_a_ladder_plays_two_rounds_at_least(run: Run) -> None:
    ran = run("ladder", GAME, "--levels", "greedy,random", "--players", 2, "--games", 1, "--json", "-")
    found = json.loads(ran.out)
    assert (ran.code, found["rounds"], found["games"], len(found["ratings"])) == (0, 2, 4, 2)
    assert "A single round says nothing about luck: a ladder plays at least 2." in ran.err
    more = run("ladder", GAME, "--levels", "greedy,random", "--players", 2, "--games", 3, "--json", "-")
    assert json.loads(more.out)["rounds"] == 2
    assert "A single round" not in more.err


def test_a_picture_of_somebody_else_is_not_overwritten(run: Run, tmp_path: Path) -> None:
    picture = tmp_path / "mine.svg"
    picture.write_text("<svg/>")
    ran = run(*LADDER, "--games", 2, "--svg", picture)
    assert (ran.code, picture.read_text()) == (1, "<svg/>")
    assert "nothing was overwritten" in ran.err


WRONG_WORDS = {
    "one level": (["--levels", "random"], "A ladder is for 2 to 12 players, not 1."),
    "a level twice": (["--levels", "random,greedy,Random"], "The player random is named twice"),
    "levels twice": (["--levels", "random", "--level", "greedy"], "Give either --levels or --level, not both."),
    "a comma": (["--levels", "random,pipe:bot.py a,b"], "--levels splits at every comma. Give a command"),
    "no such level": (["--levels", "random,wizard"], 'There is no player "wizard"'),
    "too many players": (["--players", "9"], "is for 2 to 4 players, not 9"),
    "no games": (["--games", "0"], "--games must be from 1 to 1000000, not 0."),
    "years of games": (["--games", "1000000"], "more than 1000000 games"),
    "nowhere to draw": (["--svg", "no/such/folder/x.svg"], "x.svg cannot be written"),
}


@pytest.mark.parametrize("case", WRONG_WORDS)
def test_wrong_words_get_one_sentence(run: Run, case: str) -> None:
    arguments, sentence = WRONG_WORDS[case]
    ran = run("ladder", GAME, *arguments)
    assert (ran.code, ran.out) == (1, "")
    (said,) = [line for line in ran.err.splitlines() if "runs interpreted" not in line]
    assert sentence in said


def test_help_has_examples(run: Run) -> None:
    assert "tianxia ladder" in run("ladder", "--help").out.split("Example")[1]


@pytest.mark.parametrize("ends", [(-3.0, 4.0), (-90.0, 130.0), (-2100.0, 1900.0), (0.2, 0.3)])
def test_the_scale_holds_everything_and_has_few_ticks(ends: tuple[float, float]) -> None:
    scale = rating_scale([Rating("a<b", Estimate(sum(ends) / 2, *ends), None)])
    assert 0 in scale.ticks
    assert 2 <= len(scale.ticks) <= 9
    assert scale.ticks[0] <= ends[0] <= ends[1] <= scale.ticks[-1]
    assert scale.first <= scale.at(ends[0]) < scale.at(ends[1]) <= scale.last
    labels = {_signed(tick) for tick in scale.ticks}
    assert len(labels) == len(scale.ticks)
