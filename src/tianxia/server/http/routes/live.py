"""Live tables: a WebSocket for browsers, server-sent events for programs. Both carry the same updates."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Annotated, Any, Final

from litestar import Controller, MediaType, Request, WebSocket, get, websocket
from litestar.enums import ParamType
from litestar.exceptions import WebSocketDisconnect
from litestar.openapi import ResponseSpec
from litestar.params import HeaderParameter, QueryParameter
from litestar.response.base import ASGIResponse
from litestar.types import Receive, Scope, Send
from msgspec import Struct, convert, json
from msgspec.structs import fields

from tianxia.errors import TianxiaError
from tianxia.server.contract.common import Id, Number, SeatNumber
from tianxia.server.contract.tables import Update
from tianxia.server.http.dependencies import ServicesDep, TableInPath, ViewpointInQuery, VisitorDep
from tianxia.server.http.problems import add_state, headers_of, problem_of
from tianxia.server.http.rate_limits import RateLimiter
from tianxia.server.http.request_errors import fits, nothing_there, wrong_text
from tianxia.server.http.security import check_csrf, check_host
from tianxia.server.http.sessions import COOKIE, address_of, visitor_of
from tianxia.server.http.startup import services_of
from tianxia.server.live.streams import FAREWELL, Follower, Streams

MOST_BYTES: Final = 4096  # most bytes of a message from a browser; it is ignored
RESTARTING: Final = 1012  # close codes of a WebSocket
TOO_BIG: Final = 1009
REFUSED: Final = 4000  # plus the HTTP status of the refusal
EVENTS: Final = ResponseSpec(Update, generate_examples=False, media_type="text/event-stream")

Since = Annotated[
    int | None, QueryParameter(name="since", ge=0, le=1_000_000, description="the last number that you have seen")
]
LastEvent = Annotated[
    int | None,
    HeaderParameter(name="Last-Event-ID", ge=0, le=1_000_000, description="`since`, as browsers send it"),
]


class LiveRoutes(Controller):
    """Live streams of the events at tables."""

    path = "/api/tables"
    tags = ("live",)

    @get("/{table:str}/events", opt={"rate_limit": "following"}, responses={200: EVENTS})
    async def follow_table(
        self,
        request: Request[Any, Any, Any],
        services: ServicesDep,
        visitor: VisitorDep,
        table: TableInPath,
        viewpoint: ViewpointInQuery = None,
        since: Since = None,
        last_event: LastEvent = None,
    ) -> ASGIResponse:
        """Follow a table over server-sent events: all happenings from now on, or since the number that you saw last.

        Each is an `Update`, with its number as its id. A stream that is refused on the way ends with a `Problem`, as an
        event named "problem".
        """
        known = since if last_event is None else last_event  # set when a client reconnects, and newer
        follower = Follower(table, visitor, address_of(request), viewpoint, known, request.cookies.get(COOKIE))
        return EventStream(services.streams, follower, await services.streams.begin(follower))

    @websocket("/{table:str}/live")
    async def live(self, socket: WebSocket[Any, Any, Any]) -> None:
        """A live stream over a WebSocket: each message is an `Update`; what the browser sends is ignored."""
        try:
            check_host(socket)
            check_csrf(socket)
            services = services_of(socket)
            rate_limiter: RateLimiter = socket.app.state.rate_limiter
            follower = await read_follower(socket)
            await rate_limiter.count("following", follower.visitor, follower.address)
            since = await services.streams.begin(follower)
            async with services.streams.admitted(follower):
                await socket.accept()
                await services.streams.serve(follower, since, WebSocketConnection(socket))
        except TianxiaError as failure:
            await add_state(failure, socket.scope)
            await deny(socket, failure)
        except WebSocketDisconnect:
            pass


class WebSocketConnection:
    """An accepted WebSocket."""

    def __init__(self, socket: WebSocket[Any, Any, Any]) -> None:
        self.socket = socket

    async def send(self, update: bytes, number: int) -> None:
        try:
            await self.socket.send_data(update.decode(), mode="text")
        except RuntimeError:  # uvicorn closed it after a protocol error
            raise WebSocketDisconnect(detail="closed") from None

    async def heartbeat(self) -> None:
        """Nothing: uvicorn sends pings, and drops a browser that does not answer."""

    async def until_gone(self) -> None:
        while True:
            event: dict[str, Any] = dict(await self.socket.receive())
            if event["type"] == "websocket.disconnect":
                return
            if len(event.get("text") or event.get("bytes") or "") > MOST_BYTES:
                await self.socket.close(TOO_BIG)
                return

    async def stop(self) -> None:
        await self.socket.close(RESTARTING)

    async def refuse(self, failure: TianxiaError) -> None:
        problem = problem_of(failure)
        await self.socket.send_data(json.encode(problem).decode(), mode="text")
        await self.socket.close(REFUSED + problem.status)


class EventStream(ASGIResponse):
    """A response of server-sent events."""

    _should_set_content_length = False

    def __init__(self, streams: Streams, follower: Follower, since: int) -> None:
        super().__init__(
            media_type="text/event-stream", headers={"cache-control": "no-store", "x-accel-buffering": "no"}
        )
        self.streams = streams
        self.follower = follower
        self.since = since

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with self.streams.admitted(self.follower):
            await self.start_response(send)
            connection = EventStreamConnection(receive, send)
            await self.streams.serve(self.follower, self.since, connection)
            with suppress(TimeoutError):  # the client is gone
                async with asyncio.timeout(FAREWELL):
                    await connection.end()


class EventStreamConnection:
    """An open response of server-sent events."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self.receive = receive
        self.write = send

    async def send(self, update: bytes, number: int) -> None:
        await self._send(b"id: %d\ndata: %b\n\n" % (number, update))

    async def heartbeat(self) -> None:
        await self._send(b": still here\n\n")

    async def until_gone(self) -> None:
        while (await self.receive())["type"] != "http.disconnect":
            pass

    async def stop(self) -> None:
        """Nothing: the stream ends, and programs reconnect."""

    async def refuse(self, failure: TianxiaError) -> None:
        await self._send(b"event: problem\ndata: %b\n\n" % json.encode(problem_of(failure)))

    async def end(self) -> None:
        await self.write({"type": "http.response.body", "body": b"", "more_body": False})

    async def _send(self, body: bytes) -> None:
        await self.write({"type": "http.response.body", "body": body, "more_body": True})


