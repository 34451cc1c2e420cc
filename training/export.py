"""Networks as Tianxia plays with them: a checkpoint in integers, as `network.bin` in the folder of its game.

    make networks                                                           all that the repository keeps
    python -m training.export build/training/forbidden-city.pt              one; a .pt needs PyTorch

Sums of weights times inputs have to fit into 32 bits, whatever the observation: that is why each layer has a `most` to
which its inputs are cut.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from tianxia.environments.missing import missing

try:
    import numpy as np
    from numpy.typing import NDArray
except ModuleNotFoundError as failure:
    raise SystemExit(str(missing(failure, "train"))) from failure

from tianxia.engine.observation import Space
from tianxia.games import find_game, package_of
from tianxia.players.network.file import MOST_BYTES, NAME, LayerData, write_network
from tianxia.players.network.layers import BITS, ONE
from training import quantized
from training.encodings import is_compact, training_space

SOURCES: Final = Path(__file__).parent.parent / "src"
FACTOR_BITS: Final = 20  # of the largest factor of a layer
SCALE_BITS: Final = 12  # most bits by which an observation is scaled
MOST_SUM: Final = (1 << 31) - 1

Floats = NDArray[np.float32]
Numbers = NDArray[np.int64]


def export(kept: dict[str, Any], weights: dict[str, Floats]) -> bytes:
    """The file of a checkpoint; see `tianxia.players.network.file`."""
    game = find_game(kept["game"])
    space = training_space(game)
    head = {"game": game.id, "kind": kept["kind"], "decisions": kept["decisions"]}
    if is_compact(game.id):
        head |= {name: kept["shape"][name] for name in ("rooms", "candidates")}
        scale, layers = _candidate_layers(kept["shape"], weights, space)
    else:
        scale, layers = _index_layers(weights, space)
    return write_network({**head, "scale": [int(number) for number in scale]}, layers)


# ---- the two kinds of networks


def _index_layers(weights: dict[str, Floats], space: Space) -> tuple[Numbers, list[LayerData]]:
    scale, first = _scaled("first", weights, weights["scale"], _most_of(space))
    return scale, [first, *_blocks(weights), _layer("policy", weights), _layer("value", weights)]


def _candidate_layers(
    shape: dict[str, int], weights: dict[str, Floats], space: Space
) -> tuple[Numbers, list[LayerData]]:
    table, room, candidate = shape["table"], shape["room"], shape["candidate"]
    most, scales = _most_of(space), np.split(weights["scale"], [table, table + room])
    together = dict(weights)  # what counts directly is one more output
    together["candidate.weight"] = np.concatenate([weights["candidate.weight"], weights["direct.weight"]])
    found = [
        _scaled("table", weights, scales[0], most[:table]),
        _scaled("room", weights, scales[1], most[table : table + room]),
        _scaled("candidate", together, scales[2], most[-candidate:]),
    ]
    (_, first), (_, rooms), (_, candidates) = found
    layers = [first, rooms, _layer("pooled", weights), *_blocks(weights), _layer("value", weights)]
    layers += [_layer("context", weights), candidates, _layer("middle", weights), _layer("score", weights)]
    return np.concatenate([scale for scale, _ in found]), layers


def _blocks(weights: dict[str, Floats]) -> Iterator[LayerData]:
    for block in sorted({name.split(".")[1] for name in weights if name.startswith("blocks.")}, key=int):
        yield _layer(f"blocks.{block}.narrow", weights)
        yield _layer(f"blocks.{block}.widen", weights)


# ---- layers


def _most_of(space: Space) -> Numbers:
    return np.concatenate([np.full(part.size, part.most, np.int64) for part in space.parts])


def _scaled(name: str, weights: dict[str, Floats], scale: Floats, most: Numbers) -> tuple[Numbers, LayerData]:
    """A layer that is given a part of an observation, with the scale of that in as many bits as fit."""
    for bits in range(SCALE_BITS, 0, -1):
        whole = np.rint(scale * 2.0**bits).astype(np.int64)
        layer = _layer(name, weights, bits)
        matrix = np.frombuffer(layer.weights, np.int8).astype(np.int64).reshape(layer.inputs, layer.outputs)
        if (most * whole @ np.abs(matrix)).max() <= MOST_SUM:  # no observation has all that it could have
            return whole, replace(layer, most=int((most * whole).max()))
    raise OverflowError(name)


def _layer(name: str, weights: dict[str, Floats], bits: int = BITS) -> LayerData:
    """A layer whose inputs are real numbers times 2 to the power of `bits`."""
    matrix, scales = quantized.quantize(weights[f"{name}.weight"])
    most = MOST_SUM // max(1, int(np.abs(matrix.astype(np.int64)).sum(1).max()))
    exact = scales.astype(np.float64) * 2.0 ** (BITS - bits)
    shift = int(FACTOR_BITS - np.ceil(np.log2(exact.max())))
    bias = weights.get(f"{name}.bias", np.zeros(len(matrix), np.float32)).astype(np.float64)
    offsets = np.rint(bias * ONE * 2.0**shift) + 2.0 ** (shift - 1)  # the half: shifting rounds down
    factors = np.rint(exact * 2.0**shift)
    outputs, inputs = matrix.shape
    numbers = [int(factor) for factor in factors], [int(offset) for offset in offsets]
    return LayerData(inputs, outputs, shift, most, *numbers, np.ascontiguousarray(matrix.T).tobytes())


# ---- the command


def read(path: Path) -> tuple[dict[str, Any], dict[str, Floats]]:
    """What is known of a checkpoint, and its weights."""
    if path.suffix == ".npz":
        return quantized.read(path)
    try:
        from training import checkpoints
    except ModuleNotFoundError as failure:
        raise SystemExit(str(missing(failure, "train"))) from failure
    network, kept = checkpoints.load(path)
    return kept, {name: tensor.numpy() for name, tensor in network.state_dict().items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkpoints", type=Path, nargs="*", default=sorted(quantized.COMMITTED.glob("*.npz")))
    parser.add_argument("--sources", type=Path, default=SOURCES, help="the folder that holds the package")
    arguments = parser.parse_args()
    for path in arguments.checkpoints:
        kept, weights = read(path)
        data = export(kept, weights)
        if len(data) > MOST_BYTES:
            raise SystemExit(f"{path}: {len(data):,} bytes are more than {MOST_BYTES:,}.")
        file = arguments.sources.joinpath(*package_of(kept["game"]).split("."), NAME)
        file.write_bytes(data)
        print(f"{file.relative_to(arguments.sources)}: {len(data):,} bytes")


if __name__ == "__main__":
    main()
