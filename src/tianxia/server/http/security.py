"""Security of requests and answers: the Host header, CSRF, and headers that tell browsers what an answer may do."""

from __future__ import annotations

import re
from collections.abc import Collection
from ipaddress import ip_address
from typing import Any, Final
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.handlers.base import BaseRouteHandler
from litestar.types import Message, Scope

from tianxia.server.refusals import ForbiddenError, MalformedError
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


_HOST: Final = re.compile(r"([A-Za-z0-9_][A-Za-z0-9_.-]*|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?")


async def refuse_other_host(connection: AnyConnection, _handler: BaseRouteHandler) -> None:
    """A guard of Litestar: refuse requests for another host. (A WebSocket is checked where it begins.)"""
    if connection.scope["type"] != ScopeType.WEBSOCKET:
        check_host(connection)


def check_host(connection: AnyConnection) -> None:
    """Refuse a request whose Host header is malformed, or names a host that is not this server's.

    Otherwise another site could give its own name the address of this server, and read what a browser gets from here
    (DNS rebinding).
    """
    given = connection.headers.getall("host", [])
    if not given and connection.scope.get("http_version") == "1.0":  # no browser's
        return
    name = host_name(given[0]) if len(given) == 1 else None
    if name is None:
        raise error(MalformedError, "server.host-malformed")
    hosts: Collection[str] | None = connection.app.state.hosts
    if hosts is not None and name not in hosts and not is_of_machine(name):
        raise error(ForbiddenError, "server.other-host", host=name)


def host_name(host: str) -> str | None:
    """The name in a Host header, without its port; `None` if it is malformed.

    >>> host_name("Tables.example.org:8321"), host_name("[::1]:8321"), host_name("a b"), host_name("x:y")
    ('tables.example.org', '[::1]', None, None)
    """
    found = _HOST.fullmatch(host)
    return None if found is None else found[1].lower().removesuffix(".")


def is_of_machine(name: str) -> bool:
    """Whether a name is an address or the machine itself, which no other site can claim.

    >>> is_of_machine("192.168.1.5"), is_of_machine("[::1]"), is_of_machine("localhost"), is_of_machine("example.org")
    (True, True, True, False)
    """
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return name == "localhost"
    return True


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
    >>> is_of_host("https://", ""), is_of_host("null", "null")
    (False, False)
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
