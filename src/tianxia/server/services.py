"""All that the server consists of, put together once for each process."""

from __future__ import annotations

from dataclasses import dataclass

from tianxia.server.accounts import Accounts
from tianxia.server.analyses import Analyses
from tianxia.server.hints import Hints
from tianxia.server.hub import Hub
from tianxia.server.limits import Counters
from tianxia.server.live import Streams
from tianxia.server.mailboxes import Mailboxes
from tianxia.server.metrics import Metrics
from tianxia.server.people import People
from tianxia.server.records import Records
from tianxia.server.storage import Storage
from tianxia.server.tables import Tables


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
