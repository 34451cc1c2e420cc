"""The services of a server, put together once for each process."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from tianxia.server.library.analyses import Analyses
from tianxia.server.library.records import Records
from tianxia.server.live.hub import Hub
from tianxia.server.live.listener import listening
from tianxia.server.live.streams import Streams
from tianxia.server.live.update_cache import UpdateCache
from tianxia.server.metrics import Metrics
from tianxia.server.people.accounts import Accounts
from tianxia.server.people.email_confirmation import EmailAddresses
from tianxia.server.people.service import People
from tianxia.server.settings import Settings
from tianxia.server.storage.database import Storage
from tianxia.server.storage.shared_counts import SharedCounts
from tianxia.server.storage.write_check import WriteCheck
from tianxia.server.tables.service import TableService
from tianxia.server.work.analysts import Analysts
from tianxia.server.work.background import background_work, make_notices
from tianxia.server.work.garbage_collection import collecting_garbage
from tianxia.server.work.hints import Hints
from tianxia.server.work.process_pool import Pool
from tianxia.server.work.program_workers import ProgramWorkers
from tianxia.server.work.programs import Programs, usual_processes
from tianxia.server.work.turns import Turns


@dataclass
class Services:
    """What request handlers work with."""

    storage: Storage
    write_check: WriteCheck
    program_workers: ProgramWorkers
    people: People
    tables: TableService
    records: Records
    analyses: Analyses
    hub: Hub
    accounts: Accounts
    email_addresses: EmailAddresses
    metrics: Metrics
    hints: Hints
    updates: UpdateCache
    streams: Streams
    turns: Turns


@asynccontextmanager
async def open_services(database: str, settings: Settings, metrics: Metrics) -> AsyncIterator[Services]:
    """All services of one process, with everything that goes on in the background, until the block ends."""
    processes = usual_processes() if settings.programs is None else settings.programs
    storage = await Storage.open(database)
    tables = TableService(storage, most_a_person=settings.limits.tables_a_person)
    records = Records(storage, most_a_person=settings.limits.records_a_person)
    analyses = Analyses(tables, records, settings.depth, settings.limits.analyses_a_person)
    people, hub, pool = People(storage), Hub(), Pool(max(1, processes))
    tables.after_commit += [hub.on_change, metrics.on_change]
    accounts = Accounts(people, Turns(settings.limits.waiting_an_address), settings.hasher)
    counts = SharedCounts(storage)
    updates = UpdateCache(lambda: tables.clock())
    streams = Streams(tables, people, hub, updates, counts, settings.limits, settings.heartbeat)
    notices = make_notices(tables, settings.address, settings.allow_private_webhooks, settings.notice_delay)
    email_addresses, hints = EmailAddresses(people, notices.mail_server, notices.address), Hints(tables, pool, counts)
    programs = Programs(tables, pool, settings.answer_delay)
    services = Services(
        *(storage, WriteCheck(storage), programs.workers, people, tables, records, analyses, hub, accounts),
        *(email_addresses, metrics, hints, updates, streams),
        Turns(settings.limits.waiting_an_address),
    )
    try:
        async with (
            counts.shared(),
            listening(tables, people, hub),
            collecting_garbage(hub),
            background_work(programs, Analysts(analyses, pool), notices, processes),
        ):
            yield services
    finally:
        pool.close()
        await storage.close()
