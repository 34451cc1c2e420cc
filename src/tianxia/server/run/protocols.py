"""HTTP and WebSocket connections that cannot be held without end.

uvicorn sets no time in which a request has to arrive, and no limit to its headers. So each connection checks itself
from time to time, and is closed when it waits for its client for too long (`ConnectionLimits`): for the head of a
request, for a body, or for the client to take what was sent. No time counts while the server is at work.
"""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import Any, Final

from msgspec import json
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from tianxia.server.contract.problems import Problem
from tianxia.server.limits import ConnectionLimits
from tianxia.server.run.connections import Connections
from tianxia.words import text

CHECKS: Final = 4
"""How often a connection is checked within the shortest of its time limits."""
HEADER_COST: Final = 32
"""Bytes for which each header counts besides its text, as in HTTP/2: its objects take more memory than its text."""
CHUNK_COST: Final = 8
"""Most bytes of chunk headers for each byte of a body."""


class TooLargeError(Exception):
    """Ends the parsing of a request that is larger than it may be."""


class Outlet:
    """Notices when a client takes nothing of what was sent."""

    def __init__(self, transport: asyncio.Transport, now: float) -> None:
        self.transport = transport
        self.unsent = 0  # bytes, at the last check
        self.since = now  # the last moment when nothing was unsent, or some of it was taken

    def stalled_for(self, now: float) -> float:
        """Seconds for which nothing was taken."""
        unsent = self.transport.get_write_buffer_size()
        if unsent == 0 or unsent < self.unsent:
            self.since = now
        self.unsent = unsent
        return now - self.since


