"""Games on a Ray cluster: on this machine, or on many.

The package is sent to the cluster with its compiled modules, so only Ray has to be installed there, and the same
program plays everywhere.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import shutil
import socket
import sys
import tempfile
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

from tianxia.arena.contest import Contest
from tianxia.arena.executors import Executor, J, R
from tianxia.errors import SettingError, TianxiaError
from tianxia.words import error

ANSWER_WITHIN = 10.0  # seconds that a cluster may take to answer
WITH_US = ("tianxia", "librt", "mypy_extensions")  # what compiled modules need is small
LEFT_HERE = ("__pycache__", "server")  # no server runs there, and the client may not be built yet


class RayExecutor(Executor):
    """Runs jobs on the Ray cluster at an address or in RAY_ADDRESS, else on a cluster of this machine."""

    def __init__(self, address: str | None = None, processes: int | None = None, parcel: Path | None = None) -> None:
        """An executor for `processes` games at once (default: one for each core). `parcel`: see `send_along`."""
        self.address = address or os.environ.get("RAY_ADDRESS")
        self.processes = processes
        self.parcel = parcel
        self.ray = _import_ray()

    def run(self, work: Callable[[J], R], jobs: Iterable[J]) -> Generator[tuple[int, R], None, None]:
        with self._connected():
            remote = self.ray.remote(work)
            ahead = 2 * (self.processes or int(self.ray.cluster_resources().get("CPU", 1)))
            under_way: dict[Any, int] = {}
            for number, job in enumerate(jobs):
                under_way[remote.remote(job)] = number
                if len(under_way) >= ahead:
                    yield self._next(under_way)
            while under_way:
                yield self._next(under_way)

    def _next(self, under_way: dict[Any, int]) -> tuple[int, Any]:
        """Wait for a result, and remove its job from those under way."""
        (done,), _ = self.ray.wait(list(under_way), num_returns=1)
        try:
            return under_way.pop(done), self.ray.get(done)
        except self.ray.exceptions.RayTaskError as failure:
            if isinstance(failure.cause, TianxiaError):
                raise TianxiaError(str(failure.cause), failure.cause.key) from None
            raise
        except self.ray.exceptions.RayError:
            raise error(TianxiaError, "arena.broken") from None

    @contextlib.contextmanager
    def _connected(self) -> Iterator[None]:
        """Connect to Ray until the block ends; a connection that this process has already is used, and left open."""
        if self.address is not None:
            _check_answer(self.address)
        if self.ray.is_initialized():
            yield
            return
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # no usage statistics are sent
        quiet = {"include_dashboard": False, "logging_level": "error", "log_to_driver": False}
        try:
            if self.address is None:
                self.ray.init("local", num_cpus=self.processes, **quiet)
            else:
                self.ray.init(self.address, runtime_env=self._environment(), **quiet)
        except (ConnectionError, RuntimeError, ValueError, OSError) as failure:
            reason = next(iter(str(failure).strip().splitlines()), type(failure).__name__)
            raise error(TianxiaError, "arena.ray-connect", reason=reason) from None
        try:
            yield
        finally:
            self.ray.shutdown()

    def _environment(self) -> dict[str, str]:
        return {} if self.parcel is None else {"working_dir": str(self.parcel)}


def _check_answer(address: str) -> None:
    """Raise an error if the cluster does not answer: Ray would wait, then end this process without a message."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon or not port.isdigit():
        return  # "auto", for instance
    try:
        socket.create_connection((host, int(port)), timeout=ANSWER_WITHIN).close()
    except OSError:
        raise error(TianxiaError, "arena.ray-silent", address=address) from None


def _import_ray() -> ModuleType:
    try:
        import ray
    except ImportError:
        raise error(SettingError, "arena.ray-missing") from None
    return ray


@contextlib.contextmanager
def send_along(contest: Contest) -> Iterator[tuple[Contest, Path]]:
    """Copy everything that a machine needs to play a contest; returns the folder, and the contest with paths in it."""
    with tempfile.TemporaryDirectory(prefix="tianxia-") as name:
        folder = Path(name)
        for module in WITH_US:
            _copy_module(module, folder)
        for library in [module for module in sys.modules if module.endswith("__mypyc")]:
            _copy_module(library, folder)
        editions = []
        for number, file in enumerate(contest.plan.edition_files):
            editions.append(Path(f"edition-{number}.toml"))
            shutil.copyfile(file, folder / editions[-1])
        yield replace(contest, plan=replace(contest.plan, edition_files=tuple(editions))), folder


def _copy_module(name: str, folder: Path) -> None:
    """Copy an installed module or package into a folder."""
    spec = importlib.util.find_spec(name)
    if spec is None:
        return
    if spec.submodule_search_locations:
        package = Path(spec.submodule_search_locations[0])
        shutil.copytree(package, folder / name, ignore=shutil.ignore_patterns(*LEFT_HERE))
    elif spec.origin is not None:
        shutil.copy(spec.origin, folder)
