"""Jobs for processes and machines: they are found by name, so they cannot stand in a test."""

from __future__ import annotations

import os
import signal
from ctypes import PyDLL
from pathlib import Path

from tianxia.errors import SettingError
from tianxia.words import error


def square(number: int) -> int:
    return number * number


def refuse(number: int) -> int:
    raise error(SettingError, "setting.game", game=str(number), known=["go"])


def die(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def turn_deaf(number: int) -> int:
    """Whoever does this job does not leave when asked to."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    return number


def read_pipe(pipe: Path) -> int:
    """Wait until somebody writes to a named pipe; the process that waited."""
    pipe.read_text()
    return os.getpid()


def hold_the_lock(sign: Path) -> None:
    """Make a file, and then, as compiled code does, let no other thread run Python code for longer than tests wait."""
    sign.touch()
    PyDLL(None).sleep(1000)
