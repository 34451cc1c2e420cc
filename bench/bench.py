"""How fast the engine is, compiled and interpreted, on one core. `make bench` runs it.

python bench/bench.py --compiled build/native-.venv --json build/bench.json
python bench/bench.py --compiled build/native-.venv --against before.json     compare with figures of an earlier run
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

MEASURE = Path(__file__).with_name("measure.py")
SOURCE = Path(__file__).parent.parent / "src"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compiled", type=Path, help="folder of the compiled package")
    parser.add_argument("--json", type=Path, help="write the figures there")
    parser.add_argument("--against", type=Path, help="figures of an earlier run, to compare with")
    arguments = parser.parse_args()
    builds = {"interpreted": SOURCE}
    if arguments.compiled and (arguments.compiled / "tianxia").is_dir():
        builds = {"compiled": arguments.compiled, **builds}
    figures = {build: run(build, path) for build, path in builds.items()}
    before = json.loads(arguments.against.read_text()) if arguments.against else {}
    if arguments.json:
        arguments.json.parent.mkdir(parents=True, exist_ok=True)
        arguments.json.write_text(json.dumps(figures, indent=1, ensure_ascii=False) + "\n")
    Console().print(draw(figures, before))


def run(build: str, path: Path) -> dict[str, Any]:
    """The figures of one build, measured in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(path)}
    output = subprocess.run([sys.executable, MEASURE], env=environment, check=True, capture_output=True, text=True)
    found: dict[str, Any] = json.loads(output.stdout)
    assert found["compiled"] == (build == "compiled"), f"{path} does not hold the {build} build"
    return found


def draw(figures: dict[str, Any], before: dict[str, Any]) -> Table:
    table = Table(title="One core, best of five; four players")
    table.add_column("game")
    table.add_column("figure")
    for build in figures:
        table.add_column(build, justify="right")
    games = next(iter(figures.values()))["games"]
    for game, names in games.items():
        for name in names:
            cells = [cell(figures[build], before.get(build), game, name) for build in figures]
            table.add_row(game, name, *cells)
    return table


def cell(now: dict[str, Any], before: dict[str, Any] | None, game: str, name: str) -> str:
    value = now["games"][game][name]
    shown = f"{value:,.0f}" if value >= 100 else f"{value:.2f}"
    earlier = before["games"].get(game, {}).get(name) if before else None
    return f"{shown} (x {value / earlier:.2f})" if earlier else shown


if __name__ == "__main__":
    main()
