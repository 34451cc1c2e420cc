"""How errors are answered: a status, a sentence, and the key of the sentence for other languages."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final

from litestar import MediaType, Request, Response
from litestar.connection import ASGIConnection
from litestar.exceptions import HTTPException
from litestar.status_codes import HTTP_404_NOT_FOUND
from msgspec import UNSET

from tianxia.errors import TianxiaError
from tianxia.server.contract.problems import Problem
from tianxia.server.http.client_files import answer_nothing_here
from tianxia.server.http.request_errors import REQUEST_ERROR
from tianxia.server.http.sessions import visitor_of
from tianxia.server.logs import is_disconnect
from tianxia.server.presenter.tables import own_viewpoint, show_table
from tianxia.server.refusals import Refusal, StaleError, UnavailableError
from tianxia.server.services import Services
from tianxia.words import Message, text

HTTP_KEYS: Final = {
    400: "server.http-400",
    401: "server.http-401",
    403: "server.http-403",
    404: "server.http-404",
    405: "server.http-405",
    413: "server.http-413",
    415: "server.http-415",
    429: "server.http-429",
}
UNEXPECTED: Final = "server.http-500"
REFUSED: Final = 422
"""The status where a rule of a game, of notation or of records refuses a request."""


def answer_refusal(_request: Request[Any, Any, Any], failure: TianxiaError) -> Response[Problem]:
    """Answer a refusal, which the sender of the request can do something about."""
    problem = problem_of(failure)
    return Response(problem, status_code=problem.status, media_type=MediaType.JSON, headers=headers_of(failure))


async def add_state(failure: Exception, scope: Any) -> None:
    """Add to a refusal for lateness at a table the present state of the table, as the sender may see it."""
    id = scope.get("path_params", {}).get("table")
    if not isinstance(failure, StaleError) or id is None:
        return
    connection: ASGIConnection[Any, Any, Any, Any] = ASGIConnection(scope)
    services: Services = connection.app.state.services
    with suppress(UnavailableError):
        table = await services.tables.find(id)
        failure.state = show_table(table, own_viewpoint(table, await visitor_of(connection)))


def problem_of(failure: TianxiaError) -> Problem:
    """The body of the answer to a refusal."""
    status, state = (failure.status, failure.state or UNSET) if isinstance(failure, Refusal) else (REFUSED, UNSET)
    document = Message(failure.key, failure.values).document()
    rule = getattr(getattr(failure, "reason", None), "rule", None)
    return Problem(status, str(failure), failure.key, _plain(document["values"]), rule, state)


def headers_of(failure: TianxiaError) -> dict[str, str]:
    """The headers of the answer to a refusal, over HTTP and for a WebSocket."""
    wait = failure.wait if isinstance(failure, Refusal) else None
    return {} if wait is None else {"Retry-After": str(wait)}


def answer_http(request: Request[Any, Any, Any], failure: HTTPException) -> Response[Any]:
    """Answer what Litestar refuses: unknown paths, and requests that do not fit the contract."""
    request_error = request.scope["state"].get(REQUEST_ERROR)
    if request_error is not None:
        return answer_refusal(request, request_error)
    status = 400 if is_disconnect(failure) else failure.status_code  # no client gets that answer: it is for the log
    shown = answer_nothing_here(request) if status == HTTP_404_NOT_FOUND else None
    if shown is not None:
        return shown
    key = HTTP_KEYS.get(status, UNEXPECTED)
    return Response(
        Problem(status, text(key), key, {}),
        status_code=status,
        media_type=MediaType.JSON,
        headers=failure.headers,
    )


def answer_too_deep(_request: Request[Any, Any, Any], _failure: RecursionError) -> Response[Problem]:
    """Answer a body with thousands of nested brackets."""
    problem = Problem(400, text("file.deep"), "file.deep", {})
    return Response(problem, status_code=problem.status, media_type=MediaType.JSON)


def answer_no_text(_request: Request[Any, Any, Any], _failure: UnicodeDecodeError) -> Response[Problem]:
    """Answer a body that is not UTF-8, for which msgspec raises another error than for bad JSON."""
    problem = Problem(400, text("file.utf8"), "file.utf8", {})
    return Response(problem, status_code=problem.status, media_type=MediaType.JSON)


def answer_failure(_request: Request[Any, Any, Any], _failure: Exception) -> Response[Problem]:
    """Answer a bug of the server, without details. (`note_failure` logs them.)"""
    problem = Problem(500, text(UNEXPECTED), UNEXPECTED, {})
    return Response(problem, status_code=500, media_type=MediaType.JSON)


def _plain(values: dict[str, Any]) -> dict[str, Any]:
    """Values that can be written as JSON."""
    return {
        name: value if isinstance(value, str | int | float | list | dict) else str(value)
        for name, value in values.items()
    }
