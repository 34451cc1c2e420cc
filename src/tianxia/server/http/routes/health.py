"""Health, readiness and metrics, for the people and machines that run the server."""

from __future__ import annotations

import asyncio
from hmac import compare_digest
from ipaddress import ip_address
from typing import Any, Final

from litestar import Controller, Request, Response, get
from sqlalchemy.exc import SQLAlchemyError

from tianxia.server.http.dependencies import ServicesDep
from tianxia.server.http.startup import NO_DATABASE
from tianxia.server.refusals import ForbiddenError, UnavailableError
from tianxia.words import error

ANSWER_WITHIN: Final = 5  # seconds
METRICS_TOKEN: Final = "TIANXIA_METRICS_TOKEN"
"""The environment variable with the token for the metrics."""
NO_PROGRAM_WORKERS: Final = "server.no-program-workers"
"""The key of the answer of a server that is ready but for the processes that compute the moves of programs."""


class HealthRoutes(Controller):
    """For monitoring; not part of the published API."""

    path = "/"
    include_in_schema = False

    @get("/health", opt={NO_DATABASE: True})
    async def health(self) -> dict[str, str]:
        """Whether the process is alive."""
        return {"status": "alive"}

    @get("/ready")
    async def ready(self, services: ServicesDep) -> dict[str, str]:
        """Whether the database stores changes, and some process computes the moves of programs."""
        try:
            async with asyncio.timeout(ANSWER_WITHIN):
                await services.write_check.check()
        except (UnavailableError, SQLAlchemyError, OSError, TimeoutError):
            raise error(UnavailableError, "server.not-ready") from None
        if services.program_workers.are_missing:
            raise error(UnavailableError, NO_PROGRAM_WORKERS)
        return {"status": "ready"}

    @get("/metrics")
    async def metrics(self, request: Request[Any, Any, Any], services: ServicesDep) -> Response[bytes]:
        """The metrics, for Prometheus on this machine, or with a token."""
        if not (is_from_here(request) or has_token(request)):
            raise error(ForbiddenError, "server.metrics-closed")
        services.metrics.update_gauges(services.hub, services.tables, services.program_workers)
        return Response(services.metrics.document(), media_type="text/plain; version=0.0.4; charset=utf-8")


def is_from_here(request: Request[Any, Any, Any]) -> bool:
    """Whether this machine asks, and not a proxy on it for somebody else."""
    if request.client is None or "x-forwarded-for" in request.headers:
        return False
    try:
        return ip_address(request.client.host).is_loopback
    except ValueError:
        return False


def has_token(request: Request[Any, Any, Any]) -> bool:
    token: str | None = request.app.state.metrics_token
    given = request.headers.get("authorization", "")
    return bool(token) and compare_digest(given.encode(), f"Bearer {token}".encode())
