"""Health, readiness and metrics, for the people and machines that run the server."""

from __future__ import annotations

import asyncio
from typing import Final

from litestar import Controller, Response, get
from sqlalchemy import literal, select
from sqlalchemy.exc import SQLAlchemyError

from tianxia.server.http.dependencies import ServicesDep
from tianxia.server.refusals import UnavailableError
from tianxia.words import error

ANSWER_WITHIN: Final = 5  # seconds


class HealthRoutes(Controller):
    """For monitoring; not part of the published API."""

    path = "/"
    include_in_schema = False

    @get("/health")
    async def health(self) -> dict[str, str]:
        """The process lives."""
        return {"status": "alive"}

    @get("/ready")
    async def ready(self, services: ServicesDep) -> dict[str, str]:
        """The database answers."""
        try:
            async with asyncio.timeout(ANSWER_WITHIN), services.storage.reading() as connection:
                await connection.execute(select(literal(1)))
        except (UnavailableError, SQLAlchemyError, OSError, TimeoutError):
            raise error(UnavailableError, "server.not-ready") from None
        return {"status": "ready"}

    @get("/metrics")
    async def metrics(self, services: ServicesDep) -> Response[bytes]:
        """The numbers, for Prometheus."""
        services.metrics.update_gauges(services.hub, services.tables)
        return Response(services.metrics.document(), media_type="text/plain; version=0.0.4; charset=utf-8")
