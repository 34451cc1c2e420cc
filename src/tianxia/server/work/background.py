"""All of it at once, for as long as the server runs."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Final

from tianxia.server.people.delivery import Post, Webhooks
from tianxia.server.tables.service import Tables
from tianxia.server.tasks import repeating
from tianxia.server.work.abandoned_tables import Desertion
from tianxia.server.work.analysts import Analysts, AnalystsHere
from tianxia.server.work.deadlines import Deadlines
from tianxia.server.work.expiry import Clearing
from tianxia.server.work.programs import Programs, ProgramsHere
from tianxia.server.work.turn_notices import Notices

SMTP: Final = "TIANXIA_SMTP"
"""The variable of the environment that holds the address of a mail server: it may have a password in it."""


def find_post() -> Post | None:
    """The mail server of the environment, if there is one."""
    smtp = os.environ.get(SMTP)
    return Post(smtp) if smtp else None


def make_notices(tables: Tables, address: str, allow_private_webhooks: bool = False) -> Notices:
    """Notices that go out over the mail server of the environment."""
    return Notices(tables, Webhooks(allow_private_webhooks), find_post(), address.rstrip("/"))


@asynccontextmanager
async def at_work(
    programs: Programs, analysts: Analysts, notices: Notices, processes: int, sends: bool = True
) -> AsyncIterator[None]:
    """Let everything go on. A process that has no address of its own writes notices, but `sends` none.

    Over PostgreSQL, jobs are taken for so many `processes` that think, perhaps none; over SQLite, programs always play.
    """
    tables, analyses = programs.tables, analysts.analyses
    tables.witnesses.append(notices.write)
    chores = [Deadlines(tables).watch, Desertion(tables).look, Clearing(analyses.records).look]
    chores += [notices.send_due] if sends else []
    async with AsyncExitStack() as stack:
        stack.callback(notices.close)
        if tables.storage.is_postgres:
            from tianxia.server.work.job_queue import (  # what SQLite can do without
                Jobs,
                make_queue,
                put_down_job,
                put_down_judging,
            )

            await make_queue(tables.storage)
            tables.witnesses.append(put_down_job)
            analyses.witnesses.append(put_down_judging)
            await stack.enter_async_context(Jobs(tables.storage, programs, analysts).at_work(processes))
        else:
            here, judging = ProgramsHere(programs), AnalystsHere(analysts)
            tables.ears.append(here.hear)
            analyses.ears.append(judging.hear)
            stack.push_async_callback(here.close)
            stack.push_async_callback(judging.close)
            await here.begin()
            await judging.begin()
        async with repeating(*chores):
            yield
