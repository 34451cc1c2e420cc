"""The game of the page about adding a game, in the browser: nothing but its own files makes the client show it."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from support.added_game import ROOT, add_game, environment_of, run_in
from support.browsers import open_log, visit
from support.luck import THOROUGH
from support.served import served


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources with the game, and with the client built from them."""
    house = tmp_path_factory.mktemp("house")
    add_game(house)
    (house / "web" / "node_modules").symlink_to(ROOT / "web" / "node_modules")
    run_in(house, ["web/build.py"])
    return house


def test_an_added_game_is_played_in_the_browser(chromium: Browser, house: Path, tmp_path: Path) -> None:
    running = served(tmp_path, "--no-open", "--data", tmp_path, **environment_of(house))
    with running as server, visit(chromium, server.address) as visitor:
        page = visitor.page
        page.goto("/")
        page.get_by_role("article", name="Rice").get_by_role("button", name="Play now").click()
        page.wait_for_url("**/table/*")
        heap = page.get_by_role("group", name="A heap of")
        heap.get_by_role("button").first.click()
        page.get_by_role("button", name="Confirm").click()
        log = open_log(page)
        expect(log.get_by_text(" takes ").nth(2)).to_be_attached()  # both programs have moved, too
        heap.get_by_role("button").last.focus()
        page.keyboard.press("Enter")
        page.get_by_role("button", name="Confirm").click()
        expect(open_log(page).get_by_text(" takes ").nth(5)).to_be_attached()


@pytest.mark.skipif(not THOROUGH, reason="the client was checked without it: make test-all does it with the game")
def test_the_face_of_the_page_passes_the_checks_of_the_client(house: Path) -> None:
    run_in(house, ["web/build.py", "check"])
