"""Guesses at passwords: few in all, whatever addresses they come from, and neither shut out nor delay anybody else."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import httpx
import pytest
from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError

from support.databases import new_sqlite
from support.patience import PATIENCE, until
from support.servers import OWN_SITE, SETTINGS, serving_here
from tianxia.server.http.app import make_app
from tianxia.server.limits import Rate
from tianxia.server.settings import Settings

pytestmark = pytest.mark.anyio

HOUR = 3600.0
ACCOUNT = {"login": "ada", "password": "the engine weaves"}


class Visitors:
    """A server behind a proxy, which tells it whatever addresses a test wants."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self.client = client

    async def ask(self, method: str, path: str, host: str, **body: str) -> httpx.Response:
        return await self.client.request(method, path, json=body, headers={"X-Forwarded-For": host})

    async def guess(self, host: str, login: str = "ada", password: str = "whatever it is") -> httpx.Response:
        return await self.ask("POST", "/api/login", host, login=login, password=password)


@asynccontextmanager
async def visitors(folder: Path, settings: Settings) -> AsyncIterator[Visitors]:
    async with (
        serving_here(make_app(new_sqlite(folder), settings), trusts_proxy=True) as address,
        httpx.AsyncClient(base_url=address, headers=OWN_SITE, timeout=PATIENCE) as client,
    ):
        yield Visitors(client)


async def test_guesses_from_everywhere_are_few_and_leave_the_owner_some(tmp_path: Path) -> None:
    rates: dict[str, Any] = {"guesses": Rate(2, HOUR), "guesses_an_account": Rate(3, HOUR)}
    async with visitors(tmp_path, replace(SETTINGS, limits=replace(SETTINGS.limits, **rates))) as there:
        home, first, second = "198.51.100.7", "203.0.113.1", "203.0.113.2"
        await there.ask("POST", "/api/people", home, name="Ada")
        assert (await there.ask("POST", "/api/me/account", home, **ACCOUNT)).status_code == 201
        assert [(await there.guess(first)).status_code for _ in range(6)] == [403] * 5 + [429]
        assert [(await there.guess(second, "ADA")).status_code for _ in range(3)] == [403, 403, 429]
        refused = await there.guess(second)
        assert refused.json()["key"] == "server.too-many-guesses"
        assert int(refused.headers["Retry-After"]) > 60
        nobody = [(await there.guess(first, "nobody")).status_code for _ in range(6)]
        assert nobody == [403] * 5 + [429], "nobody learns which logins there are"
        change = {"password": "whatever it is", "new": "all under heaven"}
        assert (await there.ask("PUT", "/api/me/password", second, **change)).status_code == 429
        assert (await there.guess(home, **ACCOUNT)).status_code == 200


class SlowHasher(PasswordHasher):
    """Passwords are compared when the test wants."""

    def __init__(self) -> None:
        super().__init__()
        self.begun: list[str] = []
        self.may_end = threading.Semaphore(0)

    def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:
        self.begun.append(str(password))
        assert self.may_end.acquire(timeout=PATIENCE)
        raise VerifyMismatchError


async def test_many_guesses_at_one_address_delay_others_by_none(tmp_path: Path) -> None:
    hasher = SlowHasher()
    async with visitors(tmp_path, replace(SETTINGS, hasher=hasher)) as there:
        guesses = [asyncio.create_task(there.guess("203.0.113.1", f"ada{number}")) for number in range(30)]
        await until(lambda: len(hasher.begun) == 1)
        guesses.append(asyncio.create_task(there.guess("198.51.100.7", password="mine")))
        await until(lambda: len(hasher.begun) == 2)
        assert hasher.begun[1] == "mine"
        hasher.may_end.release(len(guesses))
        assert [answer.status_code for answer in await asyncio.gather(*guesses)] == [403] * len(guesses)
