"""Random numbers that are the same everywhere: compiled, interpreted, on every platform.

A game's seed is 128 bits. Each shuffle has a stream of its own, so that no shuffle reveals the next:

    state of stream k  =  first 16 bytes of SHA-256(seed, k as 8 bytes), as four 32-bit words, big-endian
    the stream         =  xoshiro128++ (David Blackman and Sebastiano Vigna, 2019)
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final

from tianxia.engine.native import i64, vec

SEED_BYTES: Final = 16
MASK32: Final = 0xFFFFFFFF


class Stream:
    """A stream of random numbers.

    >>> dice = Stream(1, 2, 3, 4)
    >>> [dice.next32() for _ in range(3)]
    [641, 1573767, 3222811527]
    """

    __slots__ = ("a", "b", "c", "d")

    a: i64
    b: i64
    c: i64
    d: i64

    def __init__(self, a: i64, b: i64, c: i64, d: i64) -> None:
        self.a = a
        self.b = b
        self.c = c
        self.d = d

    def copy(self) -> Stream:
        return Stream(self.a, self.b, self.c, self.d)

    def next32(self) -> i64:
        """The next 32 random bits."""
        a = self.a
        b = self.b
        c = self.c ^ a
        d = self.d ^ b
        total = (a + self.d) & MASK32
        result = (((total << 7) & MASK32 | total >> 25) + a) & MASK32
        self.c = c ^ (b << 9) & MASK32
        self.b = b ^ c
        self.a = a ^ d
        self.d = (d << 11) & MASK32 | d >> 21
        return result

    def below(self, bound: i64) -> i64:
        """A number from 0 to `bound` - 1, all with exactly equal chances (Daniel Lemire's method)."""
        product = self.next32() * bound
        low = product & MASK32
        if low < bound:
            threshold = (MASK32 + 1 - bound) % bound
            while low < threshold:
                product = self.next32() * bound
                low = product & MASK32
        return product >> 32


def shuffle(items: vec[i64], start: i64, stop: i64, stream: Stream) -> None:
    """Shuffle `items[start:stop]` in place: from the front, each place gets one of those not yet placed."""
    for place in range(start, stop - 1):
        other = place + stream.below(stop - place)
        held = items[place]
        items[place] = items[other]
        items[other] = held


def stream_of(seed: bytes, number: int) -> Stream:
    """The stream of one shuffle of the game with that seed.

    >>> stream_of(bytes(16), 0).next32() == stream_of(bytes(16), 0).next32()
    True
    """
    return _stream_from(sha256(seed + number.to_bytes(8, "big")).digest())


def fresh_stream(stream: Stream) -> Stream:
    """A new stream, seeded from another: neither reveals the other's past."""
    return Stream(stream.next32(), stream.next32(), stream.next32(), stream.next32() | 1)  # never all zero


def check_seed(seed: bytes) -> bytes:
    """Return the seed of a game; raises an error if its length is wrong."""
    if len(seed) != SEED_BYTES:
        raise ValueError(f"the seed of a game has {SEED_BYTES} bytes, not {len(seed)}")
    return seed


def derive_seed(seed: bytes, purpose: str) -> bytes:
    """A seed for something beside the shuffles (one game of many, a player's dice), different for each purpose."""
    return sha256(seed + purpose.encode()).digest()[:SEED_BYTES]


def _stream_from(digest: bytes) -> Stream:
    stream = Stream(_word(digest, 0), _word(digest, 4), _word(digest, 8), _word(digest, 12))
    if not (stream.a | stream.b | stream.c | stream.d):  # the one state that xoshiro cannot leave
        stream.d = 1
    return stream


def _word(digest: bytes, start: i64) -> i64:
    word: i64 = 0
    for place in range(start, start + 4):
        word = word << 8 | digest[place]
    return word
