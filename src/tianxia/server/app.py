"""The application: all routes, with the services behind them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar import Litestar, Request
from litestar.di import Provide
from litestar.exceptions import HTTPException

from tianxia.errors import TianxiaError
from tianxia.server.accounts import Accounts
from tianxia.server.beat import BEAT
from tianxia.server.document import Problems, describe
from tianxia.server.guard import Guard, add_headers
from tianxia.server.hints import Hints
from tianxia.server.hub import Hub
from tianxia.server.identity import person_of, visitor_of
from tianxia.server.limits import USUAL, Limits
from tianxia.server.logs import note_failure
from tianxia.server.metrics import Metrics
from tianxia.server.people import People
from tianxia.server.problems import answer_failure, answer_http, answer_refusal, answer_too_deep
from tianxia.server.programs import Programs, usual_processes
from tianxia.server.routes.advice import AdviceRoutes
from tianxia.server.routes.games import GameRoutes
from tianxia.server.routes.health import HealthRoutes
from tianxia.server.routes.people import PeopleRoutes
from tianxia.server.routes.tables import TableRoutes
from tianxia.server.services import Services
from tianxia.server.storage import Storage
from tianxia.server.tables import Tables
from tianxia.server.thinking import Pool
from tianxia.server.watch import Watch
from tianxia.server.work import at_work, make_notices


def make_app(
    database: str,
    limits: Limits = USUAL,
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
    metrics = Metrics()

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        storage = await Storage.open(database)
        tables, hub = Tables(storage), Hub()
        tables.ears += [hub.hear, metrics.hear]
        people = People(storage)
        accounts = Accounts(people)
        pool = Pool(max(1, processes))
        app.state.services = Services(storage, people, tables, hub, accounts, metrics, Hints(tables, pool))
        notices = make_notices(tables, address, allow_private_webhooks)
        try:
            async with at_work(Programs(tables, pool, beat), notices, processes):
                yield
        finally:
            pool.close()
            accounts.close()
            await storage.close()
            metrics.close()

    app = Litestar(
        route_handlers=[HealthRoutes, PeopleRoutes, GameRoutes, TableRoutes, AdviceRoutes],
        lifespan=[lifespan],
        dependencies={
            "house": Provide(services_of, sync_to_thread=False),
            "visitor": Provide(visitor_of),
            "person": Provide(person_of),
        },
        exception_handlers={
            TianxiaError: answer_refusal,
            HTTPException: answer_http,
            RecursionError: answer_too_deep,
            Exception: answer_failure,
        },
        after_exception=[note_failure],
        logging_config=None,  # see logs.py
        guards=[Guard(limits).check],
        before_send=[add_headers],
        request_max_body_size=limits.body,
        openapi_config=describe(),
        plugins=[Problems()],
    )
    app.asgi_handler = Watch(app.asgi_handler, metrics)
    return app


def services_of(request: Request) -> Services:  # type: ignore[type-arg]
    services: Services = request.app.state.services
    return services
