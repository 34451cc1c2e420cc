"""Processes that other processes started, as Linux knows them."""

from __future__ import annotations

from pathlib import Path


def children_of(pid: int) -> list[int]:
    """The ids of the processes that a process started, from any of its threads, and that run."""
    try:
        threads = list(Path(f"/proc/{pid}/task").iterdir())
        found = [int(child) for thread in threads for child in (thread / "children").read_text().split()]
    except FileNotFoundError:
        return []
    return [child for child in found if is_running(child)]


def descendants_of(pid: int) -> list[int]:
    """The ids of the processes that a process started, of those that they started, and so on."""
    children = children_of(pid)
    return [*children, *(one for child in children for one in descendants_of(child))]


def is_running(pid: int) -> bool:
    """Whether a process runs; one that has ended and was not waited for does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


def workers_of(pid: int) -> list[int]:
    """The children of a process that Python started to call functions, without its resource tracker."""
    return [child for child in children_of(pid) if "spawn_main" in command_of(child)]


def command_of(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except (FileNotFoundError, ProcessLookupError):
        return ""
