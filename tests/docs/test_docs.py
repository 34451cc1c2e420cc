"""What the pages say is true: their code runs, their commands exist, their addresses lead somewhere."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, get_args, get_type_hints, is_typeddict

import pytest

from support.command import TIANXIA
from tianxia.cli.app import app
from tianxia.games import GAMES, find_game
from tianxia.play import Match, View
from tianxia.players import make_player, pipe
from tianxia.words import text

ROOT = Path(__file__).parent.parent.parent
BOT_PAGE = ROOT / "docs" / "write-a-bot.md"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
CATALOGUES = sorted((ROOT / "src" / "tianxia" / "words").rglob("*.toml"))


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


WITH_PYTHON = {
    page: code
    for page in PAGES
    if (code := [block for block in blocks(page, "python") if not re.match(r"# (bot\.py|src/)", block)])
}
"""Pages -> the Python on them that is run as it stands: not files to be saved (tests of their own do that)."""


@pytest.mark.parametrize("page", WITH_PYTHON, ids=lambda page: page.name)
def test_the_python_of_the_pages_runs(page: Path) -> None:
    for block in WITH_PYTHON[page]:
        exec(compile(block, page.name, "exec"), {"__name__": "page"})


def test_pages_have_python() -> None:
    assert {page.name for page in WITH_PYTHON} >= {
        "README.md",
        "positions.md",
        "quickstart.md",
        "research.md",
        "write-a-bot.md",
    }


def test_the_commands_of_the_quickstart_run(tmp_path: Path) -> None:
    """One after the other, as somebody would who reads it, with the bot of the page in its file."""
    page = ROOT / "docs" / "quickstart.md"
    (bot,) = (block for block in blocks(page, "python") if block.startswith("# bot.py"))
    (tmp_path / "bot.py").write_text(bot, encoding="utf-8")
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = {**os.environ, "PATH": path, "PYTHONPATH": os.pathsep.join(sys.path)}
    commands = [line for line in "".join(blocks(page, "sh")).splitlines() if line.startswith("tianxia ")]
    assert len(commands) >= 7
    for command in commands:
        words = [*TIANXIA, *shlex.split(command)[1:]]
        ran = subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, text=True)
        assert ran.returncode == 0, f"{command}\n{ran.stderr}"
        assert "forfeit" not in ran.stderr


BOTS = {"bot.py": ("python", "python3"), "bot.js": ("javascript", "node")}


@pytest.mark.parametrize("file", BOTS)
def test_the_bots_of_the_page_play(file: str, tmp_path: Path) -> None:
    language, program = BOTS[file]
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    if shutil.which(program, path=path) is None:
        pytest.skip(f"{program} is not here")
    (bot,) = (block for block in blocks(BOT_PAGE, language) if file in block.splitlines()[0])
    (tmp_path / file).write_text(bot, encoding="utf-8")
    command = next(line for line in "".join(blocks(BOT_PAGE, "sh")).splitlines() if line.startswith("tianxia simulate"))
    words = shlex.split(command.replace("python3 bot.py", f"{program} {file}"))[1:]
    assert f"pipe:{program} {file}" in words[3]
    records = ["--out", str(tmp_path / "games.jsonl"), "--processes", "1"]
    ran = subprocess.run(
        [*TIANXIA, *words, *records],
        cwd=tmp_path,
        env={**os.environ, "PATH": path, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0
    assert "forfeit" not in ran.stderr
    games = [json.loads(line) for line in (tmp_path / "games.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [game["seats"] for game in games] == [["random", f"pipe:{program} {file}"]] * 10
    assert all("stand_ins" not in game for game in games)


def test_the_page_of_bots_tells_the_protocol_as_it_is() -> None:
    page = BOT_PAGE.read_text(encoding="utf-8")
    (hello,) = re.findall('`({"type": "hello".*?})`', page)
    view = Match.begin(game := find_game("forbidden-city"), game.setting(2), bytes(16)).view(2)
    player = make_player("pipe:true", game)
    assert isinstance(player, pipe.PipePlayer)
    assert json.loads(hello) == player.greeting(view)
    rows = page.partition("### The view")[2].partition("### ")[0]
    keys = [key for row in re.findall(r"^\| (`.*?) \|", rows, re.MULTILINE) for key in re.findall("`([a-z_]+)`", row)]
    assert sorted(keys) == sorted(View.__annotations__)
    for limit in (
        f"{pipe.MOST_BYTES} bytes",
        f"may take {pipe.USUAL_SECONDS:g} s",
        f"has {pipe.LEAVE_WITHIN:g} s to exit",
    ):
        assert limit in page


VIEWS: dict[str, list[Any]] = {
    "": [View],
    **{
        id: [get_type_hints(method)["return"] for method in (kind.table, kind.own, kind.preview, kind.describe_move)]
        for id, kind in GAMES.items()
    },
}


def keys_of(part: Any) -> set[str]:
    """The keys of a part of a view, and of all the parts in it."""
    found = set()
    if is_typeddict(part):
        for key, inner in get_type_hints(part).items():
            found |= {key} | keys_of(inner)
    for inner in get_args(part):
        found |= keys_of(inner)
    return found


@pytest.mark.parametrize("game", VIEWS)
def test_every_key_of_a_view_is_told(game: str) -> None:
    """Each on its part of the page: what all games share, or what a game has of its own."""
    page = (ROOT / "docs" / "views.md").read_text(encoding="utf-8")
    parts = dict(re.findall(r"^#+ (.*?)\n(.*?)(?=^#|\Z)", page, re.MULTILINE | re.DOTALL))
    assert set(VIEWS) == {"", *GAMES}
    told = re.findall("`([a-z_]+)`", parts[text(f"{game}.title") if game else "Views"])
    keys = {key for part in VIEWS[game] for key in keys_of(part)}
    assert len(keys) > 2
    assert keys - set(told) == set()


@pytest.mark.parametrize("page", [*PAGES, *CATALOGUES], ids=lambda page: page.name)
def test_commands_that_are_shown_exist_with_all_their_words(page: Path) -> None:
    for command, rest in re.findall(r"^ *tianxia ([a-z]+)(.*)$", page.read_text(encoding="utf-8"), re.MULTILINE):
        known = app[command]
        arguments = " ".join(str(argument.names) for argument in known.assemble_argument_collection())
        for word in re.findall(r"--[a-z-]+", rest.partition("#")[0]):
            assert f"'{word}'" in arguments, f"tianxia {command} has no {word}"


@pytest.mark.parametrize(
    ("goal", "command"), [("play", "tianxia serve --port 9000"), ("terminal", "tianxia play --port 9000")]
)
def test_make_starts_what_the_pages_say(goal: str, command: str) -> None:
    alone = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")}
    told = subprocess.run(
        ["make", "--dry-run", goal, "ARGS=--port 9000"], cwd=ROOT, env=alone, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert told[-1].endswith(command)
    assert ("TIANXIA_COMMAND='make terminal ARGS=" in told[-1]) == (goal == "terminal")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_files(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        if not target.startswith("http"):
            assert (page.parent / target).exists(), target


def test_every_game_has_a_page_for_what_is_not_a_rule() -> None:
    for id in GAMES:
        page = (ROOT / "docs" / "games" / f"{id}.md").read_text(encoding="utf-8")
        assert re.findall("^## (.*)$", page, re.MULTILINE) == ["In the terminal", "The edition"], id
        assert f"(../../src/tianxia/words/en/rules/{id}.md)" in page


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_are_for_all_who_play(game: str) -> None:
    """Browsers and terminals show them: what is for one of them alone stands elsewhere."""
    rules = (ROOT / "src" / "tianxia" / "words" / "en" / "rules" / f"{game}.md").read_text(encoding="utf-8")
    assert re.findall(r"```|--[a-z]|\bterminal\b|\bmake [a-z]+ ARGS|src/", rules) == []
