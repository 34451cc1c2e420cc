"""WebSockets that are refused."""

from __future__ import annotations

import json

import pytest
from websockets.exceptions import InvalidStatus

from support.guests import Guest


async def refusal_of(guest: Guest, table: str, query: str = "", **headers: str) -> tuple[int, str]:
    """The status and the key with which somebody is refused who wants to follow a table."""
    with pytest.raises(InvalidStatus) as caught:
        async with guest.watch(table, query, headers=headers):
            pass
    body = json.loads(caught.value.response.body or b"{}")
    return caught.value.response.status_code, body["key"]
