"""The command `tianxia`. Whatever goes wrong is told in one sentence, with exit code 1."""

from __future__ import annotations

from tianxia.cli.app import main

__all__ = ["main"]
