"""All that the server consists of, put together once for each process."""

from __future__ import annotations

from dataclasses import dataclass

from tianxia.server.library.analyses import Analyses
from tianxia.server.library.records import Records
from tianxia.server.limits import Counters
from tianxia.server.live.hub import Hub
from tianxia.server.live.streams import Streams
from tianxia.server.metrics import Metrics
from tianxia.server.people.accounts import Accounts
from tianxia.server.people.email_confirmation import Mailboxes
from tianxia.server.people.service import People
from tianxia.server.storage.database import Storage
from tianxia.server.tables.service import Tables
from tianxia.server.work.hints import Hints


@dataclass
class Services:
    """What the handlers of requests work with."""

    storage: Storage
    people: People
    tables: Tables
    records: Records
    analyses: Analyses
    hub: Hub
    accounts: Accounts
    mailboxes: Mailboxes
    metrics: Metrics
    hints: Hints
    streams: Streams
    counters: Counters
