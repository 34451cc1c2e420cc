"""What the server notes: one line for each request, and what went wrong. JSON, or for people in a terminal.

No line holds a cookie, a body, a query or the id of a table: who knows the id of an unlisted table may watch it.
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
UNANSWERED: Final = "ASGI callable returned without completing handshake."
_CONSOLE: Final = ConsoleRenderer(exception_formatter=plain_traceback)


def configure_logs() -> None:
    """Send all lines to standard error, from here and from the libraries."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_formatter(sys.stderr.isatty()))
    handler.addFilter(is_worth_noting)
    logging.basicConfig(
        handlers=[handler], level=logging.WARNING, force=True
    )  # libraries tell addresses when they chat
    logging.getLogger(NAME).setLevel(logging.INFO)


def is_worth_noting(record: logging.LogRecord) -> bool:
    """Not where libraries tell, each second and with all details, that the database is away: see storage/outages.py.

    Nor where uvicorn takes a WebSocket that was refused for one that was forgotten: its request is noted.
    """
    if record.name == "psycopg.pool" or record.msg == UNANSWERED:
        return False
    failure = record.exc_info[1] if record.exc_info else None
    return not (record.name.startswith("procrastinate") and type(failure).__name__ == "ConnectorException")


def _formatter(is_terminal: bool) -> ProcessorFormatter:
    """Tracebacks without the values of variables, since those may be secret."""
    time = TimeStamper(fmt="%H:%M:%S", utc=False) if is_terminal else TimeStamper(fmt="iso", utc=True)
    last: list[Processor] = [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    if is_terminal:
        last = [_for_people]
    return ProcessorFormatter(
        processors=[structlog.stdlib.add_log_level, time, ProcessorFormatter.remove_processors_meta, *last]
    )


def _for_people(logger: Any, name: str, line: EventDict) -> str:
    """A request in less than 80 columns; whatever else is noted, as structlog would show it."""
    if line["event"] != "request":
        return str(_CONSOLE(logger, name, line))
    return "{timestamp} {method:<6} {route} {status} {milliseconds:.0f} ms".format(**line)


async def note_failure(failure: Exception, scope: Any) -> None:
    """Our own mistakes are noted, with where they happened; what people can put right is told to them."""
    is_refused = isinstance(failure, HTTPException) and failure.status_code < 500
    is_told = is_refused or isinstance(failure, TianxiaError | RecursionError | UnicodeDecodeError)
    if not is_told:
        LOG.error("failure", route=route_of(scope), exc_info=failure)


def route_of(scope: Any) -> str:
    """The path with names in place of what was asked for: "/api/tables/{table}"."""
    return scope.get("path_template") or "unknown"
