"""What is counted, for Prometheus. Several worker processes count together, in files of one folder."""

from __future__ import annotations

import os
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from tianxia.server.live.hub import Hub
from tianxia.server.tables.events import Moved
from tianxia.server.tables.service import Tables
from tianxia.server.tables.table import Table

FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"
"""Where worker processes count together; prometheus-client gives the name."""


class Metrics:
    """The counters of one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "tianxia_requests", "Requests answered", ["method", "route", "status"], registry=self.registry
        )
        self.seconds = Histogram(
            "tianxia_request_seconds", "How long requests took", ["method", "route"], registry=self.registry
        )
        self.moves = Counter("tianxia_moves", "Moves made", ["by"], registry=self.registry)
        self.connections = Gauge(
            "tianxia_connections", "Open live connections", registry=self.registry, multiprocess_mode="livesum"
        )
        self.tables = Gauge(
            "tianxia_tables_in_memory", "Tables kept in memory", registry=self.registry, multiprocess_mode="livesum"
        )

    def note_request(self, method: str, route: str, status: int, seconds: float) -> None:
        self.requests.labels(method, route, status).inc()
        self.seconds.labels(method, route).observe(seconds)

    def on_change(self, table: Table) -> None:
        """For `Tables.ears`."""
        last = table.log[-1].stored.event
        if isinstance(last, Moved):  # nothing is stored after a move in the same change
            self.moves.labels("person" if last.program is None else "program").inc()

    def update_gauges(self, hub: Hub, tables: Tables) -> None:
        """Note how much there is now; other processes know it of this one from its last request."""
        self.connections.set(hub.connections)
        self.tables.set(len(tables.cache))

    def document(self) -> bytes:
        """All numbers, in the text format of Prometheus."""
        if FOLDER not in os.environ:
            return generate_latest(self.registry)
        together = CollectorRegistry()
        MultiProcessCollector(together)  # type: ignore[no-untyped-call]
        return generate_latest(together)

    def close(self) -> None:
        """A process that is gone has no open connections."""
        if FOLDER in os.environ:
            mark_process_dead(os.getpid())  # type: ignore[no-untyped-call]
