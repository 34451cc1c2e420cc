"""The rules of a game, for those who play in the browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from support.browsers import visit
from tianxia.games import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_begin_with_the_short_start_and_leave_the_terminal_out(
    chromium: Browser, server: str, game: str
) -> None:
    with visit(chromium, server) as visitor:
        visitor.page.goto(f"/learn/{game}")
        page = visitor.page.locator("main")
        expect(page.locator("h2").first).to_have_text("Start in two minutes")
        expect(page.get_by_role("img")).to_have_count(1)
        shown = page.inner_text()
        assert "Where we depart from print" in shown
        assert not [word for word in ("terminal", "tianxia play", "--", "*For instance", "```") if word in shown]
