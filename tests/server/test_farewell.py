"""Streams end when the server stops."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar, get
from litestar.response import ServerSentEvent

from tianxia.server.app import make_app
from tianxia.server.farewell import Farewell
from tianxia.server.storage import sqlite_url

pytestmark = pytest.mark.anyio


@get("/stream")
async def stream() -> ServerSentEvent:
    """It never ends by itself."""

    async def tell() -> AsyncIterator[str]:
        yield "hello"
        await asyncio.Event().wait()

    return ServerSentEvent(tell())


async def follow(app: Litestar, said: list[Any], begun: asyncio.Event) -> None:
    """Somebody who listens until the end."""
    asked = [{"type": "http.request", "body": b"", "more_body": False}]

    async def receive() -> Any:
        return asked.pop() if asked else await asyncio.Event().wait()

    async def send(message: Any) -> None:
        said.append(message)
        if b"hello" in message.get("body", b""):
            begun.set()

    scope = {"type": "http", "method": "GET", "path": "/stream", "query_string": b"", "headers": [], "root_path": ""}
    await app(scope, receive, send)  # type: ignore[arg-type]


async def test_a_stream_ends_in_good_order_when_the_server_stops(tmp_path: Path) -> None:
    app = make_app(sqlite_url(tmp_path / "tianxia.db"))
    app.register(stream)
    app.asgi_handler = farewell = Farewell(app.asgi_handler)
    said: list[Any] = []
    begun = asyncio.Event()
    async with app.lifespan(), asyncio.timeout(20):
        following = asyncio.create_task(follow(app, said, begun))
        await begun.wait()
        assert not following.done()
        farewell.stopping.set()
        await following
    assert said[-1] == {"type": "http.response.body", "body": b"", "more_body": False}
    assert [message["type"] for message in said].count("http.response.start") == 1
