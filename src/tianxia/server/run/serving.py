"""The command that serves: it opens the database, listens, runs uvicorn, and stops cleanly."""

from __future__ import annotations

import errno
import os
import signal
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, Final
from urllib.parse import urlsplit

import httpx
import uvicorn
from litestar import Litestar

from tianxia.errors import SettingError, TianxiaError
from tianxia.server.http.app import make_app
from tianxia.server.http.routes.health import METRICS_TOKEN, NO_PROGRAM_WORKERS
from tianxia.server.http.security import host_name
from tianxia.server.logs import FAILED_START, configure_logs
from tianxia.server.metrics import FOLDER
from tianxia.server.run.addresses import FewFiles, ServerAddresses, address_of, is_open, neighbour_addresses
from tianxia.server.run.connections import PROXIES, Connections
from tianxia.server.run.database_check import check_database
from tianxia.server.run.open_files import most_connections, open_files, raise_open_files
from tianxia.server.run.protocols import HttpProtocol, WebSocketProtocol
from tianxia.server.run.supervisor import supervise
from tianxia.server.settings import Settings
from tianxia.server.storage.database_lock import lock_database
from tianxia.server.storage.location import is_postgres, printable_location
from tianxia.server.work.background import find_mail_server
from tianxia.server.work.garbage_collection import defer_garbage_collection
from tianxia.server.work.programs import usual_processes
from tianxia.words import error

FINISH_WITHIN: Final = 3
"""Seconds that requests have to finish when the server stops; then connections are cut."""
LONGEST_MESSAGE: Final = 1 << 16
"""Most bytes of a message from a client over a WebSocket."""
MANY_SCREENS: Final = 2000
"""Screens for which each process should have enough files; fewer are reported."""
ANY_HOST: Final = "*"
ASK_EVERY: Final = 0.1
"""Seconds between two questions whether the server is ready."""
READY_WITHIN: Final = 60
"""Seconds that the server has to answer whether it is ready."""


@dataclass(frozen=True)
class ServeOptions:
    """The options of the command."""

    database: str  # see `find_database`
    host: str
    port: int  # 0: any that is free
    workers: int = 1  # processes
    trusts_proxy: bool = False  # whether X-Forwarded-For and X-Forwarded-Proto are believed
    programs: int | None = None  # worker processes of each server process that think; `None`: by cores
    address: str | None = None  # the public address; `None`: where it listens
    hosts: tuple[str, ...] = ()  # further names under which browsers may reach the server; "*": any


def serve(serving: ServeOptions, on_ready: Callable[[ServerAddresses], None]) -> None:
    """Serve until a signal stops the process.

    `on_ready` is called with the addresses once the server and its database answer; a PostgreSQL that is away at the
    start is waited for.
    """
    if serving.workers > 1 and not is_postgres(serving.database):
        raise error(SettingError, "server.one-worker")
    if serving.programs == 0 and not is_postgres(serving.database):
        raise error(SettingError, "server.programs-here")
    find_mail_server()  # a wrong address is reported now, and not by each worker
    hosts = hosts_of(serving)
    raise_open_files()
    with _listening(serving.host, serving.port) as listening, lock_database(serving.database) as locked:
        with locked.undone_on_failure():
            check_database(serving.database)
        configure_logs()
        here = address_of(listening)
        where = ServerAddresses(
            here,
            is_open(listening),
            neighbour_addresses(listening),
            printable_location(serving.database),
            few_files(serving.workers),
        )
        threading.Thread(target=report_when_ready, args=(where, on_ready), daemon=True).start()
        programs = usual_processes(serving.workers) if serving.programs is None else serving.programs
        settings = Settings(
            programs=programs,
            address=serving.address or here,
            hosts=hosts,
            metrics_token=os.environ.get(METRICS_TOKEN),
        )
        _run(serving, listening, settings)


def few_files(workers: int) -> FewFiles | None:
    """How many screens fit, where the system allows few open files."""
    files = open_files()
    fitting = most_connections(files)
    return FewFiles(files, fitting * workers) if fitting < MANY_SCREENS else None


