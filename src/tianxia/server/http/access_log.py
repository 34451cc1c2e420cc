"""The access log: a middleware that logs and counts every request."""

from __future__ import annotations

import time
from typing import Any, Final

from litestar.types import ASGIApp, Message, Receive, Scope, Send

from tianxia.server.logs import LOG, route_of
from tianxia.server.metrics import Metrics
from tianxia.server.services import Services

METHODS: Final = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))
QUIET: Final = frozenset(("/health", "/ready", "/metrics"))  # counted but not logged: machines ask every few seconds


class AccessLog:
    """Wraps the whole application, so that it also sees requests for which there is no route."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        status = 101 if is_socket(scope) else 500

        async def listen(message: Message) -> None:
            nonlocal status
            status = _status(message, status)
            await send(message)

        try:
            await self.app(scope, receive, listen)
        finally:
            self._log(scope, status, time.perf_counter() - began)

    def _log(self, scope: Any, status: int, seconds: float) -> None:
        method = "WEBSOCKET" if is_socket(scope) else scope["method"] if scope["method"] in METHODS else "other"
        route = route_of(scope)
        self.metrics.note_request(method, route, status, seconds)
        services: Services | None = scope["litestar_app"].state.get("services")
        if services is not None:  # the database may have been away since the start
            self.metrics.update_gauges(services.hub, services.tables, services.program_workers)
        if route not in QUIET:
            LOG.info("request", method=method, route=route, status=status, milliseconds=round(seconds * 1000, 1))


def is_socket(scope: Any) -> bool:
    return bool(scope["type"] == "websocket")


def _status(message: Any, before: int) -> int:
    """The HTTP status of the answer, or the code with which a WebSocket was closed."""
    if message["type"] in ("http.response.start", "websocket.http.response.start"):
        return int(message["status"])
    if message["type"] == "websocket.close":
        return int(message.get("code", 1000))
    return before
