"""The application: all routes, with the services behind them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar import Litestar, Request
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig

from tianxia.errors import TianxiaError
from tianxia.server import schema
from tianxia.server.announcements import listening
from tianxia.server.hub import Hub
from tianxia.server.identity import person_of, visitor_of
from tianxia.server.live import HEARTBEAT, LIMITS, Limits, Streams
from tianxia.server.people import People
from tianxia.server.problems import answer_deep, answer_http, answer_refusal
from tianxia.server.routes.live import LiveRoutes
from tianxia.server.routes.people import PeopleRoutes
from tianxia.server.routes.records import RecordRoutes
from tianxia.server.routes.tables import TableRoutes
from tianxia.server.services import Services
from tianxia.server.stopping import when_told_to_stop
from tianxia.server.storage import Storage
from tianxia.server.tables import Tables


def make_app(database: str, limits: Limits = LIMITS, heartbeat: float = HEARTBEAT) -> Litestar:
    """The application over a database."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        storage = Storage(database)
        async with storage.engine.begin() as connection:
            await connection.run_sync(schema.metadata.create_all)
        tables, hub = Tables(storage), Hub()
        tables.ears.append(hub.hear)
        streams = Streams(tables, hub, limits, heartbeat)
        app.state.services = Services(storage, People(storage), tables, hub, streams)
        try:
            async with listening(storage, tables, hub):
                with when_told_to_stop(streams.stop):
                    yield
        finally:
            await storage.close()

    return Litestar(
        route_handlers=[PeopleRoutes, TableRoutes, LiveRoutes, RecordRoutes],
        lifespan=[lifespan],
        dependencies={
            "house": Provide(services_of, sync_to_thread=False),
            "visitor": Provide(visitor_of),
            "person": Provide(person_of),
        },
        exception_handlers={
            TianxiaError: answer_refusal,
            HTTPException: answer_http,
            RecursionError: answer_deep,
        },
        openapi_config=OpenAPIConfig(title="Tianxia", version="1", path="/api/schema"),
    )


def services_of(request: Request) -> Services:  # type: ignore[type-arg]
    services: Services = request.app.state.services
    return services
