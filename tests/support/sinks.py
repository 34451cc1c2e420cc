"""Small servers of the outside world, which keep what they are sent."""

from __future__ import annotations

import asyncio
import email
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from email import policy
from email.message import EmailMessage
from typing import Any

from anyio.from_thread import start_blocking_portal


@dataclass
class Sink:
    """Where something is listening, and what arrived."""

    port: int = 0
    got: list[Any] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)  # status lines of HTTP still to be given; then "200 OK"
    together: int = 1  # requests of HTTP that have to be under way at once before any is answered
    _are_together: asyncio.Event = field(default_factory=asyncio.Event)

    async def wait_for_others(self) -> None:
        if len(self.got) >= self.together:
            self._are_together.set()
        await self._are_together.wait()


@asynccontextmanager
async def web_sink() -> AsyncIterator[Sink]:
    """A web server that takes JSON."""
    sink = Sink()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = int(head.partition("content-length:")[2].split()[0])
        sink.got.append(json.loads(await reader.readexactly(length)))
        await sink.wait_for_others()
        status = sink.answers.pop(0) if sink.answers else "200 OK"
        writer.write(f"HTTP/1.1 {status}\r\nContent-Length: 0\r\nLocation: /elsewhere\r\n\r\n".encode())
        writer.close()

    async with _listening(answer, sink):
        yield sink


@asynccontextmanager
async def mail_sink() -> AsyncIterator[Sink]:
    """A mail server that takes every letter."""
    sink = Sink()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 sink\r\n")
        while line := await reader.readline():
            word = line[:4].upper()
            if word == b"DATA":
                writer.write(b"354 go on\r\n")
                sink.got.append((await reader.readuntil(b"\r\n.\r\n")).decode())
            writer.write(b"221 bye\r\n" if word == b"QUIT" else b"250 fine\r\n")
        writer.close()

    async with _listening(answer, sink):
        yield sink


@dataclass(frozen=True)
class Outside:
    """The outside world of a server in another process: a mail server and a web server."""

    mail: Sink
    web: Sink


@contextmanager
def outside() -> Iterator[Outside]:
    """Both servers, in a thread with a loop of its own, for tests that have no loop."""
    with (
        start_blocking_portal() as portal,
        portal.wrap_async_context_manager(mail_sink()) as mail,
        portal.wrap_async_context_manager(web_sink()) as web,
    ):
        yield Outside(mail, web)


def read_mail(letter: str) -> EmailMessage:
    """A mail that arrived at a sink."""
    return email.message_from_string(letter.removesuffix(".\r\n"), policy=policy.default)


@asynccontextmanager
async def _listening(answer: Any, sink: Sink) -> AsyncIterator[None]:
    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    sink.port = server.sockets[0].getsockname()[1]
    async with server:
        yield
