"""Networks as small files: matrices in 8 bits, with one scale for each row. NumPy reads them; PyTorch is not needed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

COMMITTED: Final = Path(__file__).parent / "checkpoints"  # the networks that the repository keeps
MOST_HISTORY: Final = 400  # entries that are kept of a history
ABOUT: Final = "about"  # the array with everything but the weights, as JSON
SCALES: Final = ":scales"  # ends the name of an array with the scales of rows


def write(path: Path, kept: dict[str, Any], weights: dict[str, Floats]) -> None:
    """Write weights, and what is known of them; its `history` is thinned out."""
    history = kept["history"]
    about = {**kept, "history": history[:: len(history) // MOST_HISTORY + 1]}
    arrays: dict[str, Any] = {ABOUT: np.frombuffer(json.dumps(about).encode(), np.uint8)}
    for name, array in weights.items():
        if array.ndim == 2:
            arrays[name], arrays[name + SCALES] = quantize(array)
        else:
            arrays[name] = array
    unfinished = path.with_suffix(".part")
    with unfinished.open("wb") as file:
        np.savez_compressed(file, **arrays)
    unfinished.replace(path)


def quantize(matrix: Floats) -> tuple[NDArray[np.int8], Floats]:
    """A matrix as 8-bit numbers, and the scale of each of its rows.

    >>> quantize(np.array([[0.5, -1.0], [0.0, 254.0]], np.float32))[0].tolist()
    [[64, -127], [0, 127]]
    """
    scales = np.abs(matrix).max(1).clip(1e-8) / 127
    rounded = (matrix / scales[:, None]).round().clip(-127, 127)
    return rounded.astype(np.int8), scales.astype(np.float32)


def read(path: Path) -> tuple[dict[str, Any], dict[str, Floats]]:
    """What is known of a network, and its weights."""
    with np.load(path) as arrays:
        weights = {}
        for name in arrays.files:
            if name != ABOUT and not name.endswith(SCALES):
                weights[name] = arrays[name].astype(np.float32)
                if name + SCALES in arrays.files:
                    weights[name] *= arrays[name + SCALES][:, None]
        return json.loads(arrays[ABOUT].tobytes()), weights
