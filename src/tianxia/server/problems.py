"""How refusals are answered: a status, a sentence, and its key for those who speak another language."""

from __future__ import annotations

from typing import Any, Final

from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException, ValidationException
from msgspec import UNSET

from tianxia.errors import TianxiaError
from tianxia.server.contract import Problem
from tianxia.server.refusals import (
    ForbiddenError,
    MalformedError,
    MissingError,
    StaleError,
    TooManyError,
    UnknownPersonError,
)
from tianxia.words import Message, text

STATUS: Final[dict[type[TianxiaError], int]] = {
    MalformedError: 400,
    UnknownPersonError: 401,
    ForbiddenError: 403,
    MissingError: 404,
    StaleError: 409,
    TooManyError: 429,
}
REFUSED: Final = 422
"""Whatever a rule of a game, of notation or of records refuses."""


def answer_refusal(_request: Request[Any, Any, Any], failure: TianxiaError) -> Response[Problem]:
    """Something that whoever asked can put right."""
    problem = problem_of(failure)
    return Response(problem, status_code=problem.status, media_type=MediaType.JSON)


def problem_of(failure: TianxiaError) -> Problem:
    """A refusal, as it is told."""
    status = next((status for kind, status in STATUS.items() if isinstance(failure, kind)), REFUSED)
    document = Message(failure.key, failure.values).document()
    rule = getattr(getattr(failure, "reason", None), "rule", None)
    state = getattr(failure, "state", None) or UNSET
    return Problem(status, str(failure), failure.key, _plain(document["values"]), rule, state)


def answer_http(_request: Request[Any, Any, Any], failure: HTTPException) -> Response[Problem]:
    """What Litestar refuses: unknown paths, bodies that do not fit the contract."""
    status = failure.status_code
    key = "server.invalid" if isinstance(failure, ValidationException) else f"server.http-{status}"
    reason = str(failure.extra or failure.detail) if isinstance(failure, ValidationException) else ""
    known = key if status in (400, 401, 403, 404, 405, 413, 415, 429) else "server.http-500"
    values = {"reason": reason[:300]} if known == "server.invalid" else {}
    return Response(
        Problem(status, text(known, **values), known, dict(values)),
        status_code=status,
        media_type=MediaType.JSON,
        headers=failure.headers,
    )


def answer_deep(_request: Request[Any, Any, Any], _failure: RecursionError) -> Response[Problem]:
    """A body that is nested deeper than anything that makes sense."""
    problem = Problem(400, text("file.deep"), "file.deep", {})
    return Response(problem, status_code=problem.status, media_type=MediaType.JSON)


def _plain(values: dict[str, Any]) -> dict[str, Any]:
    """Values that JSON can carry."""
    return {
        name: value if isinstance(value, str | int | float | list | dict) else str(value)
        for name, value in values.items()
    }
