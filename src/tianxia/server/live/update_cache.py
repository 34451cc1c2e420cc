"""The update cache: a table as it is now is rendered once for everybody who sees it from the same viewpoint."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from msgspec.json import Encoder

from tianxia.server.contract.tables import TableState
from tianxia.server.presenter.tables import Viewpoint, show_table, show_update
from tianxia.server.tables.table import Table

MOST_TABLES: Final = 200
MOST_UPDATES: Final = 16  # of one table
FRESH: Final = 1000
"""Milliseconds for which something rendered is used. It names the present moment, by which clients set their clocks."""


@dataclass
class RenderedTable:
    """What was rendered of a table after one event."""

    number: int  # of the event
    moment: int
    states: dict[Viewpoint, TableState] = field(default_factory=dict)
    updates: dict[tuple[Viewpoint, int], bytes] = field(default_factory=dict)  # viewpoint, since -> JSON


class UpdateCache:
    """What was rendered last, of the tables that changed last."""

    def __init__(self, clock: Callable[[], int]) -> None:
        self.clock = clock
        self._encoder = Encoder()
        self._rendered: OrderedDict[str, RenderedTable] = OrderedDict()  # by table

    def show_table(self, table: Table, viewpoint: Viewpoint) -> TableState:
        """The table as it is now, seen from a viewpoint: the same object for the answer to a move and for streams."""
        states = self._rendered_of(table).states
        if viewpoint not in states:
            states[viewpoint] = show_table(table, viewpoint)
        return states[viewpoint]

    def render(self, table: Table, viewpoint: Viewpoint, since: int) -> bytes:
        """An `Update` as JSON: the events after the number `since`, and the table as it is now."""
        updates = self._rendered_of(table).updates
        update = updates.get((viewpoint, since))
        if update is None:
            state = self.show_table(table, viewpoint)
            update = self._encoder.encode(show_update(table, viewpoint, since, state))
            if len(updates) < MOST_UPDATES:
                updates[viewpoint, since] = update
        return update

    def _rendered_of(self, table: Table) -> RenderedTable:
        rendered, moment = self._rendered.get(table.id), self.clock()
        if rendered is None or rendered.number != table.number or moment - rendered.moment > FRESH:
            rendered = self._rendered[table.id] = RenderedTable(table.number, moment)
        self._rendered.move_to_end(table.id)
        while len(self._rendered) > MOST_TABLES:
            self._rendered.popitem(last=False)
        return rendered
