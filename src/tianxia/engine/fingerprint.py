"""Fingerprints: hashes of many numbers, the same in both builds. Collisions are negligibly rare."""

from __future__ import annotations

from typing import Final

from tianxia.engine.native import i64, vec

MASK: Final = (1 << 62) - 1
FACTOR: Final = 0x1E3779B97F4A7C15
START: Final = 0x2545F4914F6CDD1D


def mix(mixed: i64, number: i64) -> i64:
    """Add a number to a fingerprint. The order counts.

    >>> mix(mix(START, 1), 2) == mix(mix(START, 2), 1)
    False
    """
    mixed = ((mixed ^ (number & MASK)) * FACTOR) & MASK
    return mixed ^ mixed >> 31


def mix_all(mixed: i64, numbers: vec[i64]) -> i64:
    """Add all numbers of a vector, and its length, to a fingerprint."""
    mixed = mix(mixed, len(numbers))
    for number in numbers:
        mixed = mix(mixed, number)
    return mixed
