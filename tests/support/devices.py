"""Devices of people, for tests of the server: each has a cookie of its own."""

from __future__ import annotations

from typing import Any

from httpx import Response
from litestar import Litestar
from litestar.testing import AsyncTestClient


class Device:
    """A browser somewhere."""

    def __init__(self, client: AsyncTestClient[Litestar]) -> None:
        self.client = client
        self.secret: str | None = None  # its cookie
        self.person: str = ""  # the id of whom it knows

    async def send(self, method: str, path: str, headers: dict[str, str] | None = None, **more: Any) -> Response:
        """Ask for something, with the cookie of this device."""
        self.client.cookies.clear()
        cookie = {} if self.secret is None else {"Cookie": f"tianxia={self.secret}"}
        answer = await self.client.request(method, path, headers=cookie | (headers or {}), **more)
        if "tianxia" in answer.cookies:
            self.secret = answer.cookies["tianxia"]
        return answer

    async def get(self, path: str, **more: Any) -> Response:
        return await self.send("GET", path, **more)

    async def post(self, path: str, body: Any = None, **more: Any) -> Response:
        return await self.send("POST", path, json={} if body is None else body, **more)

    async def welcome(self, name: str) -> Device:
        answer = await self.post("/api/people", {"name": name})
        assert answer.status_code == 201, answer.text
        self.person = answer.json()["id"]
        return self


async def somebody(client: AsyncTestClient[Litestar], name: str) -> Device:
    """Somebody who said their name."""
    return await Device(client).welcome(name)
