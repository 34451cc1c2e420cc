"""A hint shows its moves where they would be made."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Route, expect

from support.browsers import Visitor, visit

NOTATION = re.compile(r"\d,-?\d|\w-\d| r\d")


@pytest.fixture
def visitor(chromium: Browser, server: str) -> Iterator[Visitor]:
    with visit(chromium, server) as visitor:
        visitor.come("Ada")
        yield visitor


def take_hint(visitor: Visitor, game: str) -> tuple[Locator, list[str]]:
    """A new table, with a hint."""
    table = visitor.set_up(game, "me", "level:novice", "level:novice")
    return take_hint_at(visitor, table)


def take_hint_at(visitor: Visitor, table: str) -> tuple[Locator, list[str]]:
    """A hint for the first moves that may be made: what hints are worth is tested elsewhere."""
    legal: list[str] = visitor.look(table)["view"]["legal"]
    placings = [move for move in legal if not move.startswith("exchange")]  # which has no place on a board
    return take_hint_of(visitor, table, placings[:: max(1, len(placings) // 4)][:4])


def take_hint_of(visitor: Visitor, table: str, moves: list[str]) -> tuple[Locator, list[str]]:
    page = visitor.page
    view = visitor.look(table)["view"]
    parsed = dict(zip(view["legal"], view["moves"], strict=True))

    def advise(route: Route) -> None:
        found = [
            {"move": move, "parsed": parsed[move], "chance": 0.4, "error": 0.1, "scores": [9, 8, 7]} for move in moves
        ]
        route.fulfill(status=200, content_type="application/json", body=json.dumps({"moves": found}))

    page.route("**/hint", advise)
    if not page.url.endswith(table):
        page.goto(f"/table/{table}")
    page.get_by_role("button", name="Hint", exact=True).click()
    if visitor.look(table)["seats"][0]["hint_costs"]:
        page.get_by_role("button", name="Show the hint").click()
    advice = page.get_by_role("region", name="What a master would do")
    expect(advice).to_be_visible()
    return advice, moves


@pytest.mark.parametrize("game", ["forbidden-city", "emperor-of-china", "year-of-the-dragon"])
def test_a_row_of_a_hint_shows_its_move_on_the_board(visitor: Visitor, game: str) -> None:
    page = visitor.page
    advice, moves = take_hint(visitor, game)
    previewing = page.locator(".stage .previewing")
    rows = advice.locator("tbody tr")
    expect(rows).to_have_count(len(moves))
    expect(rows.first).to_contain_text("40 % ±20")  # 19 times of 20, as in an analysis and in the terminal
    for row in rows.all():
        assert not NOTATION.search(row.get_by_role("button").first.evaluate("button => button.firstChild.textContent"))
    rows.nth(1).get_by_text("%").hover()  # anywhere in the row
    expect(previewing).to_be_in_viewport()
    advice.get_by_role("heading").hover()
    expect(previewing).to_have_count(0)
    rows.nth(0).get_by_role("button").first.focus()
    expect(previewing).to_be_in_viewport()


@pytest.mark.parametrize("game", ["forbidden-city", "emperor-of-china", "year-of-the-dragon"])
def test_on_a_phone_a_hint_covers_nothing_of_the_board(chromium: Browser, server: str, game: str) -> None:
    with visit(chromium, server, phone=True) as visitor:
        visitor.come("Ada")
        advice, _ = take_hint(visitor, game)
        board = visitor.page.locator(".stage .free, .stage.scrolls").first
        for row in advice.locator("tbody tr").all():
            row.get_by_text("%").tap()
            expect(visitor.page.locator(".stage .previewing")).to_be_in_viewport(ratio=0.9)
        above, below = board.bounding_box(), visitor.page.locator(".advice").bounding_box()
        assert above is not None
        assert below is not None
        assert above["y"] + above["height"] <= below["y"]
        assert above["height"] > 200


def test_on_a_phone_a_hinted_card_is_seen(chromium: Browser, server: str) -> None:
    """Cards have no place on a board."""
    with visit(chromium, server, phone=True) as visitor:
        visitor.come("Ada")
        table = visitor.set_up("year-of-the-dragon", "me", "me")
        while not visitor.look(table)["view"]["legal"][0].startswith("card "):
            visitor.move_at_random(table, 1)
        advice, moves = take_hint_at(visitor, table)
        expect(advice.locator("tbody tr")).to_have_count(len(moves))
        for row in advice.locator("tbody tr").all():
            row.get_by_text("%").tap()
            expect(visitor.page.locator(".stage .previewing").first).to_be_in_viewport(ratio=0.9)
            expect(row).to_be_in_viewport()


def test_on_a_phone_what_is_told_of_a_room_makes_way_for_moves(chromium: Browser, server: str) -> None:
    with visit(chromium, server, phone=True) as visitor:
        visitor.come("Ada")
        page = visitor.page
        table = visitor.set_up("forbidden-city", "me", "level:novice")
        page.goto(f"/table/{table}")
        card = page.locator(".card")
        tap_middle(visitor, page.locator('[data-pays="0,0"]'))
        expect(card).to_be_visible()
        tap_middle(visitor, page.locator("[data-spot]").first)
        expect(page.locator(".stage .previewing")).to_be_visible()
        expect(card).to_have_count(0)
        tap_middle(visitor, page.locator('[data-pays="0,0"]'))  # it can be looked at beside the tile, too
        expect(card).to_be_visible()
        take_hint_at(visitor, table)
        expect(card).to_have_count(0)


def tap_middle(visitor: Visitor, place: Locator) -> None:
    """What lies on top answers."""
    place.scroll_into_view_if_needed()  # once it is at rest
    box = place.bounding_box()
    assert box is not None
    visitor.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


@pytest.mark.parametrize("game", ["forbidden-city", "emperor-of-china", "year-of-the-dragon"])
def test_no_two_moves_of_a_hint_have_the_same_name(visitor: Visitor, game: str) -> None:
    """Whichever of all legal moves it is of."""
    page = visitor.page
    table = visitor.set_up(game, "me", "me", "me")
    for _ in range(6):
        page.goto(f"/table/{table}")
        expect(page.get_by_role("button", name=re.compile("^(Hint|I am )")).first).to_be_visible()
        if page.get_by_role("heading", name="Pass the screen").count():
            page.get_by_role("button", name=re.compile("^I am")).click()
        legal = visitor.look(table)["view"]["legal"]
        advice, _ = take_hint_of(visitor, table, legal)
        buttons = advice.locator("tbody th button")
        expect(buttons).to_have_count(len(legal))
        names = buttons.evaluate_all("buttons => buttons.map(button => button.firstChild.textContent)")
        assert sorted(name for name in set(names) if names.count(name) > 1) == []
        visitor.move_at_random(table, 7)
