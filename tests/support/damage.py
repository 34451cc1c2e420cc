"""Changes that spoil a document in one place."""

from __future__ import annotations

from collections.abc import Callable

from tianxia.games.base import Document

Change = Callable[[Document], object]


def put(*path: object) -> Change:
    """A change that puts the last item at the place that the others lead to; `...` takes the place away."""
    *steps, key, value = path

    def change(document: Document) -> None:
        place: object = document
        for step in steps:
            place = place[step]  # type: ignore[index]
        if value is ...:
            del place[key]  # type: ignore[attr-defined]
        else:
            place[key] = value  # type: ignore[index]

    return change


def all_of(*changes: Change) -> Change:
    return lambda document: [change(document) for change in changes]
