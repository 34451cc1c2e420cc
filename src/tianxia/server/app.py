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
from tianxia.server.beat import BEAT
from tianxia.server.hints import Hints
from tianxia.server.hub import Hub
from tianxia.server.identity import person_of, visitor_of
from tianxia.server.people import People
from tianxia.server.problems import answer_http, answer_refusal
from tianxia.server.programs import Programs, usual_processes
from tianxia.server.routes.advice import AdviceRoutes
from tianxia.server.routes.people import PeopleRoutes
from tianxia.server.routes.tables import TableRoutes
from tianxia.server.services import Services
from tianxia.server.storage import Storage
from tianxia.server.tables import Tables
from tianxia.server.thinking import Pool
from tianxia.server.work import at_work, make_notices


def make_app(
    database: str,
    *,
    programs: int | None = None,
    beat: int = BEAT,
    address: str = "http://localhost:8000",
    allow_private_webhooks: bool = False,
) -> Litestar:
    """The application over a database.

    `programs` processes think; over PostgreSQL perhaps none, where others do. Quick programs answer after a `beat` of
    so many milliseconds. People find the server at `address`.
    """
    processes = usual_processes() if programs is None else programs

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        storage = Storage(database)
        async with storage.engine.begin() as connection:
            await connection.run_sync(schema.metadata.create_all)
        tables, hub = Tables(storage), Hub()
        tables.ears.append(hub.hear)
        pool = Pool(max(1, processes))
        app.state.services = Services(storage, People(storage), tables, hub, Hints(tables, pool))
        notices = make_notices(tables, address, allow_private_webhooks)
        try:
            async with at_work(Programs(tables, pool, beat), notices, processes):
                yield
        finally:
            pool.close()
            await storage.close()

    return Litestar(
        route_handlers=[PeopleRoutes, TableRoutes, AdviceRoutes],
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
