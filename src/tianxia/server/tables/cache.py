"""The table cache: the tables that were used last, as many as fit into memory."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from tianxia.server.tables.table import Table

MOST_KEPT: Final = 100_000
"""Events of all cached tables together. Each takes up to 2.5 kB with its log entries, so they take 250 MB at most."""
A_TABLE: Final = 10  # memory of a table without events, in events


class TableCache:
    """The least recently used tables are dropped first; a table that was dropped is loaded again from the database."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self.most = most
        self._tables: OrderedDict[str, Table] = OrderedDict()  # the most recently used last
        self._sizes: dict[str, int] = {}  # in events, as they were when they were used last
        self._size = 0

    def __len__(self) -> int:
        return len(self._tables)

    @property
    def size(self) -> int:
        """The events of all cached tables together."""
        return self._size

    def get(self, id: str) -> Table | None:
        return self._tables.get(id)

    def keep(self, table: Table) -> None:
        """Keep a table that was just used, and drop the least recently used ones until everything fits."""
        self.drop(table.id)
        self._tables[table.id] = table
        self._sizes[table.id] = A_TABLE + table.number
        self._size += self._sizes[table.id]
        while self._size > self.most and len(self._tables) > 1:
            self.drop(next(iter(self._tables)))

    def drop(self, id: str) -> None:
        if self._tables.pop(id, None) is not None:
            self._size -= self._sizes.pop(id)
