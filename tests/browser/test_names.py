"""Names that people gave themselves: whatever they are, they are shown as they are."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, expect

from support.browsers import PHONE, Visitor, begin_game, open_log, visit


def test_a_name_is_no_pattern(chromium: Browser, server: str, visitor: Visitor) -> None:
    with visit(chromium, server) as friend:
        visitor.ask("PATCH", "/me", {"name": "$'<b>"})
        friend.come("$'<b>")
        table = begin_game(visitor, friend)
        for _ in range(30):
            visitor.move_at_random(table)
            friend.move_at_random(table)
        visitor.page.goto(f"/table/{table}")
        expect(visitor.page.get_by_role("dialog")).to_be_visible()  # the game is over
        visitor.page.keyboard.press("Escape")
        log = open_log(visitor.page)
        expect(log).to_contain_text("$'<b> (Purple)")
        told = log.inner_text()
        assert told.count("<b>") == told.count("$'<b>")


def test_a_long_name_makes_no_screen_wider(chromium: Browser, server: str) -> None:
    with visit(chromium, server, phone=True) as host, visit(chromium, server, phone=True) as friend:
        host.come("W" * 40)
        friend.come("M" * 40)
        waiting = host.set_up("forbidden-city", "me", "friend", "anybody")
        friend.ask("POST", f"/tables/{waiting}/seats/3", {})
        table = begin_game(host, friend)
        me = host.ask("GET", "/me")["id"]
        for screen in ("/", f"/table/{waiting}", f"/table/{table}", f"/review/{table}", f"/people/{me}"):
            friend.page.goto(screen)
            expect(friend.page.locator("h1")).to_be_visible()
            expect(friend.page.get_by_text(re.compile("WWWW")).first).to_be_visible()
            wide: int = friend.page.evaluate("document.documentElement.scrollWidth")
            assert wide <= PHONE["width"], screen


def test_people_of_one_name_who_wait_have_numbers(chromium: Browser, server: str, visitor: Visitor) -> None:
    with visit(chromium, server) as friend:
        friend.come("Ada")
        table = visitor.set_up("forbidden-city", "me", "anybody", "level:novice")
        visitor.page.goto(f"/table/{table}")
        expect(visitor.page.get_by_text("Ada (you)")).to_be_visible()
        friend.page.goto(f"/table/{table}")
        friend.page.get_by_role("button", name="Sit down").click()
        expect(friend.page.get_by_text("Ada (2) (you)")).to_be_visible()
        expect(visitor.page.get_by_text("Ada (1) (you)")).to_be_visible()
        expect(visitor.page.get_by_text("Ada (2)", exact=True)).to_be_visible()
