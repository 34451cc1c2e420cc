"""The home screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from support.browsers import visit


@pytest.mark.parametrize("phone", [False, True])
def test_a_new_user_finds_three_games_and_can_reach_everything(chromium: Browser, server: str, phone: bool) -> None:
    with visit(chromium, server, phone=phone) as visitor:
        visitor.page.goto("/")
        expect(visitor.page.get_by_role("button", name="Play now")).to_have_count(3)
        visitor.check_access("home")
