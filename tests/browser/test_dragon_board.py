"""The board of In the Year of the Dragon: every choice and the year in sight, no more clicks than decisions."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from support.browsers import DESKTOP, PHONE, Visitor, visit
from support.dragon_documents import court, document, match_from
from tianxia.games.base import Document
from tianxia.play.record import write_record

LAPTOP: ViewportSize = {"width": 1280, "height": 720}
LYING: ViewportSize = {"width": 844, "height": 390}
TABLET: ViewportSize = {"width": 1024, "height": 768}
UPRIGHT: ViewportSize = {"width": 768, "height": 1024}
SMALLEST: ViewportSize = {"width": 320, "height": 640}
CARDS = ["craftsman", "pyrotechnist", "tax-collector", "farmer", "scholar", "wild", "wild"]
PLAYED = [card for card in CARDS if card != "farmer"]
COURTS = [
    court(
        "3: young farmer, old monk, old healer", "2: young tax-collector", "2: young court-lady, young warrior", yuan=9
    ),
    court("2: young tax-collector, old warrior", "2: young scholar, young court-lady", "1: young craftsman", yuan=5),
    court("2: young warrior, old scholar", "2: young monk", "2: young tax-collector", yuan=4, rice=1, large=1),
    court("2: young monk", "2: young tax-collector, old farmer", "3: old healer", yuan=4, rice=1, large=1),
    court("2: young monk", "2: young scholar", "1: young healer", "1", yuan=6, rice=2, fireworks=2),
]
FULL = court("2: young farmer, old monk", "1: young healer", "1: young tax-collector", cards=PLAYED)
RUINED = court("1: young farmer, old monk", "2: young healer", yuan=3)
RICH = {**COURTS[0], "rice": 2, "fireworks": 2}
OTHERWISE = {"replace": FULL, "crowded": RUINED, "return": RICH}  # the court of the one who is asked
PLACING: Document = {"part": "person", "phase": "palace", "held": "old farmer"}
QUESTIONS: dict[str, tuple[Document, str | None]] = {  # what is asked -> the position, and the super event of the game
    "action": ({}, None),
    "floor": ({"phase": "floor", "to_build": 1, "dragons": [1, None, None, None, None]}, None),
    "card": ({"part": "person"}, None),
    "take": ({"part": "person", "phase": "take", "card": "farmer"}, None),
    "palace": (PLACING, None),
    "replace": ({**PLACING, "phase": "replace"}, None),
    "release": ({"part": "event", "month": 7, "left": 2}, None),
    "starve": ({"part": "event", "month": 4, "left": 2}, None),
    "lose": ({"left": 2}, "earthquake"),
    "crowded": ({"phase": "release", "left": 1}, "earthquake"),
    "discard": ({"left": 2}, "tornado"),
    "return": ({"left": 3}, "flood"),
    "sunrise": ({}, "sunrise"),
    "charter": ({}, "charter"),
}

UNSEEN = """() => [...document.querySelectorAll("[data-spot], .months button.seal")].filter(place => {
    const { x, y, right, bottom, width, height } = place.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    const isFree = top && (place.contains(top) || place.parentElement.contains(top));
    return !(width > 0 && x >= -1 && y >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1 && isFree);
}).map(place => place.dataset.spot ?? place.getAttribute("aria-label"))"""
"""The choices and months that are not wholly inside the window, or are covered."""


OUTSIDE = """() => {
    const told = [];
    const boxOf = one => one.getBoundingClientRect();
    const isSeen = one => boxOf(one).width > 1 && getComputedStyle(one).clipPath === "none";
    const inside = (all, around) => document.querySelectorAll(all).forEach(one => {
        const [part, whole] = [boxOf(one), boxOf(one.closest(around))];
        if (isSeen(one) && (part.left < whole.left - 2 || part.right > whole.right + 2))
            told.push(`${one.className || one.tagName} ${one.textContent.trim()}`);
    });
    inside(".months .toll, .months .rivals i, .months .plate, .months .no", ".months li");
    inside(".seat .goods li", ".seat");
    inside(".act .gain, .act .after, .act .name", ".act");
    for (const seat of document.querySelectorAll(".seat")) {
        const total = boxOf(seat.querySelector("output, .points"));
        for (const good of seat.querySelectorAll(".goods li")) {
            const { left, right, top, bottom } = boxOf(good);
            const isBeside = right <= total.left + 1 || left >= total.right;
            const isBelow = bottom <= total.top + 1 || top >= total.bottom;
            if (isSeen(good) && !isBeside && !isBelow) told.push(`${good.textContent.trim()} over the total`);
        }
    }
    return told;
}"""
"""What lies beyond the part of the board to which it belongs, or over a total."""

PERSONS = """() => Math.min(...[...document.querySelectorAll(".court .who")]
    .map(one => one.getBoundingClientRect().width).filter(Boolean))"""
"""The width of the smallest person at a court."""

PARTS = ".rows > section, .rows > div, .court, .seat, .months li, .group, .act, .stone, .sheet .tile, .palace"


def position(question: str) -> tuple[Document, str | None]:
    changes, super_event = QUESTIONS[question]
    mine = OTHERWISE.get(question, COURTS[0])
    held = PLAYED if question in ("take", "palace", "replace") else CARDS
    courts = [{**mine, "cards": held}, *({**other, "cards": CARDS} for other in COURTS[1:])]
    when = {"month": 7, "part": "super-event"} if super_event else {}
    wall: Document = {"wall": [4, 4, 3, 2, 5], "wall_used": [[], ["rice"], ["floor"], ["points", "track"], ["rice"]]}
    track = {"track": [[1, 22], [2, 22], [3, 20], [4, 18], [5, 17]]}
    told = document(*courts, **{"month": 6, "walled": True, "super_event": super_event or "eclipse", **wall, **track})
    return {**told, **when, **changes}, super_event or "eclipse"


def sit_down(visitor: Visitor, told: Document, **options: Any) -> str:
    record = write_record(match_from(told, **options))
    seats = ["me"] * len(told["courts"])
    table = visitor.set_up("year-of-the-dragon", *seats, begin={"record": record})
    visitor.page.goto(f"/table/{table}")
    visitor.page.locator("[data-spot]").first.wait_for()
    return table


def check_all_is_seen(page: Page, choices: int) -> None:
    expect(page.locator(".months button.seal")).to_have_count(12)
    assert page.evaluate(UNSEEN) == []
    assert page.locator("[data-spot]").count() >= choices


@pytest.mark.parametrize("question", QUESTIONS)
def test_all_choices_and_the_year_are_in_the_window_of_a_laptop(visitor: Visitor, question: str) -> None:
    """With five players, the wall and a super event, whatever is asked."""
    page = visitor.page
    page.set_viewport_size(LAPTOP)
    told, super_event = position(question)
    table = sit_down(visitor, told, great_wall=True, super_event=super_event)
    legal = visitor.look(table)["view"]["legal"]
    # the tiles of the wall are seen once its card is touched
    check_all_is_seen(page, len([move for move in legal if not move.startswith("wall ")]))
    if question == "action":
        page.locator("[data-spot=wall]").click()
        check_all_is_seen(page, len(legal))


def test_all_choices_of_the_draft_are_in_the_window_of_a_laptop(visitor: Visitor) -> None:
    page = visitor.page
    page.set_viewport_size(LAPTOP)
    options = {"great_wall": True, "super_event": "sunrise"}
    page.goto(f"/table/{visitor.set_up('year-of-the-dragon', *['me'] * 5, options=options)}")
    page.locator("[data-spot]").first.wait_for()
    check_all_is_seen(page, 9)


def test_a_person_is_had_with_one_click_though_card_and_age_are_decided(visitor: Visitor) -> None:
    """The old farmer is taken with the farmer's card, not with a wild one; then only the palace is asked for."""
    told, super_event = position("card")
    told["courts"][0] = court("2: young monk", "3: young healer", cards=CARDS)
    table = sit_down(visitor, told, great_wall=True, super_event=super_event)
    visitor.page.locator('[data-spot="take old farmer"]').click()
    expect(visitor.page.locator('[data-spot^="palace "]').first).to_be_visible()
    state = visitor.look(table)["view"]["table"]
    assert state["held"]["kind"] == "farmer"
    assert state["held"]["age"] == "old"
    assert state["courts"][0]["cards"] == PLAYED


