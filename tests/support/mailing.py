"""A server that sends e-mails, and its guests who read them."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from support.guests import Guest, guests_at
from support.servers import SETTINGS, serving_here
from support.sinks import read_mail
from tianxia.server.http.app import make_app
from tianxia.server.services import Services

ADDRESS = "ada@example.org"


@dataclass
class House:
    """A server, and where its guests come in."""

    address: str
    services: Services
    stack: AsyncExitStack

    async def welcome(self, *names: str) -> list[Guest]:
        return await self.stack.enter_async_context(guests_at(self.address, *names))


@asynccontextmanager
async def house_over(database: str) -> AsyncIterator[House]:
    """A server over a database, until the block ends."""
    app = make_app(database, SETTINGS)
    async with AsyncExitStack() as stack:
        address = await stack.enter_async_context(serving_here(app))
        yield House(address, app.state.services, stack)


async def leave(guest: Guest, address: str | None = ADDRESS) -> int:
    """Leave an address: the status of the answer."""
    return (await guest.ask("PATCH", "/api/me", {"email": address})).status_code


async def confirm(guest: Guest, code: str) -> int:
    return (await guest.ask("POST", "/api/me/email", {"code": code})).status_code


def code_of(letter: str) -> str:
    [code] = re.findall(r"\b\w{4}-\w{4}-\w{4}\b", words_of(letter))
    return str(code)


def words_of(letter: str) -> str:
    return str(read_mail(letter).get_content())
