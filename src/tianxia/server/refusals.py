"""Why the server does not do what it was asked for, and with which status each is answered."""

from __future__ import annotations

from typing import ClassVar

from tianxia.errors import TianxiaError
from tianxia.server.contract.tables import TableState


class Refusal(TianxiaError):  # noqa: N818 (its kinds are the errors)
    """Something that the server does not do. The first sentence of each kind stands in the OpenAPI document."""

    status: ClassVar[int]  # of the answer
    wait: int | None = None  # seconds, then it may be tried again, where that is known
    state: TableState | None = None  # the table as it is now, for the eyes of whoever asked


class MalformedError(Refusal):
    """The request does not have the form it should have."""

    status = 400


class UnknownPersonError(Refusal):
    """The server does not know who asks: take a name first, or log in."""

    status = 401


class ForbiddenError(Refusal):
    """It is somebody else's to do, or came from another site."""

    status = 403


class MissingError(Refusal):
    """There is no such thing."""

    status = 404


class StaleError(Refusal):
    """Something else happened first."""

    status = 409


class TooManyError(Refusal):
    """Too often, or too much at once; Retry-After tells how many seconds to wait, where that is known."""

    status = 429


class UnavailableError(Refusal):
    """It cannot be done just now."""

    status = 503
