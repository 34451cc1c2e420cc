"""How fast our games are beside those of other libraries, all driven from Python. `make bench-peers` runs it.

The others come from their published packages, into a virtual environment of their own; one that cannot be installed
or that fails is named with the reason, and the rest is measured. Each library is measured in a process of its own.

python bench/peers.py --venv build/peers-venv --compiled build/native-.venv --json build/peers.json
python bench/peers.py ... --docs                 also into docs/speed.md and its picture
python bench/peers.py ... --only rlcard          ours and one other; --seconds 0.1 is quick and rough
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

from rich.console import Console

import peers_report

ROOT: Final = Path(__file__).parent.parent
MEASURE: Final = Path(__file__).with_name("peers_measure.py")
CONSTRAINTS: Final = Path(__file__).with_name("peers-constraints.txt")
PEERS: Final = {  # name of the library -> what pip installs
    "open_spiel": ["open_spiel"],
    "pettingzoo": ["pettingzoo[classic]"],
    "rlcard": ["rlcard"],
    "catanatron": ["catanatron"],
    "pgx": ["pgx", "jax"],
}
OURS: Final = ["librt", "mypy_extensions"]  # what the compiled engine needs


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--venv", type=Path, default=ROOT / "build" / "peers-venv", help="where the others go")
    parser.add_argument("--compiled", type=Path, help="folder of our compiled package")
    parser.add_argument("--json", type=Path, help="write the figures there")
    parser.add_argument("--again", type=Path, help="measure nothing: tell the figures of that file")
    parser.add_argument("--docs", action="store_true", help="put figures and picture into docs/")
    parser.add_argument("--only", nargs="*", choices=PEERS, default=list(PEERS), help="these others")
    parser.add_argument("--seconds", type=float, default=0.5, help="that a repetition takes, about")
    arguments = parser.parse_args()
    if arguments.again:
        found = json.loads(arguments.again.read_text(encoding="utf-8"))
    else:
        found = measure_all(arguments.venv, arguments.compiled, arguments.only, arguments.seconds)
    if arguments.json:
        arguments.json.parent.mkdir(parents=True, exist_ok=True)
        arguments.json.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    if arguments.docs:
        peers_report.write_docs(found, ROOT / "docs")
    for table in peers_report.tables(found):
        Console().print(table)
    for line in peers_report.missing(found) + peers_report.bars(found):
        print(line)


def measure_all(venv: Path, compiled: Path | None, peers: list[str], seconds: float) -> dict[str, Any]:
    """The figures of all libraries, and the reasons where there are none."""
    found: dict[str, Any] = {"where": where(), "libraries": {}, "missing": {}}
    python, refused = set_up(venv, peers)
    builds = {"tianxia interpreted": ROOT / "src"}
    if compiled and (compiled / "tianxia").is_dir():
        builds = {"tianxia compiled": compiled.resolve(), **builds}
    else:
        found["missing"]["tianxia compiled"] = "no compiled build: is there a C compiler?"
    found["missing"] |= refused
    for name in [*builds, *(peer for peer in peers if peer not in refused)]:
        print(f"Measuring {name} ...", file=sys.stderr)
        try:
            found["libraries"][name] = measure(python, name.split()[0], builds.get(name), seconds)
        except subprocess.CalledProcessError as failure:
            found["missing"][name] = last_line(failure.stderr)
        else:
            assert found["libraries"][name].get("compiled", False) == (name == "tianxia compiled"), name
    return found


def where() -> dict[str, str]:
    return {"python": platform.python_version(), "machine": f"{platform.machine()}, {os.cpu_count()} cores"}


def set_up(venv: Path, peers: list[str]) -> tuple[Path, dict[str, str]]:
    """The Python that has the peers, and which could not be installed, with the reason. Done once."""
    python = venv / ("Scripts" if os.name == "nt" else "bin") / "python"
    done = venv / "done.json"
    if done.exists() and done.stat().st_mtime > CONSTRAINTS.stat().st_mtime:
        told: dict[str, str] = json.loads(done.read_text(encoding="utf-8"))
        return python, {peer: reason for peer, reason in told.items() if peer in peers}
    print(f"Setting up the other libraries in {venv}: this takes some minutes, once.", file=sys.stderr)
    subprocess.run([sys.executable, "-m", "venv", "--clear", venv], check=True)
    refused = {}
    for name, packages in {"tianxia compiled": OURS, **PEERS}.items():
        constraints = ROOT / "constraints.txt" if packages is OURS else CONSTRAINTS
        if reason := install(python, packages, constraints):
            refused[name] = f"could not be installed: {reason}"
    done.write_text(json.dumps(refused), encoding="utf-8")
    return python, refused


def install(python: Path, packages: list[str], constraints: Path) -> str:
    """Empty where all went well, or why it did not."""
    pip = [
        str(python),
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "-c",
        str(constraints),
        *packages,
    ]
    ran = subprocess.run(pip, capture_output=True, text=True)
    return last_line(ran.stderr) if ran.returncode else ""


def measure(python: Path, library: str, path: Path | None, seconds: float) -> dict[str, Any]:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    environment |= {"JAX_PLATFORMS": "cpu", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    if path:
        environment["PYTHONPATH"] = str(path)
    command = [str(python), str(MEASURE), library, "--seconds", str(seconds)]
    ran = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    found: dict[str, Any] = json.loads(ran.stdout)
    return found


def last_line(output: str) -> str:
    """The last line of what a failing program said, which mostly is the reason."""
    lines = [line for line in output.splitlines() if line.strip() and not line.startswith("[notice]")]
    return lines[-1].strip() if lines else "it said nothing"


if __name__ == "__main__":
    main()
