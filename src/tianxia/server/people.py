"""Who is who: a name is enough to begin."""

from __future__ import annotations

from msgspec import Struct


class Person(Struct, frozen=True):
    """Somebody who is known here."""

    id: str
    name: str
    login: str | None = None  # of an account
