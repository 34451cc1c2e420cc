"""Networks say the same in every build and are read from checked files."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from contract.cases import every_case
from support.builds import trace_in_other_build
from support.emperor_games import invented_edition
from support.luck import scaled
from support.networks import NETWORK_GAMES, decisions, judged, numbers_of, trace_games
from tianxia.engine.vectors import numbers
from tianxia.environments import observe
from tianxia.errors import SettingError, TianxiaError, UnreadableError
from tianxia.games import AnyGame, data_of
from tianxia.games.emperor_of_china.game import EmperorOfChina
from tianxia.players.network import shipped
from tianxia.players.network.file import DIGEST, MOST_BYTES, NAME, START, LayerData, read_network, read_parts
from tianxia.players.network.file import write_network as write
from tianxia.players.network.layers import Layer, relu, rms_norm
from tianxia.players.network.networks import NEVER
from tianxia.players.network.shipped import network_of

FEW = 40  # of the decisions of a game, one in so many: where both builds are compared
games = pytest.mark.parametrize("game", NETWORK_GAMES, ids=lambda game: game.id)


def file_of(game: AnyGame) -> bytes:
    return data_of(game.id, NAME).read_bytes()


# ---- the arithmetic


def layer_of(inputs: int, outputs: int, rng: Random, extreme: bool) -> LayerData:
    """A layer with weights of all kinds; `extreme`: with the largest that there are, of one sign for each output."""
    weights = [rng.randint(-127, 127) for _ in range(inputs * outputs)]
    if extreme:
        weights = [127 if output % 2 else -127 for _ in range(inputs) for output in range(outputs)]
    most = (2**31 - 1) // (127 * inputs)
    factors = [rng.randint(1, 1 << 20) for _ in range(outputs)]
    offsets = [rng.randint(-(1 << 50), 1 << 50) for _ in range(outputs)]
    data = bytes(weight & 255 for weight in weights)
    return LayerData(inputs, outputs, rng.randint(1, 30), most, factors, offsets, data)


@pytest.mark.parametrize("extreme", [False, True], ids=["usual", "extreme"])
@pytest.mark.parametrize(("inputs", "outputs"), [(1, 1), (3, 2), (4, 5), (70, 9), (9, 64)])
def test_a_layer_is_sums_of_weights_times_inputs(inputs: int, outputs: int, extreme: bool) -> None:
    rng = Random(inputs)
    data = layer_of(inputs, outputs, rng, extreme)
    layer = Layer([inputs, outputs, data.shift, data.most], data.weights, data.factors, data.offsets)
    for _ in range(20):
        values = [rng.choice([0, 1, -1, data.most, -data.most, 10**9, -(10**9), 77]) for _ in range(inputs)]
        if extreme:
            values = [10**9] * inputs  # is cut
        cut = [max(-data.most, min(data.most, value)) for value in values]
        expected = []
        for output in range(outputs):
            weights = [byte - 256 if byte > 127 else byte for byte in data.weights[output::outputs]]
            total = sum(weight * value for weight, value in zip(weights, cut, strict=True))
            expected.append((total * data.factors[output] + data.offsets[output]) >> data.shift)
        assert list(layer.apply(numbers(values))) == expected


def test_rms_norm_and_relu() -> None:
    assert list(relu(numbers([-5, 0, 7]))) == [0, 0, 7]
    assert list(rms_norm(numbers([300, -300]))) == pytest.approx([2048, -2048], rel=1e-3)
    assert list(rms_norm(numbers([0, 0, 0]))) == [0, 0, 0]
    large = [int(number) for number in rms_norm(numbers([1 << 22] + [0] * 511))]
    assert large[0] == pytest.approx(2048 * 512**0.5, rel=1e-3)


# ---- the networks that ship


@games
def test_scores_are_those_of_a_slow_twin(game: AnyGame) -> None:
    """In all games with all options and numbers of players, bit for bit."""
    pytest.importorskip("numpy", reason="the twin needs NumPy")
    from support.slow_network import SlowNetwork

    slow = SlowNetwork(file_of(game))
    cases = every_case(game)
    each = max(1, 40 * len(cases) // scaled(60, 1200))
    for number, case in enumerate(cases):
        for position in decisions(case, number, each):
            space = game.network_space(position)
            assert space is not None
            actions = position.legal_actions()
            indices = [int(space.index_of(position, action)) for action in actions]
            seat, players = int(position.seat), int(position.players)
            scores, wins, leads = slow.judge(observe(space, position, seat), [index for index in indices if index >= 0])
            found = numbers_of(judged(case, position))
            assert [score for score in found[0] if score != NEVER] == scores
            assert [score == NEVER for score in found[0]] == [index < 0 for index in indices]
            for told, by_place in (found[1], wins), (found[2], leads):
                assert told == [by_place[(other - seat) % players] for other in range(players)]


def test_the_other_build_says_the_same() -> None:
    assert trace_in_other_build("support.networks", FEW) == trace_games(FEW)


@games
def test_no_sum_can_leave_its_lane(game: AnyGame) -> None:
    """What the exporter promises, for the layers that follow others; those that see an observation have its bound."""
    np = pytest.importorskip("numpy", reason="quicker with NumPy")
    head, layers = read_parts(file_of(game))
    seeing = {0} if head["kind"] == "index" else {0, 1, len(layers) - 3}
    for place, layer in enumerate(layers):
        matrix = np.frombuffer(layer.weights, np.int8).astype(np.int64).reshape(layer.inputs, layer.outputs)
        if place not in seeing:
            assert int(np.abs(matrix).sum(0).max()) * layer.most < 2**31
        assert max(layer.factors) < 1 << 21


@games
def test_a_file_is_small(game: AnyGame) -> None:
    assert len(file_of(game)) <= MOST_BYTES


# ---- editions and files


def test_an_edition_of_another_size_has_no_network() -> None:
    game = EmperorOfChina(invented_edition(1), "invented.toml")
    with pytest.raises(SettingError) as refusal:
        network_of(game)
    assert refusal.value.key == "network.edition"
    assert f"cannot play the edition {game.edition}" in str(refusal.value)


def test_parse_and_print_belong_together() -> None:
    data = file_of(NETWORK_GAMES[0])
    head, layers = read_parts(data)
    shapes = head.pop("layers")
    assert write(head, layers) == data
    assert [[layer.inputs, layer.outputs, layer.shift, layer.most] for layer in layers] == shapes


def signed(data: bytes) -> bytes:
    """With a checksum that matches."""
    return data + sha256(data).digest()


def damaged(data: bytes) -> dict[str, tuple[bytes, str]]:
    """What is wrong with a file -> the file, and the key of the sentence."""
    whole = data[:-DIGEST]
    length = START.unpack_from(data)[2]
    head, layers = read_parts(data)
    other = START.pack(b"TIANXNET", 2, length) + whole[START.size :]
    return {
        "empty": (b"", "network.magic"),
        "another file": (b"PK\3\4" + data[4:], "network.magic"),
        "cut off": (data[:-1], "network.checksum"),
        "hardly begun": (data[:20], "network.checksum"),
        "one bit": (data[:5000] + bytes([data[5000] ^ 1]) + data[5001:], "network.checksum"),
        "a later version": (signed(other), "network.version"),
        "no JSON": (signed(START.pack(b"TIANXNET", 1, 3) + b"abc"), "network.form"),
        "no object": (signed(START.pack(b"TIANXNET", 1, 2) + b"[]"), "network.form"),
        "too little data": (signed(whole[:-1]), "network.form"),
        "too much data": (signed(whole + b"\0"), "network.form"),
        "another kind": (write({**head, "kind": "convolutions"}, layers), "network.form"),
        "a layer too few": (write(head, layers[1:2]), "network.form"),
    }


@games
@pytest.mark.parametrize("fault", damaged(file_of(NETWORK_GAMES[0])))
def test_a_damaged_file_is_refused_with_what_is_wrong(game: AnyGame, fault: str) -> None:
    data, key = damaged(file_of(game))[fault]
    with pytest.raises(UnreadableError) as refusal:
        read_network(data, game.id)
    assert refusal.value.key == key


@games
def test_the_network_of_another_game_is_refused(game: AnyGame) -> None:
    with pytest.raises(UnreadableError) as refusal:
        read_network(file_of(game), "chess")
    assert str(refusal.value) == f"the network is for {game.id}, not for chess."


def test_a_damaged_network_that_ships_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = NETWORK_GAMES[0]
    (tmp_path / NAME).write_bytes(file_of(game)[:-1])
    monkeypatch.setattr(shipped, "data_of", lambda game, *path: tmp_path.joinpath(*path))
    shipped._read.cache_clear()
    try:
        with pytest.raises(TianxiaError, match="its checksum does not match") as refusal:
            network_of(game)
        assert str(tmp_path / NAME) in str(refusal.value)
    finally:
        shipped._read.cache_clear()
