"""Security of requests and answers: protection against CSRF, and headers that tell browsers what an answer may do."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.handlers.base import BaseRouteHandler
from litestar.types import Message, Scope

from tianxia.server.refusals import ForbiddenError
from tianxia.words import error

AnyConnection = ASGIConnection[Any, Any, Any, Any]

CSRF_HEADER: Final = "X-Tianxia"
"""Every change needs this header: another site can make a browser send a form, but not with such a header."""
ANY_SITE: Final = "any_site"
"""The option of handlers that any site may ask. They ignore the cookie, so there is nothing to forge."""
SAFE_METHODS: Final = frozenset(("GET", "HEAD", "OPTIONS"))
HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
API_POLICY: Final = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
PAGE_POLICY: Final = (
    "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'"
)


async def refuse_forged(connection: AnyConnection, handler: BaseRouteHandler) -> None:
    """A guard of Litestar: refuse forged requests. (A WebSocket is checked where it begins.)"""
    if connection.scope["type"] != ScopeType.WEBSOCKET and not handler.opt.get(ANY_SITE):
        check_csrf(connection)


def check_csrf(connection: AnyConnection) -> None:
    """Refuse a change, or a live stream, that another site made the browser ask for (cross-site request forgery)."""
    is_socket = connection.scope["type"] == ScopeType.WEBSOCKET
    if not is_socket and connection.scope.get("method") in SAFE_METHODS:
        return
    origin = connection.headers.get("origin")
    if origin is not None and not is_of_host(origin, connection.headers.get("host", "")):
        raise error(ForbiddenError, "server.other-site")
    if not is_socket and connection.headers.get(CSRF_HEADER) != "1":  # a browser cannot send it with a socket
        raise error(ForbiddenError, "server.forged")


def is_of_host(origin: str, host: str) -> bool:
    """Whether a page of an origin came from this host.

    >>> is_of_host("https://example.org", "example.org"), is_of_host("https://example.org.evil.net", "example.org")
    (True, False)
    """
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and parts.netloc.lower() == host.lower() != ""


async def add_security_headers(message: Message, scope: Scope) -> None:
    """Set headers that limit what a browser lets an answer do: nothing, unless it is a page."""
    if message["type"] != "http.response.start":
        return
    headers = MutableScopeHeaders.from_message(message)
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    is_api = scope["path"].startswith("/api")
    headers.setdefault("Content-Security-Policy", API_POLICY if is_api else PAGE_POLICY)
    if is_api:
        headers.setdefault("Cache-Control", "no-store")
