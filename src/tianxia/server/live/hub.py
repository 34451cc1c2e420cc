"""Which connections of this process follow which table."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from tianxia.server.tables.table import Table


class Hub:
    """Wakes the followers of a table. There are no queues: a follower who wakes looks at the table itself."""

    def __init__(self) -> None:
        self._waiting: dict[str, set[asyncio.Event]] = {}  # table -> one event for each open connection

    @contextmanager
    def watching(self, table: str) -> Iterator[asyncio.Event]:
        """An event that is set whenever a table changes; the follower clears it."""
        event = asyncio.Event()
        events = self._waiting.setdefault(table, set())
        events.add(event)
        try:
            yield event
        finally:
            events.discard(event)
            if not events:
                self._waiting.pop(table, None)

    def wake(self, table: str) -> None:
        for event in self._waiting.get(table, ()):
            event.set()

    def on_change(self, table: Table) -> None:
        """For `TableService.after_commit`."""
        self.wake(table.id)

    @property
    def watched(self) -> list[str]:
        """The tables that connections of this process follow."""
        return list(self._waiting)

    def is_watched(self, table: str) -> bool:
        return table in self._waiting

    @property
    def connections(self) -> int:
        return sum(len(events) for events in self._waiting.values())
