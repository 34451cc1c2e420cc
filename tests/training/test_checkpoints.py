"""The networks that the repository keeps: they fit the games of today. Only NumPy is needed."""

from __future__ import annotations

import subprocess
import sys
from os import environ, pathsep
from pathlib import Path
from xml.etree import ElementTree

import pytest

np = pytest.importorskip("numpy", reason="training needs NumPy")

from tianxia.games import find_game  # noqa: E402
from training import curves, quantized  # noqa: E402
from training.encodings import scale_for, shape_for, training_space  # noqa: E402
from training.settings import MIXTURES  # noqa: E402

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "docs" / "pictures"
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


@pytest.mark.parametrize("command", ["train", "contest"])
def test_without_pytorch_a_sentence_tells_what_to_install(command: str) -> None:
    program = f"import sys; sys.modules['torch'] = None; import training.{command}"
    ran = subprocess.run(
        [sys.executable, "-c", program],
        env={**environ, "PYTHONPATH": pathsep.join([*sys.path, str(ROOT)])},
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 1
    assert ran.stderr == 'This needs the package torch. In the folder of Tianxia: pip install ".[train]".\n'
