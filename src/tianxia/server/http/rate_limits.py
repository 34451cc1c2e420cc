"""Rate limits: how often a person, or an address, may ask for something. Here a request is refused with 429.

Each person or address has a token bucket for each kind of request (`Rate`), which holds a burst of tokens and gains
one at a time. Over SQLite there is one process, which keeps the buckets in memory. Over PostgreSQL all processes share
them: otherwise every worker would let the same person do as much again. To ask the database before every request would
cost more than most requests do, so a process takes a twentieth of a bucket at once (`LEASED_PART`), its lease, and
spends it by itself; and it remembers who was refused, so that a flood of requests costs the database nothing.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from math import ceil
from typing import Any, Final, TypeVar

from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.handlers.base import BaseRouteHandler

from tianxia.server.http.sessions import address_of, visitor_of
from tianxia.server.limits import Limits, RateName
from tianxia.server.logs import LOG
from tianxia.server.people.service import Person
from tianxia.server.refusals import TooManyError, UnavailableError
from tianxia.server.storage.database import Storage
from tianxia.server.storage.token_buckets import Taken, create_token_buckets, drop_full_buckets, take_tokens
from tianxia.server.tasks import repeating
from tianxia.words import error

MOST_BUCKETS: Final = 50_000
"""People and addresses that a process keeps in memory: those that asked last."""
LEASED_PART: Final = 20
"""A process takes this part of a burst from a shared bucket at once, and at least one token."""
LEASED_FOR: Final = 3.0
"""Seconds for which a process may spend its lease, at least; longer while the bucket is not full again."""
DROP_EVERY: Final = 600.0
"""Seconds between two times that full buckets are dropped from the database."""
ANSWER_WITHIN: Final = 1.0
"""Seconds that the database has to answer; a bucket about which it is slower is counted locally for a while."""
AWAY_FOR: Final = 5.0
"""Seconds without asking the database again: about anything after it was away, about one bucket after it was slow."""
BY_ADDRESS: Final = frozenset(("login", "welcome", "handover", "letters"))
"""Counted by address, since anybody may ask under any name."""
ALSO_BY_ADDRESS: Final[Mapping[RateName, RateName]] = {
    "general": "general_an_address",
    "hints": "hints_an_address",
    "records": "records_an_address",
    "reviews": "reviews_an_address",
    "studies": "studies_an_address",
    "tables": "tables_an_address",
    "following": "following_an_address",
    "uploads": "uploads_an_address",
    "analyses": "analyses_an_address",
}
"""Counted by person and by address, since a new name is soon made up."""

T = TypeVar("T")


class TokenBuckets:
    """Token buckets in the memory of this process."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self.limits = limits
        self.clock = clock
        self._full_at: OrderedDict[tuple[RateName, str], float] = OrderedDict()

    def take(self, name: RateName, who: str) -> float:
        """Take a token. Returns 0; or, where there is none, the seconds until there will be one."""
        rate, now = self.limits.rate(name), self.clock()
        full_at = max(self._full_at.get((name, who), now), now)
        too_early = full_at - now - (rate.burst - 1) * rate.seconds
        if too_early > 0:
            return too_early
        _keep(self._full_at, (name, who), full_at + rate.seconds)
        return 0.0

    def __len__(self) -> int:
        return len(self._full_at)


@dataclass
class Lease:
    """What a process has of a shared bucket."""

    tokens: int = 0  # that it took and has not spent
    ends: float = 0.0  # moment after which they are void
    refused_until: float = 0.0  # moment before which the bucket has no more
    slow_until: float = 0.0  # moment before which the database is not asked about it
    renewal: asyncio.Lock = field(default_factory=asyncio.Lock)  # one request at a time asks the database for more

    def spend(self, now: float) -> float | None:
        """Spend a token: 0; or the seconds until there will be one; None where the database has to be asked."""
        if self.tokens and now <= self.ends:
            self.tokens -= 1
            return 0.0
        if now < self.refused_until:
            return self.refused_until - now
        if now < self.slow_until:
            raise TimeoutError
        return None


