"""The arithmetic of networks, in integers: the same results on every machine, compiled and interpreted.

Numbers between layers are fixed-point, `ONE` is 1.0. Weights have 8 bits with a sign. Each layer cuts its inputs to
the `most` with which no sum of weights times inputs can leave 32 bits; `training/export.py` finds it. Each output has a
factor and an offset, by which its sum becomes a number again: `(sum * factor + offset) >> shift`.

Several outputs share one machine word, each in a *lane* of 32 bits: one multiplication does them all. Compiled, a word
has two lanes; interpreted, where integers have no limit, one word has a whole row (`wide.py`). So the same loops take
milliseconds, not seconds, without anything compiled or installed.
"""

from __future__ import annotations

from math import isqrt
from typing import Final

from tianxia.engine import COMPILED
from tianxia.engine.native import append, i64, pop, vec
from tianxia.players.network import wide

BITS: Final = 11
ONE: Final = 2048  # 1.0
EPSILON: Final = 42  # what RMS norm adds to the mean square: 1e-5
ROOT_BITS: Final = 8  # more bits of a root
NORM: Final = 562949953421312  # 2**49: see `rms_norm`
NORM_BITS: Final = 30  # of them, beside BITS and ROOT_BITS
LANE: Final = 32


class Layer:
    """A matrix of weights, with a factor and an offset for each output."""

    __slots__ = ("factors", "inputs", "most", "offsets", "outputs", "shift", "weights", "words")

    inputs: i64
    outputs: i64
    words: i64  # that the outputs share
    weights: vec[i64]  # input * words + word -> the weights of some outputs
    factors: vec[i64]  # by output
    offsets: vec[i64]  # by output
    shift: i64
    most: i64  # that an input can be, and with a minus the least

    def __init__(self, shape: list[int], weights: bytes, factors: list[int], offsets: list[int]) -> None:
        """Shape: inputs, outputs, shift, most. Weights by input, then by output."""
        inputs, outputs, shift, most = shape
        self.inputs = inputs
        self.outputs = outputs
        self.shift = shift
        self.most = most
        self.words = (outputs + 1) // 2 if COMPILED else 1
        self.weights = pairs(weights, outputs) if COMPILED else vec[i64](wide.joined(weights, outputs))
        self.factors = vec[i64](factors)
        self.offsets = vec[i64](offsets)

    def apply(self, values: vec[i64]) -> vec[i64]:
        """The outputs for some inputs."""
        sums = self.sums(values)
        factors = self.factors
        offsets = self.offsets
        shift = self.shift
        return vec[i64]([(sums[place] * factors[place] + offsets[place]) >> shift for place in range(self.outputs)])

    def sums(self, values: vec[i64]) -> vec[i64]:
        """Output -> the sum of weights times inputs. Inputs that are 0 cost nothing; the others are taken by fours."""
        words = self.words
        most = self.most
        firsts = vec[i64]([])
        amounts = vec[i64]([])
        for place in range(self.inputs):
            amount = values[place]
            if amount:
                firsts = append(firsts, place * words)
                amounts = append(amounts, max(-most, min(most, amount)))
        while len(firsts) & 3:
            firsts = append(firsts, 0)
            amounts = append(amounts, 0)
        found = vec[i64]([0 for word in range(words)])
        last: i64 = len(firsts)
        at: i64 = 0
        while at < last:
            self.add_four(firsts, amounts, at, found)
            at += 4
        return lanes(found, self.outputs)

    def add_four(self, firsts: vec[i64], amounts: vec[i64], at: i64, found: vec[i64]) -> None:
        """Add four rows of weights, each times an amount: the loop in which the time goes."""
        weights = self.weights
        a = firsts[at]
        b = firsts[at + 1]
        c = firsts[at + 2]
        d = firsts[at + 3]
        p = amounts[at]
        q = amounts[at + 1]
        r = amounts[at + 2]
        s = amounts[at + 3]
        for word in range(self.words):
            found[word] += weights[a + word] * p + weights[b + word] * q + weights[c + word] * r + weights[d + word] * s


def pairs(weights: bytes, outputs: i64) -> vec[i64]:
    """Rows of 8-bit weights as words of two lanes each; a row with an odd number of weights ends with a free lane."""
    found = vec[i64]([0 for place in range(i64(len(weights)) // outputs * ((outputs + 1) >> 1))])
    word: i64 = 0
    output: i64 = 0
    for place in range(i64(len(weights))):
        weight: i64 = weights[place]
        if weight > 127:
            weight -= 256
        if output & 1:
            found[word] += weight << LANE
            word += 1
        else:
            found[word] = weight
        output += 1
        if output == outputs:
            word += output & 1
            output = 0
    return found


def lanes(words: vec[i64], count: i64) -> vec[i64]:
    """The numbers in the lanes of some words."""
    if not COMPILED:
        return vec[i64](wide.split(int(words[0]), int(count)))
    found = vec[i64]([])
    for word in words:
        low = word << LANE >> LANE  # with its sign
        found = append(found, low)
        found = append(found, (word - low) >> LANE)
    if count & 1:
        found, _ = pop(found)
    return found


def relu(values: vec[i64]) -> vec[i64]:
    """The rectified linear unit: every negative number becomes 0."""
    return vec[i64]([value if value > 0 else 0 for value in values])


def rms_norm(values: vec[i64]) -> vec[i64]:
    """Numbers scaled to a root mean square of 1.0."""
    total: i64 = 0
    for value in values:
        total += value * value
    mean = total // len(values) + EPSILON
    root: i64 = isqrt(mean << 2 * ROOT_BITS)
    inverse = NORM // root
    return vec[i64]([(value * inverse) >> NORM_BITS for value in values])
