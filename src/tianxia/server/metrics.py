"""Metrics for Prometheus. Worker processes share them, in files of one folder."""

from __future__ import annotations

import os
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from tianxia.server.live.hub import Hub
from tianxia.server.tables.events import Moved
from tianxia.server.tables.service import TableService
from tianxia.server.tables.table import Table
from tianxia.server.work.program_workers import ProgramWorkers

FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"
"""The environment variable with the folder of shared metrics; prometheus-client defines its name."""


class Metrics:
    """The metrics of one process."""

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
        self.program_workers = Gauge(
            "tianxia_program_workers",
            "Processes that compute the moves of programs",
            registry=self.registry,
            multiprocess_mode="livemostrecent",
        )

    def note_request(self, method: str, route: str, status: int, seconds: float) -> None:
        self.requests.labels(method, route, status).inc()
        self.seconds.labels(method, route).observe(seconds)

    def on_change(self, table: Table) -> None:
        """For `TableService.after_commit`."""
        last = table.log[-1].stored.event
        if isinstance(last, Moved):  # a move is the last event of its change
            self.moves.labels("person" if last.program is None else "program").inc()

    def update_gauges(self, hub: Hub, tables: TableService, program_workers: ProgramWorkers) -> None:
        """Set the gauges to their present values; other processes see them as of the last request."""
        self.connections.set(hub.connections)
        self.tables.set(len(tables.cache))
        self.program_workers.set(program_workers.count or 0)

    def document(self) -> bytes:
        """All metrics in the text format of Prometheus."""
        if FOLDER not in os.environ:
            return generate_latest(self.registry)
        together = CollectorRegistry()
        MultiProcessCollector(together)  # type: ignore[no-untyped-call]
        return generate_latest(together)

    def close(self) -> None:
        """Clear the gauges of this process, which ends."""
        forget_gauges(os.getpid())


def forget_gauges(process: int) -> None:
    """Clear the gauges of a worker process that has ended, by its id."""
    if FOLDER in os.environ:
        mark_process_dead(process)  # type: ignore[no-untyped-call]