def test_a_large_privilege_is_chosen_with_one_click(visitor: Visitor) -> None:
    told, super_event = position("action")
    table = sit_down(visitor, told, great_wall=True, super_event=super_event)
    visitor.page.locator('[data-spot="privilege large"]').click()
    expect(visitor.page.get_by_role("button", name="Confirm")).to_be_visible()
    assert visitor.look(table)["view"]["pending"] == "privilege large"


def test_the_draft_tells_what_persons_do(visitor: Visitor) -> None:
    visitor.page.goto(f"/table/{visitor.set_up('year-of-the-dragon', 'me', 'me')}")
    scholar = visitor.page.locator('[data-spot="draft scholar"]')
    expect(scholar).to_have_accessible_name(
        re.compile("^Draft a scholar, young scholar: 4 spaces on the track; 2 books: a point more of research")
    )


def test_no_row_of_the_board_changes_its_place_with_the_question(visitor: Visitor) -> None:
    """From the draft to the choice of a person, also while a move is looked at and waits."""
    page = visitor.page
    page.set_viewport_size(LAPTOP)
    table = visitor.set_up("year-of-the-dragon", "me", "me", options={"great_wall": True})
    page.goto(f"/table/{table}")
    page.locator("[data-spot]").first.wait_for()

    def boxes(parts: str = ".rows > section, .rows > div") -> list[Any]:
        read = "all => all.map(one => Object.values(one.getBoundingClientRect().toJSON()).map(Math.round))"
        found: list[Any] = page.locator(".place").locator(parts).evaluate_all(read)
        return found

    before, parts = boxes(), set()
    for _ in range(10):
        parts.add(visitor.look(table)["view"]["table"]["part"])
        spot = page.locator(".place [data-spot]:not([data-spot=wall])").first
        asked = boxes(PARTS)
        spot.hover()
        assert boxes(PARTS) == asked
        with page.expect_response("**/moves"):
            spot.click()
        if visitor.look(table)["view"]["pending"]:
            confirm = page.get_by_role("button", name="Confirm")
            confirm.wait_for()
            assert len(boxes(PARTS)) == len(asked)
            moved = [(a, b) for a, b in zip(asked, boxes(PARTS), strict=True) if a != b]
            assert not moved, parts
            confirm.click()
            expect(confirm).to_be_hidden()
        page.locator(".place [data-spot]").first.wait_for()
        assert boxes() == before
    assert {"draft", "action", "person"} & parts > {"draft"}


