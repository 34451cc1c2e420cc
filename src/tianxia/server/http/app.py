"""The application: all routes, with the services behind them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar import Litestar, Request
from litestar.di import Provide
from litestar.exceptions import HTTPException

from tianxia.errors import TianxiaError
from tianxia.server.http.access_log import Watch
from tianxia.server.http.openapi import Problems, describe
from tianxia.server.http.problems import (
    add_state,
    answer_failure,
    answer_http,
    answer_no_text,
    answer_refusal,
    answer_too_deep,
)
from tianxia.server.http.request_errors import note_misfit
from tianxia.server.http.routes.advice import AdviceRoutes
from tianxia.server.http.routes.analyses import AnalysisRoutes
from tianxia.server.http.routes.games import GameRoutes
from tianxia.server.http.routes.health import HealthRoutes
from tianxia.server.http.routes.home import HomeRoutes
from tianxia.server.http.routes.live import LiveRoutes
from tianxia.server.http.routes.people import PeopleRoutes
from tianxia.server.http.routes.puzzles import PuzzleRoutes
from tianxia.server.http.routes.records import RecordRoutes
from tianxia.server.http.routes.studies import StudyRoutes
from tianxia.server.http.routes.tables import TableRoutes
from tianxia.server.http.routes.tutorials import TutorialRoutes
from tianxia.server.http.routes.uploads import ReviewRoutes, UploadRoutes
from tianxia.server.http.security import Guard, add_headers
from tianxia.server.http.sessions import person_of, visitor_of
from tianxia.server.library.analyses import Analyses
from tianxia.server.library.records import Records
from tianxia.server.limits import Counters
from tianxia.server.live.hub import Hub
from tianxia.server.live.listener import listening
from tianxia.server.live.stop_signals import when_told_to_stop
from tianxia.server.live.streams import Streams
from tianxia.server.logs import note_failure
from tianxia.server.metrics import Metrics
from tianxia.server.people.accounts import Accounts
from tianxia.server.people.email_confirmation import Mailboxes
from tianxia.server.people.service import People
from tianxia.server.services import Services
from tianxia.server.settings import Settings
from tianxia.server.storage.database import Storage
from tianxia.server.tables.service import Tables
from tianxia.server.work.analysts import Analysts
from tianxia.server.work.background import at_work, make_notices
from tianxia.server.work.garbage_collection import collecting
from tianxia.server.work.hints import Hints
from tianxia.server.work.programs import Programs, usual_processes
from tianxia.server.work.thinking import Pool

USUAL = Settings()
ROUTES = [
    *(HomeRoutes, HealthRoutes, PeopleRoutes, GameRoutes, TableRoutes, AdviceRoutes, LiveRoutes, RecordRoutes),
    *(StudyRoutes, TutorialRoutes, PuzzleRoutes, UploadRoutes, ReviewRoutes, AnalysisRoutes),
]


def make_app(database: str, settings: Settings = USUAL) -> Litestar:
    """The application over a database."""
    metrics, counters = Metrics(), Counters(settings.limits)

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        async with open_house(database, settings, metrics, counters) as services:
            app.state.services = services
            yield

    app = Litestar(
        route_handlers=ROUTES,
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
            UnicodeDecodeError: answer_no_text,
            Exception: answer_failure,
        },
        after_exception=[note_failure, add_state, note_misfit],
        logging_config=None,  # see logs.py
        guards=[Guard(counters).check],
        before_send=[add_headers],
        request_max_body_size=settings.limits.body,
        openapi_config=describe(),
        plugins=[Problems()],
    )
    app.asgi_handler = Watch(app.asgi_handler, metrics)
    return app


@asynccontextmanager
async def open_house(
    database: str, settings: Settings, metrics: Metrics, counters: Counters
) -> AsyncIterator[Services]:
    """All services of one process at work, until it ends."""
    processes = usual_processes() if settings.programs is None else settings.programs
    storage = await Storage.open(database)
    tables = Tables(storage, most_a_person=settings.limits.tables_a_person)
    records = Records(storage, most_a_person=settings.limits.records_a_person)
    analyses = Analyses(tables, records, settings.depth, settings.limits.analyses_a_person)
    people, hub, pool = People(storage), Hub(), Pool(max(1, processes))
    tables.ears += [hub.hear, metrics.hear]
    accounts = Accounts(people, settings.hasher)
    streams = Streams(tables, people, hub, settings.limits, settings.heartbeat)
    notices = make_notices(tables, settings.address, settings.allow_private_webhooks)
    mailboxes, hints = Mailboxes(people, notices.post, notices.address), Hints(tables, pool)
    services = Services(
        storage, people, tables, records, analyses, hub, accounts, mailboxes, metrics, hints, streams, counters
    )
    try:
        async with (
            listening(tables, people, hub),
            collecting(hub),
            at_work(Programs(tables, pool, settings.beat), Analysts(analyses, pool), notices, processes),
        ):
            with when_told_to_stop(streams.stop):
                yield services
    finally:
        pool.close()
        accounts.close()
        await storage.close()
        metrics.close()


def services_of(request: Request) -> Services:  # type: ignore[type-arg]
    services: Services = request.app.state.services
    return services
