"""The addresses at which people reach a server: on its own machine, and in the same network."""

from __future__ import annotations

import socket
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Final

ELSEWHERE: Final = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Reserved addresses: the route to one shows which of its own addresses a machine would use."""
EVERYWHERE: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""Address that means all addresses of the machine -> the address to use on the machine itself."""


@dataclass(frozen=True)
class FewFiles:
    """A low limit of open files."""

    files: int  # that each process may open
    screens: int  # that fit, in all processes


@dataclass(frozen=True)
class ServerAddresses:
    """The addresses of a server, and where it keeps its games."""

    here: str  # on the machine itself
    is_open: bool  # whether others can reach it
    neighbours: list[str]  # addresses for others in the same network, as far as they are known
    kept: str  # see `printable_location`
    few: FewFiles | None = None  # where the system allows few open files


def address_of(listening: socket.socket) -> str:
    """The address of the server on its own machine."""
    host, port = listening.getsockname()[:2]
    return _write(EVERYWHERE.get(host, host), port)


def is_open(listening: socket.socket) -> bool:
    """Whether other machines can reach the server."""
    return not ip_address(_host(listening)).is_loopback


def neighbour_addresses(listening: socket.socket) -> list[str]:
    """The addresses, for others in the same network, of a server that listens at all addresses of this machine."""
    if _host(listening) not in EVERYWHERE:
        return []
    return [_write(host, listening.getsockname()[1]) for host in _own_hosts(listening.family)]


def _own_hosts(family: int) -> list[str]:
    found: list[str] = []
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asking:
        asking.connect((ELSEWHERE[socket.AddressFamily(family)], 9))  # sends nothing
        found.append(asking.getsockname()[0])
    with suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, family)]
    return [host for host in dict.fromkeys(found) if _is_of_use(host)]


def _is_of_use(host: str) -> bool:
    address = ip_address(host)
    return not address.is_loopback and not address.is_link_local and not address.is_unspecified


def _host(listening: socket.socket) -> str:
    return str(listening.getsockname()[0])


def _write(host: str, port: int) -> str:
    """
    >>> _write("::1", 8321)
    'http://[::1]:8321/'
    """
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
