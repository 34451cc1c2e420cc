"""What running a command gives."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Ran:
    """How a command ended, and what it printed."""

    code: int
    out: str
    err: str


Run = Callable[..., Ran]
TIANXIA = [sys.executable, "-c", "from tianxia.cli import main; main()"]
"""The command as a process of its own, in the build that is under test."""


def sentence(ran: Ran) -> str:
    """The one sentence in which a command says why it does nothing."""
    assert ran.code == 1
    (said,) = [line for line in ran.err.splitlines() if "runs interpreted" not in line]
    return said


def listen_to_signals() -> None:
    """For a process to be started: whoever runs the tests in the background, or by nohup, hands on what it ignores."""
    for ignored in (signal.SIGINT, signal.SIGHUP):
        signal.signal(ignored, signal.SIG_DFL)
