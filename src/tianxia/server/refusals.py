"""Why the server does not do what it was asked for. `problems.py` says with which status each is answered."""

from __future__ import annotations

from tianxia.errors import TianxiaError


class MalformedError(TianxiaError):
    """The request does not have the form it should have. (400)"""


class UnknownPersonError(TianxiaError):
    """Nobody is known here: say a name first, or log in. (401)"""


class ForbiddenError(TianxiaError):
    """It is somebody else's to do. (403)"""


class MissingError(TianxiaError):
    """There is no such thing. (404)"""


class StaleError(TianxiaError):
    """Something else happened first. (409)"""

    state: object = None  # the table as it is now, for the eyes of whoever asked


class TooManyError(TianxiaError):
    """Too often, or too much at once. (429)"""

    wait = 0  # seconds, then it may be tried again


class UnavailableError(TianxiaError):
    """It cannot be done just now. (503)"""
