"""The map of The Emperor of China fills its window and tells what places cost; only decisions are asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from support.browsers import PHONE, Visitor, visit

GAME = "emperor-of-china"
LYING: ViewportSize = {"width": 844, "height": 390}
LAND = """() => {
    const boxes = [...document.querySelectorAll("main [data-region][data-pays]")].map(it => it.getBoundingClientRect());
    const [left, top] = [Math.min(...boxes.map(it => it.left)), Math.min(...boxes.map(it => it.top))];
    const [right, bottom] = [Math.max(...boxes.map(it => it.right)), Math.max(...boxes.map(it => it.bottom))];
    return { left, top, right, bottom, share: (right - left) * (bottom - top) / (innerWidth * innerHeight) };
}"""
BOX = "it => it.getBoundingClientRect().toJSON()"
FREE = "() => document.querySelector('.free').getBoundingClientRect().toJSON()"
SMALL_TYPE = """() => [...document.querySelectorAll("main svg text, .hand .names")].filter(it => {
    const drawn = it.closest("svg") && it.getScreenCTM();
    return it.checkVisibility() && parseFloat(getComputedStyle(it).fontSize) * (drawn ? drawn.a : 1) < 10.95;
}).map(it => it.textContent)"""
SMALL_SPOTS = """() => [...document.querySelectorAll("main [data-spot]")].filter(it => {
    const { width, height } = it.getBoundingClientRect();
    return Math.min(width, height) < 40;
}).length"""
NEAREST = """() => {
    const spots = [...document.querySelectorAll("main [data-spot]")].map(it => {
        const { x, y, width, height } = it.getBoundingClientRect();
        return [x + width / 2, y + height / 2];
    });
    const way = ([x, y], [right, down]) => Math.hypot(x - right, y - down);
    const pairs = spots.flatMap(one => spots.filter(other => other !== one).map(other => [way(one, other), one]));
    return pairs.sort((one, other) => one[0] - other[0])[0];
}"""


@pytest.fixture
def phone(chromium: Browser, server: str) -> Iterator[Visitor]:
    with visit(chromium, server, phone=True) as visitor:
        visitor.come("Ada")
        yield visitor


def sit_down(visitor: Visitor) -> str:
    table = visitor.set_up(GAME, "me", "level:novice", "level:novice")
    visitor.page.goto(f"/table/{table}")
    visitor.page.locator("main [data-spot]").first.wait_for()
    return table


def assert_inside(inner: dict[str, float], outer: dict[str, float], spare: float = 1) -> None:
    assert inner["left"] >= outer["left"] - spare, (inner, outer)
    assert inner["right"] <= outer["right"] + spare, (inner, outer)
    assert inner["top"] >= outer["top"] - spare, (inner, outer)
    assert inner["bottom"] <= outer["bottom"] + spare, (inner, outer)


def expect_whole(page: Page) -> None:
    expect(page.locator(".stage .free > .board")).to_have_attribute("style", re.compile(r"scale\(1\)"))


@pytest.mark.parametrize(
    ("size", "least"),
    [((1440, 900), 0.72), ((1280, 720), 0.62), ((1920, 1080), 0.7), ((390, 844), 0.62), ((844, 390), 0.6)],
)
@pytest.mark.parametrize("side", ["three-four", "four-five"])
def test_the_land_fills_the_window(visitor: Visitor, size: tuple[int, int], least: float, side: str) -> None:
    page = visitor.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"/table/{visitor.set_up(GAME, *['me'] * 4, options={'side': side})}")
    page.get_by_role("button", name=re.compile("^I am")).click()
    page.locator("main [data-spot]").first.wait_for()
    land, free = page.evaluate(LAND), page.evaluate(FREE)
    assert land["share"] >= least
    assert_inside(land, free)


def test_a_ring_tells_what_a_place_costs(visitor: Visitor) -> None:
    """Full: one card; broken: two alike, where one card does not do."""
    page = visitor.page
    table = sit_down(visitor)
    prices: dict[str, int] = {}
    for move in visitor.look(table)["view"]["legal"]:
        kind, at, *cards = move.split()
        if kind in ("house", "emissary"):
            prices[f"{kind} {at}"] = min(len(cards), prices.get(f"{kind} {at}", 2))
    expect(page.locator("main .ring:not(.broken)")).to_have_count(sum(price == 1 for price in prices.values()))
    expect(page.locator("main .ring.broken")).to_have_count(sum(price == 2 for price in prices.values()))


def test_the_tip_of_every_region_lies_on_the_free_part_of_the_board(visitor: Visitor) -> None:
    page = visitor.page
    page.set_viewport_size({"width": 1280, "height": 720})
    sit_down(visitor)
    free = page.evaluate(FREE)
    courts = page.locator("main [data-region][data-pays]")
    for number in range(courts.count()):
        courts.nth(number).dispatch_event("pointermove", {"pointerType": "mouse", "bubbles": True})
        card = page.locator("main .card")
        expect(card).to_be_visible()
        assert_inside(card.evaluate(BOX), free)


def test_what_a_place_would_bring_is_told_inside_the_free_part(visitor: Visitor) -> None:
    page = visitor.page
    page.set_viewport_size({"width": 1280, "height": 720})
    sit_down(visitor)
    free = page.evaluate(FREE)
    for spot in page.locator("main [data-spot]").all()[::4]:
        spot.focus()
        assert_inside(page.locator(".tip").evaluate(BOX), free)


def place_before_the_only_done(visitor: Visitor) -> tuple[str, str]:
    """A table at one's turn, and a piece after which the hand pays for no second one in that region."""
    while True:
        table = visitor.set_up(GAME, "me", "level:novice", "level:novice")
        visitor.move_at_random(table, 6)
        state = visitor.look(table)
        for region in state["view"]["table"]["regions"]:
            cards = state["view"]["own"]["hand"]
            own = cards.count(region["colour"])
            others = {card: cards.count(card) for card in cards if card != region["colour"]}
            free = [space["id"] for space in region["spaces"] if space["house"] is None]
            move = f"house {free[0]} {region['colour']}" if free else ""
            is_settled = any(region["houses"]) or any(region["emissaries"])
            pays_once = own == 1 and max(others.values(), default=0) < 2
            if pays_once and is_settled and len(free) > 1 and move in state["view"]["legal"]:
                return table, move


