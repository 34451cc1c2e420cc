"""The sentences that the browser needs, as JSON, a file a language: `python -m tianxia.words.export FOLDER`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Final

from tianxia.words.catalogue import LANGUAGES, catalogue

ELSEWHERE: Final = ("arena", "cli", "edition", "forfeit", "terminal")
"""First parts of keys that are never said in the browser."""


def is_needed(key: str) -> bool:
    """Whether the browser may have to say it: its own words, and those that the server sends it as keys.

    >>> [is_needed(key) for key in ("browser.undo", "forbidden-city.source.room", "server.stale", "cli.help")]
    [True, True, True, False]
    """
    return key.split(".")[0] not in ELSEWHERE


def export(language: str) -> str:
    """The catalogue of a language, as far as it is said in the browser."""
    needed = {key: pattern for key, pattern in catalogue(language).items() if is_needed(key)}
    return json.dumps(needed, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


if __name__ == "__main__":
    for language in LANGUAGES:
        Path(sys.argv[1], f"{language}.json").write_text(export(language), encoding="utf-8")
