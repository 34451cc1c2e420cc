"""The sentences that the browser needs, as JSON: `python -m tianxia.words.export > en.json`."""

from __future__ import annotations

import json
import sys
from typing import Final

from tianxia.words.catalogue import catalogue

ROOMS: Final = ("browser", "row", "seat", "word")
"""First parts of keys. Everything else reaches the browser as sentences of the server."""


def export(language: str) -> str:
    """The catalogue of a language, as far as the browser reads it itself."""
    needed = {key: pattern for key, pattern in catalogue(language).items() if key.split(".")[0] in ROOMS}
    return json.dumps(needed, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


if __name__ == "__main__":
    sys.stdout.write(export(*sys.argv[1:] or ["en"]))
