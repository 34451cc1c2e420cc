"""What happens at a table is announced to screen readers, at every width and on every tab; keys skip to the choices."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from support.browsers import Visitor, begin_game, open_drawer, visit

SCREENS: list[ViewportSize] = [
    {"width": 1400, "height": 900},
    {"width": 1100, "height": 800},
    {"width": 800, "height": 900},
    {"width": 390, "height": 844},
    {"width": 844, "height": 390},
]
IS_EXPOSED = """region => {
  for (let one = region; one; one = one.parentElement) {
    const { display, visibility } = getComputedStyle(one);
    if (display === "none" || visibility !== "visible") return false;
    if (one.hidden || one.inert || one.ariaHidden === "true") return false;
  }
  return true;
}"""
LIVE = "[aria-live=polite][aria-relevant=additions]"
CONTROLS = "[...document.querySelectorAll('[aria-controls]')].map(one => one.getAttribute('aria-controls'))"


@pytest.fixture(params=SCREENS, ids=lambda size: f"{size['width']}x{size['height']}")
def pair(request: pytest.FixtureRequest, chromium: Browser, server: str) -> Iterator[tuple[Visitor, Visitor]]:
    """Ada at a screen of some size, and Bo."""
    with visit(chromium, server) as ada, visit(chromium, server) as bo:
        ada.come("Ada")
        bo.come("Bo")
        ada.page.set_viewport_size(request.param)
        yield ada, bo


def announcements(page: Page) -> Locator:
    region = page.locator(LIVE)
    expect(region).to_have_count(1)
    assert region.evaluate(IS_EXPOSED), "the region is hidden"
    return region.locator("p")


def lay_tiles(table: str, ada: Visitor, bo: Visitor) -> None:
    ada.move_at_random(table, 1)
    bo.move_at_random(table, 1)


def test_moves_of_others_are_announced_at_every_width_and_on_every_tab(pair: tuple[Visitor, Visitor]) -> None:
    ada, bo = pair
    page = ada.page
    table = begin_game(ada, bo)
    page.goto(f"/table/{table}")
    expect(page).to_have_title(re.compile("^Your turn"))
    expect(announcements(page)).to_have_count(0)
    lay_tiles(table, ada, bo)
    moves = announcements(page).filter(has_text=re.compile("^Bo "))
    expect(moves.first).to_be_attached()
    for name in ("Chat", "Help", "Log"):
        open_drawer(page, name)
        announcements(page).evaluate_all("told => told.forEach((one) => (one.dataset.seen = 'yes'))")
        lay_tiles(table, ada, bo)
        expect(moves.and_(page.locator("p:not([data-seen])")).first).to_be_attached()
    bo.ask("POST", f"/tables/{table}/talk", {"text": "Well done"})
    expect(announcements(page).last).to_have_text("Bo: Well done")


def test_what_controls_something_names_what_is_there(pair: tuple[Visitor, Visitor]) -> None:
    ada, bo = pair
    page = ada.page
    page.goto(f"/table/{begin_game(ada, bo)}")
    expect(page).to_have_title(re.compile("^Your turn"))
    controlled = page.evaluate(CONTROLS)
    assert {"drawer", "panel-log", "panel-talk", "panel-help"} <= set(controlled)
    assert [one for one in controlled if page.locator(f"[id='{one}']").count() != 1] == []
    open_drawer(page)
    expect(page.get_by_role("tab", name="Log")).to_be_focused()
    for name in ("Chat", "Help", "Log"):
        page.keyboard.press("ArrowRight")
        tab = page.get_by_role("tab", name=name)
        expect(tab).to_be_focused()
        expect(tab).to_have_attribute("aria-selected", "true")
        expect(page.get_by_role("tabpanel", name=name)).to_be_visible()


def test_the_first_key_skips_to_the_choices(pair: tuple[Visitor, Visitor]) -> None:
    ada, bo = pair
    page = ada.page
    table = begin_game(ada, bo, "year-of-the-dragon")
    page.goto(f"/table/{table}")
    expect(page).to_have_title(re.compile("^Your turn"))
    link = page.get_by_role("link", name="Skip to your choices")
    page.keyboard.press("Tab")
    expect(link).to_be_focused()
    expect(link).to_be_in_viewport(ratio=0.99)
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.matches('[data-spot]')")
    ada.move_at_random(table)
    expect(page.get_by_text("Bo is to move.")).to_be_visible()
    link.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="Your choices")).to_be_focused()
    assert "#" not in page.url


def test_behind_a_curtain_nothing_is_announced_until_the_next_one_is_there(visitor: Visitor) -> None:
    page = visitor.page
    table = visitor.set_up("emperor-of-china", "me", "me", "me")
    page.goto(f"/table/{table}")
    page.get_by_role("button", name="I am Purple").click()
    expect(page).to_have_title(re.compile("^Your turn"))
    while visitor.look(table)["to_move"] == 1:
        visitor.move_at_random(table, 1)
    expect(page.get_by_role("heading", name="Pass the screen to Yellow")).to_be_visible()
    told = announcements(page).count()
    assert page.locator("[role=log]").count() == 0
    page.get_by_role("button", name="I am Yellow").click()
    expect(announcements(page)).not_to_have_count(told)
    expect(announcements(page).filter(has_text="Purple").first).to_be_attached()
