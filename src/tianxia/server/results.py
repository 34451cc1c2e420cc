"""What is kept of finished games: results and ratings."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection

from tianxia.server.table import Table


async def store_results(connection: AsyncConnection, table: Table) -> None:
    """Keep how a game ended, once."""
