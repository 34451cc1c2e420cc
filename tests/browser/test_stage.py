"""The board has most of the window, at every size, and nothing that is asked, looked at or opened moves it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from support.browsers import PHONE, Visitor, visit

GAMES = ("forbidden-city", "emperor-of-china", "year-of-the-dragon")
SHARES: dict[tuple[int, int], float] = {
    (1440, 900): 0.6,
    (1920, 1080): 0.6,
    (1280, 720): 0.52,
    (1024, 768): 0.5,
    (768, 1024): 0.5,
    (844, 390): 0.45,
    (667, 375): 0.45,
    (390, 844): 0.45,
    (320, 640): 0.45,
}
LYING: ViewportSize = {"width": 667, "height": 375}
TABLET: ViewportSize = {"width": 1024, "height": 768}

SHARE = """() => {
    const board = document.querySelector("main");
    let [seen, all] = [0, 0];
    for (let x = 5; x < innerWidth; x += 10) for (let y = 5; y < innerHeight; y += 10) {
        all += 1;
        seen += board.contains(document.elementFromPoint(x, y));
    }
    return seen / all;
}"""
BOXES = """wanted => Object.fromEntries([...document.querySelectorAll(wanted)].map((part, index) => {
    const { x, y, width, height } = part.getBoundingClientRect();
    const name = ["data-region", "data-pays", "aria-label"].map(name => part.getAttribute(name)).join(" ");
    return [`${index} ${name}`, [x, y, width, height]];
}))"""
FRAME = ".stage, .free, .scrolls, .ask, .rail, .tools, .seats li, h1, .tools button, .rail button"
PARTS = {  # of a board, that stay what they are while a move is made
    "forbidden-city": "main [data-pays]",
    "emperor-of-china": "main [data-region]",
    "year-of-the-dragon": "main [role=region]",
}
FOUND = """wanted => [...document.querySelectorAll(wanted)].filter(one => one.checkVisibility() &&
    !(one.closest("main, .hand") && !one.closest(".asking, .acts")) && !one.closest(".visually-hidden"))"""
"""What is seen of the frame; boards and hands are those of the games."""
SMALL_TYPE = f"""() => ({FOUND})(".table *").filter(one =>
    [...one.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.textContent.trim()) &&
    parseFloat(getComputedStyle(one).fontSize) < 11
).map(one => `${{one.className}}: ${{one.textContent.trim()}}`)"""
SMALL_TARGETS = f"""() => ({FOUND})(".table :is(button, a, input, select)").filter(one => {{
    const {{ width, height }} = one.getBoundingClientRect();
    return Math.min(width, height) < 39.5 && !one.closest("p") && !one.closest(".more");
}}).map(one => `${{one.className}}: ${{one.ariaLabel ?? one.textContent.trim()}}`)"""


def sit_down(visitor: Visitor, game: str, moves: int = 9) -> str:
    """A table in the course of a game, at which it is one's turn."""
    table = visitor.set_up(game, *["me"] * 3)
    visitor.move_at_random(table, moves)
    visitor.page.goto(f"/table/{table}")
    if game != "year-of-the-dragon":  # where nothing is hidden
        visitor.page.get_by_role("button", name=re.compile("^I am")).click()
    expect(visitor.page).to_have_title(re.compile("^Your turn"))
    return table


@pytest.mark.parametrize("game", GAMES)
def test_the_board_has_most_of_the_window(visitor: Visitor, game: str) -> None:
    page = visitor.page
    sit_down(visitor, game)
    for (width, height), least in SHARES.items():
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".stage")).to_be_visible()
        assert page.evaluate(SHARE) >= least, (width, height)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate("document.documentElement.scrollHeight") <= height


def expect_still(page: Page, before: dict[str, list[float]], parts: str, when: str) -> None:
    after: dict[str, list[float]] = page.evaluate(BOXES, parts)
    assert before
    moved = [
        name
        for name, box in before.items()
        if name in after and max(abs(a - b) for a, b in zip(box, after[name], strict=True)) > 1
    ]
    assert not moved, f"{when}: {moved}"


