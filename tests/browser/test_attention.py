"""Whoever looks elsewhere is told: by sounds, by the title of the page, by the system, and by the drawer of a phone."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from support.browsers import Visitor, begin_game, visit

SPY = """() => {
    window.tones = 0;
    window.notes = [];
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...when) { window.tones += 1; return start.apply(this, when); };
    window.Notification = class {
        static permission = "granted";
        static requestPermission = async () => "granted";
        constructor(title, { body }) { window.notes.push(`${title}: ${body}`); }
    };
}"""
HIDE = """() => {
    Object.defineProperty(document, "hidden", { get: () => true, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.fixture
def pair(chromium: Browser, server: str) -> Iterator[tuple[Visitor, Visitor]]:
    with visit(chromium, server) as host, visit(chromium, server, phone=True) as friend:
        host.come("Ada")
        friend.come("Bo")
        yield host, friend


def set_switch(page: Page, name: str, on: bool) -> None:
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("checkbox", name=name).set_checked(on)
    page.get_by_role("dialog").get_by_role("button", name="Close").click()


def test_my_turn_is_heard_and_the_system_tells_it(pair: tuple[Visitor, Visitor]) -> None:
    host, friend = pair
    table = begin_game(host, friend)
    page = host.page
    page.goto(f"/table/{table}")
    host.move_at_random(table, 1)
    expect(page).to_have_title(re.compile("^Forbidden City"))
    page.evaluate(SPY)
    set_switch(page, "Notifications", True)
    page.evaluate(HIDE)
    friend.move_at_random(table, 1)
    page.wait_for_function("() => window.tones >= 2")
    assert page.evaluate("window.notes") == ["Your turn: Forbidden City"]


def test_sounds_can_be_turned_off(pair: tuple[Visitor, Visitor]) -> None:
    host, friend = pair
    table = begin_game(host, friend)
    page = host.page
    page.goto(f"/table/{table}")
    page.evaluate(SPY)
    page.get_by_role("button", name="Settings").click()
    for name in ("Your turn", "Pieces and coins"):
        page.get_by_role("slider", name=name).fill("0")
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    host.move_at_random(table, 1)
    expect(page).to_have_title(re.compile("^Forbidden City"))
    friend.move_at_random(table, 1)
    expect(page).to_have_title(re.compile("^Your turn"))
    assert page.evaluate("window.tones") == 0


def test_the_title_of_a_hidden_page_blinks_on_my_turn(pair: tuple[Visitor, Visitor]) -> None:
    host, friend = pair
    page = host.page
    page.emulate_media(reduced_motion="no-preference")
    page.goto(f"/table/{begin_game(host, friend)}")
    expect(page).to_have_title(re.compile("^Your turn"))
    page.evaluate(HIDE)
    for title in ("^Forbidden City", "^Your turn", "^Forbidden City"):
        expect(page).to_have_title(re.compile(title))


def test_the_log_opens_at_its_newest_line_over_the_board_and_closes_by_whatever_one_tries(
    pair: tuple[Visitor, Visitor],
) -> None:
    host, friend = pair
    table = begin_game(host, friend)
    for _ in range(12):
        host.move_at_random(table, 1)
        friend.move_at_random(table, 1)
    page = friend.page
    page.goto(f"/table/{table}")
    button = page.get_by_role("button", name="Log", exact=True)
    newest = page.get_by_role("log", name="What happened").get_by_role("button").last
    board = page.locator(".stage .free").bounding_box()

    def close_by(key: str) -> None:
        button.tap()
        expect(newest).to_be_in_viewport()
        expect(page.get_by_role("tab", name="Log")).to_be_focused()
        page.keyboard.press(key)
        expect(newest).to_be_hidden()
        expect(button).to_be_focused()

    close_by("Escape")
    button.tap()
    expect(newest).to_be_in_viewport()
    assert page.locator(".stage .free").bounding_box() == board
    button.tap()
    expect(newest).to_be_hidden()
    button.tap()
    page.get_by_role("button", name="Close", exact=True).tap()
    expect(newest).to_be_hidden()
    button.tap()
    expect(newest).to_be_in_viewport()
    page.get_by_role("heading", level=1).tap()  # beside it
    expect(newest).to_be_hidden()


def test_a_finger_is_told_that_the_second_tap_chooses(chromium: Browser, server: str) -> None:
    with visit(chromium, server, phone=True) as visitor:
        page = visitor.page
        visitor.come("Ada")
        table = visitor.set_up("year-of-the-dragon", "me", "level:novice")
        page.goto(f"/table/{table}")
        spot = page.locator("[data-spot]:visible").first
        spot.tap()
        expect(page.get_by_text("Tap again to choose.")).to_be_visible()
        assert visitor.look(table)["sequence"] == 0
        spot.tap()
        expect(page.get_by_text("Tap again to choose.")).to_have_count(0)
