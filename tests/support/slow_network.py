"""Networks once more, slowly and otherwise: whole matrices of NumPy's 64-bit integers, straight from the file."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tianxia.players.network.file import LayerData, read_parts

ONE = 2048
SEATS = 5
Numbers = NDArray[np.int64]


class SlowNetwork:
    """Scores of legal actions, and the outlook for each place from the observing seat on."""

    def __init__(self, data: bytes) -> None:
        self.head, self.layers = read_parts(data)
        self.scale = np.array(self.head["scale"], np.int64)

    def judge(self, seen: bytes, indices: list[int]) -> tuple[list[int], list[int], list[int]]:
        """Of actions with these indices."""
        numbers = np.frombuffer(seen, np.uint8).astype(np.int64)
        scores, outlook = (self._by_index if self.head["kind"] == "index" else self._by_candidate)(numbers, indices)
        return scores, outlook[:SEATS], outlook[SEATS:]

    def _by_index(self, seen: Numbers, indices: list[int]) -> tuple[list[int], list[int]]:
        first, *blocks, policy, value = self.layers
        trunk = through(blocks, apply(first, seen * self.scale))
        likings = apply(policy, trunk)
        return [int(likings[index]) for index in indices], apply(value, trunk).tolist()

    def _by_candidate(self, seen: Numbers, indices: list[int]) -> tuple[list[int], list[int]]:
        table, room, pooled, *blocks, value, context, candidate, middle, score = self.layers
        scales = np.split(self.scale, [table.inputs, table.inputs + room.inputs])
        size = self.head["rooms"] * room.inputs
        here, rooms, candidates = np.split(seen, [table.inputs, table.inputs + size])
        told = [positive(apply(room, row * scales[1])) for row in rooms.reshape(-1, room.inputs) if row.any()]
        summary = sum(told, np.zeros(room.outputs, np.int64)) // 5
        trunk = through(blocks, apply(table, here * scales[0]) + apply(pooled, summary))
        around = np.append(apply(context, trunk), 0)
        scores = []
        for index in indices:
            hidden = apply(candidate, candidates.reshape(-1, candidate.inputs)[index] * scales[2])
            last = apply(score, positive(apply(middle, positive(hidden + around)[:-1])))
            scores.append(int(hidden[-1] + last[0]))
        return scores, apply(value, trunk).tolist()


def apply(layer: LayerData, inputs: Numbers) -> Numbers:
    matrix = np.frombuffer(layer.weights, np.int8).astype(np.int64).reshape(layer.inputs, layer.outputs)
    sums = inputs.clip(-layer.most, layer.most) @ matrix
    assert np.abs(sums).max() < 2**31
    return sums * np.array(layer.factors, np.int64) + np.array(layer.offsets, np.int64) >> layer.shift


def through(blocks: list[LayerData], values: Numbers) -> Numbers:
    for narrow, widen in zip(blocks[::2], blocks[1::2], strict=True):
        values = values + apply(widen, positive(apply(narrow, normed(values))))
    return positive(normed(values))


def positive(values: Numbers) -> Numbers:
    return np.maximum(values, 0)


def normed(values: Numbers) -> Numbers:
    """To a root mean square of 1.0: the root has eight bits more, its inverse thirty more again."""
    mean = int((values**2).sum()) // len(values) + 42
    inverse = 2**49 // int_root(mean << 16)
    scaled: Numbers = values * inverse >> 30
    return scaled


def int_root(number: int) -> int:
    """The largest number whose square is not more (Heron)."""
    root = number
    while root * root > number:
        root = (root + number // root) // 2
    return root
