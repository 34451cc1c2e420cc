"""The networks that the repository keeps: they fit the games of today. Only NumPy is needed."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

np = pytest.importorskip("numpy", reason="training needs NumPy")

from tianxia.games import find_game  # noqa: E402
from training import curves, quantized  # noqa: E402
from training.encodings import scale_for, shape_for, training_space  # noqa: E402
from training.settings import MIXTURES  # noqa: E402

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
MOST = 1_400_000  # bytes of a file


def committed(name: str) -> Path:
    return quantized.COMMITTED / f"{name}.npz"


def test_every_game_has_a_network() -> None:
    assert {path.name for path in quantized.COMMITTED.iterdir()} == {f"{name}.npz" for name in MIXTURES}


@pytest.mark.parametrize("name", sorted(MIXTURES))
def test_a_network_fits_its_game(name: str) -> None:
    game = find_game(name)
    space = training_space(game)
    kept, weights = quantized.read(committed(name))
    assert kept["game"] == name
    assert kept["shape"].items() >= shape_for(game, space).items()
    assert np.allclose(weights["scale"], scale_for(game, space), rtol=1e-3, atol=0)  # it may have been half precision
    assert all(np.isfinite(array).all() for array in weights.values())
    assert kept["history"][-1]["decisions"] <= kept["decisions"]
    assert committed(name).stat().st_size < MOST


@pytest.mark.parametrize("name", sorted(MIXTURES))
def test_pytorch_loads_it(name: str, tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="networks are trained with PyTorch (the extra `train`)")
    from training import checkpoints

    path = checkpoints.newest(tmp_path, name)
    assert path == committed(name)
    network, kept = checkpoints.load(path)  # refuses weights of another shape
    assert kept["decisions"] > 0
    assert np.array_equal(network.scale.numpy(), quantized.read(path)[1]["scale"])


@pytest.mark.parametrize("name", sorted(MIXTURES))
def test_the_picture_shows_the_history(name: str) -> None:
    kept, _ = quantized.read(committed(name))
    drawn = curves.draw(name, kept["history"])
    ElementTree.fromstring(drawn)
    assert (PICTURES / f"training-{name}.svg").read_text(encoding="utf-8") == drawn
