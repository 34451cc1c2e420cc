"""Installs a wheel that was built into a clean environment, and plays a game with it.

python tests/check_dist.py dist
"""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
DATA = [str(file.relative_to(ROOT / "src")) for file in (ROOT / "src" / "tianxia").rglob("*.toml")]
MIGRATIONS = ROOT / "src" / "tianxia" / "server" / "storage" / "migrations"
NETWORKS = [str(file.relative_to(ROOT / "src")) for file in (ROOT / "src" / "tianxia").rglob("network.bin")]
STEPS = [str(file.relative_to(ROOT / "src")) for file in MIGRATIONS.rglob("*.py")]
NEEDED = ("tianxia/py.typed", "tianxia/server/browser/index.html", *DATA, *NETWORKS, *STEPS)
GAMES = [rules.parent.name.replace("_", "-") for rules in (ROOT / "src" / "tianxia" / "games").glob("*/game.py")]


def main() -> None:
    folder = Path(sys.argv[1])
    (wheel,) = folder.glob("*.whl")
    (sdist,) = folder.glob("*.tar.gz")
    names = zipfile.ZipFile(wheel).namelist()
    missing = [name for name in NEEDED if name not in names]
    assert not missing, f"{wheel.name} lacks {missing}"
    assert not any(name.startswith("training/") for name in names), f"{wheel.name} holds what only training needs"
    with tarfile.open(sdist) as archive:
        assert any(name.endswith("/hatch_build.py") for name in archive.getnames()), f"{sdist.name} cannot be built"
    compiled = any(name.endswith((".so", ".pyd")) for name in names)
    has_compiler = subprocess.run([sys.executable, "hatch_build.py", "--has-compiler"], cwd=ROOT).returncode == 0
    assert compiled == has_compiler, f"{wheel.name}: compiled {compiled}, but there is a C compiler: {has_compiler}"
    with tempfile.TemporaryDirectory() as clean:
        play_with(wheel, Path(clean), compiled)
    print(f"{wheel.name}: installs, plays and verifies ({'compiled' if compiled else 'plain Python'}).")


def play_with(wheel: Path, clean: Path, compiled: bool) -> None:
    run(sys.executable, "-m", "venv", "--without-pip", clean / "venv")
    scripts = clean / "venv" / ("Scripts" if os.name == "nt" else "bin")
    constraints = ROOT / "constraints.txt"
    pip = [sys.executable, "-m", "pip", "--python", scripts / "python", "--disable-pip-version-check"]
    run(*pip, "install", "--quiet", "--no-compile", "-c", constraints, wheel)
    version = run(scripts / "tianxia", "--version", cwd=clean)
    assert ("interpreted" not in version) == compiled, version
    for game in GAMES:
        games = clean / f"{game}.jsonl"
        run(scripts / "tianxia", "simulate", game, "--games", "20", "--seed", "7", "--out", games, cwd=clean)
        checked = run(scripts / "tianxia", "verify", games, cwd=clean)
        assert "20 fine, 0 failed" in checked, checked


def run(*command: object, cwd: Path | None = None) -> str:
    """Run a command outside the source tree, with nothing of it on the path."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run([str(word) for word in command], cwd=cwd, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
    return done.stdout


if __name__ == "__main__":
    main()
