"""The tables that are kept in memory: those that were used last, as many as fit."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from tianxia.server.tables.table import Table

MOST_KEPT: Final = 100_000
"""Happenings, of all tables together. Each takes up to 2.5 KB with what came of it, so they are 250 MB at most."""
A_TABLE: Final = 10  # what a table takes before anything happened there, in happenings


class TableCache:
    """Tables by their ids. Whatever is dropped can be read again."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self.most = most
        self._tables: OrderedDict[str, Table] = OrderedDict()  # the last one was used last
        self._sizes: dict[str, int] = {}  # as they were when they were used last
        self._size = 0

    def __len__(self) -> int:
        return len(self._tables)

    @property
    def size(self) -> int:
        """Of all tables together."""
        return self._size

    def get(self, id: str) -> Table | None:
        return self._tables.get(id)

    def keep(self, table: Table) -> None:
        """Keep a table that is being used, and drop others that were not for long, until there is room for it."""
        self.drop(table.id)
        self._tables[table.id] = table
        self._sizes[table.id] = A_TABLE + table.number
        self._size += self._sizes[table.id]
        while self._size > self.most and len(self._tables) > 1:
            self.drop(next(iter(self._tables)))

    def drop(self, id: str) -> None:
        if self._tables.pop(id, None) is not None:
            self._size -= self._sizes.pop(id)
