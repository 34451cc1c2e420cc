"""The commands around the server. It is loaded only by them: whoever plays in the terminal should not wait for it."""

from __future__ import annotations

import os
import sys
import webbrowser
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from tianxia.cli.choices import MAX_PROCESSES, check_range
from tianxia.cli.output import line, out, remark_build
from tianxia.errors import SettingError
from tianxia.words import error, text

MAX_PORT = 65535
Data = Annotated[Path | None, Parameter(name="--data", help=text("cli.arg.data"))]
Database = Annotated[str | None, Parameter(name="--database", help=text("cli.arg.database"))]


def serve(
    *,
    host: Annotated[str, Parameter(help=text("cli.arg.host"))] = "127.0.0.1",
    port: Annotated[int, Parameter(help=text("cli.arg.port"))] = 8321,
    data: Data = None,
    database: Database = None,
    workers: Annotated[int, Parameter(help=text("cli.arg.workers"))] = 1,
    open: Annotated[bool | None, Parameter(help=text("cli.arg.open"), negative="--no-open")] = None,
    trust_proxy: Annotated[bool, Parameter(help=text("cli.arg.trust-proxy"), show_default=False)] = False,
) -> None:
    from tianxia.server.databases import find_database
    from tianxia.server.serving import Serving
    from tianxia.server.serving import serve as serve_tables

    check_range("--workers", workers, MAX_PROCESSES)
    if not 0 <= port <= MAX_PORT:
        raise error(SettingError, "cli.serve.port", most=MAX_PORT, port=port)
    remark_build()

    def tell(address: str) -> None:
        line(out(), text("cli.serve.address", address=address))
        if _has_screen() if open is None else open:
            webbrowser.open(address)

    serve_tables(Serving(find_database(data, database), host, port, workers, trust_proxy), tell)


def _has_screen() -> bool:
    """Whether a browser could show up in front of whoever typed this."""
    has_display = sys.platform in ("win32", "darwin") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))
    return sys.stdout.isatty() and has_display
