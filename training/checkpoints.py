"""Networks as files: all that is needed to go on with a training run, or to play.

A checkpoint has two forms. `GAME.pt` is half precision, as PyTorch writes it. `GAME.npz` is small enough to be kept in
the repository: weights are rounded to 8 bits, with one scale for each row of a matrix. A run can go on from either; the
optimizer's moments are in neither, so a run begins with gentle updates.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from torch import Tensor, nn

from training.networks import CandidateNetwork, IndexNetwork

CLASSES: Final[dict[str, type[nn.Module]]] = {"index": IndexNetwork, "candidates": CandidateNetwork}
COMMITTED: Final = Path(__file__).parent / "checkpoints"
MOST_HISTORY: Final = 400  # entries of the history in a small checkpoint
ABOUT: Final = "about"  # the array with everything but the weights, as JSON
SCALES: Final = ":scales"  # ends the name of an array with the scales of rows


def save(path: Path, network: Any, history: list[dict[str, Any]], **more: Any) -> None:
    """Write a network and what is known of its training: in half precision at `path`, and small beside it."""
    kind = next(name for name, of in CLASSES.items() if isinstance(network, of))
    kept = {"kind": kind, "shape": network.shape, "history": history, **more}
    state = {name: tensor.detach().float().cpu() for name, tensor in network.state_dict().items()}
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(".part")
    torch.save({**kept, "state": {name: tensor.half() for name, tensor in state.items()}}, unfinished)
    unfinished.replace(path)
    thinned = history[:: len(history) // MOST_HISTORY + 1]
    save_small(path.with_suffix(".npz"), {**kept, "history": thinned}, state)


def save_small(path: Path, kept: dict[str, Any], state: dict[str, Tensor]) -> None:
    """Write weights in 8 bits, as NumPy's arrays."""
    arrays: dict[str, Any] = {ABOUT: np.frombuffer(json.dumps(kept).encode(), np.uint8)}
    for name, tensor in state.items():
        if tensor.ndim == 2:
            arrays[name], arrays[name + SCALES] = quantize(tensor)
        else:
            arrays[name] = tensor.numpy().astype(np.float32)
    unfinished = path.with_suffix(".part")
    with unfinished.open("wb") as file:
        np.savez_compressed(file, **arrays)
    unfinished.replace(path)


def quantize(matrix: Tensor) -> tuple[Any, Any]:
    """A matrix as 8-bit numbers, and the scale of each of its rows."""
    scales = matrix.abs().amax(1).clamp(min=1e-8) / 127
    rounded = (matrix / scales[:, None]).round().clamp(-127, 127)
    return rounded.numpy().astype(np.int8), scales.numpy().astype(np.float32)


def load(path: Path, device: str = "cpu") -> tuple[Any, dict[str, Any]]:
    """A network, and what was written beside it."""
    kept, state = _load_small(path) if path.suffix == ".npz" else _load_half(path, device)
    network = CLASSES[kept["kind"]](**kept["shape"])
    network.load_state_dict(state)
    return network.to(device), kept


def _load_half(path: Path, device: str) -> tuple[dict[str, Any], dict[str, Tensor]]:
    kept = torch.load(path, map_location=device, weights_only=True)
    return kept, {name: tensor.float() for name, tensor in kept.pop("state").items()}


def _load_small(path: Path) -> tuple[dict[str, Any], dict[str, Tensor]]:
    with np.load(path) as arrays:
        kept = json.loads(arrays[ABOUT].tobytes())
        state = {}
        for name in arrays.files:
            if name != ABOUT and not name.endswith(SCALES):
                weights = arrays[name].astype(np.float32)
                if name + SCALES in arrays.files:
                    weights = weights * arrays[name + SCALES][:, None]
                state[name] = torch.from_numpy(weights)
    return kept, state


def newest(folder: Path, game: str) -> Path | None:
    """The checkpoint to go on from: of the folder, else the one that the repository keeps."""
    choices = (folder / f"{game}.pt", folder / f"{game}.npz", COMMITTED / f"{game}.npz")
    return next((path for path in choices if path.exists()), None)