def hosts_of(serving: ServeOptions) -> frozenset[str] | None:
    """The names under which browsers may reach the server; `None`: any, where no name was given."""
    own = urlsplit(serving.address or "").netloc.rpartition("@")[2]
    given = [*serving.hosts, *([own] if own else [])]
    if not given or ANY_HOST in given:
        return None
    names = {host: host_name(host) for host in given}
    for host, name in names.items():
        if name is None:
            raise error(SettingError, "server.host-form", host=host)
    return frozenset(name for name in names.values() if name is not None)


def _run(serving: ServeOptions, listening: socket.socket, settings: Settings) -> None:
    if serving.workers == 1:
        run_server(serving, settings, listening)
        return
    with _shared_metrics():
        supervise(serving.workers, run_server, serving, settings, listening)


def run_server(serving: ServeOptions, settings: Settings, listening: socket.socket) -> None:
    """Serve in this process until a signal stops it; exits with the status `FAILED_START` if it cannot start."""
    server = uvicorn.Server(make_config(serving, settings))
    for number in (signal.SIGINT, signal.SIGTERM):  # uvicorn raises them again when it has stopped
        signal.signal(number, server.handle_exit)
    if hasattr(signal, "SIGHUP"):  # the terminal is gone
        signal.signal(signal.SIGHUP, lambda *_: signal.raise_signal(signal.SIGTERM))
    server.run([listening])
    if server.lifespan.should_exit:  # what was to be opened later, when the database is there, failed
        sys.exit(FAILED_START)


def make_config(serving: ServeOptions, settings: Settings) -> uvicorn.Config:
    """The configuration of uvicorn."""
    app = partial(_app_of_process, serving.database, settings)
    return configure(app, settings, serving.trusts_proxy, factory=True, workers=serving.workers)


def configure(app: Any, settings: Settings, trusts_proxy: bool = False, **more: Any) -> uvicorn.Config:
    """The configuration of uvicorn for an application, or for a factory of it."""
    limits = settings.limits.connections
    connections = Connections(limits, most_connections(open_files()), trusts_proxy)
    http: Any = partial(HttpProtocol, connections=connections)
    ws: Any = partial(WebSocketProtocol, connections=connections)
    return uvicorn.Config(
        app,
        http=http,
        ws=ws,
        log_config=None,
        access_log=False,  # see http/access_log.py
        server_header=False,
        proxy_headers=trusts_proxy,
        forwarded_allow_ips=PROXIES,
        timeout_keep_alive=limits.idle,
        timeout_graceful_shutdown=FINISH_WITHIN,
        ws_max_size=LONGEST_MESSAGE,
        **more,
    )


@contextmanager
def _shared_metrics() -> Iterator[None]:
    """A folder in which worker processes share their metrics."""
    with tempfile.TemporaryDirectory(prefix="tianxia-metrics-") as folder:
        os.environ[FOLDER] = folder
        try:
            yield
        finally:
            del os.environ[FOLDER]


def _app_of_process(database: str, settings: Settings) -> Litestar:
    """The application of one process, with its logs configured."""
    configure_logs()
    app = make_app(database, settings)
    defer_garbage_collection()
    return app


# ---- where it listens


@contextmanager
def _listening(host: str, port: int) -> Iterator[socket.socket]:
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        listening = socket.create_server(address[:2], family=family)
    except (OSError, OverflowError) as failure:
        if getattr(failure, "errno", None) == errno.EADDRINUSE:
            raise error(TianxiaError, "server.port-taken", port=port) from None
        reason = getattr(failure, "strerror", None) or failure
        raise error(TianxiaError, "server.cannot-listen", host=host, port=port, reason=reason) from None
    with listening:
        yield listening


def report_when_ready(where: ServerAddresses, on_ready: Callable[[ServerAddresses], None]) -> None:
    """Call `on_ready` once the server and its database answer."""
    with httpx.Client(trust_env=False, timeout=READY_WITHIN) as client:
        while not _is_ready(client, where):
            time.sleep(ASK_EVERY)
    on_ready(where)


def _is_ready(client: httpx.Client, where: ServerAddresses) -> bool:
    """Whether the server answers, and its database too. The workers that compute programs' moves may come later."""
    try:
        answer = client.get(f"{where.here}ready")
    except httpx.HTTPError:
        return False
    return answer.is_success or NO_PROGRAM_WORKERS in answer.text
