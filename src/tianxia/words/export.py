"""The texts of the browser client as JSON: `python -m tianxia.words.export FOLDER`.

For each language a file with its sentences, one with those of the tutorials, which few need at once, and the pages of
each game that are written in it, its rules and its notation, already parsed.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Final

from tianxia.words.catalogue import LANGUAGES, catalogue
from tianxia.words.rules import FOLDERS, games_with, read_page

ELSEWHERE: Final = ("arena", "cli", "edition", "forfeit", "terminal")
"""First parts of keys that the browser never shows."""
LATER: Final = "tutorial"
"""First part of keys that are used only in tutorials."""


def is_needed(key: str) -> bool:
    """Whether the browser needs a key: for its own texts, and for messages that the server sends as keys.

    >>> [is_needed(key) for key in ("browser.undo", "forbidden-city.source.room", "server.stale", "cli.help")]
    [True, True, True, False]
    """
    return key.split(".")[0] not in ELSEWHERE


def export(language: str, later: bool = False) -> str:
    """The part of a catalogue that the browser needs at the start, or with `later`, only in tutorials."""
    needed = {
        key: pattern
        for key, pattern in catalogue(language).items()
        if is_needed(key) and (key.split(".")[0] == LATER) == later
    }
    return json.dumps(needed, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def write_all(folder: Path) -> None:
    """Write all files for the client into a folder."""
    for language in LANGUAGES:
        Path(folder, f"{language}.json").write_text(export(language), encoding="utf-8")
        Path(folder, f"{LATER}-{language}.json").write_text(export(language, later=True), encoding="utf-8")
        for kind in FOLDERS:
            for game in games_with(kind, language):
                file = Path(folder, kind, language, f"{game}.json")
                file.parent.mkdir(parents=True, exist_ok=True)
                passages = json.dumps(read_page(kind, game, language).document(), ensure_ascii=False, indent=1)
                file.write_text(passages + "\n", encoding="utf-8")


if __name__ == "__main__":
    write_all(Path(sys.argv[1]))
