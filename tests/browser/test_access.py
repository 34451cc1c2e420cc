"""Every screen is open to everybody: axe finds nothing, in light and dark, on a desk and on a phone."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from support.browsers import Visitor, open_settings, visit
from support.luck import THOROUGH
from tianxia.games import GAMES


@pytest.fixture(params=[False, True], ids=["desk", "phone"])
def visitor(request: pytest.FixtureRequest, chromium: Browser, server: str) -> Iterator[Visitor]:
    """In `make test` a desk is light and a phone dark; `make test-all` looks at both themes on both."""
    with visit(chromium, server, phone=request.param) as visitor:
        if not THOROUGH:
            visitor.themes = ("dark",) if request.param else ("light",)
        yield visitor


def test_screens_around_a_game_are_open_to_everybody(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/")
    expect(page.get_by_role("button", name="Play now")).to_have_count(3)
    visitor.check_access("home, for a stranger")
    page.get_by_role("button", name="Log in").click()
    check_dialog(visitor, "who a stranger is")
    visitor.come("Ada")
    visitor.move_at_random(visitor.set_up("forbidden-city", "me", "me"))
    visitor.set_up("forbidden-city", "me", "anybody", listed=True)
    page.goto("/")
    expect(page.get_by_role("link", name="Review")).to_be_visible()
    visitor.check_access("home, for somebody who played")
    page.get_by_role("button", name="Ada").click()
    check_dialog(visitor, "who somebody is")
    page.get_by_role("dialog").get_by_role("button", name="Statistics").click()
    expect(page.get_by_role("heading", name="Ada", level=1)).to_be_visible()
    visitor.check_access("statistics")
    # an address of a screen: others are answered with 404, which Chromium prints as an error
    page.goto("/learn/nothing")
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()
    visitor.check_access("nowhere")


def check_dialog(visitor: Visitor, where: str) -> None:
    dialog = visitor.page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    dialog.evaluate("shown => shown.querySelectorAll('details').forEach(more => (more.open = true))")
    visitor.check_access(where)


@pytest.mark.parametrize("game", GAMES)
def test_the_screens_of_a_game_are_open_to_everybody(visitor: Visitor, game: str) -> None:
    page = visitor.page
    visitor.come("Ada")
    page.goto(f"/new/{game}")
    expect(page.get_by_role("button", name="Open the table")).to_be_visible()
    visitor.check_access("new table")
    page.goto(f"/learn/{game}")
    expect(page.get_by_role("link", name="Play it")).to_be_visible()
    for example in page.locator("[data-example]").all()[:2]:  # two boards on one page
        example.scroll_into_view_if_needed()
        expect(example.locator(".asked")).not_to_be_empty()
    visitor.check_access("learn")
    page.goto(f"/learn/{game}/notation")
    expect(page.get_by_role("heading", name="The ledger")).to_be_visible()
    visitor.check_access("notation")

    table = visitor.set_up(game, "me", "me", "me")
    visitor.move_at_random(table, 25)
    page.goto(f"/table/{table}")
    if game != "year-of-the-dragon":
        expect(page.get_by_role("heading", name=re.compile("^Pass the screen"))).to_be_visible()
        visitor.check_access("curtain")
        page.get_by_role("button", name=re.compile("^I am")).click()
    expect(page.get_by_role("region", name="Your choices")).to_be_visible()
    visitor.check_access("table")
    open_settings(page)
    check_dialog(visitor, "settings")

    visitor.move_at_random(table)
    page.goto(f"/table/{table}")
    expect(page.get_by_role("dialog")).to_be_visible()
    visitor.check_access("end")
    page.goto(f"/review/{table}")
    page.get_by_role("button", name="To the end").click()
    visitor.check_access("review")


def test_a_waiting_room_is_open_to_everybody(chromium: Browser, server: str, visitor: Visitor) -> None:
    with visit(chromium, server) as host:
        host.come("Ada")
        table = host.set_up("forbidden-city", "me", "friend", "anybody", "level:novice")
        host.page.goto(f"/table/{table}")
        expect(host.page.get_by_label("Link for friends")).to_be_visible()
        host.check_access("waiting room of the host")
        visitor.page.goto(f"/table/{table}")
        visitor.page.get_by_label("What may we call you?").fill("Bo")
        visitor.check_access("waiting room of a stranger")
        visitor.page.get_by_role("button", name="Sit down").click()
        expect(visitor.page.get_by_text("Bo (you)")).to_be_visible()
        visitor.check_access("waiting room of a guest")