@pytest.mark.parametrize("size", [None, TABLET, PHONE, LYING], ids=["desktop", "tablet", "phone", "lying"])
@pytest.mark.parametrize("game", GAMES)
def test_nothing_that_is_asked_looked_at_or_opened_moves_the_frame(
    visitor: Visitor, game: str, size: ViewportSize | None
) -> None:
    page = visitor.page
    if size:
        page.set_viewport_size(size)
    sit_down(visitor, game)
    frame: dict[str, list[float]] = page.evaluate(BOXES, FRAME)
    board: dict[str, list[float]] = page.evaluate(BOXES, PARTS[game])
    page.locator("main [data-spot], .ask [data-spot]").first.focus()
    expect(page.locator(".effects")).not_to_be_empty()
    expect_still(page, frame, FRAME, "a move is looked at")
    expect_still(page, board, PARTS[game], "a move is looked at")
    for key, opened in (("?", page.get_by_role("tabpanel", name="Help")), ("/", page.get_by_label("Type a move"))):
        page.keyboard.press(key)
        expect(opened).to_be_visible()
        expect_still(page, frame, FRAME, f"{key} was pressed")
        expect_still(page, board, PARTS[game], f"{key} was pressed")
        page.keyboard.press("Escape")
        expect(opened).to_be_hidden()
    page.keyboard.press("/")
    page.get_by_label("Type a move").fill("nonsense")
    page.keyboard.press("Enter")
    expect(page.locator(".ask").get_by_role("status")).not_to_be_empty()
    expect_still(page, frame, FRAME, "something was refused")
    expect_still(page, board, PARTS[game], "something was refused")
    visitor.complaints.clear()  # Chromium notes the answer


@pytest.mark.parametrize("game", GAMES)
def test_from_the_question_to_the_next_one_the_frame_stays(visitor: Visitor, game: str) -> None:
    """Chosen, waiting to be confirmed, confirmed, and past the curtain."""
    page = visitor.page
    table = sit_down(visitor, game)
    frame: dict[str, list[float]] = page.evaluate(BOXES, FRAME)
    confirm = page.get_by_role("button", name="Confirm")
    curtain = page.get_by_role("button", name=re.compile("^I am"))
    for _ in range(8):
        view = visitor.look(table)["view"]
        if not view["pending"]:
            visitor.type_move(view["legal"][0])
        expect(page.get_by_label("Type a move")).to_have_count(0)
        if visitor.look(table)["view"]["pending"]:
            expect(confirm).to_be_visible()
            expect_still(page, frame, FRAME, "it waits")
            confirm.click()
            expect(confirm).to_have_count(0)
        expect(curtain.or_(page.locator(".ask")).first).to_be_visible()
        if curtain.count():
            curtain.click()
        expect_still(page, frame, FRAME, "it is made")


@pytest.mark.parametrize("size", [PHONE, LYING, {"width": 320, "height": 640}], ids=["upright", "lying", "narrow"])
@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone_all_of_the_frame_can_be_read_and_touched(
    chromium: Browser, server: str, game: str, size: ViewportSize
) -> None:
    with visit(chromium, server, phone=True) as visitor:
        visitor.come("Ada")
        page = visitor.page
        page.set_viewport_size(size)
        sit_down(visitor, game)
        page.get_by_role("button", name="More tools").tap()
        expect(page.get_by_role("button", name="Settings")).to_be_in_viewport(ratio=0.99)
        assert page.evaluate(SMALL_TYPE) == []
        assert page.evaluate(SMALL_TARGETS) == []
        page.keyboard.press("Escape")
        expect(page.get_by_role("button", name="Settings")).to_be_hidden()


def test_the_tab_key_comes_to_what_can_be_chosen_first(visitor: Visitor) -> None:
    """After the way past it, and the way home."""
    page = visitor.page
    sit_down(visitor, "forbidden-city")
    page.evaluate("document.activeElement.blur()")
    order = []
    for _ in range(3):
        page.keyboard.press("Tab")
        order.append(page.evaluate("document.activeElement.dataset.spot ? 'spot' : document.activeElement.tagName"))
    assert order == ["A", "A", "spot"]


def test_values_are_hidden_and_shown_by_the_eye(visitor: Visitor) -> None:
    page = visitor.page
    sit_down(visitor, "forbidden-city")
    eye = page.get_by_role("button", name="Values on the board")
    expect(eye).to_have_attribute("aria-pressed", "true")
    eye.click()
    expect(eye).to_have_attribute("aria-pressed", "false")
