"""All background work of a process."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Final

from tianxia.server.people.delivery import MailServer, Webhooks
from tianxia.server.storage.shared_clock import SharedClock
from tianxia.server.storage.write_check import WriteCheck
from tianxia.server.tables.service import TableService
from tianxia.server.tasks import repeating
from tianxia.server.work.abandoned_tables import AbandonedTables
from tianxia.server.work.analysts import Analysts, LocalAnalysts
from tianxia.server.work.deadlines import Deadlines
from tianxia.server.work.expiry import Expiry
from tianxia.server.work.programs import LocalPrograms, Programs
from tianxia.server.work.turn_notices import NOTICE_DELAY, Notices

SMTP: Final = "TIANXIA_SMTP"
"""The environment variable with the address of the mail server, which may contain a password."""


def find_mail_server() -> MailServer | None:
    """The mail server that the environment names, if it does."""
    smtp = os.environ.get(SMTP)
    return MailServer(smtp) if smtp else None


def make_notices(
    tables: TableService, address: str, allow_private_webhooks: bool = False, delay: int = NOTICE_DELAY
) -> Notices:
    """Notices that are sent over the mail server of the environment."""
    return Notices(tables, Webhooks(allow_private_webhooks), find_mail_server(), address.rstrip("/"), delay)


@asynccontextmanager
async def background_work(
    programs: Programs, analysts: Analysts, notices: Notices, processes: int, sends: bool = True
) -> AsyncIterator[None]:
    """Run all background work until the block ends. A process without a public address `sends` no notices.

    Over PostgreSQL, jobs are taken for `processes` worker processes, which may be 0; over SQLite, programs always play.
    """
    tables, analyses = programs.tables, analysts.analyses
    tables.in_transaction.append(notices.write)
    shared_clock = SharedClock(tables.storage)
    await shared_clock.synchronize()  # before anything asks what time it is
    steps = [
        shared_clock.synchronize,
        WriteCheck(tables.storage).watch,
        Deadlines(tables).watch,
        AbandonedTables(tables).close_abandoned,
        Expiry(analyses.records).delete_expired,
    ]
    steps += [notices.send_due] if sends else []
    async with AsyncExitStack() as stack:
        stack.callback(notices.close)
        if tables.storage.is_postgres:
            from tianxia.server.work.job_queue import (  # installed only for PostgreSQL
                JobQueue,
                create_queue,
                enqueue_judging,
                enqueue_move,
            )

            await create_queue(tables.storage)
            tables.in_transaction.append(enqueue_move)
            analyses.in_transaction.append(enqueue_judging)
            await stack.enter_async_context(JobQueue(tables.storage, programs, analysts).running(processes))
        else:
            here, judging = LocalPrograms(programs), LocalAnalysts(analysts)
            tables.after_commit.append(here.on_change)
            analyses.after_commit.append(judging.on_change)
            stack.push_async_callback(here.close)
            stack.push_async_callback(judging.close)
            await here.begin()
            await judging.begin()
        async with repeating(*steps):
            yield
