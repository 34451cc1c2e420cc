"""The home screen: it is light, and whoever plays finds their games there."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from support.browsers import begin_game, visit

MOST = 200_000  # bytes of script, compressed
TINY = 500  # what so few bytes hold does not get smaller


def test_the_first_load_is_light(chromium: Browser, server: str) -> None:
    with visit(chromium, server) as visitor:
        visitor.page.goto("/", wait_until="networkidle")
        expect(visitor.page.get_by_role("button", name="Play now")).to_have_count(3)
        scripts = [answer for answer in visitor.answers if answer.request.resource_type == "script"]
        sizes = [int(answer.headers["content-length"]) for answer in scripts]
        packed = [answer.headers.get("content-encoding") == "gzip" for answer in scripts]
        assert all(is_packed or size < TINY for is_packed, size in zip(packed, sizes, strict=True))
        assert TINY < sum(sizes) < MOST


def test_whoever_plays_finds_their_game_first_on_a_phone(chromium: Browser, server: str) -> None:
    with visit(chromium, server, phone=True) as visitor:
        visitor.come("Ada")
        for _ in range(5):
            visitor.set_up("forbidden-city", "me", "me")
        visitor.page.goto("/")
        turns = visitor.page.get_by_role("link", name="Your turn")
        expect(turns).to_have_count(3)
        expect(turns.last).to_be_in_viewport()
        visitor.page.get_by_role("button", name="Show all 5").tap()
        expect(turns).to_have_count(5)
        turns.first.tap()
        visitor.page.wait_for_url("**/table/*")


def test_ones_own_game_is_opened_also_when_others_are_to_move(chromium: Browser, server: str) -> None:
    with visit(chromium, server) as host, visit(chromium, server) as friend:
        host.come("Ada")
        friend.come("Bo")
        begin_game(host, friend)
        friend.page.goto("/")
        expect(friend.page.get_by_role("link", name="Open", exact=True)).to_be_visible()
