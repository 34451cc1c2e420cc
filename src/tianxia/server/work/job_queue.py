"""The job queue of PostgreSQL: each move of a program and each decision to judge is a job, taken by any free process.

A job is stored in the transaction that makes it a program's turn. If the process that took it dies, another one takes
it within a second (see `worker_locks`); it is stored again if it is missing for any reason. The sequence number of the
table prevents that a move is made twice.
Analyses have a queue of their own, so that no move waits behind them; their number is the place of the decision.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from typing import Any, Final

from msgspec import json
from procrastinate import App, BaseRetryStrategy, PsycopgConnector, RetryDecision
from procrastinate.exceptions import ConnectorException
from procrastinate.jobs import Job
from procrastinate.manager import JobManager
from procrastinate.schema import SchemaManager
from psycopg import Error, OperationalError
from sqlalchemy import func, select
from sqlalchemy import text as sql
from sqlalchemy.ext.asyncio import AsyncConnection

from tianxia.server.library.analyses import is_unfinished
from tianxia.server.logs import LOG
from tianxia.server.refusals import UnavailableError
from tianxia.server.storage import schema
from tianxia.server.storage.database import SWEEPING, Storage
from tianxia.server.storage.outages import OF_THE_SERVER, refusal
from tianxia.server.tables.table import Table
from tianxia.server.tasks import AFTER_FAILURE, end, pause_after, repeat
from tianxia.server.work.analysts import Analysts
from tianxia.server.work.programs import Programs
from tianxia.server.work.worker_locks import look_at_workers, registered_workers, rescue_jobs, stay_connected

QUEUE: Final = "programs"
TASK: Final = "move"
ANALYSES: Final = "analyses"
JUDGE: Final = "judge"
JOBS_AT_ONCE: Final = 2  # for each worker process: some wait for the moment to answer
RECONNECT: Final = 10.0  # seconds of tries to reach the database; then they begin anew, with short pauses
CONNECTED_WITHIN: Final = 5.0  # seconds to wait for a connection of the pool
STOP_WITHIN: Final = 1.0  # seconds that jobs have to end when the server stops
RESCUE_EVERY: Final = 1.0  # seconds between two looks for processes that died, which write nothing where none did
HEARTBEAT: Final = 10.0  # seconds; only for machines that vanish: see `worker_locks`
AFTER_CUT: Final = 1.0  # seconds until another try where the connection was cut

# Procrastinate would store jobs over a connection of its own; ours are stored with the move before them, or not at all.
# So we call the SQL function that it calls itself. The version in its name changes with its arguments, and a later
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
# Waiting jobs move up when one before them is done: otherwise new jobs could delay them for ever.
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
    """Retries of a failed job, with exponential backoff."""

    def get_retry_decision(self, *, exception: BaseException, job: Job) -> RetryDecision | None:
        if not isinstance(exception, Exception):  # the process stops: the job will be found missing and stored again
            return None
        return RetryDecision(retry_in={"seconds": int(pause_after(job.attempts + 1))})


async def create_queue(storage: Storage) -> None:
    """Create the tables of the queue where there are none."""
    async with storage.rebuilding() as connection:
        if (await connection.execute(sql("SELECT to_regclass('procrastinate_jobs')"))).scalar() is None:
            raw = await connection.get_raw_connection()
            assert raw.driver_connection is not None
            await raw.driver_connection.execute(SchemaManager.get_schema())


async def enqueue_move(connection: AsyncConnection, table: Table, before: int) -> None:
    """For `TableService.in_transaction`: store a job if a program is to move."""
    if table.program_to_move is not None:
        await _enqueue(connection, table.id, table.sequence)


async def _enqueue(connection: AsyncConnection, id: str, sequence: int) -> None:
    args = json.encode({"table": id, "sequence": sequence}).decode()
    values = {"queue": QUEUE, "task": TASK, "key": f"{id}:{sequence}", "args": args, "id": id}
    await connection.execute(_ENQUEUE, values)


async def enqueue_judging(connection: AsyncConnection, id: str, place: int) -> None:
    """For `Analyses.in_transaction`: store a job for a decision. Each has one job at a time, so analyses take turns."""
    args = json.encode({"analysis": id, "place": place}).decode()
    values = {"queue": ANALYSES, "task": JUDGE, "key": f"{JUDGE}:{id}:{place}", "args": args, "id": JUDGE}
    await connection.execute(_ENQUEUE, values)


class Registry(JobManager):
    """Procrastinate's access to the database, for workers that were registered before they start."""

    def __init__(self, connector: PsycopgConnector) -> None:
        super().__init__(connector)
        self.ids: deque[int] = deque()  # of workers that did not start yet
        self.failed = asyncio.Event()  # a job ended, and that could not be stored: its worker has to give it up

    async def register_worker(self) -> int:
        return self.ids.popleft()

    async def unregister_worker(self, worker_id: int) -> None:
        """`registered_workers` does it, where the connection is not the one that failed."""

    async def finish_job(self, *args: Any, **values: Any) -> None:
        with self._noting_failure():
            await super().finish_job(*args, **values)

    async def retry_job(self, *args: Any, **values: Any) -> None:
        with self._noting_failure():
            await super().retry_job(*args, **values)

    @contextmanager
    def _noting_failure(self) -> Iterator[None]:
        try:
            with _minding_outages():
                yield
        except UnavailableError:
            self.failed.set()


