"""The connections of one process: how many there are, and how many come from one address."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from ipaddress import ip_address, ip_network
from typing import Final, Protocol

from tianxia.server.http.sessions import household
from tianxia.server.limits import ConnectionLimits
from tianxia.server.logs import LOG

PROXIES: Final = "127.0.0.0/8,::1,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,fc00::/7"
"""Addresses of proxies whose X-Forwarded-For is believed: private networks only."""
WARN_EVERY: Final = 60.0
"""Seconds between two lines in the log about refused connections."""
_NETWORKS: Final = [ip_network(network) for network in PROXIES.split(",")]


class Evictable(Protocol):
    """A connection that can be closed for the sake of another one."""

    def give_way(self) -> bool:
        """Close it, unless the server is at work for it; returns whether it was closed, and counts no more."""
        ...


@dataclass
class Connections:
    """Counts connections, and refuses those that are too many."""

    limits: ConnectionLimits
    most: int  # open ones in all
    trusts_proxy: bool = False  # whether one address may be a proxy, with many people behind it
    open: int = 0
    at: Counter[str] = field(default_factory=Counter)  # address, see `household` -> open connections
    _evictable: dict[str, dict[Evictable, None]] = field(default_factory=dict)  # address -> the oldest one first
    _warned: dict[str, float] = field(default_factory=dict)  # message in the log -> when it was written

    @property
    def most_an_address(self) -> int:
        """No address gets more than a quarter of all connections, where the system allows few."""
        return min(self.limits.an_address, max(self.most // 4, 1))

    def refusal(self, host: str) -> tuple[int, str] | None:
        """Why one more connection from an address is too many: the status and the key of the answer."""
        if not self._is_proxy(host) and self.at[household(host)] >= self.most_an_address:
            self._warn("an address has too many connections")
            return 429, "server.too-many-connections"
        if self.open >= self.most:
            self._warn("no connection is left: raise the limit of open files")
            if not self._make_room(household(host)):
                return 503, "server.full"
        return None

    def _make_room(self, place: str) -> bool:
        """Close a connection that waits for its client, at the address with the most, if it has more than this one.

        Otherwise a few addresses could hold all connections with requests that never end.
        """
        ((largest, most),) = self.at.most_common(1)
        if most <= self.at[place] + 1:
            return False
        return any(connection.give_way() for connection in list(self._evictable.get(largest, ())))

    def count(self, host: str, connection: Evictable | None = None) -> None:
        """Count one more, which may be closed for another one if it is given."""
        self.open += 1
        place = household(host)
        self.at[place] += 1
        if connection is not None:
            self._evictable.setdefault(place, {})[connection] = None

    def forget(self, host: str, connection: Evictable | None = None) -> None:
        """Count one less, which ended."""
        self.open -= 1
        place = household(host)
        self.at[place] -= 1
        if not self.at[place]:
            del self.at[place]
        if connection is not None:
            del self._evictable[place][connection]
            if not self._evictable[place]:
                del self._evictable[place]

    def _is_proxy(self, host: str) -> bool:
        return self.trusts_proxy and is_private(host)

    def _warn(self, what: str) -> None:
        now = time.monotonic()
        if now - self._warned.get(what, -WARN_EVERY) >= WARN_EVERY:
            self._warned[what] = now
            LOG.warning(what)


@lru_cache(1024)
def is_private(host: str) -> bool:
    """Whether an address is in a private network, where a proxy is believed.

    >>> is_private("192.168.1.5"), is_private("203.0.113.5"), is_private("a socket")
    (True, False, False)
    """
    try:
        address = ip_address(host)
    except ValueError:
        return False
    return any(address in network for network in _NETWORKS)
