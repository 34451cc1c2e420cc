"""Hands that are quicker than the server, or than somebody else: nothing is done twice, and nobody waits in vain."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Route, expect

from support.browsers import Visitor, begin_game, forgive_refusals, open_drawer, open_log, type_any_move, visit

ROUND_TRIP = "fetch('/health')"  # what a screen had to ask for before is on its way once this is answered


def test_a_move_is_made_while_a_master_still_thinks(visitor: Visitor) -> None:
    page = visitor.page
    table = visitor.set_up("forbidden-city", "me", "level:novice")
    held: list[Route] = []
    page.route("**/hint", lambda route: held.append(route))
    page.goto(f"/table/{table}")
    expect(page).to_have_title(re.compile("^Your turn"))
    page.keyboard.press("h")
    page.get_by_role("button", name="Show the hint").click()
    expect(page.get_by_role("button", name="Thinking…")).to_be_visible()
    type_any_move(visitor, table)
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_role("button", name="Confirm")).to_have_count(0)
    held[0].continue_()
    expect(page.get_by_role("button", name="Hint")).to_be_visible()
    expect(page.get_by_role("region", name="What a master would do")).to_have_count(0)
    assert visitor.look(table)["sequence"] >= 1
    forgive_refusals(visitor)


def test_a_move_is_made_while_words_are_on_their_way(visitor: Visitor) -> None:
    page = visitor.page
    table = visitor.set_up("forbidden-city", "me", "level:novice")
    held: list[Route] = []
    page.route("**/talk", lambda route: held.append(route))
    page.goto(f"/table/{table}")
    expect(page).to_have_title(re.compile("^Your turn"))
    open_drawer(page, "Chat")
    page.get_by_label("Say something").fill("Hello")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Send")).to_be_disabled()
    page.keyboard.press("Enter")
    page.get_by_role("tab", name="Chat").focus()
    type_any_move(visitor, table)
    expect(page.get_by_role("button", name="Confirm")).to_be_visible()
    assert len(held) == 1
    held[0].continue_()
    expect(page.get_by_role("log", name="Chat messages")).to_contain_text("Hello")
    expect(page.get_by_label("Say something")).to_have_value("")


def test_keys_do_nothing_behind_a_curtain(visitor: Visitor) -> None:
    page = visitor.page
    table = visitor.set_up("emperor-of-china", "me", "me", "me")
    asked: list[str] = []
    page.goto(f"/table/{table}")
    expect(page.get_by_role("heading", name="Pass the screen to Purple")).to_be_visible()
    page.on("request", lambda request: asked.append(request.url))
    for key in ("h", "u", "/", "Tab", "h"):
        page.keyboard.press(key)
    page.evaluate(ROUND_TRIP)
    assert [urlsplit(address).path for address in asked] == ["/health"]
    page.get_by_role("button", name="I am Purple").click()
    expect(page.get_by_label("Type a move")).to_have_count(0)


def test_a_key_that_is_held_down_makes_one_move(visitor: Visitor) -> None:
    page = visitor.page
    table = visitor.set_up("forbidden-city", "me", "me")
    page.goto(f"/table/{table}")
    page.get_by_role("button", name=re.compile("^I am")).click()
    page.keyboard.press("ArrowRight")
    page.keyboard.down("Enter")
    lay = page.get_by_role("button", name="Lay tile")
    expect(lay).to_be_focused()
    for _ in range(10):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    page.evaluate(ROUND_TRIP)
    expect(lay).to_be_visible()
    assert visitor.look(table)["sequence"] == 0
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=re.compile("^Pass the screen to"))).to_be_visible()


def test_whoever_is_away_is_not_called(chromium: Browser, server: str, visitor: Visitor) -> None:
    page = visitor.page
    with visit(chromium, server) as friend:
        friend.come("Bo")
        table = begin_game(visitor, friend)
        visitor.move_at_random(table)
        page.goto(f"/table/{table}")
        expect(page.get_by_text("Bo is to move.")).to_be_visible()
        page.evaluate(
            "window.titles = []; new MutationObserver(() => titles.push(document.title))"
            ".observe(document.querySelector('title'), { childList: true, characterData: true, subtree: true })"
        )
        visitor.ask("DELETE", f"/tables/{table}/seats/1")
        friend.move_at_random(table, 1)
        log = open_log(page)
        expect(log.get_by_role("heading", name="Ada")).to_have_count(2)
        expect(page.get_by_text("Bo is to move.")).to_be_visible()
        assert not [title for title in page.evaluate("titles") if title.startswith("Your turn")]
        page.get_by_role("button", name="Come back").click()
        expect(page.get_by_role("button", name="Come back")).to_have_count(0)
        friend.move_at_random(table, 1)
        expect(page).to_have_title(re.compile("^Your turn"))
        type_any_move(visitor, table)
        expect(page.get_by_role("button", name="Confirm")).to_be_visible()


@pytest.mark.parametrize("other", [0, 1])
def test_two_clicks_make_one_person_and_one_table(chromium: Browser, server: str, other: int) -> None:
    """On one button, and on those of two games."""
    with visit(chromium, server) as stranger:
        page = stranger.page
        page.goto("/")
        buttons = page.get_by_role("button", name="Play now")
        expect(buttons).to_have_count(3)
        asked: list[str] = []
        page.on("request", lambda request: asked.append(urlsplit(request.url).path))
        page.evaluate(
            "other => { const buttons = [...document.querySelectorAll('article button')];"
            " buttons[0].click(); buttons[other].click(); }",
            other,
        )
        expect(page).to_have_url(re.compile("/table/"))
        page.evaluate(ROUND_TRIP)
        assert asked.count("/api/people") == 1
        assert len(stranger.ask("GET", "/tables?which=mine")["tables"]) == 1
