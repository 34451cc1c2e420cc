"""How many files this process may have open: every connection is one."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import Final

PLENTY: Final = 65_536
"""Open files to count with where the system names no limit; no process needs as many."""
OWN_FILES: Final = 192
"""Files that a process needs besides connections: its database, the processes that think, sockets of webhooks."""


def open_files() -> int:
    """How many files this process may have open."""
    if sys.platform == "win32":  # has no such limit for sockets
        return PLENTY
    import resource

    most = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return PLENTY if most == resource.RLIM_INFINITY else most


def raise_open_files() -> None:
    """Raise the limit of open files as far as this process may."""
    if sys.platform == "win32":
        return
    import resource

    most, allowed = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most in (allowed, resource.RLIM_INFINITY):
        return
    wanted = max(PLENTY, most) if allowed == resource.RLIM_INFINITY else allowed
    with suppress(ValueError, OSError):  # macOS may refuse as much as it says
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, allowed))


def most_connections(files: int) -> int:
    """How many connections a process that may open so many files can have, and still work.

    >>> most_connections(1024), most_connections(256)
    (832, 64)
    """
    return max(files - OWN_FILES, files // 4)
