"""The memory of compiled code as NumPy arrays."""

from __future__ import annotations

from typing import Any

from tianxia.research.missing import missing
from tianxia.research.space import Part

try:
    import numpy as np
    from numpy.typing import DTypeLike, NDArray
except ModuleNotFoundError as failure:
    raise missing(failure, "research") from None


class _Memory:
    """Memory that compiled code writes into, for NumPy to clear: the vector itself offers it for reading only."""

    def __init__(self, store: Any, dtype: DTypeLike) -> None:
        self.store = store  # who looks at the memory keeps it
        seen = np.frombuffer(store, dtype)
        self.__array_interface__ = {**seen.__array_interface__, "data": (seen.ctypes.data, False)}


def memory(store: Any, dtype: DTypeLike = np.uint8) -> NDArray[Any]:
    """The memory of a vector, to be read and written."""
    return np.asarray(_Memory(store, dtype))


def scale_of(parts: list[Part]) -> NDArray[np.float32]:
    """Feature -> what it is multiplied with where observations are floats."""
    return np.concatenate([np.full(part.size, 1 / part.one, np.float32) for part in parts])


def most_of(parts: list[Part]) -> NDArray[np.uint8]:
    """Feature -> the most that it can be."""
    return np.concatenate([np.full(part.size, part.most, np.uint8) for part in parts])


def by_name(parts: list[Part], observations: NDArray[Any]) -> dict[str, NDArray[Any]]:
    """The parts of an observation, or of a row of them, each in its shape: the same memory, nothing is copied.

    >>> from tianxia.games import find_game
    >>> from tianxia.research import space_for
    >>> game = find_game("emperor-of-china")
    >>> space = space_for(game, game.setting(3))
    >>> by_name(space.parts, np.zeros((256, space.features)))["houses"].shape
    (256, 5, 48)
    """
    rows = observations.shape[:-1]
    return {
        part.name: observations[..., part.first : part.first + part.size].reshape(*rows, *part.shape) for part in parts
    }
