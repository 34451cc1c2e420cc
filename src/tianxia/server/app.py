"""The application: all routes, with the services behind them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar import Litestar, Request
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig

from tianxia.errors import TianxiaError
from tianxia.server.hub import Hub
from tianxia.server.identity import person_of, visitor_of
from tianxia.server.logs import note_failure
from tianxia.server.metrics import Metrics
from tianxia.server.people import People
from tianxia.server.problems import answer_failure, answer_http, answer_refusal
from tianxia.server.routes.health import HealthRoutes
from tianxia.server.routes.people import PeopleRoutes
from tianxia.server.routes.tables import TableRoutes
from tianxia.server.services import Services
from tianxia.server.storage import Storage
from tianxia.server.tables import Tables
from tianxia.server.watch import Watch


def make_app(database: str) -> Litestar:
    """The application over a database."""
    metrics = Metrics()

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        storage = await Storage.open(database)
        tables, hub = Tables(storage), Hub()
        tables.ears += [hub.hear, metrics.hear]
        app.state.services = Services(storage, People(storage), tables, hub, metrics)
        try:
            yield
        finally:
            await storage.close()
            metrics.close()

    app = Litestar(
        route_handlers=[HealthRoutes, PeopleRoutes, TableRoutes],
        lifespan=[lifespan],
        dependencies={
            "house": Provide(services_of, sync_to_thread=False),
            "visitor": Provide(visitor_of),
            "person": Provide(person_of),
        },
        exception_handlers={TianxiaError: answer_refusal, HTTPException: answer_http, Exception: answer_failure},
        after_exception=[note_failure],
        logging_config=None,  # see logs.py
        openapi_config=OpenAPIConfig(title="Tianxia", version="1", path="/api/schema"),
    )
    app.asgi_handler = Watch(app.asgi_handler, metrics)
    return app


def services_of(request: Request) -> Services:  # type: ignore[type-arg]
    services: Services = request.app.state.services
    return services
