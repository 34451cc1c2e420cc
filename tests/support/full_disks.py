"""Disks on which nothing fits any more, until the test frees them again."""

from __future__ import annotations

import resource
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


class Disk(ABC):
    """A disk that a test can fill, with a folder on it."""

    folder: Path

    @abstractmethod
    def fill(self, pid: int) -> None:
        """Leave no space for a process."""

    @abstractmethod
    def free(self, pid: int) -> None:
        """Let it write again."""


class SmallDisk(Disk):
    """A small file system in memory."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def filler(self) -> Path:
        return self.folder / "filler"

    def fill(self, pid: int) -> None:
        with self.filler.open("wb", buffering=0) as file:
            try:
                while file.write(bytes(4096)):
                    pass
            except OSError:
                return

    def free(self, pid: int) -> None:
        self.filler.unlink()


class LimitedFiles(Disk):
    """An ordinary disk, where the operating system lets no file of a process grow any more. No rights are needed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def fill(self, pid: int) -> None:
        largest = max(file.stat().st_size for file in self.folder.glob("*-wal"))
        _, most = resource.prlimit(pid, resource.RLIMIT_FSIZE)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (largest, most))

    def free(self, pid: int) -> None:
        _, most = resource.prlimit(pid, resource.RLIMIT_FSIZE)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (most, most))


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[SmallDisk]:
    """A file system of its own, where this user may mount one; otherwise the test is skipped."""
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(folder)]
    try:
        subprocess.run(command, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("only root can make a small file system")
    try:
        yield SmallDisk(folder)
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)
