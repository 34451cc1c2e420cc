"""NumPy integers, and the memory of compiled code as NumPy arrays."""

from __future__ import annotations

from operator import index
from typing import Any, Final

from tianxia.engine.observation import Part
from tianxia.environments.missing import missing
from tianxia.errors import SettingError
from tianxia.words import error

try:
    import numpy as np
    from numpy.typing import DTypeLike, NDArray
except ModuleNotFoundError as failure:
    raise missing(failure, "research") from None


DTYPES: Final = ("uint8", "float32")  # of observations


def plain(number: Any) -> Any:
    """Convert a NumPy integer to int; return anything else unchanged.

    >>> plain(np.uint8(3)), plain(np.array(3)), plain(3.0), plain(True)
    (3, 3, 3.0, True)
    """
    if isinstance(number, bool):
        return number
    try:
        return index(number)
    except TypeError:
        return number


def dtype_of(wish: DTypeLike) -> np.dtype[Any]:
    """The NumPy type for observations; raises `SettingError` if it is none of `DTYPES`."""
    try:
        found = np.dtype(wish)
    except TypeError:
        found = None
    if wish is None or found is None or found.name not in DTYPES:
        raise error(SettingError, "research.dtype", dtype=str(wish), known=DTYPES)
    return found


class _Memory:
    """Writable memory of a vector of compiled code, for NumPy to clear: the vector itself exposes it read-only."""

    def __init__(self, store: Any, dtype: DTypeLike) -> None:
        self.store = store  # who looks at the memory keeps it
        seen = np.frombuffer(store, dtype)
        self.__array_interface__ = {**seen.__array_interface__, "data": (seen.ctypes.data, False)}


def memory(store: Any, dtype: DTypeLike = np.uint8) -> NDArray[Any]:
    """The memory of a vector as a writable array."""
    return np.asarray(_Memory(store, dtype))


def scale_of(parts: list[Part]) -> NDArray[np.float32]:
    """Feature -> its factor in observations of floats."""
    return np.concatenate([np.full(part.size, 1 / part.one, np.float32) for part in parts])


def most_of(parts: list[Part]) -> NDArray[np.uint8]:
    """Feature -> its greatest value."""
    return np.concatenate([np.full(part.size, part.most, np.uint8) for part in parts])


def by_name(parts: list[Part], observations: NDArray[Any]) -> dict[str, NDArray[Any]]:
    """Name -> the part of an observation, or of an array of them, in its shape: views, without copying.

    >>> from tianxia.games import find_game
    >>> from tianxia.environments import space_for
    >>> game = find_game("emperor-of-china")
    >>> space = space_for(game, game.setting(3))
    >>> by_name(space.parts, np.zeros((256, space.features)))["houses"].shape
    (256, 5, 48)
    """
    rows = observations.shape[:-1]
    return {
        part.name: observations[..., part.first : part.first + part.size].reshape(*rows, *part.shape) for part in parts
    }
