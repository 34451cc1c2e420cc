"""The error for a missing library that an environment needs."""

from __future__ import annotations

from tianxia.words import text


def missing(failure: ModuleNotFoundError, extra: str) -> ModuleNotFoundError:
    """An import error that says which extra to install."""
    return ModuleNotFoundError(text("environment.missing", package=failure.name, extra=extra), name=failure.name)
