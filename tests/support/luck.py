"""Seeds and dice for tests, and how much to try with them."""

from __future__ import annotations

import os

from tianxia.engine import COMPILED
from tianxia.engine.chance import Stream, stream_of

THOROUGH = bool(os.environ.get("TIANXIA_THOROUGH"))
"""Whether to try all that there is to try: `make test-all` does, `make test` a part of it."""
SHARE = 1 if THOROUGH else 6 if COMPILED else 3


def scaled(interpreted: int, compiled: int) -> int:
    """How much to try when all is tried: the compiled build does many times more in the same time."""
    return max(1, (compiled if COMPILED else interpreted) // SHARE)


def every(interpreted: int, compiled: int) -> int:
    """A step, for what is tried now and then: the fewer tries, the longer."""
    return (compiled if COMPILED else interpreted) * SHARE


def seed_of(number: int) -> bytes:
    return number.to_bytes(16, "big")


def dice(number: int) -> Stream:
    """A stream that has nothing to do with the shuffles of any game."""
    return stream_of(b"dice of a test", number)
