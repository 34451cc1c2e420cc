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
from tianxia.server.people import People
from tianxia.server.problems import answer_http, answer_refusal
from tianxia.server.routes.people import PeopleRoutes
from tianxia.server.routes.tables import TableRoutes
from tianxia.server.services import Services
from tianxia.server.storage import Storage
from tianxia.server.tables import Tables


def make_app(database: str) -> Litestar:
    """The application over a database."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        storage = await Storage.open(database)
        tables, hub = Tables(storage), Hub()
        tables.ears.append(hub.hear)
        app.state.services = Services(storage, People(storage), tables, hub)
        try:
            yield
        finally:
            await storage.close()

    return Litestar(
        route_handlers=[PeopleRoutes, TableRoutes],
        lifespan=[lifespan],
        dependencies={
            "house": Provide(services_of, sync_to_thread=False),
            "visitor": Provide(visitor_of),
            "person": Provide(person_of),
        },
        exception_handlers={TianxiaError: answer_refusal, HTTPException: answer_http},
        openapi_config=OpenAPIConfig(title="Tianxia", version="1", path="/api/schema"),
    )


def services_of(request: Request) -> Services:  # type: ignore[type-arg]
    services: Services = request.app.state.services
    return services
