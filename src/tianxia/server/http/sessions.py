"""Sessions: who sends a request, known by the secret in a cookie; and from which address."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from typing import Any, Final, TypeVar, TypeVarTuple

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.di import NamedDependency

from tianxia.server.clock import SECOND
from tianxia.server.people.service import KNOWN_FOR, Person
from tianxia.server.refusals import UnknownPersonError
from tianxia.server.services import Services
from tianxia.server.work.turns import Turns
from tianxia.words import error

COOKIE: Final = "tianxia"

Ts = TypeVarTuple("Ts")
T = TypeVar("T")


async def visitor_of(request: ASGIConnection[Any, Any, Any, Any]) -> Person | None:
    """The person who sends a request, or `None` for a stranger."""
    services: Services = request.app.state.services
    secret = request.cookies.get(COOKIE)
    return None if secret is None else await services.people.recognise(secret)


async def person_of(visitor: NamedDependency[Person | None]) -> Person:
    """The person who sends a request; a stranger is refused."""
    if visitor is None:
        raise error(UnknownPersonError, "server.unknown-person")
    return visitor


@dataclass(frozen=True)
class Turn:
    """The right of a request to compute, when it is its turn: see `work.turns`."""

    turns: Turns
    address: str
    who: str

    async def run(self, function: Callable[[*Ts], T], *args: *Ts) -> T:
        """Call a function in a thread."""
        return await self.turns.run(self.address, self.who, function, *args)


async def turn_of(request: Request[Any, Any, Any], visitor: NamedDependency[Person | None]) -> Turn:
    """The turn of the sender of a request."""
    services: Services = request.app.state.services
    address = address_of(request)
    return Turn(services.turns, address, address if visitor is None else visitor.id)


def cookie_of(secret: str, is_secure: bool) -> Cookie:
    """The session cookie. No script can read it, and browsers do not send it with requests from other sites."""
    seconds = KNOWN_FOR // SECOND
    return Cookie(key=COOKIE, value=secret, path="/", max_age=seconds, httponly=True, secure=is_secure, samesite="lax")


def address_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Where a request comes from, see `household`."""
    return household(connection.client.host if connection.client is not None else "")


def household(host: str) -> str:
    """An address as limits count it: an IPv6 network of 2^64 addresses, which a single household has, counts as one.

    >>> household("203.0.113.5"), household("2001:db8::1"), household("2001:db8::2")
    ('203.0.113.5', '20010db800000000::', '20010db800000000::')
    """
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv6Address) and address.ipv4_mapped is None:
        return f"{int(address) >> 64:x}::"
    return host
