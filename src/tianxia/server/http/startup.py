"""Start-up: the application opens its services when the database is there, and refuses requests until then."""

from __future__ import annotations

import signal
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, Final

from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.handlers.base import BaseRouteHandler

from tianxia.errors import TianxiaError
from tianxia.server.live.stop_signals import on_stop_signal
from tianxia.server.logs import FAILED_START, LOG
from tianxia.server.services import Services
from tianxia.server.storage.outages import refusal
from tianxia.server.storage.waiting import HeldOpen

AnyConnection = ASGIConnection[Any, Any, Any, Any]

NO_DATABASE: Final = "no_database"
"""The option of handlers that need no services: they answer while the database is away at the start."""


def services_of(request: AnyConnection) -> Services:
    """The services of the application; while the database is away at the start, an `UnavailableError`."""
    services: Services | None = request.app.state.get("services")
    if services is None:
        raise refusal()
    return services


def refuse_until_started(connection: AnyConnection, handler: BaseRouteHandler) -> None:
    """A guard of Litestar: refuse what needs the services. (A WebSocket is refused in its handler, with a sentence.)"""
    if connection.scope["type"] != ScopeType.WEBSOCKET and not handler.opt.get(NO_DATABASE):
        services_of(connection)


@asynccontextmanager
async def starting(database: str, opened: Callable[[], AbstractAsyncContextManager[None]]) -> AsyncIterator[None]:
    """Hold the services open until the block ends.

    The block begins when they are open; or as soon as the database turns out to be away, and then they are opened
    later. Where they can never be opened, the log says why, and the process exits with the status `FAILED_START`.
    """
    held = HeldOpen(database, opened)
    with on_stop_signal(held.is_tried.set):  # otherwise a signal would wait for the first try
        await held.is_tried.wait()
        if held.failure is None:
            held.task.add_done_callback(lambda _: _stop_after(held))
            try:
                yield
            finally:
                await held.close()
    if held.failure is not None:
        _log(held.failure)
        raise SystemExit(FAILED_START)


def _stop_after(held: HeldOpen) -> None:
    """Stop the process if its services could not be opened after all."""
    if held.failure is not None:
        signal.raise_signal(signal.SIGTERM)


def _log(failure: Exception) -> None:
    if isinstance(failure, TianxiaError):
        LOG.error(str(failure))
    else:
        LOG.error("the server cannot start", exc_info=failure)