class SharedTokenBuckets:
    """Token buckets in PostgreSQL, shared by all processes.

    All tokens come from the one bucket, so no number of processes lets anybody ask faster than it fills. A burst can
    be exceeded by what each process had left of its lease. A lease ends when the bucket may be full again without it,
    since otherwise its tokens would exist twice.
    """

    def __init__(self, limits: Limits, storage: Storage, clock: Callable[[], float] = time.monotonic) -> None:
        self.limits = limits
        self.storage = storage
        self.clock = clock
        self._leases: OrderedDict[tuple[RateName, str], Lease] = OrderedDict()

    async def take(self, name: RateName, who: str) -> float:
        """Take a token. Returns 0; or, where there is none, the seconds until there will be one.

        Raises `TimeoutError` where the database does not answer in time, or did not a moment ago.
        """
        lease = self._leases.get((name, who)) or Lease()
        _keep(self._leases, (name, who), lease)
        wait = lease.spend(self.clock())
        if wait is None:
            async with lease.renewal:
                wait = lease.spend(self.clock())  # of what another request took meanwhile
                if wait is None:
                    wait = await self._renew(lease, name, who)
        return wait

    async def _renew(self, lease: Lease, name: RateName, who: str) -> float:
        """Take tokens from the database and spend one; the seconds to wait where there is none."""
        try:
            async with asyncio.timeout(ANSWER_WITHIN):
                count, taken = await self._take_tokens(name, who)
        except TimeoutError:
            lease.slow_until = self.clock() + AWAY_FOR
            raise
        now = self.clock()
        if taken.wait:
            lease.refused_until = now + taken.wait
            return taken.wait
        lease.tokens, lease.ends = count - 1, now + max(taken.full_in, LEASED_FOR)
        return 0.0

    async def _take_tokens(self, name: RateName, who: str) -> tuple[int, Taken]:
        """Take as many tokens as are usual, or one."""
        rate = self.limits.rate(name)
        usual = max(1, rate.burst // LEASED_PART)
        for count in sorted({usual, 1}, reverse=True):
            taken = await take_tokens(self.storage, f"{name} {who}", count, rate.burst, rate.seconds)
            if not taken.wait:
                break
        return count, taken


class RateLimiter:
    """Refuses what is asked for too often."""

    def __init__(self, limits: Limits, storage: Storage) -> None:
        self.storage = storage
        self.local = TokenBuckets(limits)
        self.shared = SharedTokenBuckets(limits, storage) if storage.is_postgres else None
        self._away_until = 0.0  # the moment until which the database is not asked

    async def check(self, name: RateName, who: str) -> None:
        """Count a request of a person or an address; refuse it if it is one too many."""
        refuse_for(await self._take(name, who), "server.too-often")

    async def count(self, name: RateName | None, visitor: Person | None, address: str) -> None:
        """Count a request of any kind, and of the named one, by person and by address; refuse it if it is too many."""
        who = address if visitor is None else visitor.id
        names: tuple[RateName, ...] = ("general",) if name is None else ("general", name)
        for each in names:
            await self.check(each, address if each in BY_ADDRESS else who)
            if each in ALSO_BY_ADDRESS:
                await self.check(ALSO_BY_ADDRESS[each], address)

    async def count_guess(self, login: str, address: str) -> None:
        """Count a guess at the password of an account; refuse it if it is one too many.

        All addresses together may guess only so often. But each has some guesses of its own first: otherwise those who
        guess without end would shut the owner out.
        """
        if await self._take("guesses", f"{login} {address}"):
            refuse_for(await self._take("guesses_an_account", login), "server.too-many-guesses")

    async def _take(self, name: RateName, who: str) -> float:
        """Take a token. While the database is away, each process counts by itself: /health has to answer then, too."""
        if self.shared is None or time.monotonic() < self._away_until:
            return self.local.take(name, who)
        try:
            return await self.shared.take(name, who)
        except TimeoutError:  # of this bucket: the others may be answered in time
            return self.local.take(name, who)
        except UnavailableError:
            self._away_until = time.monotonic() + AWAY_FOR
            return self.local.take(name, who)

    async def drop_full_buckets(self) -> float:
        await drop_full_buckets(self.storage)
        return DROP_EVERY


def refuse_for(seconds: float, key: str) -> None:
    """Refuse a request for some seconds, if there are any."""
    wait = ceil(seconds)
    if wait > 0:
        refusal = error(TooManyError, key, seconds=wait)
        refusal.wait = wait
        raise refusal


@asynccontextmanager
async def limiting_rates(limits: Limits, storage: Storage) -> AsyncIterator[RateLimiter]:
    """A rate limiter over a database, until the block ends."""
    limiter = RateLimiter(limits, storage)
    if limiter.shared is None:
        yield limiter
        return
    if not await create_token_buckets(storage):
        LOG.warning("no right to create or use the table token_buckets: each process counts rate limits by itself")
        limiter.shared = None
        yield limiter
        return
    async with repeating(limiter.drop_full_buckets):
        yield limiter


async def limit_guesses(connection: ASGIConnection[Any, Any, Any, Any], login: str) -> None:
    """Count a guess at the password of an account, before the password is looked at."""
    limiter: RateLimiter = connection.app.state.rate_limiter
    await limiter.count_guess(login, address_of(connection))


async def limit_rate(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """A guard of Litestar: count a request before it is handled. (A WebSocket counts where it begins.)

    A handler names the rate that it has besides the general one: `opt={"rate_limit": "talk"}`.
    """
    if connection.scope["type"] == ScopeType.WEBSOCKET or handler.opt.get("unlimited"):
        return
    limiter: RateLimiter | None = connection.app.state.get("rate_limiter")
    if limiter is None:  # the server is starting: what needs no database is answered
        return
    visitor, address = await visitor_of(connection), address_of(connection)
    await limiter.count(handler.opt.get("rate_limit"), visitor, address)


def _keep(kept: OrderedDict[tuple[RateName, str], T], key: tuple[RateName, str], value: T) -> None:
    """Keep what was used last, and drop what was not used for longest where there is too much."""
    kept[key] = value
    kept.move_to_end(key)
    if len(kept) > MOST_BUCKETS:
        kept.popitem(last=False)
