"""Tables over PostgreSQL that enqueue jobs."""

from __future__ import annotations

import pytest

from tianxia.server.tables.service import TableService
from tianxia.server.work.job_queue import create_queue, enqueue_move


@pytest.fixture
async def queued(tables: TableService) -> TableService:
    """Tables that put down jobs."""
    await create_queue(tables.storage)
    tables.in_transaction.append(enqueue_move)
    return tables