@pytest.mark.parametrize(
    "size", [DESKTOP, LAPTOP, TABLET, UPRIGHT, PHONE, SMALLEST, LYING], ids=lambda size: size["width"]
)
@pytest.mark.parametrize("players", [2, 5])
def test_what_a_part_of_the_board_tells_stays_inside_it(
    chromium: Browser, server: str, players: int, size: ViewportSize
) -> None:
    with visit(chromium, server, phone=min(size["width"], size["height"]) < 500) as visitor:
        visitor.come("Ada")
        page = visitor.page
        page.set_viewport_size(size)
        told, super_event = position("action")
        told["courts"] = told["courts"][:players]
        if players < 5:
            told = document(*told["courts"], month=1, super_event=super_event, walled=True)
        table = sit_down(visitor, told, great_wall=True, super_event=super_event)
        assert page.evaluate(OUTSIDE) == []
        visitor.move(table, "taxes", confirm=False)
        expect(page.get_by_role("button", name="Confirm")).to_be_in_viewport(ratio=1)
        assert page.evaluate(OUTSIDE) == []


@pytest.mark.parametrize(("size", "least"), [(LAPTOP, 28), (DESKTOP, 36), (TABLET, 27), (PHONE, 30)])
def test_persons_at_all_courts_can_be_told_apart(visitor: Visitor, size: ViewportSize, least: int) -> None:
    visitor.page.set_viewport_size(size)
    told, super_event = position("action")
    sit_down(visitor, told, great_wall=True, super_event=super_event)
    assert visitor.page.evaluate(PERSONS) >= least


@pytest.mark.parametrize("size", [PHONE, LYING], ids=["upright", "lying"])
@pytest.mark.parametrize("question", QUESTIONS)
def test_on_a_phone_all_choices_are_in_sight(chromium: Browser, server: str, question: str, size: ViewportSize) -> None:
    """But for cards at the end of the hand, which is swiped."""
    with visit(chromium, server, phone=True) as visitor:
        visitor.come("Ada")
        page = visitor.page
        page.set_viewport_size(size)
        told, super_event = position(question)
        sit_down(visitor, told, great_wall=True, super_event=super_event)
        seen = page.locator("[data-spot]:not(.cards *)")
        assert seen.count() or question == "discard"
        covered = page.evaluate(UNSEEN.replace("[data-spot], .months button.seal", "[data-spot]:not(.cards *)"))
        assert covered == []
        assert page.locator(".cards [data-spot]").count() == (page.locator(".cards .may").count())


def test_a_month_takes_a_click_for_each_decision(visitor: Visitor) -> None:
    """An action; a person, with whose card it is taken; its palace. And the last word on each turn."""
    page = visitor.page
    courts = [court("2: young monk", "3: young healer", yuan=9), court("2: young farmer", "2", yuan=9)]
    table = sit_down(visitor, document(*courts, month=1))
    confirm = page.get_by_role("button", name="Confirm")
    for clicks in (["harvest"], ["harvest"], ["take ", "palace "], ["take ", "palace "]):
        for choice in clicks:
            page.locator(f'[data-spot^="{choice}"]').first.click()
        confirm.click()
        expect(confirm).to_be_hidden()
    expect(page.get_by_text("Month 2 of 12")).to_be_visible()
    seats = visitor.look(table)["view"]["table"]["courts"]
    persons = [sum(len(palace["persons"]) for palace in seat["palaces"]) for seat in seats]
    assert persons == [3, 2]
