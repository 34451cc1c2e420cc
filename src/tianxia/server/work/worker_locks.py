"""Worker locks: over PostgreSQL a process that takes jobs holds advisory locks, by which others see that it lives.

A lock belongs to a connection. When a process is killed, its operating system closes the connection, and PostgreSQL
releases the locks at once: nobody has to wait until heartbeats are missing, and a process that is only slow keeps its
jobs. Heartbeats are for machines that vanish with the connection open.

Each row of procrastinate's table of workers has one lock, which is taken in the statement that inserts the row:
nobody ever sees the row of a living worker without it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final, NamedTuple

from psycopg import AsyncConnection as Session
from psycopg import OperationalError
from sqlalchemy import text as sql
from sqlalchemy.ext.asyncio import AsyncConnection

WORKERS: Final = 0x7469616E
"""The first number of these locks, "tian" in ASCII; the second one is the id of the worker, to 31 bits."""
_BITS: Final = 0x7FFFFFFF
_REGISTER: Final = f"""
    SELECT worker_id, pg_advisory_lock({WORKERS}, (worker_id & {_BITS})::int) FROM procrastinate_register_worker_v1()
"""
_HELD: Final = f"""
    SELECT pid, CAST(objid AS bigint) AS id FROM pg_locks
    WHERE locktype = 'advisory' AND classid = {WORKERS} AND objsubid = 2 AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""
_IS_DEAD: Final = f"""
    ((id & {_BITS}) NOT IN (SELECT id FROM held) OR last_heartbeat < now() - make_interval(secs => :patience))
"""
_LOOK: Final = sql(
    f"""
    WITH held AS MATERIALIZED ({_HELD})
    SELECT
        (SELECT count(DISTINCT pid) FROM held) AS processes,
        EXISTS (SELECT FROM procrastinate_workers WHERE {_IS_DEAD})
        OR EXISTS (SELECT FROM procrastinate_jobs WHERE status = 'doing' AND worker_id IS NULL) AS is_work_lost
    """
)
_BURY: Final = sql(f"WITH held AS MATERIALIZED ({_HELD}) DELETE FROM procrastinate_workers WHERE {_IS_DEAD}")
# Jobs of deleted workers have none. Procrastinate itself notifies processes of new jobs only.
_TAKE_AGAIN: Final = sql(
    """
    UPDATE procrastinate_jobs SET status = 'todo', scheduled_at = NULL
    WHERE status = 'doing' AND worker_id IS NULL
    RETURNING pg_notify(
        'procrastinate_queue_v1#' || queue_name, json_build_object('type', 'job_inserted', 'job_id', id)::text
    )
    """
)


class Look(NamedTuple):
    """What a look at the workers found."""

    processes: int  # that live and take jobs
    is_work_lost: bool  # whether there are workers that died, or jobs of such


@asynccontextmanager
async def registered_workers(address: str, count: int) -> AsyncIterator[tuple[Session, list[int]]]:
    """Register so many workers, whose locks this process holds until the block ends; gives their connection and ids."""
    async with await Session.connect(address, autocommit=True) as session:
        ids = []
        for _ in range(count):
            row = await (await session.execute(_REGISTER)).fetchone()
            assert row is not None
            ids.append(row[0])
        try:
            yield session, ids
        finally:
            with suppress(OperationalError):  # where the connection was cut, others will find that out
                await session.execute("DELETE FROM procrastinate_workers WHERE id = ANY(%s)", (ids,))


async def stay_connected(session: Session) -> None:
    """Wait until a connection is cut, which raises `OperationalError`. Nothing is sent."""
    async for _ in session.notifies():
        pass


async def look_at_workers(connection: AsyncConnection, patience: float) -> Look:
    """Who lives; a worker without a heartbeat for so many seconds of `patience` counts as dead."""
    row = (await connection.execute(_LOOK, {"patience": patience})).one()
    return Look(row.processes, row.is_work_lost)


async def rescue_jobs(connection: AsyncConnection, patience: float) -> None:
    """Forget workers that died, and have others take their jobs at once."""
    await connection.execute(_BURY, {"patience": patience})
    await connection.execute(_TAKE_AGAIN)
