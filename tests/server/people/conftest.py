"""A server that sends e-mails to a sink."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from support.mailing import House, house_over
from support.sinks import Sink, mail_sink
from tianxia.server.work.background import SMTP


@pytest.fixture
async def mail() -> AsyncIterator[Sink]:
    async with mail_sink() as mail:
        yield mail


@pytest.fixture
async def house(database: str, mail: Sink, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    """A server that can send letters."""
    monkeypatch.setenv(SMTP, f"smtp://127.0.0.1:{mail.port}?from=tianxia@example.org")
    async with house_over(database) as house:
        yield house
