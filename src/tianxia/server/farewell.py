"""How live streams end when the server stops: at once and in good order, so that their listeners come back soon."""

from __future__ import annotations

import asyncio
import signal
from typing import Any, Final

from litestar import Litestar
from litestar.types import ASGIApp, Receive, Scope, Send

from tianxia.server.watch import is_socket

SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)


class Farewell:
    """Tells the application, when the server stops, that whoever listens to a stream has gone."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.stopping = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if is_socket(scope):  # uvicorn closes those itself
            await self.app(scope, receive, send)
            return
        is_asking, is_answering = True, False

        async def hear() -> Any:
            nonlocal is_asking
            if not is_asking:
                return await self._until_gone(receive)
            message: Any = await receive()
            is_asking = message.get("more_body", False)
            return message

        async def say(message: Any) -> None:
            nonlocal is_answering
            is_answering = message.get("more_body", message["type"] == "http.response.start")
            await send(message)

        await self.app(scope, hear, say)
        if is_answering and self.stopping.is_set():
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _until_gone(self, receive: Receive) -> Any:
        """Wait until the listener goes, or the server."""
        listener = asyncio.ensure_future(receive())
        server = asyncio.ensure_future(self.stopping.wait())
        try:
            await asyncio.wait((listener, server), return_when=asyncio.FIRST_COMPLETED)
            return listener.result() if listener.done() else {"type": "http.disconnect"}
        finally:
            listener.cancel()
            server.cancel()


def end_streams(app: Litestar) -> Farewell:
    """End the streams of an application when its process is told to stop; who listened for that before still hears."""
    farewell = Farewell(app.asgi_handler)
    app.asgi_handler = farewell

    def listen() -> None:
        loop = asyncio.get_running_loop()
        for number in SIGNALS:
            before = signal.getsignal(number)

            def hear(number: int, frame: Any, before: Any = before) -> None:
                loop.call_soon_threadsafe(farewell.stopping.set)
                if callable(before):
                    before(number, frame)

            signal.signal(number, hear)

    app.on_startup.append(listen)
    return farewell
