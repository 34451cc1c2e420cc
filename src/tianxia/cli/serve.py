"""The commands about the server, which is imported only inside them, so that other commands start quickly."""

from __future__ import annotations

import asyncio
import os
import sys
import webbrowser
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlsplit

from cyclopts import Parameter

from tianxia.cli.choices import MAX_PROCESSES, check_range
from tianxia.cli.output import line, out, progress_bar, remark_build, remarks
from tianxia.errors import SettingError
from tianxia.words import error, text

if TYPE_CHECKING:
    from tianxia.server.run.addresses import ServerAddresses

MAX_PORT = 65535
LOOPBACK = ("http://127.", "http://[::1]")
Data = Annotated[Path | None, Parameter(name="--data", help=text("cli.arg.data"))]
Database = Annotated[str | None, Parameter(name="--database", help=text("cli.arg.database"))]
BackupFile = Annotated[Path, Parameter(name="FILE", help=text("cli.arg.backup"))]


def serve(
    *,
    host: Annotated[str, Parameter(help=text("cli.arg.host"))] = "127.0.0.1",
    port: Annotated[int, Parameter(help=text("cli.arg.port"))] = 8321,
    data: Data = None,
    database: Database = None,
    workers: Annotated[int, Parameter(help=text("cli.arg.workers"))] = 1,
    programs: Annotated[int | None, Parameter(help=text("cli.arg.programs"))] = None,
    address: Annotated[str | None, Parameter(help=text("cli.arg.address"))] = None,
    allowed_hosts: Annotated[str | None, Parameter(help=text("cli.arg.allowed-hosts"))] = None,
    open: Annotated[bool | None, Parameter(help=text("cli.arg.open"), negative="--no-open")] = None,
    trust_proxy: Annotated[bool, Parameter(help=text("cli.arg.trust-proxy"), show_default=False)] = False,
) -> None:
    from tianxia.server.run.serving import ServeOptions
    from tianxia.server.run.serving import serve as serve_tables
    from tianxia.server.storage.location import find_database

    check_range("--workers", workers, MAX_PROCESSES)
    check_range("--programs", programs or 1, MAX_PROCESSES)
    if not 0 <= port <= MAX_PORT:
        raise error(SettingError, "cli.serve.port", most=MAX_PORT, port=port)
    remark_build()

    def print_addresses(where: ServerAddresses) -> None:
        for said in tell_where(where):
            line(out(), said)
        if (_has_screen() if open is None else open) and not webbrowser.open(where.here):
            line(remarks(), text("cli.serve.no-browser"))

    hosts = tuple(name.strip() for name in (allowed_hosts or "").split(",") if name.strip())
    serving = ServeOptions(find_database(data, database), host, port, workers, trust_proxy, programs, address, hosts)
    serve_tables(serving, print_addresses)


def tell_where(where: ServerAddresses) -> Iterator[str]:
    """Print the addresses of the server, for this computer and for others, and the place of its data."""
    yield text("cli.serve.address", address=where.here)
    if not where.is_open:
        yield text("cli.serve.alone")
    elif where.neighbours:
        yield from (text("cli.serve.neighbours", address=address) for address in where.neighbours)
    elif where.here.startswith(LOOPBACK):
        yield text("cli.serve.find-address", port=urlsplit(where.here).port)
    yield text("cli.serve.kept", place=where.kept)
    if where.few is not None:
        yield text("cli.serve.few-files", files=where.few.files, screens=where.few.screens)


def _has_screen() -> bool:
    """Whether there is a screen on which a browser can be opened."""
    has_display = sys.platform in ("win32", "darwin") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))
    return sys.stdout.isatty() and has_display


def backup(
    file: BackupFile,
    /,
    *,
    data: Data = None,
    database: Database = None,
    force: Annotated[bool, Parameter(help=text("cli.arg.force-backup"), show_default=False)] = False,
) -> None:
    from tianxia.server.backup.archive import back_up
    from tianxia.server.storage.location import find_database, open_database, require_database

    address = find_database(data, database)
    require_database(address)

    async def work(report: Callable[[int, int], None]) -> int:
        async with open_database(address, upgrades=False) as storage:
            return await back_up(storage, file, report, force)

    rows = _with_bar(text("cli.backup.progress"), work)
    line(out(), text("cli.backup.done", file=file, rows=rows))


def restore(file: BackupFile, /, *, data: Data = None, database: Database = None) -> None:
    from tianxia.server.backup.archive import restore as restore_rows
    from tianxia.server.storage.database_lock import lock_database
    from tianxia.server.storage.location import find_database, open_database

    address = find_database(data, database)

    async def work(report: Callable[[int, int], None]) -> int:
        async with open_database(address) as storage:
            return await restore_rows(storage, file, report)

    with lock_database(address) as locked, locked.undone_on_failure():
        rows = _with_bar(text("cli.restore.progress"), work)
    line(out(), text("cli.restore.done", file=file, rows=rows))


def _with_bar(what: str, work: Callable[[Callable[[int, int], None]], Coroutine[None, None, int]]) -> int:
    """Run a coroutine that reports its progress, with a progress bar."""
    with progress_bar(what) as progress:
        task = progress.add_task("", total=None)
        return asyncio.run(work(lambda done, total: progress.update(task, completed=done, total=total)))
