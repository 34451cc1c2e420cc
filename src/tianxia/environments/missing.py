"""What to install where a library is missing that a module here needs."""

from __future__ import annotations

from tianxia.words import text


def missing(failure: ModuleNotFoundError, extra: str) -> ModuleNotFoundError:
    """An import error whose sentence says what to install."""
    return ModuleNotFoundError(text("environment.missing", package=failure.name, extra=extra), name=failure.name)
