"""The home screen."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from support.browsers import visit

MOST = 200_000  # bytes of script, compressed


def test_the_first_load_is_light(chromium: Browser, server: str) -> None:
    with visit(chromium, server) as visitor:
        visitor.page.goto("/", wait_until="networkidle")
        expect(visitor.page.get_by_role("button", name="Play now")).to_have_count(3)
        scripts = [answer for answer in visitor.answers if answer.request.resource_type == "script"]
        assert scripts
        assert all(answer.headers["content-encoding"] == "gzip" for answer in scripts)
        assert sum(int(answer.headers["content-length"]) for answer in scripts) < MOST
