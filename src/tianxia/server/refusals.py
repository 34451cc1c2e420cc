"""Refusals: errors of requests, each kind with the HTTP status of its answer."""

from __future__ import annotations

from typing import ClassVar

from tianxia.errors import TianxiaError
from tianxia.server.contract.tables import TableState


class Refusal(TianxiaError):  # noqa: N818 (its kinds are the errors)
    """A request that the server refuses. The docstrings of its kinds are descriptions in the OpenAPI document."""

    status: ClassVar[int]  # of the answer
    wait: int | None = None  # seconds until another try may succeed, where that is known
    state: TableState | None = None  # the present state of the table, as the sender may see it


class MalformedError(Refusal):
    """The request does not have the form it should have."""

    status = 400


class UnknownPersonError(Refusal):
    """The server does not know who asks: take a name first, or log in."""

    status = 401


class ForbiddenError(Refusal):
    """You may not do this: it belongs to somebody else, or another site sent the request."""

    status = 403


class MissingError(Refusal):
    """Nothing exists under this address."""

    status = 404


class StaleError(Refusal):
    """The request came too late: the table has changed since the state that it was made for."""

    status = 409


class TooManyError(Refusal):
    """Too many requests, or too much at once; Retry-After has the seconds to wait, where that is known."""

    status = 429


class UnavailableError(Refusal):
    """The server cannot do this at present; try again later."""

    status = 503
