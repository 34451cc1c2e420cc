"""Builds the documentation as pages that can be read without a server or a network: `make docs`.

python docs/build.py build/docs              then open build/docs/index.html

The pages are the Markdown files of this folder, the rules and the notation of the games in all languages, and some
files from the top of the project. They link to each other by their places in the project, as a code forge wants it;
here they are collected into one tree, with their links led to where the pages are now. Every warning is an error: a
link that leads nowhere, a page that is in no list.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
DOCS: Final = ROOT / "docs"
SITE: Final = DOCS / "site"  # how the pages look
BELOW: Final = SITE / "below"  # lists of pages, which go below some of them
SEAL: Final = ROOT / "web" / "public" / "seal.svg"
WORDS: Final = ROOT / "src" / "tianxia" / "words"  # with the rules in every language: the program shows them, too
FOLDERS: Final = ("rules", "notation")
EXAMPLE: Final = re.compile(r"^<!-- example [\w-]+ -->", re.MULTILINE)  # what it shows follows
EXAMPLES: Final = {"en": "Example.", "fr": "Exemple.", "zh": "例："}
OTHER_LANGUAGES: Final = {"fr": "En français", "zh": "中文"}
TOP: Final = {"CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md", "README.md": "index.md"}
LINK: Final = re.compile(r"(?<=\]\()([^)#\s]+)(?=[)#])")


class LinkError(Exception):
    """A link to something that is no page of the site."""


def pages() -> dict[Path, Path]:
    """Every file that goes into the site -> where it lies there."""
    found = {ROOT / name: Path(place) for name, place in TOP.items()}
    found |= {file: file.relative_to(DOCS) for file in DOCS.rglob("*") if file.is_file() and is_page(file)}
    for folder in FOLDERS:
        found |= {file: Path(folder, file.name) for file in (WORDS / "en" / folder).glob("*.md")}
        for language in OTHER_LANGUAGES:
            found |= {file: Path(folder, language, file.name) for file in (WORDS / language / folder).glob("*.md")}
    return found


def is_page(file: Path) -> bool:
    return SITE not in file.parents and (file.suffix == ".md" or file.parent.name == "pictures")


def collect(target: Path) -> None:
    """All pages into one tree."""
    shutil.copytree(SITE, target, ignore=shutil.ignore_patterns(BELOW.name, "__pycache__"))
    shutil.copyfile(SEAL, target / "_static" / SEAL.name)
    places = pages()
    for file, place in places.items():
        (target / place).parent.mkdir(parents=True, exist_ok=True)
        if file.suffix == ".md":
            (target / place).write_text(with_links(file, places), encoding="utf-8")
        else:
            shutil.copyfile(file, target / place)
    for page, lists in lists_below(sorted(place.stem for place in places.values() if place.parent.name == "rules")):
        with (target / page).open("a", encoding="utf-8") as opened:
            opened.write(lists)


def lists_below(games: list[str]) -> Iterator[tuple[Path, str]]:
    """Pages, and the lists of pages that go below them; `games/*` in a list is every page of rules.

    Pages of rules lead on to what else is told of a game, in every language to how its moves are written.
    """
    for lists in BELOW.rglob("*.md"):
        words = lists.read_text(encoding="utf-8")
        rules = "".join(f"rules/{game}\n" for game in games)
        yield lists.relative_to(BELOW), words.replace("\ngames/*\n", f"\n{rules}")
    for game in games:
        told = [f"Terminal and edition </games/{game}>", f"/notation/{game}"]
        told += [f"{name} </rules/{language}/{game}>" for language, name in OTHER_LANGUAGES.items()]
        yield Path("rules", f"{game}.md"), hidden_list(told)
        for language in OTHER_LANGUAGES:
            yield Path("rules", language, f"{game}.md"), hidden_list([f"/notation/{language}/{game}"])


def hidden_list(pages: list[str]) -> str:
    """A list for the side of the site that is not shown in the page itself."""
    return "\n```{toctree}\n:hidden:\n\n" + "\n".join(pages) + "\n```\n"


def with_links(file: Path, places: dict[Path, Path]) -> str:
    """A page whose links lead to where the others are in the site, with its examples set off."""

    def led(link: re.Match[str]) -> str:
        goal = link[1]
        if re.match("[a-z]+:", goal):
            return goal
        there = Path(os.path.normpath(file.parent / goal))
        if there not in places:
            raise LinkError(f"{file.relative_to(ROOT)} leads to {goal}, which is no page")
        return Path(os.path.relpath(places[there], places[file].parent)).as_posix()

    example = EXAMPLES[file.relative_to(WORDS).parts[0]] if WORDS in file.parents else ""
    parts = outside_code(EXAMPLE.sub(f"> **{example}** ", file.read_text(encoding="utf-8")))
    return "".join(LINK.sub(led, part) if is_text else part for part, is_text in parts)


def outside_code(page: str) -> Iterator[tuple[str, bool]]:
    """The page in parts, and which of them are text: what stands between fences is left as it is."""
    for number, part in enumerate(re.split(r"(^```.*?^```$)", page, flags=re.MULTILINE | re.DOTALL)):
        yield part, number % 2 == 0


def build(target: Path) -> int:
    """The exit status of Sphinx."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "source")
        collect(source)
        sphinx = [sys.executable, "-m", "sphinx", "--builder", "html", "--fail-on-warning", "--quiet", "--fresh-env"]
        doctrees = ["--doctree-dir", str(Path(folder, "doctrees"))]
        return subprocess.run([*sphinx, *doctrees, str(source), str(target)]).returncode


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("target", type=Path, nargs="?", default=ROOT / "build" / "docs")
    target = parser.parse_args().target
    shutil.rmtree(target, ignore_errors=True)
    try:
        status = build(target)
    except LinkError as wrong:
        sys.exit(str(wrong))
    if status:
        sys.exit(status)
    print(f"Open {target / 'index.html'}")


if __name__ == "__main__":
    main()
