"""Programs and analyses at work over PostgreSQL: each move, and each decision that is to be judged, is a job in the
database, taken by whichever process is free.

A job is put down in the transaction that makes it a program's turn. It is taken again if whoever took it dies, and made
anew if it is missing for any reason; the sequence number of its table sees to it that no move is made twice. Those of
analyses have a queue of their own, so that no move waits behind them; the place of a decision is their number.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from typing import Final

from msgspec import json
from procrastinate import App, BaseRetryStrategy, PsycopgConnector, RetryDecision
from procrastinate.exceptions import ConnectorException
from procrastinate.jobs import Job
from procrastinate.schema import SchemaManager
from psycopg import OperationalError
from sqlalchemy import func, select
from sqlalchemy import text as sql
from sqlalchemy.ext.asyncio import AsyncConnection

from tianxia.server.library.analyses import is_unfinished
from tianxia.server.logs import LOG
from tianxia.server.refusals import UnavailableError
from tianxia.server.storage import schema
from tianxia.server.storage.database import SWEEPING, Storage
from tianxia.server.storage.outages import refusal
from tianxia.server.tables.table import Table
from tianxia.server.tasks import end, pause_after, repeat
from tianxia.server.work.analysts import Analysts
from tianxia.server.work.programs import Programs

QUEUE: Final = "programs"
TASK: Final = "move"
ANALYSES: Final = "analyses"
JUDGE: Final = "judge"
JOBS_AT_ONCE: Final = 2  # for each process that thinks: some wait for their beat
RECONNECT: Final = 10.0  # seconds; then pauses between tries to reach the database are short again
THOUGHTS_END_WITHIN: Final = 1.0  # seconds that thoughts have to end when the server stops

# Procrastinate would put jobs down over a connection of its own; ours are stored with the move before them, or not at
# all. So we call the SQL function that it calls itself. The version in its name changes with its arguments, and a later
# procrastinate may not have this one: pyproject.toml allows the minor version that has it.
#
# Hosts take turns: the more tables somebody has at which a program is to move, the later comes the next one.
_ENQUEUE: Final = sql(
    """
    SELECT procrastinate_defer_jobs_v1(ARRAY[ROW(
        CAST(:queue AS text),
        CAST(:task AS text),
        (
            SELECT 1 - count(*) FROM tables
            WHERE host = (SELECT host FROM tables WHERE id = :id) AND status = 'playing' AND program IS NOT NULL
        ),
        CAST(:key AS text),
        CAST(:key AS text),
        CAST(:args AS jsonb),
        NULL
    )::procrastinate_job_to_defer_v1])
    WHERE NOT EXISTS (
        SELECT 1 FROM procrastinate_jobs
        WHERE (queueing_lock = :key AND status = 'todo') OR (lock = :key AND status = 'doing')
    )
    """
)
# What waits moves up when something before it is done: otherwise others who come could delay it for ever.
_MOVE_UP: Final = sql(
    """
    UPDATE procrastinate_jobs AS jobs
    SET priority = ranked.priority
    FROM (
        SELECT job.id, 1 - row_number() OVER (PARTITION BY tables.host ORDER BY job.status DESC, job.id) AS priority
        FROM procrastinate_jobs AS job JOIN tables ON tables.id = job.args ->> 'table'
        WHERE job.status = 'doing' OR job.status = 'todo' AND (job.scheduled_at IS NULL OR job.scheduled_at <= now())
    ) AS ranked
    WHERE jobs.id = ranked.id AND jobs.status = 'todo' AND jobs.priority <> ranked.priority
    """
)


class GrowingPauses(BaseRetryStrategy):
    """A job that failed is taken again after a while, and after a longer one each time."""

    def get_retry_decision(self, *, exception: BaseException, job: Job) -> RetryDecision | None:
        if not isinstance(exception, Exception):  # the process stops: the job is found missing, and made again
            return None
        return RetryDecision(retry_in={"seconds": int(pause_after(job.attempts + 1))})


async def create_queue(storage: Storage) -> None:
    """Make the tables of the queue where there are none."""
    async with storage.rebuilding() as connection:
        if (await connection.execute(sql("SELECT to_regclass('procrastinate_jobs')"))).scalar() is None:
            raw = await connection.get_raw_connection()
            assert raw.driver_connection is not None
            await raw.driver_connection.execute(SchemaManager.get_schema())


async def enqueue_move(connection: AsyncConnection, table: Table, before: int) -> None:
    """For `Tables.witnesses`: a program is to move."""
    if table.program_to_move is not None:
        await _enqueue(connection, table.id, table.sequence)


async def _enqueue(connection: AsyncConnection, id: str, sequence: int) -> None:
    args = json.encode({"table": id, "sequence": sequence}).decode()
    values = {"queue": QUEUE, "task": TASK, "key": f"{id}:{sequence}", "args": args, "id": id}
    await connection.execute(_ENQUEUE, values)


async def enqueue_judging(connection: AsyncConnection, id: str, place: int) -> None:
    """For `Analyses.witnesses`: a decision is to be judged. Analyses take turns, since each puts down one at a time."""
    args = json.encode({"analysis": id, "place": place}).decode()
    values = {"queue": ANALYSES, "task": JUDGE, "key": f"{JUDGE}:{id}:{place}", "args": args, "id": JUDGE}
    await connection.execute(_ENQUEUE, values)


class JobQueue:
    """The jobs of a database, as one process sees and takes them."""

    def __init__(
        self,
        storage: Storage,
        programs: Programs,
        analysts: Analysts,
        heartbeat: float = 10.0,
        sweep_every: float = 3.0,
    ) -> None:
        self.storage = storage
        self.programs = programs
        self.analysts = analysts
        self.heartbeat = heartbeat  # seconds; whoever misses three is taken for dead
        self.sweep_every = sweep_every  # seconds
        address = storage.url.replace("postgresql+psycopg://", "postgresql://", 1)
        connector = PsycopgConnector(conninfo=address, min_size=1, max_size=4, reconnect_timeout=RECONNECT)
        self._app = App(connector=connector)
        self._app.task(name=TASK, queue=QUEUE, retry=GrowingPauses())(self._move)
        self._app.task(name=JUDGE, queue=ANALYSES, retry=GrowingPauses())(self._judge)

    @asynccontextmanager
    async def working(self, processes: int) -> AsyncIterator[None]:
        """Look after the queue, and take jobs from it for so many processes that think; 0: take none."""
        async with self._app.open_async():
            tasks = [asyncio.create_task(repeat(self.sweep))]
            if processes:
                at_once = {QUEUE: processes * JOBS_AT_ONCE, ANALYSES: processes}
                tasks += [asyncio.create_task(repeat(partial(self._take, *taken))) for taken in at_once.items()]
            try:
                yield
            finally:
                await end(*tasks)

    async def _move(self, table: str, sequence: int) -> None:
        try:
            await self.programs.move(table, sequence)
        except UnavailableError:
            raise
        except Exception:  # what procrastinate says about it is not noted, since it would tell the id of the table
            LOG.exception("a program could not move, and is asked again")
            raise

    async def _judge(self, analysis: str, place: int) -> None:
        await self.analysts.step(analysis, place)

    async def _take(self, queue: str, at_once: int) -> float:
        """Take jobs of a queue until something fails."""
        with _minding_outages():
            await self._app.run_worker_async(
                queues=[queue],
                concurrency=at_once,
                delete_jobs="always",
                install_signal_handlers=False,
                shutdown_graceful_timeout=THOUGHTS_END_WITHIN,
                fetch_job_polling_interval=self.sweep_every,
                update_heartbeat_interval=self.heartbeat,
                stalled_worker_timeout=3 * self.heartbeat,
            )
        return self.sweep_every

    async def sweep(self) -> float:
        """Have jobs taken again whose taker died, put down those that are missing, and let hosts take turns."""
        with _minding_outages():
            await self._sweep()
        return self.sweep_every

    async def _sweep(self) -> None:
        async with self.storage.writing() as connection:
            if (await connection.execute(select(func.pg_try_advisory_xact_lock(SWEEPING)))).scalar():
                await self._take_again()
                await self._find_missing(connection)
                await connection.execute(_MOVE_UP)

    async def _take_again(self) -> None:
        manager = self._app.job_manager
        await manager.prune_stalled_workers(3 * self.heartbeat)
        for job in await manager.get_stalled_jobs(seconds_since_heartbeat=3 * self.heartbeat):
            await manager.retry_job(job)

    async def _find_missing(self, connection: AsyncConnection) -> None:
        rows = schema.tables
        waiting = select(rows.c.id, rows.c.sequence).where(rows.c.program.is_not(None), rows.c.status == "playing")
        for row in (await connection.execute(waiting.with_for_update(skip_locked=True))).all():
            await _enqueue(connection, row.id, row.sequence)
        analyses = schema.analyses
        unfinished = select(analyses.c.id, analyses.c.done).where(is_unfinished())
        for row in (await connection.execute(unfinished.with_for_update(skip_locked=True))).all():
            await enqueue_judging(connection, row.id, row.done)


@contextmanager
def _minding_outages() -> Iterator[None]:
    """What the queue needs its own connections for cannot be done while the database is away, either.

    It is not noted here: these connections may be tried in vain for a while when the database is back.
    """
    try:
        yield
    except ConnectorException as failure:
        if not isinstance(failure.__cause__, OperationalError):
            raise
        raise refusal() from failure