class HttpProtocol(HttpToolsProtocol):
    """A connection over HTTP."""

    def __init__(self, *arguments: Any, connections: Connections, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.all = connections
        self.limits = connections.limits
        self.host: str | None = None  # where it comes from, if it is counted
        self.outlet: Outlet | None = None
        self.next_check: asyncio.TimerHandle | None = None
        self.since = self.loop.time()  # the moment at which the client began to be waited for
        self.is_begun = False  # whether a request is arriving
        self.is_body = False  # whether its head has arrived
        self.head = 0  # bytes of its head so far, as they count
        self.unparsed = 0  # bytes that arrived since the parser last got to the end of a head or body
        self.body = 0  # bytes of its body so far
        self.refusal = (400, "server.http-400")  # the answer to a request that cannot be parsed

    # ---- the life of a connection

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        host = self.client[0] if self.client is not None else ""
        refusal = self.all.refusal(host)
        self.outlet = Outlet(transport, self.loop.time())
        self.next_check = self.loop.call_later(pause_between_checks(self.limits), self.check)
        if refusal is not None:
            self.refuse(*refusal)
            return
        self.host = host
        self.all.count(host, self)

    def connection_lost(self, exc: Exception | None) -> None:
        self.let_go()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        self.let_go()
        super().handle_websocket_upgrade()

    def let_go(self) -> None:
        """Neither count this connection any more nor check it."""
        if self.next_check is not None:
            self.next_check.cancel()
        self.next_check = None
        if self.host is not None:
            self.all.forget(self.host, self)
        self.host = None

    def give_way(self) -> bool:
        """Close this connection for the sake of another one, unless the server is at work for it (`Evictable`)."""
        is_body_awaited = self.is_begun and self.is_body
        if self.is_answering() and not is_body_awaited:
            return False
        self.let_go()
        self.transport.abort()
        return True

    # ---- what arrives

    def data_received(self, data: bytes) -> None:
        was_body = self.is_body
        super().data_received(data)
        if self.next_check is None or self.transport.is_closing():  # it is a WebSocket now, or was refused
            return
        if self.is_begun and self.is_body == was_body:
            self.unparsed += len(data)
            if self.unparsed > self.limits.head + CHUNK_COST * self.body:  # one endless header, or trailers
                self.refuse(431, "server.http-431")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.is_begun, self.is_body = True, False
        self.head = self.unparsed = self.body = 0

    def on_url(self, url: bytes) -> None:
        self.count_head(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self.count_head(len(name) + len(value) + HEADER_COST)
        if not self.is_body:  # trailers after a body mean nothing here
            super().on_header(name, value)

    def count_head(self, size: int) -> None:
        self.head += size
        if self.head > self.limits.head:
            self.refusal = (431, "server.http-431")
            raise TooLargeError

    def on_headers_complete(self) -> None:
        if len(self.pipeline) >= self.limits.pipelined:
            raise TooLargeError
        super().on_headers_complete()
        self.since, self.is_body, self.unparsed = self.loop.time(), True, 0

    def on_body(self, body: bytes) -> None:
        self.body += len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        self.is_begun = self.is_body = False
        super().on_message_complete()

    def on_response_complete(self) -> None:
        self.since = self.loop.time()
        super().on_response_complete()

    # ---- whether its client takes too long

    def check(self) -> None:
        """Close the connection if its client was waited for too long; otherwise check again later."""
        now = self.loop.time()
        self.next_check = self.loop.call_later(pause_between_checks(self.limits), self.check)
        assert self.outlet is not None
        if self.outlet.stalled_for(now) > self.limits.stalled:
            self.transport.abort()
        elif not self.transport.is_closing() and self.is_late(now):
            if self.is_begun:
                self.refuse(408, "server.http-408")
            else:
                self.transport.close()

    def is_late(self, now: float) -> bool:
        """Whether the next part of a request should have arrived by now."""
        if self.flow.read_paused:  # it may be there, but was not read
            self.since = now
            return False
        waited = now - self.since
        if not self.is_body:
            return not self.is_answering() and waited > self.limits.head_within
        if self.cycle.response_complete:
            return waited > self.limits.rest_within
        return waited > self.limits.body_within + self.body / self.limits.body_rate

    def is_answering(self) -> bool:
        return bool(self.pipeline) or (self.cycle is not None and not self.cycle.response_complete)

    # ---- refusals

    def send_400_response(self, msg: str) -> None:
        """For uvicorn, which calls it when a request cannot be parsed."""
        self.refuse(*self.refusal)

    def refuse(self, status: int, key: str) -> None:
        """Answer with a problem, where no other answer is due or begun, and close the connection."""
        is_answered = bool(self.pipeline) or self.cycle.response_started if self.is_body else self.is_answering()
        if not is_answered:
            self.transport.write(write_problem(status, key))
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self.transport.close()


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """A connection that became a WebSocket. Pings notice a client that is gone, `Outlet` one that takes nothing."""

    def __init__(self, *arguments: Any, connections: Connections, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.all = connections
        self.host = ""
        self.outlet: Outlet | None = None
        self.next_check: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.host = self.client[0] if self.client is not None else ""
        self.all.count(self.host)
        self.outlet = Outlet(self.transport, self.loop.time())
        self.next_check = self.loop.call_later(pause_between_checks(self.all.limits), self.check)

    def connection_lost(self, exc: Exception | None) -> None:
        self.all.forget(self.host)
        if self.next_check is not None:
            self.next_check.cancel()
        super().connection_lost(exc)

    def check(self) -> None:
        """Close the connection if its client took nothing for too long; otherwise check again later."""
        self.next_check = self.loop.call_later(pause_between_checks(self.all.limits), self.check)
        assert self.outlet is not None
        if self.outlet.stalled_for(self.loop.time()) > self.all.limits.stalled:
            self.transport.abort()


def pause_between_checks(limits: ConnectionLimits) -> float:
    """The seconds between two checks of a connection."""
    return min(limits.head_within, limits.body_within, limits.rest_within, limits.stalled) / CHECKS


def write_problem(status: int, key: str) -> bytes:
    """The bytes of a whole answer with a problem."""
    body = json.encode(Problem(status, text(key), key, {}))
    head = f"content-type: application/json\r\ncontent-length: {len(body)}\r\nconnection: close\r\n\r\n"
    return STATUS_LINE[HTTPStatus(status)] + head.encode() + body
