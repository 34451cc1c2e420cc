"""The front door."""

from __future__ import annotations

import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient

from tianxia.games import GAMES
from tianxia.words import text

pytestmark = pytest.mark.anyio


async def test_the_front_door_names_all_games_and_needs_nothing_from_elsewhere(
    client: AsyncTestClient[Litestar],
) -> None:
    answer = await client.get("/")
    assert answer.status_code == 200
    for game in GAMES:
        assert text(f"{game}.title") in answer.text
    for way in ("make terminal", "tianxia play", '<a href="/api/schema">'):
        assert way in answer.text
    assert (await client.get("/api/schema")).status_code == 200
    assert "http" not in answer.text
    assert "default-src 'self'" in answer.headers["content-security-policy"]
