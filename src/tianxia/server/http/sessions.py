"""Who sends a request: known by a secret in a cookie."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address
from typing import Any, Final

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.di import NamedDependency

from tianxia.server.clock import SECOND
from tianxia.server.people.service import KNOWN_FOR, Person
from tianxia.server.refusals import UnknownPersonError
from tianxia.server.services import Services
from tianxia.words import error

COOKIE: Final = "tianxia"


async def visitor_of(request: ASGIConnection[Any, Any, Any, Any]) -> Person | None:
    """Who asks, if they are known."""
    services: Services = request.app.state.services
    secret = request.cookies.get(COOKIE)
    return None if secret is None else await services.people.recognise(secret)


async def person_of(visitor: NamedDependency[Person | None]) -> Person:
    """Who asks; they have to be known."""
    if visitor is None:
        raise error(UnknownPersonError, "server.unknown-person")
    return visitor


def cookie_of(secret: str, is_secure: bool) -> Cookie:
    """What a browser keeps; no script can read it, and no other site can send it along."""
    seconds = KNOWN_FOR // SECOND
    return Cookie(key=COOKIE, value=secret, path="/", max_age=seconds, httponly=True, secure=is_secure, samesite="lax")


def address_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Where a request comes from. An IPv6 network of 2^64 addresses, which a single household has, counts as one."""
    host = connection.client.host if connection.client is not None else ""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv6Address) and address.ipv4_mapped is None:
        return f"{int(address) >> 64:x}::"
    return host
