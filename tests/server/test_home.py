"""The front door."""

from __future__ import annotations

import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient

pytestmark = pytest.mark.anyio


async def test_the_front_door_names_all_games_and_needs_nothing_from_elsewhere(
    client: AsyncTestClient[Litestar],
) -> None:
    answer = await client.get("/")
    assert answer.status_code == 200
    for title in ("Forbidden City", "The Emperor of China", "In the Year of the Dragon"):
        assert title in answer.text
    assert "http" not in answer.text
    assert "default-src 'self'" in answer.headers["content-security-policy"]
