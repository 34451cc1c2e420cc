"""What the pages say is true: their code runs, their commands exist, their addresses lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tianxia.cli.app import app
from tianxia.games import GAMES

ROOT = Path(__file__).parent.parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
CATALOGUES = sorted((ROOT / "src" / "tianxia" / "words").rglob("*.toml"))


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(("page", "least"), [("README.md", 2), ("docs/write-a-bot.md", 1)])
def test_the_python_of_the_pages_runs(page: str, least: int) -> None:
    found = blocks(ROOT / page, "python")
    assert len(found) >= least
    for block in found:
        exec(compile(block, page, "exec"), {"__name__": "page"})


@pytest.mark.parametrize("page", [*PAGES, *CATALOGUES], ids=lambda page: page.name)
def test_commands_that_are_shown_exist_with_all_their_words(page: Path) -> None:
    for command, rest in re.findall(r"^ *tianxia ([a-z]+)(.*)$", page.read_text(encoding="utf-8"), re.MULTILINE):
        known = app[command]
        arguments = " ".join(str(argument.names) for argument in known.assemble_argument_collection())
        for word in re.findall(r"--[a-z-]+", rest.partition("#")[0]):
            assert f"'{word}'" in arguments, f"tianxia {command} has no {word}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_files(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        if not target.startswith("http"):
            assert (page.parent / target).exists(), target


def test_every_game_has_the_same_headings_on_its_page() -> None:
    headings = {
        id: re.findall("^## (.*)$", (ROOT / "docs" / "games" / f"{id}.md").read_text(encoding="utf-8"), re.MULTILINE)
        for id in GAMES
    }
    for id, found in headings.items():
        assert found == [
            "Start in two minutes",
            "The table",
            "Rules",
            "Moves",
            "The edition",
            "Where we depart from print",
        ], id