class JobQueue:
    """The job queue of a database, as one process uses it."""

    def __init__(
        self,
        storage: Storage,
        programs: Programs,
        analysts: Analysts,
        heartbeat: float = HEARTBEAT,
        sweep_every: float = 3.0,
    ) -> None:
        self.storage = storage
        self.programs = programs
        self.analysts = analysts
        self.heartbeat = heartbeat  # seconds; a process that misses three is taken for dead
        self.sweep_every = sweep_every  # seconds
        self._is_taking = False  # whether this process takes jobs
        connector = PsycopgConnector(
            conninfo=storage.session_address,
            min_size=1,
            max_size=4,
            timeout=CONNECTED_WITHIN,
            reconnect_timeout=RECONNECT,
        )
        self._app = App(connector=connector)
        self._registry = self._app.job_manager = Registry(connector)
        self._app.task(name=TASK, queue=QUEUE, retry=GrowingPauses())(self._move)
        self._app.task(name=JUDGE, queue=ANALYSES, retry=GrowingPauses())(self._judge)

    @asynccontextmanager
    async def running(self, processes: int) -> AsyncIterator[None]:
        """Maintain the queue until the block ends, and take jobs for `processes` worker processes; 0: take none."""
        tasks = [asyncio.create_task(repeat(self.sweep)), asyncio.create_task(repeat(self.rescue, AFTER_CUT))]
        if processes:
            self._is_taking = True
            tasks.append(asyncio.create_task(repeat(partial(self._work, processes), AFTER_CUT)))
        try:
            yield
        finally:
            await end(*tasks)

    async def _move(self, table: str, sequence: int) -> None:
        try:
            await _outlasting_outages(lambda: self.programs.move(table, sequence))
        except Exception:  # procrastinate's own message is not logged, since it contains the id of the table
            LOG.exception("a program could not move, and is asked again")
            raise

    async def _judge(self, analysis: str, place: int) -> None:
        await _outlasting_outages(lambda: self.analysts.step(analysis, place))

    async def _work(self, processes: int) -> float:
        """Take jobs for so many worker processes until something fails; returns the seconds until another try."""
        at_once = {QUEUE: processes * JOBS_AT_ONCE, ANALYSES: processes}
        with _minding_outages():
            registered = registered_workers(self.storage.session_address, len(at_once))
            async with registered as (session, ids), self._connected():
                self._registry.ids, self._registry.failed = deque(ids), asyncio.Event()
                works = [self._take(*taken) for taken in at_once.items()]
                await _until_one_ends(*works, stay_connected(session), self._registry.failed.wait())
        return AFTER_CUT

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[None]:
        """The connections of procrastinate; closed as well where opening them failed, or they would count as open."""
        try:
            async with self._app.open_async():
                yield
        finally:
            await self._app.close_async()

    async def _take(self, queue: str, at_once: int) -> None:
        """Run jobs of a queue until something fails."""
        await self._app.run_worker_async(
            queues=[queue],
            concurrency=at_once,
            delete_jobs="always",
            install_signal_handlers=False,
            shutdown_graceful_timeout=STOP_WITHIN,
            fetch_job_polling_interval=self.sweep_every,
            update_heartbeat_interval=self.heartbeat,
            stalled_worker_timeout=3 * self.heartbeat,
        )

    async def rescue(self) -> float:
        """Count the processes that take jobs, and let others have the jobs of those that died."""
        patience = 3 * self.heartbeat
        async with self.storage.reading() as connection:
            look = await look_at_workers(connection, patience)
        self.programs.workers.note(max(look.processes, self._is_taking))  # it may just be about to be registered
        if look.is_work_lost:
            async with self.storage.writing() as connection:
                await rescue_jobs(connection, patience)
        return RESCUE_EVERY

    async def sweep(self) -> float:
        """Store jobs that are missing, and let hosts take turns."""
        async with self.storage.writing() as connection:
            if (await connection.execute(select(func.pg_try_advisory_xact_lock(SWEEPING)))).scalar():
                await self._find_missing(connection)
                await connection.execute(_MOVE_UP)
        return self.sweep_every

    async def _find_missing(self, connection: AsyncConnection) -> None:
        rows = schema.tables
        waiting = select(rows.c.id, rows.c.sequence).where(rows.c.program.is_not(None), rows.c.status == "playing")
        for row in (await connection.execute(waiting.with_for_update(skip_locked=True))).all():
            await _enqueue(connection, row.id, row.sequence)
        analyses = schema.analyses
        unfinished = select(analyses.c.id, analyses.c.done).where(is_unfinished())
        for row in (await connection.execute(unfinished.with_for_update(skip_locked=True))).all():
            await enqueue_judging(connection, row.id, row.done)


async def _outlasting_outages(step: Callable[[], Awaitable[object]]) -> None:
    """Take a step again until the database is there: an outage is no failure, after which pauses would grow."""
    while True:
        try:
            await step()
        except UnavailableError:
            await asyncio.sleep(AFTER_FAILURE)
        else:
            return


async def _until_one_ends(*works: Coroutine[Any, Any, object]) -> None:
    """Run all until the first one ends or fails; then end the others."""
    tasks = [asyncio.create_task(work) for work in works]
    try:
        ended, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        await end(*tasks)
        await asyncio.gather(*tasks, return_exceptions=True)
    for task in ended:
        await task


@contextmanager
def _minding_outages() -> Iterator[None]:
    """Raise `UnavailableError` where procrastinate or a connection beside it cannot reach or change the database.

    The outage is not logged here: its connections may still fail for a while when the database is back.
    """
    try:
        yield
    except (ConnectorException, Error) as failure:
        cause = failure.__cause__ if isinstance(failure, ConnectorException) else failure
        code = getattr(cause, "sqlstate", None) or ""
        if not isinstance(cause, OperationalError) and not code.startswith(OF_THE_SERVER):
            raise
        raise refusal() from failure
