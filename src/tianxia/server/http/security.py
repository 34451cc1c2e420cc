"""What stands between the world and the handlers of requests: forged ones, too many, and what browsers may do."""

from __future__ import annotations

from collections.abc import Mapping
from ipaddress import IPv6Address, ip_address
from math import ceil
from typing import Any, Final
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.handlers.base import BaseRouteHandler
from litestar.types import Message, Scope

from tianxia.server.http.sessions import visitor_of
from tianxia.server.limits import Counters, Kind
from tianxia.server.refusals import ForbiddenError, TooManyError
from tianxia.words import error

AnyConnection = ASGIConnection[Any, Any, Any, Any]

HEADER: Final = "X-Tianxia"
"""Another site can make a browser send a form, but not with a header of its own."""
HARMLESS: Final = frozenset(("GET", "HEAD", "OPTIONS"))
BY_ADDRESS: Final = frozenset(("login", "welcome", "handover", "letters"))  # whoever asks may be anybody
ALSO_BY_ADDRESS: Final[Mapping[Kind, Kind]] = {  # a new name is soon made up
    "tables": "tables_an_address",
    "uploads": "uploads_an_address",
    "analyses": "analyses_an_address",
}
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


class Guard:
    """Looks at every request before it is handled."""

    def __init__(self, counters: Counters) -> None:
        self.counters = counters

    async def check(self, connection: AnyConnection, handler: BaseRouteHandler) -> None:
        """Refuse what somebody else's site sent, and what is too much. (A WebSocket is checked where it begins.)"""
        if connection.scope["type"] == ScopeType.WEBSOCKET:
            return
        check_forged(connection)
        if handler.opt.get("free"):
            return
        visitor = await visitor_of(connection)
        address = address_of(connection)
        count(self.counters, "general", address if visitor is None else visitor.id)
        kind: Kind | None = handler.opt.get("rate")
        if kind is None:
            return
        count(self.counters, kind, address if visitor is None or kind in BY_ADDRESS else visitor.id)
        if kind in ALSO_BY_ADDRESS:
            count(self.counters, ALSO_BY_ADDRESS[kind], address)


def count(counters: Counters, kind: Kind, who: str) -> None:
    """Refuse what somebody, or an address, asks for too often."""
    wait = ceil(counters.wait(kind, who))
    if wait > 0:
        refusal = error(TooManyError, "server.too-often", seconds=wait)
        refusal.wait = wait
        raise refusal


def check_forged(connection: AnyConnection) -> None:
    """Refuse a change, or a live stream, that another site asked for in somebody's name."""
    is_socket = connection.scope["type"] == ScopeType.WEBSOCKET
    if not is_socket and connection.scope.get("method") in HARMLESS:
        return
    origin = connection.headers.get("origin")
    if origin is not None and not is_of_host(origin, connection.headers.get("host", "")):
        raise error(ForbiddenError, "server.other-site")
    if not is_socket and connection.headers.get(HEADER) != "1":  # a browser cannot send it with a socket
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


def address_of(connection: AnyConnection) -> str:
    """Where a request comes from. Whoever has one address of the new kind has 2^64 of them: they count as one."""
    host = connection.client.host if connection.client is not None else ""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv6Address) and address.ipv4_mapped is None:
        return f"{int(address) >> 64:x}::"
    return host


async def add_headers(message: Message, scope: Scope) -> None:
    """Tell browsers what the answer may do: nothing, if it is no page."""
    if message["type"] != "http.response.start":
        return
    headers = MutableScopeHeaders.from_message(message)
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    is_api = scope["path"].startswith("/api")
    headers.setdefault("Content-Security-Policy", API_POLICY if is_api else PAGE_POLICY)
    if is_api:
        headers.setdefault("Cache-Control", "no-store")