def test_who_cannot_pay_for_a_second_piece_need_not_say_so(visitor: Visitor) -> None:
    page = visitor.page
    draw = page.get_by_text(re.compile("^Draw 1 card"))
    for _ in range(20):
        table, move = place_before_the_only_done(visitor)
        page.goto(f"/table/{table}")
        page.locator(f'[data-spot="{move}"]').click()
        expect(draw).to_be_visible()
        page.get_by_role("button", name="Undo", exact=True).first.click()
        expect(draw).to_have_count(0)
        if visitor.look(table)["view"]["legal"] == ["done"]:
            break  # otherwise everybody knew the hand: the match made the move, and took both back
    done = page.get_by_role("button", name="Done: no second piece")
    expect(done).to_be_visible()  # whoever takes it back is asked
    done.click()
    expect(draw).to_be_visible()


def test_pieces_of_the_others_are_marked_until_one_has_decided(visitor: Visitor) -> None:
    page = visitor.page
    houses: list[str] = []
    while not houses:
        table = visitor.set_up(GAME, "me", "level:novice", "level:novice")
        visitor.move_at_random(table, 6)
        houses = [move for move in visitor.look(table)["view"]["legal"] if move.startswith("house")]
    page.goto(f"/table/{table}")
    chips = page.get_by_role("region", name="Since your last turn").get_by_role("listitem")
    expect(chips).to_have_count(2)
    expect(chips.locator("use").first).to_be_attached()
    expect(page.locator("main .disc").first).to_be_visible()
    visitor.type_move(houses[0])
    expect(page.locator("main .disc")).to_have_count(0)


@pytest.mark.parametrize("size", [PHONE, LYING], ids=["upright", "lying"])
def test_on_a_phone_the_land_is_whole_and_comes_closer_to_what_is_touched(phone: Visitor, size: ViewportSize) -> None:
    page = phone.page
    page.set_viewport_size(size)
    table = sit_down(phone)
    expect_whole(page)
    assert page.evaluate(SMALL_TYPE) == []
    assert page.evaluate(SMALL_SPOTS) == 0
    away, (x, y) = page.evaluate(NEAREST)
    assert away < 40
    page.touchscreen.tap(x, y)
    expect(page.locator(".stage .free > .board")).to_have_attribute("style", re.compile(r"scale\((?!1\))"))
    expect(page.locator(".effects")).not_to_be_empty()
    assert phone.look(table)["sequence"] == 0


def test_every_part_of_the_tray_is_seen_in_every_step_of_a_turn(visitor: Visitor) -> None:
    page = visitor.page
    for width, height in ((1440, 900), (1280, 720), (390, 844), (844, 390), (320, 640)):
        page.set_viewport_size({"width": width, "height": height})
        table = sit_down(visitor)
        for _ in range(4):
            boxes = page.evaluate("""() => [...document.querySelectorAll(
                ".hand :is(.own-cards, .open-cards) button, .hand .choices button, .hand .clock")]
                .filter(it => it.checkVisibility()).map(it => it.getBoundingClientRect().toJSON())""")
            assert boxes
            tray = page.locator(".ask").evaluate(BOX)
            for box in boxes:
                assert_inside(box, tray, spare=9)  # a card that pays is raised
            for one, other in pairwise(boxes):
                apart = one["right"] <= other["left"] + 1 or other["right"] <= one["left"] + 1
                assert apart or one["bottom"] <= other["top"] + 1 or other["bottom"] <= one["top"] + 1, (width, one)
            asked = visitor.look(table)
            if asked["eyes"] != asked["to_move"] or asked["view"]["pending"]:
                break
            visitor.move(table, asked["view"]["legal"][0])
            expect(page.locator(".asked")).not_to_be_empty()
