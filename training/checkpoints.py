"""Networks as files: all that is needed to go on with a training run, or to play.

A checkpoint has two forms. `GAME.pt` is as PyTorch writes it, with matrices in half precision. `GAME.npz`
(`quantized.py`) is small enough to be kept in the repository. A run can go on from either; the optimizer's moments are
in neither, so a run begins with gentle updates.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import torch
from torch import Tensor, nn

from training import quantized
from training.networks import CandidateNetwork, IndexNetwork

CLASSES: Final[dict[str, type[nn.Module]]] = {"index": IndexNetwork, "candidates": CandidateNetwork}


def save(path: Path, network: Any, history: list[dict[str, Any]], **more: Any) -> None:
    """Write a network and what is known of its training: in half precision at `path`, and small beside it."""
    kind = next(name for name, of in CLASSES.items() if isinstance(network, of))
    kept = {"kind": kind, "shape": network.shape, "history": history, **more}
    state = {name: tensor.detach().float().cpu() for name, tensor in network.state_dict().items()}
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(".part")
    halved = {name: tensor.half() if tensor.ndim == 2 else tensor for name, tensor in state.items()}
    torch.save({**kept, "state": halved}, unfinished)
    unfinished.replace(path)
    quantized.write(path.with_suffix(".npz"), kept, {name: tensor.numpy() for name, tensor in state.items()})


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
    kept, weights = quantized.read(path)
    return kept, {name: torch.from_numpy(array) for name, array in weights.items()}


def newest(folder: Path, game: str) -> Path | None:
    """The checkpoint to go on from: of the folder, else the one that the repository keeps."""
    choices = (folder / f"{game}.pt", folder / f"{game}.npz", quantized.COMMITTED / f"{game}.npz")
    return next((path for path in choices if path.exists()), None)
