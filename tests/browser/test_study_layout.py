"""Puzzles and tutorials use the window: the board has most of it, and everybody is shown once."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from support.browsers import Visitor
from tianxia.games import GAMES

SIZES = [(1280, 720), (1440, 900), (1920, 1080), (1024, 768)]
SHARE = """() => {
    const { width, height } = document.querySelector(".study > .board").getBoundingClientRect();
    return width * height / (innerWidth * innerHeight);
}"""
HIDDEN = """() => [...document.querySelectorAll(".study [data-spot]")].filter(place => {
    const { x, y, right, bottom } = place.getBoundingClientRect();
    return x < -1 || y < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
}).map(place => place.dataset.spot)"""


def check_room(page: Page, game: str) -> None:
    """All choices are inside the window, also where the board of the city has more cells than fit."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".study .ask")).to_be_in_viewport(ratio=1)
        assert page.evaluate(SHARE) >= 0.5, (width, height)
        assert page.evaluate(HIDDEN) == [], (width, height)
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), (width, height)
        names = page.locator(".study").get_by_text("Yellow", exact=True)
        widths = names.evaluate_all("all => all.map(name => name.getBoundingClientRect().width)")
        assert len([wide for wide in widths if wide > 2]) == 1, (game, width, height)


@pytest.mark.parametrize("game", GAMES)
def test_the_board_of_a_puzzle_has_most_of_the_window(visitor: Visitor, game: str) -> None:
    visitor.page.goto(f"/puzzles/{game}")
    visitor.page.locator(".study .ask").wait_for()
    check_room(visitor.page, game)


@pytest.mark.parametrize("game", GAMES)
def test_the_board_of_a_tutorial_has_most_of_the_window(visitor: Visitor, game: str) -> None:
    visitor.page.goto(f"/learn/{game}/tutorial")
    visitor.page.locator(".study .ask").wait_for()
    check_room(visitor.page, game)
