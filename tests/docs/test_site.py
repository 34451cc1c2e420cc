"""The pages as a site: built without a warning, whole, and in need of nothing from elsewhere."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tianxia.games import GAMES
from tianxia.words.catalogue import LANGUAGES
from tianxia.words.rules import read_notation

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("sphinx", reason="what make docs needs is not installed")
    folder = tmp_path_factory.mktemp("site")
    built = subprocess.run([sys.executable, ROOT / "docs" / "build.py", folder], capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    return folder


def test_every_page_is_there_and_in_the_list(site: Path) -> None:
    """Sphinx fails where one is in no list, or leads nowhere."""
    pages = {str(page.relative_to(site)) for page in site.rglob("*.html")}
    documents = [page for page in (ROOT / "docs").rglob("*.md") if "site" not in page.relative_to(ROOT).parts]
    assert pages >= {str(page.relative_to(ROOT / "docs").with_suffix(".html")) for page in documents}
    assert pages >= {f"games/{game}.html" for game in GAMES}
    assert pages >= {"index.html", "contributing.html", "changelog.html", "search.html"}


def test_nothing_is_fetched_from_elsewhere(site: Path) -> None:
    for page in site.rglob("*.html"):
        found = re.findall(r"<(?:script|link|img|iframe)\b[^>]*https?://[^>]*>", page.read_text(encoding="utf-8"))
        assert found == [], page.name
    for style in site.rglob("*.css"):
        assert re.findall(r"(?:@import|url\()[^;)]*//", style.read_text(encoding="utf-8")) == [], style.name


def test_the_search_needs_no_server(site: Path) -> None:
    """The index is a script, which a browser loads from a file, too."""
    assert (site / "searchindex.js").read_text(encoding="utf-8").startswith("Search.setIndex(")
    assert re.search(r"<script[^>]*searchindex\.js", (site / "search.html").read_text(encoding="utf-8"))


EXAMPLE = {"en": "Example.", "fr": "Exemple.", "zh": "例："}


def page_of(site: Path, folder: str, game: str, language: str) -> str:
    """A page of a game in a language; the English one has no folder of its own."""
    page = site / folder / ("" if language == "en" else language) / f"{game}.html"
    return page.read_text(encoding="utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_rules_are_told_in_every_language_and_keep_their_addresses(site: Path, game: str, language: str) -> None:
    rules = page_of(site, "rules", game, language)
    assert re.search(rf'<html[^>]* lang="{language}"', rules)
    assert '<a id="1">' in rules
    assert f"<strong>{EXAMPLE[language]}</strong>" in rules
    assert "<!-- example" not in rules


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_rules_lead_to_how_moves_are_written(site: Path, game: str, language: str) -> None:
    notation = page_of(site, "notation", game, language)
    assert re.search(rf'<html[^>]* lang="{language}"', notation)
    assert f"<h1>{read_notation(game, language).title.replace(chr(39), '’')}" in notation
    place = "" if language == "en" else f"{language}/"
    assert re.search(rf'href="[./]*notation/{place}{game}\.html"', page_of(site, "rules", game, language))
