"""The sentences that the browser needs, as JSON: `python -m tianxia.words.export > en.json`."""

from __future__ import annotations

import json
import sys
from typing import Final

from tianxia.words.catalogue import catalogue

ROOMS: Final = ("browser", "row", "seat", "word")
"""First parts of keys. Everything else reaches the browser as sentences of the server."""

OF_GAMES: Final = ("title", "short", "source")
"""Second parts of keys of games that the browser says itself: what is scored comes as ids of sources."""


def is_needed(key: str) -> bool:
    """Whether the browser reads it itself.

    >>> [is_needed(key) for key in ("browser.undo", "forbidden-city.source.room", "server.stale")]
    [True, True, False]
    """
    room, *rest = key.split(".")
    return room in ROOMS or rest[0] in OF_GAMES


def export(language: str) -> str:
    """The catalogue of a language, as far as the browser reads it itself."""
    needed = {key: pattern for key, pattern in catalogue(language).items() if is_needed(key)}
    return json.dumps(needed, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


if __name__ == "__main__":
    sys.stdout.write(export(*sys.argv[1:] or ["en"]))
