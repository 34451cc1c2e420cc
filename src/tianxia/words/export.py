"""The sentences that the browser needs, as JSON: `python -m tianxia.words.export FOLDER`.

A file a language, and one more with those of the tutorials, which few need at once.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Final

from tianxia.words.catalogue import LANGUAGES, catalogue

ELSEWHERE: Final = ("arena", "cli", "edition", "forfeit", "terminal")
"""First parts of keys that are never said in the browser."""
LATER: Final = "tutorial"
"""First part of keys that are said only where somebody learns."""


def is_needed(key: str) -> bool:
    """Whether the browser may have to say it: its own words, and those that the server sends it as keys.

    >>> [is_needed(key) for key in ("browser.undo", "forbidden-city.source.room", "server.stale", "cli.help")]
    [True, True, True, False]
    """
    return key.split(".")[0] not in ELSEWHERE


def export(language: str, later: bool = False) -> str:
    """The catalogue of a language, as far as it is said in the browser: everywhere, or later, in tutorials alone."""
    needed = {
        key: pattern
        for key, pattern in catalogue(language).items()
        if is_needed(key) and (key.split(".")[0] == LATER) == later
    }
    return json.dumps(needed, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


if __name__ == "__main__":
    for language in LANGUAGES:
        Path(sys.argv[1], f"{language}.json").write_text(export(language), encoding="utf-8")
        Path(sys.argv[1], f"{LATER}-{language}.json").write_text(export(language, later=True), encoding="utf-8")
