"""Updates as bytes, rendered once for all who look through the same eyes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from msgspec.json import Encoder

from tianxia.server.presenter.tables import Viewpoint, show_update
from tianxia.server.tables.table import Table

MOST_TABLES: Final = 200
MOST_FRAMES: Final = 16  # of one table
FRESH: Final = 1000
"""Milliseconds. An update tells the moment, by which clocks are set: an old one would set them wrong."""


@dataclass
class Sheaf:
    """The frames of a table as it was at one moment."""

    number: int
    moment: int
    frames: dict[tuple[Viewpoint, int], bytes] = field(default_factory=dict)  # eyes, since -> update


class UpdateCache:
    """The frames that were rendered last."""

    def __init__(self, clock: Callable[[], int]) -> None:
        self.clock = clock
        self._encoder = Encoder()
        self._sheaves: OrderedDict[str, Sheaf] = OrderedDict()  # table -> its frames

    def render(self, table: Table, viewpoint: Viewpoint, since: int) -> bytes:
        """What happened after a number, and the table as it is now."""
        sheaf = self._sheaf(table)
        frame = sheaf.frames.get((viewpoint, since))
        if frame is None:
            frame = self._encoder.encode(show_update(table, viewpoint, since))
            if len(sheaf.frames) < MOST_FRAMES:
                sheaf.frames[viewpoint, since] = frame
        return frame

    def _sheaf(self, table: Table) -> Sheaf:
        sheaf, moment = self._sheaves.get(table.id), self.clock()
        if sheaf is None or sheaf.number != table.number or moment - sheaf.moment > FRESH:
            sheaf = self._sheaves[table.id] = Sheaf(table.number, moment)
        self._sheaves.move_to_end(table.id)
        while len(self._sheaves) > MOST_TABLES:
            self._sheaves.popitem(last=False)
        return sheaf