# ---- before a WebSocket is accepted


class StreamQuery(Struct, frozen=True):
    """The parameters of a WebSocket."""

    table: Id
    seat: SeatNumber | None = None
    since: Number | None = None


STREAM_QUERY_FIELDS: Final = fields(StreamQuery)  # slow to find


async def read_follower(socket: WebSocket[Any, Any, Any]) -> Follower:
    """The follower of a WebSocket, from its parameters. Litestar would refuse a wrong value without saying why."""
    asked = {"table": socket.path_params["table"], **socket.query_params.dict()}
    single = {key: value[-1] if isinstance(value, list) else value for key, value in asked.items()}
    for field in STREAM_QUERY_FIELDS:
        value = single.get(field.name)
        if value is not None and not fits(value, field.type):
            if field.name == "table":
                raise nothing_there("table", value)
            raise wrong_text(ParamType.QUERY, field.name, value, field.type)
    query = convert(single, StreamQuery, strict=False)
    visitor, secret = await visitor_of(socket), socket.cookies.get(COOKIE)
    return Follower(query.table, visitor, address_of(socket), query.seat, query.since, secret)


async def deny(socket: WebSocket[Any, Any, Any], failure: TianxiaError) -> None:
    """Refuse the WebSocket with an HTTP answer that says why."""
    problem = problem_of(failure)
    named = {"Content-Type": MediaType.JSON.value, **headers_of(failure)}
    headers = [(name.lower().encode(), value.encode()) for name, value in named.items()]
    await socket.send({"type": "websocket.http.response.start", "status": problem.status, "headers": headers})
    await socket.send({"type": "websocket.http.response.body", "body": json.encode(problem), "more_body": False})
