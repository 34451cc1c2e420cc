"""The application: all routes, with what runs before and after their handlers."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from litestar import Litestar
from litestar.di import Provide
from litestar.exceptions import HTTPException

from tianxia.errors import TianxiaError
from tianxia.server.http.access_log import AccessLog
from tianxia.server.http.openapi import Problems, describe
from tianxia.server.http.problems import (
    add_state,
    answer_failure,
    answer_http,
    answer_no_text,
    answer_refusal,
    answer_too_deep,
)
from tianxia.server.http.rate_limits import limit_rate, limiting_rates
from tianxia.server.http.request_errors import note_request_error
from tianxia.server.http.routes.advice import AdviceRoutes
from tianxia.server.http.routes.analyses import AnalysisRoutes
from tianxia.server.http.routes.games import GameRoutes
from tianxia.server.http.routes.health import HealthRoutes
from tianxia.server.http.routes.home import HomeRoutes
from tianxia.server.http.routes.live import LiveRoutes
from tianxia.server.http.routes.people import PeopleRoutes
from tianxia.server.http.routes.progress import ProgressRoutes
from tianxia.server.http.routes.puzzles import PuzzleRoutes
from tianxia.server.http.routes.records import RecordRoutes
from tianxia.server.http.routes.studies import StudyRoutes
from tianxia.server.http.routes.tables import TableRoutes
from tianxia.server.http.routes.tutorials import TutorialRoutes
from tianxia.server.http.routes.uploads import ReviewRoutes, UploadRoutes
from tianxia.server.http.security import add_security_headers, refuse_forged, refuse_other_host
from tianxia.server.http.sessions import person_of, turn_of, visitor_of
from tianxia.server.http.startup import refuse_until_started, services_of, starting
from tianxia.server.live.stop_signals import on_stop_signal
from tianxia.server.logs import note_failure
from tianxia.server.metrics import Metrics
from tianxia.server.services import open_services
from tianxia.server.settings import Settings

USUAL = Settings()
ROUTES = [
    *(HomeRoutes, HealthRoutes, PeopleRoutes, GameRoutes, TableRoutes, AdviceRoutes, LiveRoutes, RecordRoutes),
    *(ProgressRoutes, StudyRoutes, TutorialRoutes, PuzzleRoutes, UploadRoutes, ReviewRoutes, AnalysisRoutes),
]


def make_app(database: str, settings: Settings = USUAL) -> Litestar:
    """The application over a database."""
    metrics = Metrics()

    @asynccontextmanager
    async def opened(app: Litestar) -> AsyncIterator[None]:
        async with (
            open_services(database, settings, metrics) as services,
            limiting_rates(settings.limits, services.storage) as rate_limiter,
        ):
            app.state.services, app.state.rate_limiter = services, rate_limiter
            with on_stop_signal(services.streams.stop):
                yield

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        try:
            async with starting(database, partial(opened, app)):
                yield
        finally:
            metrics.close()

    app = Litestar(
        route_handlers=ROUTES,
        lifespan=[lifespan],
        dependencies={
            "services": Provide(services_of, sync_to_thread=False),
            "visitor": Provide(visitor_of),
            "person": Provide(person_of),
            "turn": Provide(turn_of),
        },
        exception_handlers={
            TianxiaError: answer_refusal,
            HTTPException: answer_http,
            RecursionError: answer_too_deep,
            UnicodeDecodeError: answer_no_text,
            Exception: answer_failure,
        },
        after_exception=[note_failure, add_state, note_request_error],
        logging_config=None,  # see logs.py
        guards=[refuse_other_host, refuse_until_started, refuse_forged, limit_rate],
        before_send=[add_security_headers],
        request_max_body_size=settings.limits.body,
        openapi_config=describe(),
        plugins=[Problems()],
    )
    app.state.hosts, app.state.metrics_token = settings.hosts, settings.metrics_token
    app.asgi_handler = AccessLog(app.asgi_handler, metrics)
    return app
