"""Expiry of uploaded records and analyses that nobody opened for a long time."""

from __future__ import annotations

from typing import Final

from sqlalchemy import delete

from tianxia.server.clock import DAY
from tianxia.server.library.records import KEPT_FOR, Records
from tianxia.server.storage import schema
from tianxia.server.tasks import finish

DELETE_EVERY: Final = 3600.0  # seconds


class Expiry:
    """Deletes expired records and analyses. Several processes may do so at the same time."""

    def __init__(self, records: Records) -> None:
        self.records = records

    async def delete_expired(self) -> float:
        """Delete what has expired; returns the seconds until the next time."""
        await finish(self._delete_expired())
        return DELETE_EVERY

    async def _delete_expired(self) -> None:
        limit = self.records.clock() - KEPT_FOR * DAY
        async with self.records.storage.writing() as connection:
            for rows in (schema.records, schema.analyses):
                await connection.execute(delete(rows).where(rows.c.seen <= limit))
