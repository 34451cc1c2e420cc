"""Games on a real Ray, on this machine."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import tianxia
from support.command import Run
from support.contests import played_here, small_contest, timeless
from tianxia.arena.contest import play
from tianxia.arena.contest_file import write_game
from tianxia.arena.ray_executor import RayExecutor, send_along
from tianxia.engine import COMPILED
from tianxia.errors import SettingError, TianxiaError
from tianxia.words import error

ray = pytest.importorskip("ray", reason="Ray is not made for this Python")


@pytest.fixture(scope="module")
def executor() -> Iterator[RayExecutor]:
    """A Ray that stays for all tests here, started as a contest would: it takes seconds."""
    executor = RayExecutor(processes=2)
    with executor._connected():
        yield executor
    assert not ray.is_initialized()


def test_on_ray_the_games_are_the_same(executor: RayExecutor) -> None:
    contest = small_contest(keeps_records=True)
    there = [game for _, game in play(contest, contest.fixtures(6), executor)]
    assert timeless(there) == timeless(played_here(contest, 6))
    assert all(game.thinking[0].choices > 0 for game in there)


def test_the_command_plays_on_ray(executor: RayExecutor, run: Run, tmp_path: Path) -> None:
    found = []
    for on in ("processes", "ray"):
        file = tmp_path / f"{on}.jsonl"
        ran = run(
            *("arena", "forbidden-city", "--seats", "greedy,random", "--games", 4, "--seed", 7, "--processes", 1),
            *("--out", file, "--on", on),
        )
        assert (ran.code, [line for line in ran.err.splitlines() if "runs interpreted" not in line]) == (0, [])
        games = [json.loads(line) for line in file.read_text().splitlines()[1:]]
        found.append([game | {"thinking": None} for game in games])
    assert found[0] == found[1]
    assert len(found[0]) == 4


def test_the_same_package_plays_on_ray(executor: RayExecutor) -> None:
    def where_we_are(number: int) -> tuple[int, str, bool]:
        return number, str(tianxia.__file__), COMPILED

    assert list(executor.run(where_we_are, [7])) == [(0, where_we_are(7))]


def test_an_error_comes_back_in_its_words(executor: RayExecutor) -> None:
    def refuse(number: int) -> int:
        raise error(SettingError, "setting.game", game=str(number), known=["go"])

    with pytest.raises(TianxiaError, match='There is no game "7"; the games are go'):
        list(executor.run(refuse, [7]))


def test_what_is_sent_along_plays_with_nothing_installed(tmp_path: Path) -> None:
    """As a machine of a cluster would: from the folder alone."""
    source = Path(tianxia.__path__[0], "games", "forbidden_city", "standard.toml").read_text()
    edition = tmp_path / "mine.toml"
    edition.write_text(source.replace('edition = "standard"', 'edition = "mine"'))
    contest = small_contest(edition="mine", edition_files=(edition,))
    (here, *_) = played_here(contest, 1)
    with send_along(contest) as (sent, folder):
        script = f"""
import sys, json
sys.path.append({str(folder)!r})
from pathlib import Path, PosixPath, WindowsPath
from tianxia.arena.simulate import Fixture, Plan, play_games
from tianxia.arena.contest_file import write_game
from tianxia.engine import COMPILED
(played,) = play_games(({sent.plan!r}, [{here.fixture!r}]))
print(json.dumps([COMPILED, write_game(played)]))
"""
        done = subprocess.run([sys.executable, "-I", "-S", "-c", script], cwd=folder, capture_output=True, text=True)
    assert done.stderr == ""
    compiled, there = json.loads(done.stdout)
    assert compiled == COMPILED
    assert there | {"thinking": None} == json.loads(json.dumps(write_game(here))) | {"thinking": None}


@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://127.0.0.1:1"])
def test_a_cluster_that_is_not_there_is_told_in_one_sentence(address: str) -> None:
    with pytest.raises(TianxiaError, match=re.escape(f"no answer from {address}.")):
        list(RayExecutor(address).run(abs, [1]))
