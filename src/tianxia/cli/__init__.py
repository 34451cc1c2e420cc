"""The command `tianxia`. Every failure is one sentence on standard error, with exit code 1."""

from __future__ import annotations

from tianxia.cli.app import main

__all__ = ["main"]
