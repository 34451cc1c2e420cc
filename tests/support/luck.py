"""Seeds and dice for tests, and how much to try with them."""

from __future__ import annotations

from tianxia.engine import COMPILED
from tianxia.engine.chance import Stream, stream_of


def scaled(interpreted: int, compiled: int) -> int:
    """How much to try: the compiled build does many times more in the same time."""
    return compiled if COMPILED else interpreted


def seed_of(number: int) -> bytes:
    return number.to_bytes(16, "big")


def dice(number: int) -> Stream:
    """A stream that has nothing to do with the shuffles of any game."""
    return stream_of(b"dice of a test", number)
