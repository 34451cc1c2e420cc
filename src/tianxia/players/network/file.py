"""Networks as files, `network.bin` in the folder of a game. All numbers are little-endian.

    8 bytes     TIANXNET
    4 bytes     the version of the format: 1
    4 bytes     the length of the head
    the head    JSON: what is written below
    the data    for each layer, one after the other: factors (4 bytes for each output), offsets (8 bytes for each
                output), weights (1 byte for each input and output; all of the first input, then of the second ...)
    32 bytes    SHA-256 of everything before

The head is an object:

    game        the id of the game
    kind        "index" or "candidates", see `networks.py`
    scale       whole numbers that an observation is multiplied with
    layers      [inputs, outputs, shift, most] of each, see `layers.py`; in the order in which `networks.py` takes them
    rooms, candidates     rows of an observation, for the kind "candidates"
    decisions   of training, for people
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from struct import Struct
from sys import byteorder
from typing import Any, Final

from tianxia.errors import UnreadableError
from tianxia.players.network.layers import Layer
from tianxia.players.network.networks import CandidateNetwork, IndexNetwork, Network
from tianxia.words import error

NAME: Final = "network.bin"
MAGIC: Final = b"TIANXNET"
VERSION: Final = 1
START: Final = Struct("<8sII")
DIGEST: Final = 32  # bytes
MOST_BYTES: Final = 2_000_000  # of a file that ships


@dataclass(frozen=True)
class LayerData:
    """A layer as a file has it."""

    inputs: int
    outputs: int
    shift: int
    most: int
    factors: list[int]
    offsets: list[int]
    weights: bytes  # with a sign; by input, then by output


def write_network(head: dict[str, Any], layers: list[LayerData]) -> bytes:
    """The bytes of a file; `head` is what the format says, without the layers."""
    shapes = [[layer.inputs, layer.outputs, layer.shift, layer.most] for layer in layers]
    text = json.dumps({**head, "layers": shapes}, separators=(",", ":")).encode()
    data = b"".join(_bytes("i", layer.factors) + _bytes("q", layer.offsets) + layer.weights for layer in layers)
    whole = START.pack(MAGIC, VERSION, len(text)) + text + data
    return whole + sha256(whole).digest()


def read_network(data: bytes, game: str) -> Network:
    """The network of a file; `UnreadableError` says why there is none for the game."""
    head, layers = read_parts(data)
    if head.get("game") != game:
        raise error(UnreadableError, "network.game", game=game, other=str(head.get("game")))
    try:
        return _build(head, [_layer(layer) for layer in layers])
    except (KeyError, IndexError, TypeError, ValueError):
        raise error(UnreadableError, "network.form") from None


def read_parts(data: bytes) -> tuple[dict[str, Any], list[LayerData]]:
    """The head and the layers of a file, checked against its checksum."""
    if not data.startswith(MAGIC):
        raise error(UnreadableError, "network.magic")
    if len(data) < START.size + DIGEST or sha256(data[:-DIGEST]).digest() != data[-DIGEST:]:
        raise error(UnreadableError, "network.checksum")
    _, version, length = START.unpack_from(data)
    if version != VERSION:
        raise error(UnreadableError, "network.version", version=version, known=VERSION)
    try:
        head = json.loads(data[START.size : START.size + length])
        return head, list(_read_layers(head["layers"], data[START.size + length : -DIGEST]))
    except (KeyError, TypeError, ValueError):
        raise error(UnreadableError, "network.form") from None


def _read_layers(shapes: list[list[int]], data: bytes) -> Iterator[LayerData]:
    at = 0
    for inputs, outputs, shift, most in shapes:
        first, second, end = at + 4 * outputs, at + 12 * outputs, at + (12 + inputs) * outputs
        if min(inputs, outputs) < 1 or end > len(data):
            raise ValueError
        factors, offsets = _numbers("i", data[at:first]), _numbers("q", data[first:second])
        yield LayerData(inputs, outputs, shift, most, factors, offsets, data[second:end])
        at = end
    if at != len(data):
        raise ValueError


def _layer(data: LayerData) -> Layer:
    shape = [data.inputs, data.outputs, data.shift, data.most]
    return Layer(shape, data.weights, data.factors, data.offsets)


def _build(head: dict[str, Any], layers: list[Layer]) -> Network:
    if head["kind"] == "index":
        return IndexNetwork(head["scale"], layers)
    if head["kind"] == "candidates":
        return CandidateNetwork(head["rooms"], head["candidates"], head["scale"], layers)
    raise ValueError


def _bytes(code: str, numbers: list[int]) -> bytes:
    found = array(code, numbers)
    if byteorder == "big":
        found.byteswap()
    return found.tobytes()


def _numbers(code: str, data: bytes) -> list[int]:
    found = array(code, data)
    if byteorder == "big":
        found.byteswap()
    return found.tolist()
