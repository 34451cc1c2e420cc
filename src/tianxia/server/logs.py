"""Logs: one line for each request, and errors; as JSON, or readable in a terminal.

No line contains a cookie, a body, a query or the id of a table: anybody who knows the id of an unlisted table can watch
it.
"""

from __future__ import annotations

import logging
import sys
from typing import Any, Final

import structlog
from litestar.exceptions import HTTPException
from structlog.dev import ConsoleRenderer, plain_traceback
from structlog.processors import TimeStamper
from structlog.stdlib import BoundLogger, ProcessorFormatter
from structlog.typing import EventDict, Processor

from tianxia.errors import TianxiaError

NAME: Final = "tianxia.server"
LOG: Final[BoundLogger] = structlog.wrap_logger(
    logging.getLogger(NAME),
    processors=[structlog.stdlib.filter_by_level, ProcessorFormatter.wrap_for_formatter],
    wrapper_class=BoundLogger,
)
FAILED_START: Final = 3
"""The exit status of a process that cannot start, after it logged why; uvicorn has the same."""
UNANSWERED: Final = "ASGI callable returned without completing handshake."
DISCONNECTED: Final = "client disconnected prematurely"
"""The detail of an error of Litestar, whose status is that of a fault of the server."""
_CONSOLE: Final = ConsoleRenderer(exception_formatter=plain_traceback)


def configure_logs() -> None:
    """Log to standard error, lines of libraries too."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_formatter(sys.stderr.isatty()))
    handler.addFilter(is_worth_noting)
    # libraries log addresses at lower levels
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.getLogger(NAME).setLevel(logging.INFO)


def is_worth_noting(record: logging.LogRecord) -> bool:
    """Whether a line of a library says something new.

    Not where it reports every second that the database is away (see storage/outages.py), nor where uvicorn complains
    about a WebSocket that was refused, which the access log has, or about a start that failed (see http/startup.py).
    """
    if record.name == "psycopg.pool" or record.msg == UNANSWERED:
        return False
    if record.name == "uvicorn.error" and f"SystemExit: {FAILED_START}\n" in str(record.msg):
        return False
    failure = record.exc_info[1] if record.exc_info else None
    return not (record.name.startswith("procrastinate") and type(failure).__name__ == "ConnectorException")


def _formatter(is_terminal: bool) -> ProcessorFormatter:
    """The formatter. Tracebacks have no values of variables, which may be secret."""
    time = TimeStamper(fmt="%H:%M:%S", utc=False) if is_terminal else TimeStamper(fmt="iso", utc=True)
    last: list[Processor] = [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    if is_terminal:
        last = [_for_people]
    return ProcessorFormatter(
        processors=[structlog.stdlib.add_log_level, time, ProcessorFormatter.remove_processors_meta, *last]
    )


def _for_people(logger: Any, name: str, line: EventDict) -> str:
    """A line for a terminal: requests in less than 80 columns, others as structlog formats them."""
    if line["event"] != "request":
        return str(_CONSOLE(logger, name, line))
    return "{timestamp} {method:<6} {route} {status} {milliseconds:.0f} ms".format(**line)


async def note_failure(failure: Exception, scope: Any) -> None:
    """Log a bug with its traceback; errors that are answered with a refusal are not logged."""
    is_refused = isinstance(failure, HTTPException) and (failure.status_code < 500 or is_disconnect(failure))
    is_answered = is_refused or isinstance(failure, TianxiaError | RecursionError | UnicodeDecodeError)
    if not is_answered:
        LOG.error("failure", route=route_of(scope), exc_info=failure)


def is_disconnect(failure: HTTPException) -> bool:
    """Whether a client closed its connection, or was too slow, before its request had arrived."""
    return failure.detail == DISCONNECTED


def route_of(scope: Any) -> str:
    """The path of a request with names for its parameters: "/api/tables/{table}"."""
    return scope.get("path_template") or "unknown"
